// What charts have in common: colors of lines, look of axes, ticks and ranges.
import type uPlot from "uplot";
import { shortNumber, tickNumber } from "../dom";
import { themeColor } from "../theme";

export const kLines = ["--line-1", "--line-2", "--line-3", "--line-4", "--line-5", "--line-6", "--line-7", "--line-8", "--line-9"];

export function axisLook() {
  const grid = { stroke: themeColor("--rule"), width: 1 };
  return { stroke: themeColor("--muted"), grid, ticks: { show: false }, font: "11px system-ui, sans-serif", gap: 4 };
}

export const tick = (_: uPlot, values: (number | null)[]): string[] => values.map((x) => (x === null ? "" : tickNumber(x)));

// Powers of ten as 1e-3; where there are others between them, all as numbers.
const isPower = (x: number) => Math.abs(Math.log10(x) - Math.round(Math.log10(x))) < 1e-9;
export const logTick = (_: uPlot, values: (number | null)[]): string[] => {
  const powers = values.every((x) => x === null || isPower(x));
  return values.map((x) => (x === null ? "" : powers ? `1e${Math.round(Math.log10(x))}`.replace("-", "−") : shortNumber(x, 3)));
};

// At most about seven powers of ten; where there are fewer than two, also 2 and 5 of each.
export function decades(_: uPlot, __: number, low: number, high: number): number[] {
  const [from, to] = [Math.ceil(Math.log10(low) - 1e-9), Math.floor(Math.log10(high) + 1e-9)];
  const step = Math.max(1, Math.ceil((to - from) / 7));
  const out: number[] = [];
  for (let e = to; e >= from; e -= step) out.unshift(10 ** e);
  if (out.length >= 2) return out;
  const fine: number[] = [];
  for (let e = from - 1; e <= to; ++e) for (const digit of [1, 2, 5]) fine.push(digit * 10 ** e);
  return fine.filter((x) => x >= low * (1 - 1e-9) && x <= high * (1 + 1e-9));
}

export function linearRange(_: uPlot, low: number | null, high: number | null): [number, number] {
  if (low === null || high === null) return [0, 1];
  // A constant has room around it; so has noise in the last digits of one.
  const noise = 1e-9 * Math.max(Math.abs(low), Math.abs(high));
  if (high - low <= noise) {
    const room = 0.1 * Math.abs(high) || 1;
    return [low - room, high + room];
  }
  const room = 0.08 * (high - low);
  return [low - room, high + room];
}

export function logRange(low: number | null, high: number | null, roundOff?: number): [number, number] {
  const top = Math.max(high ?? 1e-12, roundOff ? 10 * roundOff : 0);
  const bottom = Math.min(low ?? 1e-16, 1e-3 * top);
  return [10 ** Math.floor(Math.log10(bottom)), 10 ** Math.ceil(Math.log10(top) + 1e-9)];
}
