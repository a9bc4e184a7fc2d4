// One chart: lines over time, a legend of switches with the values at the time cursor, zoom by dragging.
import uPlot from "uplot";
import { indexAt } from "../data";
import { el, icon, shortNumber } from "../dom";
import { themeColor } from "../theme";
import { axisLook, decades, kLines, linearRange, logRange, logTick, tick } from "./axes";
import { rangeOf, type Panel } from "./panels";

const kHeight = 190;

export interface ChartEvents {
  seek(time: number): void;
  zoom(min: number, max: number): void;
  unzoom(): void;
  csv(panel: Panel): void;
}

export class Chart {
  readonly element: HTMLElement;
  private readonly holder = el("div", { class: "plot" });
  private readonly cursor = el("div", { class: "time-cursor" });
  private readonly values: HTMLElement[] = [];
  private readonly shown: boolean[];
  private plot: uPlot | null = null;
  private listening = new AbortController();
  private time = 0;
  private window: [number, number];
  private readonly data: uPlot.AlignedData;

  constructor(
    private readonly panel: Panel,
    private readonly t: Float64Array,
    private readonly events: ChartEvents,
  ) {
    this.shown = panel.series.map(() => true);
    this.window = [t[0], t[t.length - 1]];
    // Zero has no place on a logarithmic axis; it is drawn at the least value there is.
    const floor = Math.max(leastPositive(panel), 1e-6 * (panel.roundOff ?? 0));
    this.data = [
      t,
      ...panel.series.map((s) => {
        if (!panel.log) return Array.from(s.values, (x) => (Number.isFinite(x) ? x - (s.offset ?? 0) : null));
        return Array.from(s.values, (x) => (Number.isFinite(x) ? Math.max(Math.abs(x), floor) : null));
      }),
    ] as uPlot.AlignedData;

    const legend = el("div", { class: "legend", role: "group", "aria-label": `Lines of ${panel.title}` });
    panel.series.forEach((series, i) => {
      const value = el("span", { class: "value" });
      const unit = series.scale === "right" ? "" : panel.unit;
      const button = el("button", { type: "button", "aria-pressed": "true", title: `${series.channel.name}${unit ? ` [${unit}]` : ""}: show or hide` },
        el("span", { class: "swatch", style: `background: var(${kLines[i % kLines.length]})` }),
        el("span", { class: "name" }, series.label), value);
      button.addEventListener("click", () => {
        this.shown[i] = !this.shown[i];
        button.setAttribute("aria-pressed", String(this.shown[i]));
        this.plot?.setSeries(i + 1, { show: this.shown[i] });
      });
      this.values.push(value);
      legend.append(button);
    });
    const csv = el("button", { type: "button", class: "quiet", title: "Download the table of this chart (CSV)", "aria-label": `Download ${panel.title} as CSV` }, icon("download"));
    csv.addEventListener("click", () => events.csv(panel));
    const heading = el("header", {}, el("h3", {}, panel.title), panel.unit ? el("span", { class: "unit" }, panel.unit) : null, errorNote(panel), csv);
    const names = panel.series.map((s) => {
      const [low, high] = rangeOf(s.values);
      return `${s.label} from ${shortNumber(low)} to ${shortNumber(high)}`;
    }).join(", ");
    this.holder.setAttribute("role", "img");
    this.holder.setAttribute("aria-label", `Chart over time: ${panel.title}${panel.unit ? ` in ${panel.unit}` : ""}; ${names}`);
    this.element = el("section", { class: "chart card", "data-panel": panel.title }, heading, legend, this.holder);
    this.rebuild();
    new ResizeObserver(() => this.resize()).observe(this.holder);
  }

  rebuild(): void {
    this.plot?.destroy();
    this.listening.abort();
    this.listening = new AbortController();
    const width = this.holder.clientWidth || 400;
    this.plot = new uPlot(this.options(width), this.data, this.holder);
    this.plot.over.append(this.cursor);
    this.shown.forEach((on, i) => !on && this.plot!.setSeries(i + 1, { show: false }));
    this.plot.setScale("x", { min: this.window[0], max: this.window[1] });
    this.listenToPointer(this.plot);
    this.moveCursor();
  }

