// The parts of the page that need no browser.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Quaternion, Vector3 } from "three";
import { roundLength } from "../src/bounds";
import { findFindings, judgeAccuracy, judgeRun } from "../src/certificate";
import { groupByScale, makePanels, type Series } from "../src/charts/panels";
import { Clock } from "../src/clock";
import { toCsv } from "../src/csv";
import { decode, indexAt, resample, type Report } from "../src/data";
import { shortNumber, tickNumber } from "../src/dom";
import { Motion } from "../src/motion";
import { defaultSpeed } from "../src/player";
import { hull } from "../src/scene/hull";

const base64 = (array: Float64Array | Float32Array) => Buffer.from(array.buffer).toString("base64");

// A frame that turns by a quarter about z and moves along x, and a point that stays.
function sample(changes: Record<string, unknown> = {}): Report {
  const half = Math.SQRT1_2;
  return decode({
    format: 1,
    model: { name: "m", description: "", reference: "", file: "m.yaml", text: "model: m\n" },
    command: "invar run m.yaml",
    certificate: {
      status: "completed", constraints: 3, constraint_position_max: 1e-15, constraint_velocity_max: 1e-3,
      constraint_velocity_mid_max: 1e-14, constraint_acceleration_max: null, worst_constraint: "hinge.x",
      energy_balance_error_max: 2e-3, energy_scale: 4, linear_momentum_drift_max: null, angular_momentum_drift_max: 1e-12,
      ...changes,
    },
    limits: { round_off: 1e-10, small: 1e-4 },
    notes: [],
    drawing: {
      up: [0, 0, 1], planar: false, unit: 1, primitives: [], points: [],
      tracks: [{ kind: "frame", offset: 0 }, { kind: "point", offset: 7 }],
    },
    channels: [
      { name: "tip.position.x", unit: "m", group: "output" },
      { name: "energy.balance_error", unit: "J", group: "balance" },
      { name: "constraint.position", unit: "1", group: "constraint" },
    ],
    rows: { count: 2, steps: 1, t: base64(new Float64Array([0, 1])), values: base64(new Float64Array([0.1, 2, 0, 2e-3, 1e-15, 0])) },
    frames: {
      count: 2, width: 10, t: base64(new Float64Array([0, 1])),
      values: base64(new Float32Array([0, 0, 0, 0, 0, 0, 1, 5, 6, 7, /**/ 2, 0, 0, 0, 0, half, half, 5, 6, 7])),
    },
  } as Parameters<typeof decode>[0]);
}

test("an equilibrium is judged by its certificate, whatever its text says", () => {
  const finding = (verdict: string, sentence: string) => [{ name: "equilibrium", value: null, unit: "", verdict, sentence }];
  const judged = (verdict: string, findings: object[]) =>
    judgeRun({ ...sample({ stability: "stable", verdict, findings }), kind: "static" } as Report);
  assert.deepEqual(judged("kept", finding("kept", "stable")), { verdict: "good", words: "equilibrium, stable" });
  assert.deepEqual(judged("not_kept", finding("large", "unstable in 1 of 3 directions")),
    { verdict: "fair", words: "equilibrium, unstable in 1 of 3 directions" });
  assert.equal(judgeRun({ ...sample({ status: "stopped" }), kind: "static" } as Report).verdict, "bad");
});

test("ticks have no zeros at their ends, so that signs are not cut off", () => {
  assert.deepEqual([-2e-5, -4.5e-5, 0, 0.1, 20, 1e6].map(tickNumber), ["\u22122e\u22125", "\u22124.5e\u22125", "0", "0.1", "20", "1e6"]);
});

test("packed arrays come back as the numbers that went in", () => {
  const report = sample();
  assert.deepEqual([...report.t], [0, 1]);
  assert.deepEqual([...report.columns[0]], [0.1, 2]);
  assert.equal(report.frames.values[10], 2);
});

test("another format of the data is refused", () => {
  assert.throws(() => decode({ format: 2 } as Parameters<typeof decode>[0]), /format 1/);
});

