// The motion as the page knows it: poses at stored instants, straight lines (and the shorter arc) between them.
import { Quaternion, Vector3 } from "three";
import { indexAt, type Anchor, type Report } from "./data";

const kSize = { point: 3, frame: 7, vector: 3, scalar: 1 } as const;

export class Motion {
  readonly now: Float32Array;
  private readonly p = new Vector3();
  private readonly q = new Quaternion();

  constructor(readonly report: Report) {
    this.now = new Float32Array(report.frames.width);
    this.seek(report.frames.t[0] ?? 0);
  }

  get start(): number {
    return this.report.frames.t[0] ?? 0;
  }
  get end(): number {
    const { t, count } = this.report.frames;
    return count ? t[count - 1] : 0;
  }

  // All tracks at this time.
  seek(time: number): void {
    const { t, values, width, count } = this.report.frames;
    if (!count) return;
    const i = indexAt(t, time);
    const j = Math.min(i + 1, count - 1);
    const span = t[j] - t[i];
    const f = span > 0 ? Math.min(1, Math.max(0, (time - t[i]) / span)) : 0;
    const a = i * width;
    const b = j * width;
    for (let k = 0; k < width; ++k) {
      // Nothing is known on one side: nothing is shown.
      this.now[k] = f === 0 ? values[a + k] : values[a + k] + f * (values[b + k] - values[a + k]);
    }
    if (f === 0) return;
    for (const track of this.report.drawing.tracks) {
      if (track.kind !== "frame") continue;
      const o = track.offset + 3;
      let dot = 0;
      for (let k = 0; k < 4; ++k) dot += values[a + o + k] * values[b + o + k];
      const sign = dot < 0 ? -1 : 1;
      let norm = 0;
      for (let k = 0; k < 4; ++k) {
        const x = (1 - f) * values[a + o + k] + f * sign * values[b + o + k];
        this.now[o + k] = x;
        norm += x * x;
      }
      norm = Math.sqrt(norm) || 1;
      for (let k = 0; k < 4; ++k) this.now[o + k] /= norm;
    }
  }

  // The stored frame i itself.
  seekFrame(i: number): void {
    const { width, values } = this.report.frames;
    this.now.set(values.subarray(i * width, (i + 1) * width));
  }

  position(at: Anchor, out: Vector3): Vector3 {
    out.set(at[1], at[2], at[3]);
    if (at[0] < 0) return out;
    const { kind, offset } = this.report.drawing.tracks[at[0]];
    const n = this.now;
    if (kind === "frame") out.applyQuaternion(this.q.set(n[offset + 3], n[offset + 4], n[offset + 5], n[offset + 6]));
    return out.add(this.p.set(n[offset], n[offset + 1], n[offset + 2]));
  }

  rotation(at: Anchor, out: Quaternion): Quaternion {
    out.set(at[4], at[5], at[6], at[7]);
    if (at[0] < 0) return out;
    const { kind, offset } = this.report.drawing.tracks[at[0]];
    const n = this.now;
    if (kind === "frame") out.premultiply(this.q.set(n[offset + 3], n[offset + 4], n[offset + 5], n[offset + 6]));
    return out;
  }

  vector(track: number, out: Vector3): Vector3 {
    const { offset } = this.report.drawing.tracks[track];
    return out.set(this.now[offset], this.now[offset + 1], this.now[offset + 2]);
  }

  scalar(track: number): number {
    return this.now[this.report.drawing.tracks[track].offset];
  }

  // Least and largest finite value of a scalar track, or of the length of a vector track, over the run.
  range(track: number): [number, number] {
    const { values, width, count } = this.report.frames;
    const { offset, kind } = this.report.drawing.tracks[track];
    let low = Infinity;
    let high = -Infinity;
    for (let i = 0; i < count; ++i) {
      const at = i * width + offset;
      const x = kSize[kind] === 3 ? Math.hypot(values[at], values[at + 1], values[at + 2]) : values[at];
      if (!Number.isFinite(x)) continue;
      low = Math.min(low, x);
      high = Math.max(high, x);
    }
    return low <= high ? [low, high] : [0, 0];
  }

  // The range of all values of scalar tracks but the lowest and highest hundredth: one peak must not pale all colors.
  usualRange(tracks: number[]): [number, number] {
    const { values, width, count } = this.report.frames;
    const all: number[] = [];
    const stride = Math.max(1, Math.floor((count * tracks.length) / 100_000));
    for (const track of tracks) {
      const { offset } = this.report.drawing.tracks[track];
      for (let i = 0; i < count; i += stride) {
        const x = values[i * width + offset];
        if (Number.isFinite(x)) all.push(x);
      }
    }
    const sorted = Float64Array.from(all).sort();
    const n = sorted.length;
    return n ? [sorted[Math.floor(0.01 * (n - 1))], sorted[Math.ceil(0.99 * (n - 1))]] : [0, 0];
  }

  // Path of a place over the stored frames, three numbers each; the current instant is kept.
  path(at: Anchor): Float32Array {
    const { count } = this.report.frames;
    const saved = this.now.slice();
    const out = new Float32Array(3 * count);
    const x = new Vector3();
    for (let i = 0; i < count; ++i) {
      this.seekFrame(i);
      this.position(at, x).toArray(out, 3 * i);
    }
    this.now.set(saved);
    return out;
  }
}
