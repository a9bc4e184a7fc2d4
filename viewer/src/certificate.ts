// The certificate as a card: what was kept, how well, and where it was worst.
import type { Clock } from "./clock";
import type { Report } from "./data";
import { el, shortNumber } from "./dom";

type Verdict = "good" | "fair" | "bad" | "none" | "unknown";

interface Finding {
  name: string;
  value: string;
  verdict: Verdict;
  words: string;
  time?: number; // where it was worst
}

export interface Worst {
  time: number;
  value: number;
}

// The stored row with the largest absolute value of a channel.
export function findWorst(report: Report, name: string): Worst | null {
  const column = report.columns[report.channels.findIndex((channel) => channel.name === name)];
  if (!column) return null;
  let worst: Worst | null = null;
  column.forEach((x, i) => {
    if (Number.isFinite(x) && (!worst || Math.abs(x) > worst.value)) worst = { time: report.t[i], value: Math.abs(x) };
  });
  return worst;
}

// What schemes that enforce velocities over steps may leave at their ends as a part of the energy, as in
// src/audit/certificate.h.
const kStepEndEnergy = 0.01;

export function findFindings(report: Report): Finding[] {
  const c = report.certificate;
  const { round_off, small } = report.limits;
  const judge = (x: number): Verdict => (x <= round_off ? "good" : x <= small ? "fair" : "bad");
  const plain: Record<Verdict, string> = { good: "holds at round-off", fair: "small", bad: "large", none: "", unknown: "" };
  const number = (key: string) => (typeof c[key] === "number" ? (c[key] as number) : null);
  const findings: Finding[] = [];

  // Relative to the terms of the rows; results of older versions have the residual alone.
  const relative = (key: string) => number(key.replace(/_max$/, "_relative_max")) ?? number(key) ?? 0;
  const constraint = (name: string, key: string, channel?: string, joint?: string) => {
    const value = number(key);
    if (value === null || !c.constraints) return;
    const verdict = judge(relative(key));
    const worst = channel && verdict !== "good" ? findWorst(report, channel) : null;
    let words = plain[verdict];
    if (verdict !== "good" && joint) words += `, worst in ${joint}`;
    findings.push({ name, value: shortNumber(value, 3), verdict, words, time: worst?.time });
  };
  const worstJoint = typeof c.worst_constraint === "string" ? c.worst_constraint : "";
  constraint("Constraints, positions", "constraint_position_max", "constraint.position", worstJoint);
  const ends = number("constraint_velocity_max");
  const middle = number("constraint_velocity_mid_max");
  const isRest = ends !== null && middle !== null && c.constraints && judge(relative("constraint_velocity_max")) !== "good";
  if (isRest && judge(relative("constraint_velocity_mid_max")) === "good") {
    // Such schemes enforce velocities over the step; a rest at its ends belongs to them, as long as it is small.
    const time = findWorst(report, "constraint.velocity")?.time;
    const scale = number("energy_scale") ?? 0;
    const energy = scale > 0 ? (number("energy_normal_max") ?? 0) / scale : 0;
    let verdict: Verdict = "fair";
    let words = "enforced over steps, not at their ends";
    if (energy > kStepEndEnergy) {
      verdict = "bad";
      words = `large at step ends: ${Math.round(100 * energy)} % of the energy is not in the motion; take smaller steps`;
    }
    findings.push({ name: "Constraints, velocities", value: shortNumber(ends, 3), verdict, words, time });
  } else {
    constraint("Constraints, velocities", "constraint_velocity_max", "constraint.velocity");
  }
  constraint("Constraints, as enforced", "constraint_velocity_mid_max");
  constraint("Constraints, accelerations", "constraint_acceleration_max");

  const balance = number("energy_balance_error_max");
  if (balance !== null) {
    const scale = number("energy_scale") ?? 0;
    const part = scale > 0 ? balance / scale : balance;
    const verdict = judge(part);
    const words = verdict === "good" || !(scale > 0) ? plain[verdict] : `${plain[verdict]}, ${shortNumber(part, 2)} of ${shortNumber(scale, 3)} J`;
    const time = verdict === "good" ? undefined : findWorst(report, "energy.balance_error")?.time;
    findings.push({ name: "Energy balance", value: `${shortNumber(balance, 3)} J`, verdict, words, time });
  }
  if (report.kind === "static") return findings;
  for (const [name, key, unit] of [["Linear momentum", "linear_momentum_drift_max", "N s"], ["Angular momentum", "angular_momentum_drift_max", "N m s"]]) {
    const drift = number(key);
    if (drift === null) findings.push({ name, value: "", verdict: "none", words: "not conserved by this system" });
    else {
      const scale = number(key.replace("drift_max", "scale")) ?? 0;
      const verdict = judge(scale > 0 ? drift / scale : drift);
      findings.push({ name, value: `${shortNumber(drift, 3)} ${unit}`, verdict, words: plain[verdict] });
    }
  }
  findings.push(judgeMotion(report));
  for (const text of Array.isArray(c.warnings) ? c.warnings : []) {
    findings.push({ name: "Warning", value: "", verdict: "bad", words: String(text) });
  }
  return findings;
}

