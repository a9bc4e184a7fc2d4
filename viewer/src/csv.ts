// The table behind the charts as text.
import type { Channel } from "./data";

const quoted = (name: string) => (/[",\n]/.test(name) ? `"${name.replace(/"/g, '""')}"` : name);

// JavaScript prints the shortest text that reads back as the same double.
export function toCsv(t: ArrayLike<number>, channels: Channel[], columns: ArrayLike<number>[]): string {
  const lines = [["t", ...channels.map((channel) => quoted(channel.name))].join(",")];
  for (let i = 0; i < t.length; ++i) {
    lines.push([t[i], ...columns.map((column) => (Number.isFinite(column[i]) ? column[i] : ""))].join(","));
  }
  return lines.join("\n") + "\n";
}
