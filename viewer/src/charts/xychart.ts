// One chart of lines and markers with an x of their own each, on linear or logarithmic axes: a legend of switches, zoom by
// dragging in one or both directions, and the point nearest to the cursor in words.
import uPlot from "uplot";
import { bytesOf, type PlotAxis, type PlotPanel, type PlotSeries } from "../data";
import { el, shortNumber } from "../dom";
import { themeColor } from "../theme";
import { axisLook, decades, kLines, logTick, tick } from "./axes";

export interface XySeries extends Omit<PlotSeries, "x" | "y"> {
  x: Float64Array;
  y: Float64Array;
}

export interface XyPanel extends Omit<PlotPanel, "series"> {
  series: XySeries[];
}

export function readPanel(panel: PlotPanel): XyPanel {
  return { ...panel, series: panel.series.map((s) => ({ ...s, x: new Float64Array(bytesOf(s.x)), y: new Float64Array(bytesOf(s.y)) })) };
}

type Range = [number, number];

const kGuide = -2;
const kNear = 30; // px within which a point is named

// What can be drawn on an axis.
const fits = (axis: PlotAxis, x: number) => Number.isFinite(x) && (!axis.log || x > 0);

// The range of an axis from its data; guides do not count unless they are all there is.
export function rangeOfAxis(panel: XyPanel, which: "x" | "y", shown: boolean[]): Range {
  const axis = panel[which];
  let [low, high] = [Infinity, -Infinity];
  const look = (guides: boolean) => panel.series.forEach((s, k) => {
    if (!shown[k] || (s.color === kGuide && s.key === "") !== guides) return;
    for (let i = 0; i < s.x.length; ++i) {
      if (!fits(panel.x, s.x[i]) || !fits(panel.y, s.y[i])) continue;
      low = Math.min(low, s[which][i]);
      high = Math.max(high, s[which][i]);
    }
  });
  look(false);
  if (low > high) look(true);
  if (low > high) return axis.log ? [0.1, 1] : [0, 1];
  if (axis.log) {
    const room = Math.max(0.04 * Math.log10(high / low), 0.08);
    [low, high] = [low * 10 ** -room, high * 10 ** room];
  } else {
    const room = which === "y" ? 0.06 : 0.02;
    const span = high - low > 1e-12 * Math.max(Math.abs(low), Math.abs(high)) ? high - low : Math.abs(high) || 1;
    [low, high] = [low - room * span, high + room * span];
  }
  return [axis.min ?? low, axis.max ?? high];
}

const plainText = (html: string): string => el("span", {}).appendChild(Object.assign(document.createElement("span"), { innerHTML: html })).textContent ?? "";

const kRaised: Record<string, string> = { "0": "\u2070", "1": "\u00b9", "2": "\u00b2", "3": "\u00b3", "4": "\u2074", "5": "\u2075", "6": "\u2076", "7": "\u2077", "8": "\u2078", "9": "\u2079", "-": "\u207b" };
const raised = (text: string) => text.replace(/\^(-?\d+)/g, (_, digits: string) => [...digits].map((d) => kRaised[d]).join(""));

export class XyChart {
  readonly element: HTMLElement;
  private readonly holder = el("div", { class: "plot" });
  private readonly ring = el("div", { class: "ring", hidden: true });
  private readonly readout = el("p", { class: "readout", role: "status" });
  private readonly swatches: (() => void)[] = [];
  private readonly shown: boolean[];
  private plot: uPlot | null = null;
  private window: { x: Range; y: Range } | null = null; // null: all

