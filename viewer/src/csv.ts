// The table behind the charts as text.
import type { XyPanel } from "./charts/xychart";
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

// The points of a figure: lines do not share their x, so each point is a row with the name of its line.
export function toTables(panels: XyPanel[]): string {
  const lines = ["panel,series,x,y"];
  panels.forEach((panel, p) => {
    for (const s of panel.series) {
      if (!s.key) continue;
      for (let i = 0; i < s.x.length; ++i) {
        if (Number.isFinite(s.x[i]) && Number.isFinite(s.y[i])) lines.push([p + 1, quoted(s.key), s.x[i], s.y[i]].join(","));
      }
    }
  });
  return lines.join("\n") + "\n";
}
