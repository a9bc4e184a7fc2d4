// A small moving picture of a run. A page may have few WebGL canvases, so one renderer draws for all thumbnails and each
// copies what it drew; without WebGL each draws its own lines.
import type { WebGLRenderer } from "three";
import { diagonal } from "../bounds";
import { decode, heaviestBody, type Report, type Stored } from "../data";
import { el } from "../dom";
import { FlatStage } from "../flat";
import { Motion } from "../motion";
import { defaultSpeed } from "../player";
import { makeRenderer } from "../scene/scene";
import { Mechanism } from "../scene/mechanism";
import { kDefaultOptions } from "../stage";

const kShadowPixels = 512;

let renderer: WebGLRenderer | null | undefined;
let slow = 0;
let shadows = true;

// Null if there is no WebGL; asked for once.
function sharedRenderer(): WebGLRenderer | null {
  if (renderer !== undefined) return renderer;
  try {
    renderer = makeRenderer();
  } catch (error) {
    console.info(`no WebGL: ${error instanceof Error ? error.message : error}`);
    renderer = null;
  }
  return renderer;
}

export class Thumbnail {
  readonly element = el("div", { class: "thumbnail" });
  readonly report: Report;
  private readonly canvas = el("canvas", { "aria-hidden": "true" });
  private motion: Motion | null = null;
  private mechanism: Mechanism | null = null;
  private flat: FlatStage | null = null;
  private time: number;
  private readonly speed: number;

  constructor(stored: Stored) {
    this.report = decode(stored);
    const { t, count } = this.report.frames;
    this.time = count ? t[0] : 0;
    this.speed = defaultSpeed(count ? t[count - 1] - t[0] : 0);
  }

  // The picture is made when it is first needed: most tiles are below the edge of the screen.
  private prepare(): void {
    if (this.motion) return;
    this.motion = new Motion(this.report);
    if (!sharedRenderer()) {
      this.flat = new FlatStage(this.motion);
      this.element.append(this.flat.element);
      return;
    }
    this.mechanism = new Mechanism(this.motion, kShadowPixels);
    this.element.append(this.canvas);
    const { bounds } = this.mechanism;
    const follow = bounds.travels ? heaviestBody(this.report.drawing) : null;
    // In a small picture thin rods of a long chain would not be seen.
    const symbols = Math.min(3, Math.max(1, diagonal(bounds.travels ? bounds.largest : bounds.run) / (12 * this.report.drawing.unit)));
    this.mechanism.set({ ...kDefaultOptions, follow, symbols });
  }

  // Moves on by so many seconds of the clock on the wall, from the end back to the start.
  advance(seconds: number): void {
    this.prepare();
    const { start, end } = this.motion!;
    this.time += seconds * this.speed;
    if (this.time > end) this.time = start;
  }

  draw(): void {
    const { clientWidth: width, clientHeight: height } = this.element;
    if (!width || !height) return;
    this.prepare();
    this.motion!.seek(this.time);
    if (this.flat) {
      this.flat.draw();
      return;
    }
    const mechanism = this.mechanism!;
    const gl = sharedRenderer()!;
    const ratio = gl.getPixelRatio();
    if (this.canvas.width !== Math.round(width * ratio) || this.canvas.height !== Math.round(height * ratio)) {
      this.canvas.width = Math.round(width * ratio);
      this.canvas.height = Math.round(height * ratio);
      mechanism.camera.aspect = width / height;
      mechanism.camera.updateProjectionMatrix();
      mechanism.look("home");
    }
    const { domElement } = gl;
    if (domElement.width !== this.canvas.width || domElement.height !== this.canvas.height) gl.setSize(width, height, false);
    const began = performance.now();
    mechanism.follow(this.time);
    mechanism.backdrop.lights.key.castShadow = shadows;
    gl.render(mechanism.scene, mechanism.camera);
    this.canvas.getContext("2d")!.drawImage(domElement, 0, 0);
    // Where drawing is slow (no graphics card), shadows go first. The first picture compiles its programs.
    slow = performance.now() - began > 40 ? slow + 1 : Math.max(0, slow - 1);
    if (slow > 5) shadows = false;
  }

  retheme(): void {
    this.mechanism?.retheme();
    this.flat?.retheme();
  }
}