  constructor(
    private readonly panel: XyPanel,
    title: string,
    private readonly height: number,
    private readonly changed: () => void,
  ) {
    this.shown = panel.series.map(() => true);
    const legend = el("div", { class: "legend", role: "group", "aria-label": `Lines of ${plainText(panel.title) || title}` });
    panel.series.forEach((series, i) => {
      if (!series.name) return;
      const name = el("span", { class: "name" });
      name.innerHTML = series.name;
      const button = el("button", { type: "button", "aria-pressed": "true", title: `${plainText(series.name)}: show or hide` }, this.swatch(series), name);
      button.addEventListener("click", () => {
        this.shown[i] = !this.shown[i];
        button.setAttribute("aria-pressed", String(this.shown[i]));
        this.apply();
      });
      legend.append(button);
    });
    const label = (html: string, name: string) => {
      const text = el("span", { class: name });
      text.innerHTML = html;
      return text;
    };
    const heading = panel.title ? el("h3", {}) : null;
    if (heading) heading.innerHTML = panel.title;
    const lines = panel.series.filter((s) => s.name).map((s) => plainText(s.name)).join(", ");
    this.holder.setAttribute("role", "img");
    this.holder.setAttribute("aria-label", `${title}: ${plainText(panel.y.label)} over ${plainText(panel.x.label)}; ${lines}`);
    this.element = el("section", { class: "xy" }, heading, legend.childElementCount ? legend : null, label(panel.y.label, "axis-y"), this.holder,
      el("div", { class: "foot" }, this.readout, label(panel.x.label, "axis-x")));
    this.rebuild();
    new ResizeObserver(() => this.resize()).observe(this.holder);
  }

  get zoomed(): boolean {
    return this.window !== null;
  }

  rebuild(): void {
    this.plot?.destroy();
    for (const paint of this.swatches) paint();
    const data = [null, ...this.panel.series.map((s) => [s.x, s.y])] as unknown as uPlot.AlignedData;
    this.plot = new uPlot(this.options(this.holder.clientWidth || 400), data, this.holder);
    this.plot.over.append(this.ring);
    this.plot.over.addEventListener("dblclick", () => this.showAll());
    this.apply();
  }

  zoomIn(): void {
    const half = ([low, high]: Range, log: boolean): Range => {
      const [a, b] = log ? [Math.log10(low), Math.log10(high)] : [low, high];
      const [from, to] = [a + 0.25 * (b - a), b - 0.25 * (b - a)];
      return log ? [10 ** from, 10 ** to] : [from, to];
    };
    const { x, y } = this.ranges();
    this.zoom({ x: half(x, this.panel.x.log), y: half(y, this.panel.y.log) });
  }

  showAll(): void {
    this.zoom(null);
  }

  private zoom(window: { x: Range; y: Range } | null): void {
    this.window = window;
    this.apply();
    this.changed();
  }

  private ranges(): { x: Range; y: Range } {
    if (this.window) return this.window;
    const range = { x: rangeOfAxis(this.panel, "x", this.shown), y: rangeOfAxis(this.panel, "y", this.shown) };
    if (!this.panel.x.equal || !this.plot) return range;
    // The same length for a unit in both directions: the direction with more room gets it.
    const { width, height } = this.plot.bbox;
    const [sx, sy] = [range.x[1] - range.x[0], range.y[1] - range.y[0]];
    const unit = Math.max(sx / width, sy / height);
    const widen = ([low, high]: Range, span: number): Range => [(low + high - span) / 2, (low + high + span) / 2];
    return { x: widen(range.x, unit * width), y: widen(range.y, unit * height) };
  }

  private apply(): void {
    if (!this.plot) return;
    const { x, y } = this.ranges();
    this.plot.batch(() => {
      this.plot!.setScale("x", { min: x[0], max: x[1] });
      this.plot!.setScale("y", { min: y[0], max: y[1] });
    });
    this.plot.redraw();
    this.readAt(-1, -1);
  }

