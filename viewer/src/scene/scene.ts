// The mechanism in space, drawn with WebGL.
import { Color, Fog, Group, PCFSoftShadowMap, PerspectiveCamera, Scene, Vector3, WebGLRenderer } from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import { diagonal, findBounds, type Bounds } from "../bounds";
import { Palette, rampColor } from "../colors";
import type { Primitive } from "../data";
import { el } from "../dom";
import type { Motion } from "../motion";
import { kDefaultOptions, type Stage, type StageOptions, type View } from "../stage";
import { isDark, themeColor } from "../theme";
import { Arrows } from "./arrows";
import { makeBackdrop, type Backdrop } from "./backdrop";
import { Balls, Rods } from "./batches";
import { Labels } from "./labels";
import { makeShape, type Drawn } from "./shapes";
import { Trail } from "./trail";
import { Tube } from "./tube";

const kFieldOfView = 28;

export class SceneStage implements Stage {
  readonly element = el("div", { class: "canvas-holder" });
  readonly bounds: Bounds;
  private readonly renderer: WebGLRenderer;
  private readonly scene = new Scene();
  private readonly camera: PerspectiveCamera;
  private readonly controls: OrbitControls;
  private readonly backdrop: Backdrop;
  private readonly palette: Palette;
  private readonly up: Vector3;
  private readonly rods: Rods;
  private readonly balls: Balls;
  private readonly arrows: Arrows;
  private readonly tubes: Tube[];
  private readonly labels: Labels;
  private shapes: { p: Primitive; drawn: Drawn }[] = [];
  private readonly shapeGroup = new Group();
  private trail: Trail | null = null;
  private options: StageOptions = { ...kDefaultOptions };
  private ranges = new Map<string, [number, number]>();
  private time = 0;
  private pending = 0;
  private readonly followed = new Vector3();
  private readonly x = new Vector3();
  private readonly paint = new Color();
  private slow = 0;