test("between two instants a frame moves straight and turns on the shorter arc", () => {
  const motion = new Motion(sample());
  motion.seek(0.5);
  const at: [number, number, number, number, number, number, number, number] = [0, 1, 0, 0, 0, 0, 0, 1];
  const x = motion.position(at, new Vector3());
  assert.ok(x.distanceTo(new Vector3(1 + Math.SQRT1_2, Math.SQRT1_2, 0)) < 1e-6);
  assert.ok(Math.abs(motion.rotation(at, new Quaternion()).angleTo(new Quaternion()) - Math.PI / 4) < 1e-6);
  const [from, to] = [new Quaternion(0, 0, 0, 1), new Quaternion(0, 0, -Math.SQRT1_2, -Math.SQRT1_2)];
  motion.report.frames.values.set([...from.toArray()], 3);
  motion.report.frames.values.set([...to.toArray()], 13);
  motion.seek(0.5);
  assert.ok(Math.abs(motion.rotation(at, new Quaternion()).angleTo(new Quaternion()) - Math.PI / 4) < 1e-6);
});

test("a place on the ground and a place at a point stay where they are", () => {
  const motion = new Motion(sample());
  motion.seek(1);
  assert.deepEqual(motion.position([-1, 1, 2, 3, 0, 0, 0, 1], new Vector3()).toArray(), [1, 2, 3]);
  assert.deepEqual(motion.position([1, 0, 0, 0, 0, 0, 0, 1], new Vector3()).toArray(), [5, 6, 7]);
});

test("the instant of a time is the last one before it", () => {
  assert.deepEqual([-1, 0, 0.5, 1, 1.5, 9].map((time) => indexAt([0, 1, 2], time)), [0, 0, 0, 1, 1, 2]);
});

const finding = (name: string, value: number | null, unit: string, verdict: string, sentence: string) => ({ name, value, unit, verdict, sentence });

test("the card shows the findings of the program, and where the recorded values are worst", () => {
  const findings = [
    finding("constraints, positions", 1e-15, "", "kept", "holds at round-off"),
    finding("energy balance", 2e-3, "J", "large", "large, 0.0005 of 4 J"),
    finding("linear momentum", null, "N s", "not_conserved", "not conserved by this system"),
    finding("warning", null, "", "large", "a rate jumps"),
  ];
  const shown = findFindings(sample({ findings }));
  assert.deepEqual(shown.map((f) => [f.name, f.value, f.verdict, f.words]), [
    ["Constraints, positions", "1.0e\u221215", "good", "holds at round-off"],
    ["Energy balance", "0.002 J", "bad", "large, 0.0005 of 4 J"],
    ["Linear momentum", "", "none", "not conserved by this system"],
    ["Warning", "", "bad", "a rate jumps"],
  ]);
  assert.equal(shown[0].time, undefined);
  assert.equal(shown[1].time, 1, "the row with the largest error");
  assert.equal(findFindings(sample())[0].verdict, "unknown", "results without findings");
});

test("the verdict of the run is that of the program", () => {
  const of = (verdict: string, motion: string, value: number | null = null) => {
    const findings = [finding("motion, estimated error", value, "m", motion, "words")];
    const report = sample({ verdict, findings, motion_error_time: 0.5 });
    return { run: judgeRun(report), accuracy: judgeAccuracy(report)!, shown: findFindings(report)[0] };
  };
  assert.deepEqual(of("kept", "not_estimated").run, { verdict: "good", words: "completed, invariants kept" });
  assert.deepEqual(of("kept", "not_estimated").accuracy, { verdict: "unknown", words: "accuracy not estimated" });
  assert.deepEqual(of("not_kept", "kept", 1e-5).run, { verdict: "fair", words: "completed, not everything was kept" });
  assert.deepEqual(of("not_kept", "large", 0.06).run, { verdict: "bad", words: "completed, the motion is not accurate" });
  assert.deepEqual(of("not_kept", "large", 0.06).accuracy, { verdict: "bad", words: "motion \u00b1 0.06 m" });
  assert.deepEqual(of("kept", "small").accuracy, { verdict: "fair", words: "accuracy not known" });
  assert.equal(of("kept", "small", 1e-3).shown.time, 0.5);
});

