// What a report carries, as the program writes it (src/report/report_page.cc), and how its packed arrays are read.

export type Vec3 = [number, number, number];

// A place: an offset and a quaternion (x, y, z, w) in the axes of a track; track -1 is the ground.
export type Anchor = [track: number, px: number, py: number, pz: number, qx: number, qy: number, qz: number, qw: number];

export type Role = "body" | "joint" | "force" | "drive" | "ground" | "marker";

// Lengths are in m, or with `symbol` in multiples of Drawing.unit.
export interface Primitive {
  kind: string;
  part: string;
  role: Role;
  at?: Anchor;
  to?: Anchor;
  path?: Anchor[];
  size?: number[];
  points?: number[][];
  symbol?: boolean;
  assumed?: boolean; // a shape of the same inertia, not one that was given
  color?: string;
  vector?: number; // track
  values?: number[]; // tracks, one for each anchor (or one alone)
  quantity?: string;
  unit?: string;
}

export interface Track {
  kind: "point" | "frame" | "vector" | "scalar";
  offset: number; // in a row of the frames
}

export interface NamedPoint {
  name: string;
  at: Anchor;
  role: Role;
  mass?: number;
}

export interface Drawing {
  up: Vec3;
  planar: boolean;
  unit: number;
  tracks: Track[];
  primitives: Primitive[];
  points: NamedPoint[];
}

export interface Channel {
  name: string;
  unit: string;
  group: "output" | "energy" | "balance" | "constraint" | "step";
}

export type Certificate = Record<string, string | number | boolean | null | unknown[]>;

// A part of the page's time that shows one thing, e.g. a mode of vibration.
export interface Chapter {
  start: number;
  end: number;
  name: string; // "mode 2"
  facts: string[]; // "3.142 Hz", "damping ratio 0.01"
}

export type Kind = "run" | "static" | "modes";

export interface Stored {
  format: number;
  kind?: Kind; // of a run if it is not there
  chapters?: Chapter[];
  model: { name: string; description: string; reference: string; file: string; text: string };
  command: string;
  certificate: Certificate;
  limits: { round_off: number; small: number };
  notes: string[];
  drawing: Drawing;
  channels: Channel[];
  error_bands?: { t: string; bands: { name: string; error: string }[] } | null; // estimated errors over time
  rows: { count: number; steps: number; t: string; values: string };
  frames: { count: number; width: number; t: string; values: string };
}

// A gallery (src/report/gallery_page.cc): runs without charts and with few instants.
export interface Tile {
  name: string;
  file: string;
  page: string; // beside this page; empty if there is none
  shortened: string;
  error: string;
  report: Stored | null;
}

export interface Gallery {
  format: number;
  version: string;
  command: string;
  gallery: Tile[];
}

// A page of texts, tables and charts (src/report/document_page.cc). Texts are HTML that the program wrote.
export interface PlotAxis {
  label: string;
  log: boolean;
  min: number | null;
  max: number | null;
  equal: boolean; // a unit is as long as on the other axis
}

export interface PlotSeries {
  name: string; // in the legend; empty: not there
  key: string; // in tables; empty: a guide for the eye
  color: number; // of the palette; -2: a guide
  dash: "solid" | "dashed" | "dotted" | "none";
  marker: "none" | "circle" | "square" | "triangle" | "diamond" | "cross";
  markers: number; // so many, spread over the line; 0: one at each point
  width: number;
  label: string; // at the left end of the line
  x: string;
  y: string;
}

export interface PlotPanel {
  title: string;
  x: PlotAxis;
  y: PlotAxis;
  series: PlotSeries[];
}

export interface PlotChart {
  title: string; // for readers who cannot see it
  columns: number;
  height: number;
  panels: PlotPanel[];
}

export interface DocumentData {
  format: number;
  version: string;
  document: { title: string; lead: string; html: string; figures: { id: string; caption: string; chart: PlotChart }[] };
}

export type Data = Stored | Gallery | DocumentData;

export interface Report extends Omit<Stored, "rows" | "frames" | "error_bands"> {
  errors?: Map<string, Float64Array>; // estimated error of a channel, or of the "motion", at the instants of t
  t: Float64Array;
  columns: Float64Array[]; // one for each channel
  steps: number; // of the run; rows are fewer if it was thinned
  frames: { count: number; width: number; t: Float64Array; values: Float32Array };
}

export function bytesOf(base64: string): ArrayBuffer {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; ++i) bytes[i] = text.charCodeAt(i);
  return bytes.buffer;
}

export function decode(stored: Stored): Report {
  if (stored.format !== 1) throw new Error(`this page reads format 1 of the data, not ${stored.format}`);
  const { rows, frames, error_bands: bands, ...rest } = stored;
  const t = new Float64Array(bytesOf(rows.t));
  const errors = new Map<string, Float64Array>();
  if (bands) {
    const at = new Float64Array(bytesOf(bands.t));
    for (const { name, error } of bands.bands) errors.set(name, resample(at, new Float64Array(bytesOf(error)), t));
  }
  const values = new Float64Array(bytesOf(rows.values));
  return {
    ...rest,
    steps: rows.steps,
    t,
    errors,
    columns: stored.channels.map((_, i) => values.subarray(i * rows.count, (i + 1) * rows.count)),
    frames: {
      count: frames.count,
      width: frames.width,
      t: new Float64Array(bytesOf(frames.t)),
      values: new Float32Array(bytesOf(frames.values)),
    },
  };
}

// Values at other instants, linear between those given and constant beyond them.
export function resample(t: Float64Array, values: Float64Array, at: Float64Array): Float64Array {
  return at.map((time) => {
    const i = indexAt(t, time);
    const next = Math.min(i + 1, t.length - 1);
    const part = next > i ? Math.min(1, Math.max(0, (time - t[i]) / (t[next] - t[i]))) : 0;
    return values[i] + part * (values[next] - values[i]);
  });
}

export function isGallery(data: Data): data is Gallery {
  return "gallery" in data;
}

export function isDocument(data: Data): data is DocumentData {
  return "document" in data;
}

export function readData(page: Document): Data {
  const element = page.getElementById("invar-report");
  if (!element?.textContent) throw new Error("this page has no data");
  return JSON.parse(element.textContent) as Data;
}

// What one follows where a mechanism travels.
export function heaviestBody(drawing: Drawing): NamedPoint | null {
  const bodies = drawing.points.filter((point) => point.role === "body");
  return bodies.length ? bodies.reduce((best, point) => ((point.mass ?? 0) > (best.mass ?? 0) ? point : best)) : null;
}

// Largest index i with t[i] <= time; 0 before the first.
export function indexAt(t: ArrayLike<number>, time: number): number {
  let low = 0;
  let high = t.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (t[middle] <= time) low = middle;
    else high = middle - 1;
  }
  return low;
}