// Largest estimated error of the motion that does not count as large, as a part of the motion; as in
// src/audit/certificate.h.
const kLargeMotionError = 0.01;

// How accurate the motion is. Nothing is good that was not estimated or did not converge.
export function judgeMotion(report: Report): Finding {
  const c = report.certificate;
  const name = "Motion, estimated error";
  const state = c.motion_accuracy ?? "not estimated"; // results of older versions have none
  if (state === "not estimated") return { name, value: "", verdict: "unknown", words: "not estimated (run with --verify)" };
  const message = typeof c.motion_message === "string" ? c.motion_message : "";
  if (typeof c.motion_error_estimate !== "number") return { name, value: "", verdict: "fair", words: `could not be estimated: ${message}` };
  const unit = c.motion_unit === "1" ? "" : " m";
  const value = `${shortNumber(c.motion_error_estimate, 2)}${unit}`;
  if (state === "round-off") return { name, value, verdict: "good", words: "at round-off" };
  const size = typeof c.motion_size === "number" ? c.motion_size : 0;
  const part = size > 0 ? c.motion_error_estimate / size : 0;
  const converged = state === "converged";
  const verdict: Verdict = part > kLargeMotionError ? "bad" : converged && part <= report.limits.small ? "good" : "fair";
  const order = typeof c.motion_order === "number" ? `order ${c.motion_order.toFixed(1)}, ` : "";
  const words = converged
    ? `${order}${shortNumber(100 * part, 2)} % of the motion (${shortNumber(size, 3)}${unit})`
    : `not converged, may be larger: ${message}`;
  const time = typeof c.motion_error_time === "number" ? c.motion_error_time : undefined;
  return { name, value, verdict, words, time };
}

// The accuracy in a few words, beside the verdict of the run.
export function judgeAccuracy(report: Report): { verdict: Verdict; words: string } | null {
  if ((report.kind ?? "run") !== "run") return null;
  const { verdict, value } = judgeMotion(report);
  if (verdict === "unknown") return { verdict, words: "accuracy not estimated" };
  return { verdict, words: value ? `motion \u00b1 ${value}` : "accuracy not known" };
}

// The run as a whole, in a few words.
export function judgeRun(report: Report): { verdict: "good" | "fair" | "bad"; words: string } {
  const c = report.certificate;
  if (report.kind === "modes") return { verdict: "good", words: `${report.chapters?.length ?? 0} ${report.chapters?.length === 1 ? "mode" : "modes"}` };
  if (report.kind === "static") {
    if (c.status !== "completed") return { verdict: "bad", words: "no equilibrium found" };
    const stable = !/unstable/.test(String(c.options));
    return { verdict: stable ? "good" : "fair", words: `equilibrium, ${String(c.options)}` };
  }
  if (c.status !== "completed") {
    return { verdict: "bad", words: `stopped at ${shortNumber(c.t_reached as number)} s of ${shortNumber(c.t_end as number)} s` };
  }
  if (judgeMotion(report).verdict === "bad") return { verdict: "bad", words: "completed, the motion is not accurate" };
  return findFindings(report).some((finding) => finding.verdict === "bad")
    ? { verdict: "fair", words: "completed, not everything was kept" }
    : { verdict: "good", words: "completed, invariants kept" };
}

