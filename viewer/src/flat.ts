// The mechanism as lines on a plain canvas, for browsers without WebGL. Parallel projection; drag turns, wheel zooms.
import { Box3, Quaternion, Vector3 } from "three";
import { diagonal, findBounds, type Bounds } from "./bounds";
import { Palette } from "./colors";
import type { Anchor, Primitive } from "./data";
import { el } from "./dom";
import type { Motion } from "./motion";
import { hull } from "./scene/hull";
import { kDefaultOptions, type Stage, type StageOptions, type View } from "./stage";
import { isDark, themeColor } from "./theme";

type Line = Vector3[];

export class FlatStage implements Stage {
  readonly element = el("div", { class: "canvas-holder" });
  private readonly canvas = el("canvas", { "aria-hidden": "true" });
  private readonly context: CanvasRenderingContext2D | null;
  private readonly bounds: Bounds;
  private readonly palette: Palette;
  private readonly up: Vector3;
  private options: StageOptions = { ...kDefaultOptions };
  private azimuth = 0;
  private height = 0;
  private scale = 1; // on top of what fits
  private readonly q = new Quaternion();
  private readonly x = new Vector3();
  private path: Float32Array | null = null;
  private readonly largest = new Map<string, number>();

  constructor(private readonly motion: Motion) {
    const { drawing } = motion.report;
    this.context = this.canvas.getContext("2d");
    this.bounds = findBounds(motion);
    this.palette = new Palette(drawing.primitives);
    this.up = new Vector3(...drawing.up).normalize();
    this.element.append(this.canvas);
    this.look("home");
    new ResizeObserver(() => this.draw()).observe(this.element);
    this.canvas.addEventListener("pointermove", (event) => {
      if (event.buttons & 1) this.turn(-0.008 * event.movementX, 0.008 * event.movementY);
    });
    this.canvas.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.zoom(Math.exp(-0.0015 * event.deltaY));
    }, { passive: false });
  }

  set(options: StageOptions): void {
    if (options.trail !== this.options.trail) this.path = options.trail ? this.motion.path(options.trail.at) : null;
    this.options = { ...options };
    this.draw();
  }

  look(view: View): void {
    const { planar } = this.motion.report.drawing;
    this.azimuth = view === "side" ? Math.PI / 2 : view === "home" && !planar ? 0.65 : 0;
    this.height = view === "top" ? Math.PI / 2 - 1e-3 : view === "home" && !planar ? 0.4 : 0;
    this.scale = 1;
    this.draw();
  }

  turn(right: number, up: number): void {
    this.azimuth += right;
    this.height = Math.min(1.57, Math.max(-1.57, this.height + up));
    this.draw();
  }

  zoom(factor: number): void {
    this.scale *= factor;
    this.draw();
  }

  retheme(): void {
    this.draw();
  }

  draw(): void {
    const { context, canvas, element } = this;
    if (!context || !element.clientWidth || !element.clientHeight) return;
    const ratio = Math.min(2, devicePixelRatio);
    const [w, h] = [element.clientWidth, element.clientHeight];
    if (canvas.width !== Math.round(w * ratio) || canvas.height !== Math.round(h * ratio)) {
      canvas.width = Math.round(w * ratio);
      canvas.height = Math.round(h * ratio);
      canvas.style.width = `${w}px`;
      canvas.style.height = `${h}px`;
    }
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.fillStyle = themeColor("--stage");
    context.fillRect(0, 0, w, h);
    const project = this.projection(w, h);
    context.lineJoin = context.lineCap = "round";
    const stroke = (line: Line, color: string, width: number) => {
      context.strokeStyle = color;
      context.lineWidth = width;
      context.beginPath();
      line.forEach((point, i) => {
        const [x, y] = project(point);
        if (i === 0) context.moveTo(x, y);
        else context.lineTo(x, y);
      });
      context.stroke();
    };
    if (this.path) {
      const line: Line = [];
      for (let i = 0; i < this.path.length; i += 3) line.push(new Vector3().fromArray(this.path, i));
      stroke(line, themeColor("--accent"), 1);
    }
    for (const p of this.motion.report.drawing.primitives) {
      if ((p.kind === "frame" && !this.options.frames) || (p.kind === "axis" && !this.options.axes)) continue;
      if ((p.kind === "arrow" || p.kind === "torque") && !this.options.forces) continue;
      const color = `#${this.palette.of(p, isDark()).getHexString()}`;
      const width = p.role === "body" ? 3 : 1.6;
      for (const line of this.outline(p)) stroke(line, color, width);
    }
  }

  private projection(w: number, h: number): (x: Vector3) => [number, number] {
    const { run, largest, travels } = this.bounds;
    const box: Box3 = travels ? largest : run;
    const follow = this.options.follow;
    const center = follow && travels ? this.motion.position(follow.at, new Vector3()) : box.getCenter(new Vector3());
    const front = Math.abs(this.up.z) > 0.5 ? new Vector3(0, -1, 0) : new Vector3(0, 0, 1);
    const right = new Vector3().crossVectors(this.up, front).normalize();
    front.crossVectors(right, this.up).applyAxisAngle(this.up, this.azimuth);
    right.applyAxisAngle(this.up, this.azimuth);
    front.applyAxisAngle(right, -this.height);
    const above = new Vector3().crossVectors(front, right);
    let size = 1e-9;
    const corner = new Vector3();
    for (const x of [box.min.x, box.max.x]) {
      for (const y of [box.min.y, box.max.y]) {
        for (const z of [box.min.z, box.max.z]) {
          corner.set(x, y, z).sub(box.getCenter(this.x));
          size = Math.max(size, (2.2 * Math.abs(corner.dot(right))) / w, (2.2 * Math.abs(corner.dot(above))) / h);
        }
      }
    }
    const scale = this.scale / Math.max(size, 1e-6 * diagonal(box));
    return (x) => {
      this.x.copy(x).sub(center);
      return [w / 2 + scale * this.x.dot(right), h / 2 - scale * this.x.dot(above)];
    };
  }

  // One scale for all forces, one for all torques.
  private largestOf(kind: string): number {
    let largest = this.largest.get(kind);
    if (largest === undefined) {
      const { primitives } = this.motion.report.drawing;
      largest = Math.max(0, ...primitives.filter((p) => p.kind === kind).map((p) => this.motion.range(p.vector!)[1]));
      this.largest.set(kind, largest);
    }
    return largest;
  }

  private place(at: Anchor, x: number, y: number, z: number): Vector3 {
    const point = new Vector3(x, y, z).applyQuaternion(this.motion.rotation(at, this.q));
    return point.add(this.motion.position(at, this.x));
  }

  private circle(at: Anchor, radius: number, z = 0, from = 0, to = 2 * Math.PI): Line {
    const n = 24;
    return Array.from({ length: n + 1 }, (_, i) => {
      const w = from + ((to - from) * i) / n;
      return this.place(at, radius * Math.cos(w), radius * Math.sin(w), z);
    });
  }

  private outline(p: Primitive): Line[] {
    const scale = p.symbol ? this.motion.report.drawing.unit * this.options.symbols : 1;
    const s = (p.size ?? []).map((x) => x * scale);
    const ends = () => [this.motion.position(p.at!, new Vector3()), this.motion.position(p.to!, new Vector3())];
    switch (p.kind) {
      case "rod":
      case "damper":
      case "actuator":
        return [ends()];
      case "tube":
        return [p.path!.map((at) => this.motion.position(at, new Vector3()))];
      case "spring": {
        const [from, to] = ends();
        const side = new Vector3().subVectors(to, from).cross(new Vector3(0, 0, 1));
        if (side.lengthSq() < 1e-12) side.set(1, 0, 0);
        side.setLength(s[0]);
        const n = 20;
        return [Array.from({ length: n + 1 }, (_, i) =>
          from.clone().lerp(to, i / n).addScaledVector(side, i < 2 || i > n - 2 ? 0 : i % 2 ? 1 : -1))];
      }
      case "sphere":
        return [this.circle(p.at!, s[0])];
      case "cylinder":
      case "wheel":
        return [this.circle(p.at!, s[0], -s[1] / 2), this.circle(p.at!, s[0], s[1] / 2),
          [this.place(p.at!, 0, 0, -s[1] / 2), this.place(p.at!, s[0], 0, -s[1] / 2)]];
      case "ellipsoid":
      case "box": {
        const [x, y, z] = p.kind === "box" ? s.map((v) => v / 2) : s;
        const ring = (k: number) => [[-x, -y], [x, -y], [x, y], [-x, y], [-x, -y]].map((c) => this.place(p.at!, c[0], c[1], k));
        return [ring(-z), ring(z), ...[[-x, -y], [x, -y], [x, y], [-x, y]].map((c) =>
          [this.place(p.at!, c[0], c[1], -z), this.place(p.at!, c[0], c[1], z)])];
      }
      case "plate": {
        const ring = hull(p.points!.map((c) => [c[0], c[1]])).map((c) => this.place(p.at!, c[0], c[1], 0));
        return [[...ring, ring[0]]];
      }
      case "arc":
        return [this.circle(p.at!, s[0], 0, 0, 1.5 * Math.PI)];
      case "support": {
        const top = this.motion.position(p.at!, new Vector3());
        const down = top.clone().addScaledVector(this.up, -s[0]);
        const side = new Vector3(1, 0, 0).multiplyScalar(0.6 * s[0]);
        return [[top, down.clone().add(side), down.clone().sub(side), top]];
      }
      case "frame":
        return [[s[0], 0, 0], [0, s[0], 0], [0, 0, s[0]]].map((c) =>
          [this.place(p.at!, 0, 0, 0), this.place(p.at!, c[0], c[1], c[2])]);
      case "axis":
      case "rail": {
        const half = p.kind === "axis" ? s[0] / 2 : 10 * s[0];
        return [[this.place(p.at!, 0, 0, -half), this.place(p.at!, 0, 0, half)]];
      }
      case "arrow":
      case "torque": {
        const from = this.motion.position(p.at!, new Vector3());
        const value = this.motion.vector(p.vector!, new Vector3());
        const part = value.length() / this.largestOf(p.kind);
        if (!(part > 0.006)) return [];
        if (p.kind === "arrow") return [[from, from.clone().addScaledVector(value.normalize(), 1.6 * scale * part)]];
        this.q.setFromUnitVectors(new Vector3(0, 0, 1), value.normalize());
        const ring: Anchor = [-1, from.x, from.y, from.z, this.q.x, this.q.y, this.q.z, this.q.w];
        return [this.circle(ring, 0.6 * scale * Math.sqrt(part), 0, 0, 1.4 * Math.PI)];
      }
      default:
        return [];
    }
  }
}