  private options(width: number): uPlot.Options {
    const { x, y } = this.panel;
    const look = axisLook();
    const axis = (a: PlotAxis) => ({ ...look, values: a.log ? logTick : tick, ...(a.log ? { splits: decades, filter: (_: uPlot, splits: number[]) => splits } : {}) });
    const scale = (a: PlotAxis, which: "x" | "y"): uPlot.Scale => ({ time: false, auto: false, ...(a.log ? { distr: 3 as const, log: 10 as const } : {}), range: () => this.ranges()[which] });
    return {
      mode: 2, width, height: this.height, legend: { show: false }, padding: [8, 14, 0, 0],
      scales: { x: scale(x, "x"), y: scale(y, "y") },
      axes: [{ ...axis(x), size: 26, space: 55 }, { ...axis(y), size: 62, space: 28 }],
      cursor: { drag: { x: true, y: true, uni: 25, setScale: false, dist: 5 }, points: { show: false } },
      hooks: {
        setSelect: [(u: uPlot) => this.zoomTo(u)],
        setCursor: [(u: uPlot) => this.readAt(u.cursor.left ?? -1, u.cursor.top ?? -1)],
      },
      series: [
        {},
        ...this.panel.series.map((_, k) => ({
          facets: [{ scale: "x", auto: false }, { scale: "y", auto: false }],
          paths: (u: uPlot) => {
            if (this.shown[k]) this.draw(u, k);
            return null;
          },
        })),
      ],
    } as unknown as uPlot.Options;
  }

  private zoomTo(u: uPlot): void {
    const { left, top, width, height } = u.select;
    if (width < 5 && height < 5) return;
    const all = this.ranges();
    const x: Range = width < 5 ? all.x : [u.posToVal(left, "x"), u.posToVal(left + width, "x")];
    const y: Range = height < 5 ? all.y : [u.posToVal(top + height, "y"), u.posToVal(top, "y")];
    u.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
    this.zoom({ x, y });
  }

  private color(series: XySeries): string {
    return series.color === kGuide ? "--muted" : kLines[series.color % kLines.length];
  }

  // Line and marker as they are drawn.
  private swatch(series: XySeries): HTMLElement {
    const canvas = el("canvas", { class: "line-swatch", width: 52, height: 24, "aria-hidden": "true" });
    const paint = () => {
      const ctx = canvas.getContext("2d")!;
      ctx.clearRect(0, 0, 52, 24);
      ctx.strokeStyle = ctx.fillStyle = themeColor(this.color(series));
      ctx.lineWidth = 2 * series.width;
      ctx.setLineDash(dashOf(series, 2));
      if (series.dash !== "none") {
        ctx.beginPath();
        ctx.moveTo(2, 12);
        ctx.lineTo(50, 12);
        ctx.stroke();
      }
      ctx.setLineDash([]);
      drawMarker(ctx, series.marker, 26, 12, 2);
    };
    this.swatches.push(paint);
    return canvas;
  }

  private draw(u: uPlot, k: number): void {
    const { ctx, bbox } = u;
    const { panel } = this;
    const s = panel.series[k];
    const ratio = devicePixelRatio;
    ctx.save();
    ctx.beginPath();
    ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
    ctx.clip();
    ctx.strokeStyle = ctx.fillStyle = themeColor(this.color(s));
    ctx.lineWidth = s.width * ratio;
    ctx.lineJoin = "round";
    const points: [number, number][] = [];
    ctx.beginPath();
    let pen = false;
    for (let i = 0; i < s.x.length; ++i) {
      if (!fits(panel.x, s.x[i]) || !fits(panel.y, s.y[i])) {
        pen = false;
        continue;
      }
      const [px, py] = [u.valToPos(s.x[i], "x", true), u.valToPos(s.y[i], "y", true)];
      points.push([px, py]);
      if (pen) ctx.lineTo(px, py);
      else ctx.moveTo(px, py);
      pen = true;
    }
    ctx.setLineDash(dashOf(s, ratio));
    if (s.dash !== "none") ctx.stroke();
    ctx.setLineDash([]);
    if (s.marker !== "none") {
      const every = s.markers > 0 ? Math.max(1, Math.floor(points.length / s.markers)) : 1;
      for (let i = Math.floor(every / 2); i < points.length; i += every) drawMarker(ctx, s.marker, points[i][0], points[i][1], ratio);
    }
    if (s.label && points.length) {
      ctx.font = `${11 * ratio}px system-ui, sans-serif`;
      ctx.textBaseline = "bottom";
      ctx.textAlign = "left";
      const [x, y] = leftEnd(points, bbox);
      ctx.fillText(raised(s.label), x + 4 * ratio, Math.min(Math.max(y - 3 * ratio, bbox.top + 14 * ratio), bbox.top + bbox.height - 2 * ratio));
    }
    ctx.restore();
  }