const kMarks: Record<Verdict, [string, string]> = {
  good: ["\u2713", "holds"], fair: ["~", "partly"], bad: ["!", "does not hold"], none: ["\u2013", "does not apply"], unknown: ["?", "not known"],
};

export function makeCertificate(report: Report, clock: Clock): HTMLElement {
  const c = report.certificate;
  const isRun = (report.kind ?? "run") === "run";
  const list = el("ul", { class: "findings" });
  for (const finding of findFindings(report)) {
    const [mark, spoken] = kMarks[finding.verdict];
    const row = el("li", { class: finding.verdict },
      el("span", { class: "mark", role: "img", "aria-label": spoken }, mark),
      el("span", { class: "name" }, finding.name), el("span", { class: "value" }, finding.value),
      el("span", { class: "words" }, finding.words));
    if (finding.time !== undefined) {
      const time = finding.time;
      const go = el("button", { type: "button", class: "link", title: "Move the time cursor there" }, `at ${shortNumber(time)} s`);
      go.addEventListener("click", () => clock.seek(time));
      row.querySelector(".words")!.append(" ", go);
    }
    list.append(row);
  }

  const facts = el("dl", { class: "facts" });
  const fact = (name: string, value: string | null | false) => {
    if (value) facts.append(el("div", {}, el("dt", {}, name), el("dd", {}, value)));
  };
  const count = (key: string) => Number(c[key]).toLocaleString("en-US").replace(/,/g, "\u2009");
  fact("Method", String(c.method));
  if (isRun) fact(typeof c.step === "number" ? "Step" : "Tolerance", typeof c.step === "number" ? `${shortNumber(c.step)} s` : shortNumber(c.tolerance as number));
  fact(isRun ? "Steps" : "Points of the path", `${count("steps")}${Number(c.rejected_steps) > 0 ? `, ${count("rejected_steps")} rejected` : ""}`);
  fact("Iterations", Number(c.newton_iterations) > 0 && count("newton_iterations"));
  fact("Coordinates", count("coordinates"));
  fact("Constraints", `${count("constraints")}${Number(c.redundant_constraints) > 0 ? `, ${count("redundant_constraints")} redundant` : ""}`);
  fact("Freedoms", count("degrees_of_freedom"));
  fact("Computed in", `${shortNumber(c.wall_seconds as number, 3)} s`);
  const ledger = el("dl", { class: "facts ledger" });
  const entry = (name: string, key: string, always = false) => {
    if (always || c[key]) ledger.append(el("div", {}, el("dt", {}, name), el("dd", {}, `${shortNumber(c[key] as number, 7)} J`)));
  };
  if (isRun) entry("Energy at the start", "energy_initial", true);
  entry(isRun ? "Energy at the end" : "Potential energy", "energy_final", true);
  entry("Work of forces", "work_applied");
  entry("Work of drives", "work_drives");
  entry("Dissipated", "dissipated_physical");
  entry("Dissipated by the method", "dissipated_numerical");
  const [title, hint] = isRun ? ["Certificate", "Largest deviation over all steps."] : ["Equilibrium", String(c.options ?? "")];
  return el("section", { class: "card certificate", "aria-label": title },
    el("header", { class: "bar" }, el("h2", {}, title), el("p", { class: "hint" }, hint)),
    list, facts, ledger,
    isRun && c.options ? el("p", { class: "fine" }, `Options: ${c.options}`) : null);
}
