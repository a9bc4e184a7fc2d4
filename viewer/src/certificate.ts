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

// As in the JSON of the certificate.
interface StoredFinding {
  name: string;
  value: number | null;
  unit: string;
  verdict: string;
  sentence: string;
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

// Verdicts of the program (src/audit/findings.h); the page judges nothing itself.
const kVerdicts: Record<string, Verdict> = { kept: "good", small: "fair", large: "bad", not_conserved: "none", not_estimated: "unknown" };

// Recorded channels that show where a finding was worst.
const kChannels: Record<string, string> = {
  "constraints, positions": "constraint.position",
  "constraints, velocities": "constraint.velocity",
  "energy balance": "energy.balance_error",
};
const kMotion = "motion, estimated error";

function storedFindings(report: Report): StoredFinding[] {
  const stored = report.certificate.findings;
  if (Array.isArray(stored)) return stored as StoredFinding[];
  return [{ name: "findings", value: null, unit: "", verdict: "not_estimated", sentence: "none in results of this version of the program" }];
}

function describe(report: Report, { name, value, unit, verdict, sentence }: StoredFinding): Finding {
  const judged = kVerdicts[verdict] ?? "unknown";
  const isMotion = name === kMotion;
  let time: number | undefined;
  if (isMotion && typeof report.certificate.motion_error_time === "number") time = report.certificate.motion_error_time;
  else if (judged !== "good" && kChannels[name]) time = findWorst(report, kChannels[name])?.time;
  return {
    name: name.charAt(0).toUpperCase() + name.slice(1),
    value: typeof value === "number" ? `${shortNumber(value, isMotion ? 2 : 3)}${unit ? ` ${unit}` : ""}` : "",
    verdict: judged, words: sentence, time,
  };
}

export function findFindings(report: Report): Finding[] {
  return storedFindings(report).map((finding) => describe(report, finding));
}

// Of an equilibrium: "stable", "unstable in 1 of 3 directions".
function stability(report: Report): string {
  return storedFindings(report).find(({ name }) => name === "equilibrium")?.sentence ?? String(report.certificate.stability ?? "");
}

function findMotion(report: Report): Finding {
  const stored = storedFindings(report).find(({ name }) => name === kMotion);
  return stored ? describe(report, stored) : { name: "Motion, estimated error", value: "", verdict: "unknown", words: "" };
}

// The accuracy in a few words, beside the verdict of the run.
export function judgeAccuracy(report: Report): { verdict: Verdict; words: string } | null {
  if ((report.kind ?? "run") !== "run") return null;
  const { verdict, value } = findMotion(report);
  if (verdict === "unknown") return { verdict, words: "accuracy not estimated" };
  return { verdict, words: value ? `motion \u00b1 ${value}` : "accuracy not known" };
}

// The run as a whole, in a few words.
export function judgeRun(report: Report): { verdict: "good" | "fair" | "bad"; words: string } {
  const c = report.certificate;
  if (report.kind === "modes") return { verdict: "good", words: `${report.chapters?.length ?? 0} ${report.chapters?.length === 1 ? "mode" : "modes"}` };
  if (report.kind === "static") {
    if (c.status !== "completed") return { verdict: "bad", words: "no equilibrium found" };
    return { verdict: c.verdict === "kept" ? "good" : "fair", words: `equilibrium, ${stability(report)}` };
  }
  if (c.status !== "completed") {
    return { verdict: "bad", words: `stopped at ${shortNumber(c.t_reached as number)} s of ${shortNumber(c.t_end as number)} s` };
  }
  if (findMotion(report).verdict === "bad") return { verdict: "bad", words: "completed, the motion is not accurate" };
  return c.verdict === "not_kept"
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
  fact(isRun ? "Steps" : "Points of the path", `${count(isRun ? "steps" : "points")}${Number(c.rejected_steps) > 0 ? `, ${count("rejected_steps")} rejected` : ""}`);
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
  if (isRun) entry("Energy at the end", "energy_final", true);
  else entry("Potential energy", "potential_energy", true);
  entry("Work of forces", "work_applied");
  entry("Work of drives", "work_drives");
  entry("Dissipated", "dissipated_physical");
  entry("Dissipated by the method", "dissipated_numerical");
  const [title, hint] = isRun ? ["Certificate", "Largest deviation over all steps."] : ["Equilibrium", stability(report)];
  return el("section", { class: "card certificate", "aria-label": title },
    el("header", { class: "bar" }, el("h2", {}, title), el("p", { class: "hint" }, hint)),
    list, facts, ledger,
    isRun && c.options ? el("p", { class: "fine" }, `Options: ${c.options}`) : null);
}