  private options(width: number): uPlot.Options {
    const { panel } = this;
    const axis = axisLook();
    const scales: uPlot.Scales = {
      x: { time: false },
      y: panel.log ? { distr: 3, log: 10, range: (_, low, high) => logRange(low, high, panel.roundOff) } : { range: linearRange },
    };
    const axes: uPlot.Axis[] = [
      { ...axis, size: 26, space: 60, values: tick },
      { ...axis, size: 62, space: 30, values: panel.log ? logTick : tick, ...(panel.log ? { splits: decades, filter: (_: uPlot, splits: number[]) => splits } : {}) },
    ];
    if (panel.series.some((s) => s.scale === "right")) {
      scales.right = { range: (_, __, high) => [0, Math.max(4, high + 1)] };
      axes.push({ ...axis, scale: "right", side: 1, size: 34, grid: { show: false }, values: tick });
    }
    return {
      width, height: kHeight, scales, axes, legend: { show: false }, padding: [8, panel.rightUnit ? 0 : 12, 0, 0],
      cursor: { y: false, drag: { x: true, y: false, setScale: false, dist: 6 }, points: { size: 0 } },
      select: { show: true, left: 0, top: 0, width: 0, height: 0 },
      hooks: { drawClear: [(u) => this.shadeRoundOff(u, false), (u) => this.shadeErrors(u)], draw: [(u) => this.shadeRoundOff(u, true)] },
      series: [
        {},
        ...panel.series.map((s, i) => ({
          label: s.label, stroke: themeColor(kLines[i % kLines.length]), width: 1.6, points: { show: false },
          scale: s.scale ?? "y", spanGaps: false, pxAlign: 0,
        })),
      ],
    };
  }

  // The range of round-off: its ground below the lines, its name above them.
  private shadeRoundOff(u: uPlot, name: boolean): void {
    const { roundOff } = this.panel;
    if (!roundOff) return;
    const { ctx, bbox } = u;
    const y = Math.max(bbox.top, Math.min(bbox.top + bbox.height, u.valToPos(roundOff, "y", true)));
    ctx.save();
    if (!name) {
      ctx.fillStyle = themeColor("--good-tint");
      ctx.fillRect(bbox.left, y, bbox.width, bbox.top + bbox.height - y);
      ctx.restore();
      return;
    }
    ctx.fillStyle = themeColor("--good");
    ctx.font = `${10 * devicePixelRatio}px system-ui, sans-serif`;
    ctx.textBaseline = "top";
    ctx.textAlign = "right";
    if (bbox.top + bbox.height - y > 16 * devicePixelRatio) {
      ctx.fillText("round-off", bbox.left + bbox.width - 6 * devicePixelRatio, y + 4 * devicePixelRatio);
    }
    ctx.restore();
  }

  // Estimated errors as bands below the lines, at least as wide as can be told from the line.
  private shadeErrors(u: uPlot): void {
    if (this.panel.log) return;
    const { ctx, bbox } = u;
    ctx.save();
    ctx.beginPath();
    ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
    ctx.clip();
    ctx.globalAlpha = 0.28;
    this.panel.series.forEach((s, i) => {
      const { error } = s;
      if (!error || !this.shown[i]) return;
      const edge = (k: number, sign: number): [number, number] =>
        [u.valToPos(this.t[k], "x", true), u.valToPos(s.values[k] - (s.offset ?? 0) + sign * error[k], "y", true)];
      const first = Math.max(0, indexAt(this.t, u.scales.x.min ?? this.t[0]) - 1);
      const last = Math.min(this.t.length - 1, indexAt(this.t, u.scales.x.max ?? Infinity) + 1);
      ctx.fillStyle = themeColor(kLines[i % kLines.length]);
      // Gaps in the line are gaps in the band.
      for (let from = first; from <= last; ++from) {
        if (!Number.isFinite(s.values[from])) continue;
        let to = from;
        while (to < last && Number.isFinite(s.values[to + 1])) ++to;
        ctx.beginPath();
        for (let k = from; k <= to; ++k) ctx.lineTo(...edge(k, 1));
        for (let k = to; k >= from; --k) ctx.lineTo(...edge(k, -1));
        ctx.fill();
        from = to;
      }
    });
    ctx.restore();
  }

