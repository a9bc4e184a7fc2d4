// Arrows of forces. One scale for all, so that lengths compare; the largest of the run has a readable length.
import { Color, ConeGeometry, CylinderGeometry, Group, Mesh, MeshBasicMaterial, Vector3 } from "three";
import type { Primitive } from "../data";
import type { Motion } from "../motion";

const kY = new Vector3(0, 1, 0);
const kLongest = 1.6; // in units of symbols

export class Arrows {
  readonly group = new Group();
  readonly largest: number; // N
  private readonly arrows: { p: Primitive; whole: Group; shaft: Mesh; head: Mesh; material: MeshBasicMaterial }[] = [];
  private readonly force = new Vector3();

  constructor(items: Primitive[], motion: Motion) {
    this.largest = Math.max(0, ...items.map((p) => motion.range(p.vector!)[1]));
    for (const p of items) {
      const material = new MeshBasicMaterial({ depthTest: false, transparent: true, opacity: 0.92 });
      const shaft = new Mesh(new CylinderGeometry(0.022, 0.022, 1, 12).translate(0, 0.5, 0), material);
      const head = new Mesh(new ConeGeometry(0.065, 0.17, 18).translate(0, 0.085, 0), material);
      const whole = new Group();
      // Above the bodies: joints lie inside of them.
      shaft.renderOrder = head.renderOrder = 6;
      whole.add(shaft, head);
      this.group.add(whole);
      this.arrows.push({ p, whole, shaft, head, material });
    }
  }

  paint(color: (p: Primitive) => Color): void {
    for (const { p, material } of this.arrows) material.color.copy(color(p));
  }

  follow(motion: Motion, unit: number): void {
    for (const { p, whole, shaft, head } of this.arrows) {
      motion.vector(p.vector!, this.force);
      const size = this.force.length();
      const length = this.largest > 0 ? (kLongest * size) / this.largest : 0;
      whole.visible = Number.isFinite(size) && length > 0.01;
      if (!whole.visible) continue;
      motion.position(p.at!, whole.position);
      whole.quaternion.setFromUnitVectors(kY, this.force.divideScalar(size));
      whole.scale.setScalar(unit);
      const tip = Math.min(1, length / 0.35);
      shaft.scale.set(tip, Math.max(1e-6, length - 0.15 * tip), tip);
      head.position.y = length - 0.17 * tip;
      head.scale.setScalar(tip);
    }
  }
}
