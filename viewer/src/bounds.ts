// Where the mechanism is: over the run, and how large it is at one instant.
import { Box3, Quaternion, Vector3 } from "three";
import { heaviestBody, type Anchor, type Primitive } from "./data";
import type { Motion } from "./motion";

export interface Bounds {
  run: Box3;
  largest: Box3; // of the sampled instant at which it is largest
  start: Box3;
  points: number[]; // x, y, z of corners of parts at sampled instants; where it travels, seen from its main body
  travels: boolean; // the run takes much more room than the mechanism
}

const kSamples = 60;

function reach(p: Primitive, unit: number): number {
  const scale = p.symbol ? unit : 1;
  const size = p.size ?? [];
  switch (p.kind) {
    case "box":
      return 0.5 * Math.hypot(...size) * scale;
    case "sphere":
    case "ellipsoid":
    case "rod":
    case "tube":
      return Math.max(...size) * scale;
    case "cylinder":
    case "wheel":
      return Math.max(size[0], 0.5 * size[1]) * scale;
    case "plate":
      return size[0] * scale;
    case "support":
      return 1.2 * size[0] * scale;
    case "spring":
    case "damper":
    case "actuator":
    case "rail":
      return size[0] * scale;
    default:
      return 0;
  }
}

// A place at (x, y) in the plane of another.
function offset(at: Anchor, x: number, y: number): Anchor {
  const p = new Vector3(x, y, 0).applyQuaternion(new Quaternion(at[4], at[5], at[6], at[7]));
  return [at[0], at[1] + p.x, at[2] + p.y, at[3] + p.z, 0, 0, 0, 1];
}

const kCounted = new Set(["box", "sphere", "ellipsoid", "rod", "tube", "cylinder", "wheel", "plate", "spring", "damper",
  "actuator", "support", "rail"]);

export function findBounds(motion: Motion): Bounds {
  const { drawing, frames } = motion.report;
  const places: { at: Anchor; reach: number; scenery: boolean }[] = [];
  for (const p of drawing.primitives) {
    if (!kCounted.has(p.kind)) continue;
    const anchors = p.kind === "plate" ? (p.points ?? []).map((x) => offset(p.at!, x[0], x[1])) : [p.at, p.to, ...(p.path ?? [])];
    // Roads and other things that stand beside the mechanism; joints on the ground belong to it.
    const scenery = !["support", "rail"].includes(p.kind) && !["joint", "drive"].includes(p.role) && anchors.every((at) => !at || at[0] < 0);
    for (const at of anchors) if (at) places.push({ at, reach: reach(p, drawing.unit), scenery });
  }
  for (const point of drawing.points) places.push({ at: point.at, reach: 0, scenery: point.role !== "joint" && point.at[0] < 0 });
  const run = new Box3();
  const scenery = new Box3();
  let largest = new Box3();
  let start = new Box3();
  const points: number[] = [];
  const carried: number[] = [];
  const main = heaviestBody(drawing);
  const carrier = new Vector3();
  const x = new Vector3();
  const corner = new Vector3();
  const extent = new Vector3();
  const saved = motion.now.slice();
  const step = Math.max(1, Math.floor(frames.count / kSamples));
  for (let i = 0; i < frames.count; i += step) {
    motion.seekFrame(i);
    const box = new Box3();
    if (main) motion.position(main.at, carrier);
    for (const place of places) {
      motion.position(place.at, x);
      if (!Number.isFinite(x.lengthSq())) continue;
      const deep = drawing.planar ? Math.min(place.reach, 0.08 * drawing.unit) : place.reach;
      extent.set(place.reach, place.reach, deep);
      for (let k = 0; k < (place.reach > 0 ? 8 : 1); ++k) {
        corner.set(k & 1 ? -extent.x : extent.x, k & 2 ? -extent.y : extent.y, k & 4 ? -extent.z : extent.z).add(x);
        if (place.scenery && i > 0) continue;
        (place.scenery ? scenery : box).expandByPoint(corner);
        points.push(corner.x, corner.y, corner.z);
        if (place.scenery) continue;
        corner.sub(carrier);
        carried.push(corner.x, corner.y, corner.z);
      }
    }
    run.union(box);
    if (i === 0) start = box.clone();
    if (largest.isEmpty() || diagonal(box) > diagonal(largest)) largest = box;
  }
  motion.now.set(saved);
  const travels = diagonal(run) > 3 * diagonal(largest);
  if (!travels) for (const box of [run, largest, start]) box.union(scenery);
  if (run.isEmpty()) run.set(new Vector3(-1, -1, -1), new Vector3(1, 1, 1));
  if (largest.isEmpty()) largest = run.clone();
  if (start.isEmpty()) start = largest.clone();
  return { run, largest, start, points: travels ? carried : points, travels };
}

export function diagonal(box: Box3): number {
  return box.isEmpty() ? 0 : box.min.distanceTo(box.max);
}

// 1, 2 or 5 times a power of ten, at most x.
export function roundLength(x: number): number {
  const power = 10 ** Math.floor(Math.log10(x > 0 ? x : 1));
  const lead = x / power;
  return power * (lead >= 5 ? 5 : lead >= 2 ? 2 : 1);
}
