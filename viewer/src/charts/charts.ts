// All charts together: one time cursor, one zoom.
import type { Clock } from "../clock";
import { toCsv } from "../csv";
import type { Report } from "../data";
import { download, el, icon } from "../dom";
import { onTheme } from "../theme";
import { Chart } from "./chart";
import { makePanels, type Panel } from "./panels";

export function makeCharts(report: Report, clock: Clock): HTMLElement {
  const { t } = report;
  const section = el("section", { class: "charts", "aria-label": "Charts" });
  if (t.length < 2) {
    section.append(el("p", { class: "card empty" }, "The run has no steps to draw over time."));
    return section;
  }
  const whole: [number, number] = [t[0], t[t.length - 1]];
  const isStatic = report.kind === "static";
  const closer = el("button", { type: "button", class: "small", title: "Half the span, around the time cursor" }, "Zoom in");
  const unzoom = el("button", { type: "button", class: "small", hidden: true }, isStatic ? "Whole path" : "Whole run");
  const charts: Chart[] = [];
  let shown = whole;
  const zoom = (min: number, max: number) => {
    shown = [min, max];
    unzoom.hidden = min <= whole[0] && max >= whole[1];
    for (const chart of charts) chart.setWindow(min, max);
  };
  const fileName = (what: string) => `${report.model.name}${what}.csv`;
  const events = {
    seek: (time: number) => clock.seek(time),
    zoom,
    unzoom: () => zoom(...whole),
    csv: (panel: Panel) =>
      download(
        fileName(`_${panel.title.toLowerCase().replace(/[^a-z]+/g, "_")}`),
        toCsv(t, panel.series.map((s) => s.channel), panel.series.map((s) => s.values)),
      ),
  };
  unzoom.addEventListener("click", events.unzoom);
  closer.addEventListener("click", () => {
    const half = 0.25 * (shown[1] - shown[0]);
    if (half < 1e-6 * (whole[1] - whole[0])) return;
    const middle = Math.min(whole[1] - half, Math.max(whole[0] + half, clock.time));
    zoom(middle - half, middle + half);
  });
  const all = el("button", { type: "button", class: "small" }, icon("download"), "CSV");
  all.title = "Download all channels of this page (CSV)";
  all.addEventListener("click", () => download(fileName(""), toCsv(t, report.channels, report.columns)));
  section.append(
    el("header", { class: "bar" }, el("h2", {}, "Charts"),
      el("p", { class: "hint" }, `${isStatic ? "Over the points of the load path." : "Over time in s."} Click moves the time, dragging zooms, double click shows all.`),
      closer, unzoom, all));
  for (const panel of makePanels(report)) {
    const chart = new Chart(panel, t, events);
    charts.push(chart);
    section.append(chart.element);
  }
  clock.listen((time) => charts.forEach((chart) => chart.setTime(time)));
  onTheme(() => charts.forEach((chart) => chart.rebuild()));
  return section;
}