  // The nearest point of all lines that are shown.
  private readAt(left: number, top: number): void {
    const u = this.plot;
    let best: { k: number; i: number; distance: number; at: Range } | null = null;
    if (u && left >= 0) {
      this.panel.series.forEach((s, k) => {
        if (!this.shown[k] || !s.name) return;
        for (let i = 0; i < s.x.length; ++i) {
          if (!fits(this.panel.x, s.x[i]) || !fits(this.panel.y, s.y[i])) continue;
          const at: Range = [u.valToPos(s.x[i], "x"), u.valToPos(s.y[i], "y")];
          const distance = Math.hypot(at[0] - left, at[1] - top);
          if (distance < (best?.distance ?? kNear)) best = { k, i, distance, at };
        }
      });
    }
    const found = best as { k: number; i: number; at: Range } | null;
    this.ring.hidden = !found;
    if (!found) {
      this.readout.textContent = "";
      return;
    }
    const s = this.panel.series[found.k];
    this.ring.style.transform = `translate(${found.at[0]}px, ${found.at[1]}px)`;
    this.ring.style.borderColor = `var(${this.color(s)})`;
    this.readout.textContent = `${plainText(s.name)}: ${shortNumber(s.x[found.i])}, ${shortNumber(s.y[found.i])}`;
  }

  private resize(): void {
    const width = this.holder.clientWidth;
    if (this.plot && width && Math.abs(width - this.plot.width) > 1) {
      this.plot.setSize({ width, height: this.height });
      this.apply();
    }
  }
}

// Where a line comes in sight: its left end, or the place where it enters the frame.
function leftEnd(points: [number, number][], { left, top, width, height }: uPlot.BBox): [number, number] {
  const order = [...points].sort((a, b) => a[0] - b[0]);
  for (let i = 0; i < order.length; ++i) {
    const [a, b] = [order[i], order[Math.min(i + 1, order.length - 1)]];
    for (let k = 0; k <= 50; ++k) {
      const [x, y] = [a[0] + (k / 50) * (b[0] - a[0]), a[1] + (k / 50) * (b[1] - a[1])];
      if (x >= left && x <= left + width && y >= top && y <= top + height) return [x, y];
    }
  }
  return order[0];
}

function dashOf(series: XySeries, ratio: number): number[] {
  return series.dash === "dashed" ? [6 * ratio, 4 * ratio] : series.dash === "dotted" ? [1.5 * ratio, 3 * ratio] : [];
}

function drawMarker(ctx: CanvasRenderingContext2D, marker: XySeries["marker"], x: number, y: number, ratio: number): void {
  const r = 3.4 * ratio;
  ctx.beginPath();
  if (marker === "circle") ctx.arc(x, y, r, 0, 2 * Math.PI);
  else if (marker === "square") ctx.rect(x - 0.9 * r, y - 0.9 * r, 1.8 * r, 1.8 * r);
  else if (marker === "triangle") [[0, -1.15], [1, 0.75], [-1, 0.75]].forEach(([a, b], i) => (i ? ctx.lineTo(x + a * r, y + b * r) : ctx.moveTo(x + a * r, y + b * r)));
  else if (marker === "diamond") [[0, -1.25], [1.1, 0], [0, 1.25], [-1.1, 0]].forEach(([a, b], i) => (i ? ctx.lineTo(x + a * r, y + b * r) : ctx.moveTo(x + a * r, y + b * r)));
  else if (marker === "cross") {
    ctx.moveTo(x - r, y - r);
    ctx.lineTo(x + r, y + r);
    ctx.moveTo(x + r, y - r);
    ctx.lineTo(x - r, y + r);
    ctx.lineWidth = 1.4 * ratio;
    ctx.stroke();
    return;
  } else return;
  ctx.closePath();
  ctx.fill();
}