test("estimated errors are bands of the lines they belong to, and a chart of the motion", () => {
  assert.deepEqual([...resample(Float64Array.of(0, 1, 3), Float64Array.of(0, 1, 5), Float64Array.of(-1, 0.5, 2, 9))], [0, 0.5, 3, 5]);
  const report = sample();
  report.errors = new Map([["tip.position.x", Float64Array.of(0, 0.25)], ["motion", Float64Array.of(0, 0.3)]]);
  const panels = makePanels(report);
  assert.deepEqual([...(panels[0].series[0].error as Float64Array)], [0, 0.25]);
  const motion = panels.find((panel) => panel.title === "Estimated error of the motion")!;
  assert.deepEqual([motion.unit, motion.log, [...(motion.series[0].values as Float64Array)]], ["m", true, [0, 0.3]]);
});

test("charts go by group and unit", () => {
  const titles = makePanels(sample()).map((panel) => panel.title);
  assert.deepEqual(titles, ["Positions", "Error of the energy balance", "Constraint residuals"]);
});

test("lines that would be flat beside others have a chart of their own", () => {
  const line = (name: string, values: number[]): Series => ({ channel: { name, unit: "m", group: "output" }, values, label: name });
  const groups = groupByScale([line("x", [0, 30]), line("z", [0.9, 1.1]), line("y", [0, 1e-15]), line("wheel", [0.4, 0.5]), line("gap", [NaN, NaN])]);
  assert.deepEqual(groups.map((group) => group.map((s) => s.label)), [["x"], ["z", "y", "wheel", "gap"]]);
  const many = groupByScale(Array.from({ length: 20 }, (_, i) => line(`c${i}`, [0, 1 + i / 20])));
  assert.deepEqual(many.map((group) => group.length).sort(), [2, 9, 9]);
  assert.equal(groupByScale([]).length, 0);
});

test("a potential with its zero far away is drawn from its start, and its table keeps the numbers", () => {
  const report = sample();
  report.channels.push({ name: "energy.kinetic", unit: "J", group: "energy" }, { name: "energy.potential", unit: "J", group: "energy" });
  report.columns.push(Float64Array.of(0, 3), Float64Array.of(-1000, -1003));
  const energy = makePanels(report).find((panel) => panel.title === "Energy")!;
  assert.deepEqual(energy.series.map((s) => s.offset), [undefined, -1000]);
  assert.equal(energy.series[1].label, "potential + 1000 J");
  assert.deepEqual([...(energy.series[1].values as Float64Array)], [-1000, -1003]);
});

test("pages of equilibria and modes are judged as such, and have no charts about steps", () => {
  const equilibrium: Report = { ...sample({ stability: "stable", verdict: "kept" }), kind: "static" };
  assert.deepEqual(makePanels(equilibrium).map((panel) => panel.title), ["Positions"]);
  const modes: Report = { ...sample(), kind: "modes", chapters: [{ start: 0, end: 2, name: "mode 1", facts: ["3 Hz"] }] };
  assert.equal(judgeRun(modes).words, "1 mode");
});

test("a part of the time may be played alone", () => {
  const clock = new Clock(0, 10);
  clock.playWithin(4, 6);
  assert.equal(clock.time, 4);
  clock.seek(9);
  assert.equal(clock.time, 9, "scrubbing reaches all of it");
});

test("the table has all digits, and gaps where nothing is known", () => {
  const channel = { name: "a,b", unit: "m", group: "output" } as const;
  assert.equal(toCsv([0, 0.1], [channel], [[1 / 3, NaN]]), 't,"a,b"\n0,0.3333333333333333\n0.1,\n');
});

test("numbers are short and readable", () => {
  assert.deepEqual([0, 12.3456, 3.14e-16, -0.5, 123456, null].map((x) => shortNumber(x)),
    ["0", "12.35", "3.14e\u221216", "\u22120.5", "1.23e5", "n/a"]);
});

test("the hull of points drops inner ones and keeps two as they are", () => {
  assert.equal(hull([[0, 0], [2, 0], [2, 2], [0, 2], [1, 1], [1, 0]]).length, 4);
  assert.equal(hull([[0, 0], [1, 1]]).length, 2);
  assert.equal(hull([[0, 0], [1, 0], [0.5, 0]]).length, 2);
});

test("lines of the grid are round, and short runs are shown slowly", () => {
  assert.deepEqual([0.013, 0.3, 7, 20].map(roundLength), [0.01, 0.2, 5, 20]);
  assert.deepEqual([0.05, 10, 100].map(defaultSpeed), [0.01, 1, 1]);
});

