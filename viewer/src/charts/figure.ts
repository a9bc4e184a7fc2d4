// A figure of a document: panels with one legend each, a button to show all again, and the table behind it.
import { toTables } from "../csv";
import type { PlotChart } from "../data";
import { download, el, icon } from "../dom";
import { onTheme } from "../theme";
import { readPanel, XyChart } from "./xychart";

export function makeFigure(id: string, chart: PlotChart, caption: HTMLElement): HTMLElement {
  const panels = chart.panels.map(readPanel);
  const closer = el("button", { type: "button", class: "small", title: "Half the span around the middle" }, "Zoom in");
  const whole = el("button", { type: "button", class: "small", hidden: true }, "Show all");
  const csv = el("button", { type: "button", class: "small", title: "Download the points of this figure (CSV)" }, icon("download"), "CSV");
  const charts = panels.map((panel) => new XyChart(panel, chart.title, Math.max(170, chart.height), () => {
    whole.hidden = !charts.some((one) => one.zoomed);
  }));
  closer.addEventListener("click", () => charts.forEach((one) => one.zoomIn()));
  whole.addEventListener("click", () => charts.forEach((one) => one.showAll()));
  csv.addEventListener("click", () => download(`${id}.csv`, toTables(panels)));
  onTheme(() => charts.forEach((one) => one.rebuild()));
  return el("figure", { class: "card", "data-figure": id },
    el("div", { class: "panels", style: `--columns: ${chart.columns}` }, ...charts.map((one) => one.element)),
    el("div", { class: "below" }, caption, el("div", { class: "buttons" }, closer, whole, csv)));
}
