// The mechanism as objects of three.js: what there is, how it follows the motion, where one looks at it from. It draws
// nothing itself; the stage of a report (scene.ts) and the thumbnails of a gallery do.
import { Color, Fog, Group, PerspectiveCamera, Scene, Vector3 } from "three";
import { diagonal, findBounds, type Bounds } from "../bounds";
import { Palette, rampColor } from "../colors";
import { heaviestBody, type Primitive } from "../data";
import type { Motion } from "../motion";
import { kDefaultOptions, type StageOptions, type View } from "../stage";
import { isDark, themeColor } from "../theme";
import { Arrows } from "./arrows";
import { makeBackdrop, type Backdrop } from "./backdrop";
import { Balls, Rods } from "./batches";
import { makeShape, type Drawn } from "./shapes";
import { Trail } from "./trail";
import { Tube } from "./tube";

const kFieldOfView = 28;

export class Mechanism {
  readonly scene = new Scene();
  readonly camera: PerspectiveCamera;
  readonly bounds: Bounds;
  readonly backdrop: Backdrop;
  readonly target = new Vector3(); // that the camera looks at
  readonly up: Vector3;
  readonly arrows: Arrows;
  private readonly palette: Palette;
  private readonly rods: Rods;
  private readonly balls: Balls;
  private readonly tubes: Tube[];
  private shapes: { p: Primitive; drawn: Drawn }[] = [];
  private readonly shapeGroup = new Group();
  private trail: Trail | null = null;
  private options: StageOptions = { ...kDefaultOptions };
  private ranges = new Map<string, [number, number]>();
  private readonly followed = new Vector3();
  private readonly x = new Vector3();
  private readonly paint = new Color();

  constructor(readonly motion: Motion, shadowPixels = 2048) {
    const { drawing } = motion.report;
    this.up = new Vector3(...drawing.up).normalize();
    this.bounds = findBounds(motion);
    const size = diagonal(this.bounds.largest);
    this.camera = new PerspectiveCamera(kFieldOfView, 1, 0.01 * size, 60 * size);
    this.camera.up.copy(this.up);
    this.palette = new Palette(drawing.primitives);
    const of = (kind: string) => drawing.primitives.filter((p) => p.kind === kind);
    this.rods = new Rods(of("rod"));
    this.balls = new Balls(of("sphere").filter((p) => p.symbol));
    this.tubes = of("tube").filter((p) => p.path && p.path.length > 1).map((p) => new Tube(p));
    this.arrows = new Arrows([...of("arrow"), ...of("torque")], motion);
    this.backdrop = makeBackdrop(drawing, this.bounds, this.up, motion);
    const { key, sky } = this.backdrop.lights;
    key.shadow.mapSize.set(shadowPixels, shadowPixels);
    this.scene.add(this.backdrop.group, key, key.target, sky, this.shapeGroup);
    this.scene.add(this.rods.mesh, this.balls.mesh, this.arrows.group, ...this.tubes.map((tube) => tube.mesh));
    this.scene.fog = new Fog("#ffffff", 3.5 * size, 9 * size);
    this.makeShapes();
    this.retheme();
  }

  private get unit(): number {
    return this.motion.report.drawing.unit * this.options.symbols;
  }

  private makeShapes(): void {
    const { drawing } = this.motion.report;
    this.shapeGroup.clear();
    const layers = new Map<string, number>();
    this.shapes = [];
    for (const p of drawing.primitives) {
      if (p.kind === "sphere" && p.symbol) continue;
      if (p.role === "body" && !layers.has(p.part)) layers.set(p.part, layers.size % 4);
      const drawn = makeShape(p, {
        unit: this.unit, planar: drawing.planar, up: this.up, color: this.palette.of(p, isDark()),
        layer: layers.get(p.part) ?? 0,
      }, this.motion);
      if (!drawn) continue;
      this.shapes.push({ p, drawn });
      this.shapeGroup.add(drawn.object);
    }
  }

  // Puts everything where it is at the instant the motion stands at. The target moves with what is followed.
  follow(time: number): void {
    const { motion, options } = this;
    if (options.follow) {
      motion.position(options.follow.at, this.x);
      const moved = this.x.clone().sub(this.followed);
      if (Number.isFinite(moved.lengthSq())) {
        this.camera.position.add(moved);
        this.target.add(moved);
        this.followed.copy(this.x);
        this.camera.updateMatrixWorld();
      }
      this.backdrop.center(this.x);
    }
    for (const { p, drawn } of this.shapes) {
      drawn.object.visible = p.kind === "frame" ? options.frames : p.kind === "axis" ? options.axes : true;
      if (drawn.object.visible) drawn.follow(motion);
    }
    this.rods.follow(motion, this.unit);
    this.balls.follow(motion, this.unit);
    this.arrows.group.visible = options.forces;
    if (options.forces) this.arrows.follow(motion, this.unit);
    this.paintValues();
    if (this.trail) this.trail.follow(motion, time, 0.12 * (motion.end - motion.start), this.unit);
  }

  private paintValues(): void {
    const { colorBy } = this.options;
    for (const tube of this.tubes) {
      const { item } = tube;
      const plain = this.palette.of(item, isDark());
      const range = colorBy && item.quantity === colorBy ? this.ranges.get(colorBy) : undefined;
      const values = item.values;
      tube.follow(this.motion, this.unit, plain, range && values
        ? (i, out) => rampColor(this.motion.scalar(values[Math.min(i, values.length - 1)]), range[0], range[1], out)
        : null);
    }
    if (colorBy) this.rods.paint((p) => this.colorOf(p));
  }

