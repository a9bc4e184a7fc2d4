// Which charts there are: outputs by unit, energies, what the balance and the constraints leave, steps.
import type { Channel, Report } from "../data";
import { shortNumber } from "../dom";

export interface Series {
  channel: Channel;
  values: ArrayLike<number>;
  label: string;
  scale?: "right";
  error?: ArrayLike<number>; // estimated, at the same instants
  offset?: number; // what is drawn and shown is less than the values by this
}

export interface Panel {
  title: string;
  unit: string;
  rightUnit?: string;
  log: boolean;
  roundOff?: number; // below this it is round-off
  note?: string;
  series: Series[];
}

const kMostSeries = 9; // a chart with more cannot be read
const kMostDifferent = 8; // height of a chart over that of its flattest line
const kFarAway = 4; // zero of the potential, in spans of the energies
const kMostScales = 3; // charts of one unit that differ in scale alone

const kTitles: Record<string, string> = {
  m: "Positions", rad: "Angles", "m/s": "Velocities", "rad/s": "Angular velocities", N: "Forces", "N m": "Torques",
  "m/s^2": "Accelerations", J: "Energies of parts", W: "Power", "1": "Outputs without unit", Pa: "Stresses",
};

function varies(values: ArrayLike<number>): boolean {
  for (let i = 2; i < values.length; ++i) if (values[i] !== values[1]) return true;
  return false;
}

export function rangeOf(values: ArrayLike<number>): [number, number] {
  let [low, high] = [Infinity, -Infinity];
  for (let i = 0; i < values.length; ++i) {
    if (!Number.isFinite(values[i])) continue;
    low = Math.min(low, values[i]);
    high = Math.max(high, values[i]);
  }
  return low <= high ? [low, high] : [0, 0];
}

// Lines of one unit that can be read in one chart: a line that would fill less than an eighth of its height goes to
// another one. Lines that hardly vary go with the smallest.
export function groupByScale(all: Series[]): Series[][] {
  const ranges = new Map(all.map((s) => [s, rangeOf(s.values)]));
  const size = ([low, high]: [number, number]) => high - low;
  const order = [...all].sort((a, b) => size(ranges.get(b)!) - size(ranges.get(a)!));
  const still = 1e-6 * (order.length ? size(ranges.get(order[0])!) : 0);
  const groups: { series: Set<Series>; range: [number, number]; least: number }[] = [];
  for (const s of order) {
    const own = ranges.get(s)!;
    const home = groups.find((group) => {
      const range: [number, number] = [Math.min(group.range[0], own[0]), Math.max(group.range[1], own[1])];
      return size(range) <= kMostDifferent * Math.min(group.least, size(own)) && group.series.size < kMostSeries;
    }) ?? (size(own) <= still || groups.length >= kMostScales ? [...groups].reverse().find((g) => g.series.size < kMostSeries) : undefined);
    if (home) {
      home.series.add(s);
      home.range = [Math.min(home.range[0], own[0]), Math.max(home.range[1], own[1])];
      if (size(own) > still) home.least = Math.min(home.least, size(own));
    } else {
      groups.push({ series: new Set([s]), range: own, least: size(own) });
    }
  }
  // In the order of the model, within each chart and by its first line.
  const ordered = groups.map((group) => all.filter((s) => group.series.has(s)));
  return ordered.sort((a, b) => all.indexOf(a[0]) - all.indexOf(b[0]));
}

export function makePanels(report: Report): Panel[] {
  const { channels, columns, certificate, kind = "run" } = report;
  const pick = (group: Channel["group"]): Series[] =>
    channels.flatMap((channel, i) => (channel.group === group ? [{ channel, values: columns[i], label: channel.name, error: report.errors?.get(channel.name) }] : []));
  const panels: Panel[] = [];

  const byUnit = new Map<string, Series[]>();
  for (const series of pick("output")) {
    const unit = series.channel.unit;
    byUnit.set(unit, [...(byUnit.get(unit) ?? []), series]);
  }
  for (const [unit, all] of byUnit) {
    const title = kTitles[unit] ?? "Outputs";
    const groups = groupByScale(all);
    groups.forEach((series, i) => {
      panels.push({
        title: groups.length > 1 ? `${title} (${i + 1} of ${groups.length})` : title,
        unit: unit === "1" ? "" : unit,
        log: false,
        series,
      });
    });
  }
  if (kind !== "run") return panels; // what follows is about steps in time

  const energies = pick("energy").filter((s) => s.channel.name.startsWith("energy.") || varies(s.values));
  const short: Record<string, string> = {
    "energy.total": "total", "energy.kinetic": "kinetic", "energy.potential": "potential",
    "energy.strain": "strain (part of potential)", "work.applied": "work of forces",
    "work.drives": "work of drives", "dissipated.physical": "dissipated", "dissipated.numerical": "dissipated by the method",
  };
  for (const s of energies) s.label = short[s.label] ?? s.label;
  // The zero of a potential is arbitrary. Where it is far away, changes are what can be read.
  const potential = energies.find((s) => s.channel.name === "energy.potential");
  const widest = Math.max(0, ...energies.map((s) => rangeOf(s.values)[1] - rangeOf(s.values)[0]));
  if (potential && Math.abs(potential.values[0]) > kFarAway * widest && widest > 0) {
    for (const s of energies.filter((e) => ["energy.potential", "energy.total"].includes(e.channel.name))) {
      s.offset = potential.values[0];
      s.label += ` ${s.offset < 0 ? "+" : "\u2212"} ${shortNumber(Math.abs(s.offset), 3)} J`;
    }
  }
  if (energies.length) panels.push({ title: "Energy", unit: "J", log: false, series: energies });

  const motion = report.errors?.get("motion");
  if (motion) {
    const unit = certificate.motion_unit === "1" ? "" : "m";
    const channel: Channel = { name: "motion.error_estimate", unit, group: "balance" };
    panels.push({ title: "Estimated error of the motion", unit, log: true, series: [{ channel, values: motion, label: "largest displacement of a point" }] });
  }

  const balance = pick("balance");
  for (const s of balance) s.label = "|E \u2212 E\u2080 \u2212 work + dissipated|";
  const scale = typeof certificate.energy_scale === "number" && certificate.energy_scale > 0 ? certificate.energy_scale : 1;
  if (balance.length) {
    panels.push({ title: "Error of the energy balance", unit: "J", log: true, series: balance, roundOff: report.limits.round_off * scale });
  }

  const constraints = pick("constraint");
  const names: Record<string, string> = { "constraint.position": "positions", "constraint.velocity": "velocities, at step ends" };
  for (const s of constraints) s.label = names[s.label] ?? s.label;
  if (constraints.length && Number(certificate.constraints) > 0) {
    panels.push({ title: "Constraint residuals", unit: "SI", log: true, series: constraints, roundOff: report.limits.round_off });
  }

  const steps = pick("step");
  for (const s of steps) {
    // There is no step before the start.
    s.values = Float64Array.from(s.values, (x, i) => (i === 0 ? NaN : x));
    if (s.channel.name === "step.iterations") Object.assign(s, { label: "Newton iterations", scale: "right" });
    else s.label = "step size";
  }
  if (steps.some((s) => varies(s.values))) {
    panels.push({ title: "Step size and Newton iterations", unit: "s", rightUnit: "iterations", log: false, series: steps });
  }
  return panels;
}