  // Throws if there is no WebGL.
  constructor(private readonly motion: Motion) {
    const { drawing } = motion.report;
    this.renderer = new WebGLRenderer({ antialias: true, powerPreference: "high-performance" });
    this.renderer.setPixelRatio(Math.min(2, devicePixelRatio));
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFSoftShadowMap;
    this.up = new Vector3(...drawing.up).normalize();
    this.bounds = findBounds(motion);
    const size = diagonal(this.bounds.largest);
    this.camera = new PerspectiveCamera(kFieldOfView, 1, 0.01 * size, 60 * size);
    this.camera.up.copy(this.up);
    this.palette = new Palette(drawing.primitives);
    const of = (kind: string) => drawing.primitives.filter((p) => p.kind === kind);
    this.rods = new Rods(of("rod"));
    this.balls = new Balls(of("sphere").filter((p) => p.symbol));
    this.tubes = [...of("tube"), ...of("line")].filter((p) => p.path && p.path.length > 1).map((p) => new Tube(p));
    this.arrows = new Arrows(of("arrow"), motion);
    this.backdrop = makeBackdrop(drawing, this.bounds, this.up, motion);
    const { key, sky } = this.backdrop.lights;
    this.scene.add(this.backdrop.group, key, key.target, sky, this.shapeGroup);
    this.scene.add(this.rods.mesh, this.balls.mesh, this.arrows.group, ...this.tubes.map((tube) => tube.mesh));
    this.labels = new Labels(drawing.points);
    const canvas = this.renderer.domElement;
    canvas.setAttribute("aria-hidden", "true");
    this.element.append(canvas, this.labels.element);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enableDamping = false;
    this.controls.addEventListener("change", () => this.render());
    this.scene.fog = new Fog("#ffffff", 3.5 * size, 9 * size);
    new ResizeObserver(() => this.resize()).observe(this.element);
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

  draw(time: number): void {
    this.time = time;
    this.render();
  }

  // At most once an animation frame, however many things changed.
  private render(): void {
    if (this.pending) return;
    this.pending = requestAnimationFrame(() => {
      this.pending = 0;
      this.renderNow();
    });
  }

  private renderNow(): void {
    const began = performance.now();
    const { motion, options } = this;
    if (options.follow) {
      motion.position(options.follow.at, this.x);
      const moved = this.x.clone().sub(this.followed);
      if (Number.isFinite(moved.lengthSq())) {
        this.camera.position.add(moved);
        this.controls.target.add(moved);
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
    if (this.trail) this.trail.follow(motion, this.time, 0.12 * (motion.end - motion.start), this.unit);
    this.labels.element.hidden = !options.names;
    if (options.names) {
      this.camera.updateMatrixWorld();
      this.labels.follow(motion, this.camera, this.element.clientWidth, this.element.clientHeight);
    }
    this.renderer.render(this.scene, this.camera);
    // Where drawing is slow (no graphics card), shadows go first.
    this.slow = performance.now() - began > 45 ? this.slow + 1 : Math.max(0, this.slow - 1);
    if (this.slow > 12 && this.renderer.shadowMap.enabled) {
      this.renderer.shadowMap.enabled = false;
      this.backdrop.lights.key.castShadow = false;
      this.renderer.setPixelRatio(1);
    }
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

  get largestForce(): number {
    return this.arrows.largest;
  }
  get gridSpacing(): number {
    return this.backdrop.spacing;
  }

  set(options: StageOptions): void {
    const before = this.options;
    this.options = { ...options };
    if (options.colorBy) this.rangeOf(options.colorBy);
    if (options.symbols !== before.symbols) this.makeShapes();
    if (options.follow && options.follow !== before.follow) {
      this.motion.position(options.follow.at, this.followed);
      this.camera.position.add(this.x.copy(this.followed).sub(this.controls.target));
      this.controls.target.copy(this.followed);
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
    const target = following && travels ? this.motion.position(following.at, new Vector3()) : box.getCenter(new Vector3());
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
      // A little from the side; long mechanisms from the front, where they fill the width.
      const size = box.getSize(new Vector3());
      const aside = size.x > 6 * size.y || size.y > 6 * size.x ? 0 : 0.2;
      direction.copy(front).addScaledVector(right, aside).addScaledVector(this.up, 0.6 * aside);
    }
    else direction.copy(front).addScaledVector(right, 0.75).addScaledVector(this.up, 0.5);
    direction.normalize();
    this.camera.position.copy(target).addScaledVector(direction, this.distanceFor(box, direction));
    this.controls.target.copy(target);
    this.camera.lookAt(target);
    this.controls.update();
    this.backdrop.center(target);
    this.render();
  }

  // How far away the box just fills the picture.
  private distanceFor(box: Bounds["run"], direction: Vector3): number {
    const right = new Vector3().crossVectors(this.up, direction).normalize();
    const above = new Vector3().crossVectors(direction, right);
    const center = box.getCenter(new Vector3());
    const slope = Math.tan((0.5 * kFieldOfView * Math.PI) / 180);
    const aspect = this.camera.aspect || 1;
    let distance = 0;
    for (const x of [box.min.x, box.max.x]) {
      for (const y of [box.min.y, box.max.y]) {
        for (const z of [box.min.z, box.max.z]) {
          const corner = new Vector3(x, y, z).sub(center);
          const depth = corner.dot(direction);
          const needed = Math.max(Math.abs(corner.dot(above)) / slope, Math.abs(corner.dot(right)) / (slope * aspect));
          distance = Math.max(distance, depth + needed);
        }
      }
    }
    return 1.12 * Math.max(distance, 0.1 * diagonal(box));
  }

  turn(right: number, up: number): void {
    const offset = this.camera.position.clone().sub(this.controls.target);
    const side = new Vector3().crossVectors(this.up, offset).normalize();
    const angle = offset.angleTo(this.up);
    const tilt = Math.min(angle - 0.05, Math.max(angle - Math.PI + 0.05, up));
    offset.applyAxisAngle(side, -tilt).applyAxisAngle(this.up, right);
    this.camera.position.copy(this.controls.target).add(offset);
    this.controls.update();
    this.render();
  }

  zoom(factor: number): void {
    this.camera.position.sub(this.controls.target).divideScalar(factor).add(this.controls.target);
    this.controls.update();
    this.render();
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
    this.render();
  }

  private resize(): void {
    const { clientWidth, clientHeight } = this.element;
    if (!clientWidth || !clientHeight) return;
    this.renderer.setSize(clientWidth, clientHeight);
    const first = this.camera.aspect === 1;
    this.camera.aspect = clientWidth / clientHeight;
    this.camera.updateProjectionMatrix();
    if (first) this.look("home");
    // At once: a resized canvas is blank until it is drawn.
    this.renderNow();
  }
}
