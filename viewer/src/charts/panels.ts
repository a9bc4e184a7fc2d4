// Which charts there are: outputs by unit, energies, what the balance and the constraints leave, steps.
import type { Channel, Report } from "../data";

export interface Series {
  channel: Channel;
  values: ArrayLike<number>;
  label: string;
  scale?: "right";
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

const kTitles: Record<string, string> = {
  m: "Positions", rad: "Angles", "m/s": "Velocities", "rad/s": "Angular velocities", N: "Forces", "N m": "Torques",
  "m/s^2": "Accelerations", J: "Energies of parts", W: "Power", "1": "Outputs without unit", Pa: "Stresses",
};

function varies(values: ArrayLike<number>): boolean {
  for (let i = 2; i < values.length; ++i) if (values[i] !== values[1]) return true;
  return false;
}

export function makePanels(report: Report): Panel[] {
  const { channels, columns, certificate } = report;
  const pick = (group: Channel["group"]): Series[] =>
    channels.flatMap((channel, i) => (channel.group === group ? [{ channel, values: columns[i], label: channel.name }] : []));
  const panels: Panel[] = [];

  const byUnit = new Map<string, Series[]>();
  for (const series of pick("output")) {
    const unit = series.channel.unit;
    byUnit.set(unit, [...(byUnit.get(unit) ?? []), series]);
  }
  for (const [unit, all] of byUnit) {
    const title = kTitles[unit] ?? "Outputs";
    const charts = Math.ceil(all.length / kMostSeries);
    for (let i = 0; i < charts; ++i) {
      panels.push({
        title: charts > 1 ? `${title} (${i + 1} of ${charts})` : title,
        unit: unit === "1" ? "" : unit,
        log: false,
        series: all.slice(i * kMostSeries, (i + 1) * kMostSeries),
      });
    }
  }

  const energies = pick("energy").filter((s) => s.channel.name.startsWith("energy.") || varies(s.values));
  const short: Record<string, string> = {
    "energy.total": "total", "energy.kinetic": "kinetic", "energy.potential": "potential", "work.applied": "work of forces",
    "work.drives": "work of drives", "dissipated.physical": "dissipated", "dissipated.numerical": "dissipated by the method",
  };
  for (const s of energies) s.label = short[s.label] ?? s.label;
  if (energies.length) panels.push({ title: "Energy", unit: "J", log: false, series: energies });

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