  // A short press moves the time cursor, a wide drag zooms, a double click shows everything again.
  private listenToPointer(plot: uPlot): void {
    const { over } = plot;
    let from: number | null = null;
    let seeking = false;
    const timeAt = (event: PointerEvent) => plot.posToVal(event.clientX - over.getBoundingClientRect().left, "x");
    over.addEventListener("pointerdown", (event) => {
      from = event.clientX;
      // Near the cursor one takes hold of it.
      seeking = Math.abs(plot.valToPos(this.time, "x") - (event.clientX - over.getBoundingClientRect().left)) < 10;
    });
    over.addEventListener("pointermove", (event) => {
      if (from !== null && seeking && event.buttons & 1) {
        plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
        this.events.seek(timeAt(event));
      }
    });
    window.addEventListener("pointerup", (event) => {
      if (from === null) return;
      const wide = Math.abs(event.clientX - from) > 6;
      const { left, width } = plot.select;
      if (!wide) this.events.seek(timeAt(event));
      else if (!seeking && width > 0) this.events.zoom(plot.posToVal(left, "x"), plot.posToVal(left + width, "x"));
      plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
      from = null;
    }, { signal: this.listening.signal });
    over.addEventListener("dblclick", () => this.events.unzoom());
  }

  setWindow(min: number, max: number): void {
    this.window = [min, max];
    this.plot?.setScale("x", { min, max });
    this.moveCursor();
  }

  setTime(time: number): void {
    this.time = time;
    const i = indexAt(this.t, time);
    const next = Math.min(i + 1, this.t.length - 1);
    // The nearer of the two stored rows.
    const row = Math.abs(this.t[next] - time) < Math.abs(time - this.t[i]) ? next : i;
    this.panel.series.forEach((series, k) => {
      let text = shortNumber(series.values[row] - (series.offset ?? 0), series.scale === "right" ? 3 : 4);
      if (series.error && !this.panel.log) text += ` \u00b1 ${shortNumber(series.error[row], 2)}`;
      if (this.values[k].textContent !== text) this.values[k].textContent = text;
    });
    this.moveCursor();
  }

  private moveCursor(): void {
    if (!this.plot) return;
    const x = this.plot.valToPos(this.time, "x");
    // Not asked of the element: that would lay out the page again for each chart.
    const inside = Number.isFinite(x) && x >= -1 && x <= this.plot.bbox.width / devicePixelRatio + 1;
    this.cursor.style.display = inside ? "" : "none";
    if (inside) this.cursor.style.transform = `translateX(${x}px)`;
  }

  private resize(): void {
    const width = this.holder.clientWidth;
    if (this.plot && width && Math.abs(width - this.plot.width) > 1) {
      this.plot.setSize({ width, height: kHeight });
      this.moveCursor();
    }
  }
}

// How wide the bands are at most: they are often too narrow to be seen.
function errorNote(panel: Panel): HTMLElement | null {
  const largest = Math.max(...panel.series.map((s) => (s.error && !panel.log ? rangeOf(s.error)[1] : NaN)).filter(Number.isFinite));
  if (!Number.isFinite(largest)) return null;
  return el("span", { class: "error-note", title: "Bands show the estimated error of each line (--verify)" },
    `estimated error at most ${shortNumber(largest, 2)}${panel.unit ? ` ${panel.unit}` : ""}`);
}

function leastPositive(panel: Panel): number {
  let least = Infinity;
  for (const { values } of panel.series) {
    for (let i = 0; i < values.length; ++i) if (Math.abs(values[i]) > 0) least = Math.min(least, Math.abs(values[i]));
  }
  return Number.isFinite(least) ? least : 1e-17;
}
