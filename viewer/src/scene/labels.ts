// Names of parts, as plain text above the picture.
import { Camera, Vector3 } from "three";
import type { NamedPoint } from "../data";
import { el } from "../dom";
import type { Motion } from "../motion";

const kMost = 80;

export class Labels {
  readonly element = el("div", { class: "labels", "aria-hidden": "true" });
  private readonly items: { point: NamedPoint; text: HTMLElement }[];
  private readonly x = new Vector3();

  constructor(points: NamedPoint[]) {
    this.items = points.slice(0, kMost).map((point) => {
      const text = el("span", { class: `label ${point.role}` }, point.name);
      this.element.append(text);
      return { point, text };
    });
  }

  follow(motion: Motion, camera: Camera, width: number, height: number): void {
    for (const { point, text } of this.items) {
      motion.position(point.at, this.x).project(camera);
      const visible = Math.abs(this.x.x) < 1.05 && Math.abs(this.x.y) < 1.05 && this.x.z < 1;
      text.style.display = visible ? "" : "none";
      if (visible) text.style.transform = `translate(${(0.5 + 0.5 * this.x.x) * width}px, ${(0.5 - 0.5 * this.x.y) * height}px)`;
    }
  }
}