  private colorOf(p: Primitive): Color {
    const range = this.options.colorBy && p.quantity === this.options.colorBy ? this.ranges.get(p.quantity) : undefined;
    if (!range || !p.values) return this.palette.of(p, isDark());
    return rampColor(this.motion.scalar(p.values[0]), range[0], range[1], this.paint);
  }

  rangeOf(quantity: string): [number, number] {
    let range = this.ranges.get(quantity);
    if (!range) {
      const { primitives } = this.motion.report.drawing;
      range = this.motion.usualRange(primitives.flatMap((p) => (p.quantity === quantity && p.values ? p.values : [])));
      this.ranges.set(quantity, range);
    }
    return range;
  }

  set(options: StageOptions): void {
    const before = this.options;
    this.options = { ...options };
    if (options.colorBy) this.rangeOf(options.colorBy);
    if (options.symbols !== before.symbols) this.makeShapes();
    if (options.follow && options.follow !== before.follow) {
      this.motion.position(options.follow.at, this.followed);
      this.camera.position.add(this.x.copy(this.followed).sub(this.target));
      this.target.copy(this.followed);
    }
    if (options.trail?.name !== before.trail?.name) {
      if (this.trail) {
        this.scene.remove(this.trail.group);
        this.trail.dispose();
      }
      this.trail = options.trail ? new Trail(options.trail, this.motion, new Color(themeColor("--accent"))) : null;
      if (this.trail) this.scene.add(this.trail.group);
    }
    if (options.shadows !== before.shadows) this.backdrop.lights.key.castShadow = options.shadows;
    this.retheme();
  }

  look(view: View): void {
    const { planar } = this.motion.report.drawing;
    const { travels, run, largest } = this.bounds;
    const box = travels ? largest : run;
    const following = this.options.follow;
    const carrier = travels ? (following ?? heaviestBody(this.motion.report.drawing)) : null;
    const target = carrier ? this.motion.position(carrier.at, new Vector3()) : box.getCenter(new Vector3());
    this.followed.copy(following ? this.motion.position(following.at, this.x) : target);
    // In the plane one looks along -z; in space at the xz side, a little from above.
    const front = planar ? new Vector3(0, 0, 1) : Math.abs(this.up.z) > 0.5 ? new Vector3(0, -1, 0) : new Vector3(0, 0, 1);
    const right = new Vector3().crossVectors(this.up, front).normalize();
    front.crossVectors(right, this.up).normalize();
    const direction = new Vector3();
    if (view === "front") direction.copy(front);
    else if (view === "side") direction.copy(right);
    else if (view === "top") direction.copy(this.up).addScaledVector(front, 1e-3);
    else if (planar) {
      // A little from the side; long mechanisms from one end, so that the near part can be seen well.
      const size = box.getSize(new Vector3());
      const long = size.dot(right.clone().multiply(right)) > 6 * size.dot(this.up.clone().multiply(this.up));
      direction.copy(front).addScaledVector(right, long ? -3.4 : 0.2).addScaledVector(this.up, long ? 0.9 : 0.12);
    }
    else direction.copy(front).addScaledVector(right, 0.75).addScaledVector(this.up, 0.5);
    direction.normalize();
    const { offset, distance } = this.fit(carrier ? new Vector3() : target, direction);
    target.add(offset);
    this.camera.position.copy(target).addScaledVector(direction, distance);
    this.target.copy(target);
    this.camera.lookAt(target);
    this.backdrop.center(target);
  }

  // Where to look and from how far, so that the mechanism just fills the picture. Nearer points appear farther out, so
  // the middle is found by repetition.
  private fit(center: Vector3, direction: Vector3): { offset: Vector3; distance: number } {
    const right = new Vector3().crossVectors(this.up, direction).normalize();
    const above = new Vector3().crossVectors(direction, right);
    const slope = Math.tan((0.5 * kFieldOfView * Math.PI) / 180);
    const aspect = this.camera.aspect || 1;
    const { points } = this.bounds;
    let [x, y, distance] = [0, 0, 0];
    for (let round = 0; round < 6; ++round) {
      distance = 0.1 * diagonal(this.bounds.largest);
      let [left, top, bottom, rightmost] = [Infinity, -Infinity, Infinity, -Infinity];
      const each = (visit: (px: number, py: number, depth: number) => void) => {
        for (let i = 0; i < points.length; i += 3) {
          this.x.set(points[i], points[i + 1], points[i + 2]).sub(center);
          visit(this.x.dot(right) - x, this.x.dot(above) - y, this.x.dot(direction));
        }
      };
      each((px, py, depth) => {
        distance = Math.max(distance, depth + Math.max(Math.abs(py) / slope, Math.abs(px) / (slope * aspect)));
      });
      distance *= 1.12;
      each((px, py, depth) => {
        const scale = distance / (distance - depth);
        [left, rightmost] = [Math.min(left, scale * px), Math.max(rightmost, scale * px)];
        [bottom, top] = [Math.min(bottom, scale * py), Math.max(top, scale * py)];
      });
      if (round === 5 || !(rightmost >= left)) break;
      x += 0.5 * (left + rightmost);
      y += 0.5 * (bottom + top);
    }
    return { offset: right.multiplyScalar(x).addScaledVector(above, y), distance };
  }

  retheme(): void {
    const ground = new Color(themeColor("--stage"));
    this.scene.background = ground;
    (this.scene.fog as Fog).color.copy(ground);
    const dark = isDark();
    this.backdrop.paint(new Color(themeColor("--grid")), dark);
    for (const { p, drawn } of this.shapes) drawn.material?.color.copy(this.palette.of(p, dark));
    this.rods.paint((p) => this.colorOf(p));
    this.balls.paint((p) => this.palette.of(p, dark));
    this.arrows.paint((p) => new Color(p.role === "joint" ? themeColor("--reaction") : themeColor("--applied")));
  }
}
