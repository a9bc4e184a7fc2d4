// The picture of a report: a mechanism drawn with WebGL into a canvas of its own, turned and zoomed by hand.
import { PCFSoftShadowMap, Vector3, WebGLRenderer } from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import type { Bounds } from "../bounds";
import { el } from "../dom";
import type { Motion } from "../motion";
import { kDefaultOptions, type Stage, type StageOptions, type View } from "../stage";
import { Labels } from "./labels";
import { Mechanism } from "./mechanism";

// Throws if there is no WebGL.
export function makeRenderer(): WebGLRenderer {
  const renderer = new WebGLRenderer({ antialias: true, powerPreference: "high-performance" });
  renderer.setPixelRatio(Math.min(2, devicePixelRatio));
  renderer.shadowMap.enabled = true;
  renderer.shadowMap.type = PCFSoftShadowMap;
  return renderer;
}

export class SceneStage implements Stage {
  readonly element = el("div", { class: "canvas-holder" });
  private readonly renderer: WebGLRenderer;
  private readonly mechanism: Mechanism;
  private readonly controls: OrbitControls;
  private readonly labels: Labels;
  private options: StageOptions = { ...kDefaultOptions };
  private time = 0;
  private pending = 0;
  private slow = 0;

  // Throws if there is no WebGL.
  constructor(private readonly motion: Motion) {
    this.renderer = makeRenderer();
    this.mechanism = new Mechanism(motion);
    this.labels = new Labels(motion.report.drawing.points);
    const canvas = this.renderer.domElement;
    canvas.setAttribute("aria-hidden", "true");
    this.element.append(canvas, this.labels.element);
    this.controls = new OrbitControls(this.mechanism.camera, canvas);
    this.controls.enableDamping = false;
    this.controls.target = this.mechanism.target;
    this.controls.addEventListener("change", () => this.render());
    new ResizeObserver(() => this.resize()).observe(this.element);
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
    const { motion, options, mechanism } = this;
    const { camera, scene } = mechanism;
    mechanism.follow(this.time);
    this.labels.element.hidden = !options.names;
    if (options.names) {
      camera.updateMatrixWorld();
      this.labels.follow(motion, camera, this.element.clientWidth, this.element.clientHeight);
    }
    this.renderer.render(scene, camera);
    // Where drawing is slow (no graphics card), shadows go first.
    this.slow = performance.now() - began > 45 ? this.slow + 1 : Math.max(0, this.slow - 1);
    if (this.slow > 12 && this.renderer.shadowMap.enabled) {
      this.renderer.shadowMap.enabled = false;
      mechanism.backdrop.lights.key.castShadow = false;
      this.renderer.setPixelRatio(1);
    }
  }

  rangeOf(quantity: string): [number, number] {
    return this.mechanism.rangeOf(quantity);
  }
  get bounds(): Bounds {
    return this.mechanism.bounds;
  }
  get largestForce(): number {
    return this.mechanism.arrows.largest;
  }
  get largestTorque(): number {
    return this.mechanism.arrows.largestTorque;
  }
  get gridSpacing(): number {
    return this.mechanism.backdrop.spacing;
  }

  set(options: StageOptions): void {
    this.options = { ...options };
    this.mechanism.set(options);
    this.render();
  }

  look(view: View): void {
    this.mechanism.look(view);
    this.controls.update();
    this.render();
  }

  turn(right: number, up: number): void {
    const offset = this.mechanism.camera.position.clone().sub(this.controls.target);
    const side = new Vector3().crossVectors(this.mechanism.up, offset).normalize();
    const angle = offset.angleTo(this.mechanism.up);
    const tilt = Math.min(angle - 0.05, Math.max(angle - Math.PI + 0.05, up));
    offset.applyAxisAngle(side, -tilt).applyAxisAngle(this.mechanism.up, right);
    this.mechanism.camera.position.copy(this.controls.target).add(offset);
    this.controls.update();
    this.render();
  }

  zoom(factor: number): void {
    this.mechanism.camera.position.sub(this.controls.target).divideScalar(factor).add(this.controls.target);
    this.controls.update();
    this.render();
  }

  retheme(): void {
    this.mechanism.retheme();
    this.render();
  }

  private resize(): void {
    const { clientWidth, clientHeight } = this.element;
    if (!clientWidth || !clientHeight) return;
    this.renderer.setSize(clientWidth, clientHeight);
    const { camera } = this.mechanism;
    const first = camera.aspect === 1;
    camera.aspect = clientWidth / clientHeight;
    camera.updateProjectionMatrix();
    if (first) this.look("home");
    // At once: a resized canvas is blank until it is drawn.
    this.renderNow();
  }
}
