// Arrows of forces and, bent about their axis, of torques. One scale for all forces and one for all torques, so that
// sizes compare; the largest of the run has a readable size.
import { BufferGeometry, Color, ConeGeometry, CylinderGeometry, Group, Mesh, MeshBasicMaterial, TorusGeometry, Vector3 } from "three";
import type { Primitive } from "../data";
import type { Motion } from "../motion";

const kY = new Vector3(0, 1, 0);
const kZ = new Vector3(0, 0, 1);
// In units of symbols.
const kLongest = 1.6;
const kWidest = 0.6;

interface Arrow {
  p: Primitive;
  whole: Group;
  material: MeshBasicMaterial;
  shape(size: number): void; // as a part of the largest
}

export class Arrows {
  readonly group = new Group();
  readonly largest: number; // N
  readonly largestTorque: number; // N m
  private readonly arrows: Arrow[];
  private readonly value = new Vector3();

  constructor(items: Primitive[], motion: Motion) {
    const most = (kind: string) => Math.max(0, ...items.filter((p) => p.kind === kind).map((p) => motion.range(p.vector!)[1]));
    this.largest = most("arrow");
    this.largestTorque = most("torque");
    this.arrows = items.map((p) => (p.kind === "torque" ? makeBent(p) : makeStraight(p)));
    for (const { whole } of this.arrows) this.group.add(whole);
  }

  paint(color: (p: Primitive) => Color): void {
    for (const { p, material } of this.arrows) material.color.copy(color(p));
  }

  follow(motion: Motion, unit: number): void {
    for (const { p, whole, shape } of this.arrows) {
      motion.vector(p.vector!, this.value);
      const size = this.value.length();
      const largest = p.kind === "torque" ? this.largestTorque : this.largest;
      whole.visible = Number.isFinite(size) && largest > 0 && size > 0.006 * largest;
      if (!whole.visible) continue;
      motion.position(p.at!, whole.position);
      whole.quaternion.setFromUnitVectors(p.kind === "torque" ? kZ : kY, this.value.divideScalar(size));
      whole.scale.setScalar(unit);
      shape(size / largest);
    }
  }
}

function parts(p: Primitive, geometries: BufferGeometry[]): { p: Primitive; whole: Group; material: MeshBasicMaterial; meshes: Mesh[] } {
  const material = new MeshBasicMaterial({ depthTest: false, transparent: true, opacity: 0.92 });
  const whole = new Group();
  const meshes = geometries.map((geometry) => new Mesh(geometry, material));
  // Above the bodies: joints lie inside of them.
  for (const mesh of meshes) mesh.renderOrder = 6;
  whole.add(...meshes);
  return { p, whole, material, meshes };
}

function makeStraight(p: Primitive): Arrow {
  const { meshes: [shaft, head], ...rest } = parts(p, [
    new CylinderGeometry(0.022, 0.022, 1, 12).translate(0, 0.5, 0), new ConeGeometry(0.065, 0.17, 18).translate(0, 0.085, 0)]);
  return {
    ...rest,
    shape(size) {
      const length = kLongest * size;
      const tip = Math.min(1, length / 0.35);
      shaft.scale.set(tip, Math.max(1e-6, length - 0.15 * tip), tip);
      head.position.y = length - 0.17 * tip;
      head.scale.setScalar(tip);
    },
  };
}

// Three quarters of a turn about z, counterclockwise; its head ends where the turn does.
function makeBent(p: Primitive): Arrow {
  const { meshes, ...rest } = parts(p, [
    new TorusGeometry(1, 0.045, 8, 48, 1.4 * Math.PI),
    new ConeGeometry(0.14, 0.36, 18).translate(0, 0.12, 0).rotateZ(1.4 * Math.PI)
      .translate(Math.cos(1.4 * Math.PI), Math.sin(1.4 * Math.PI), 0)]);
  return {
    ...rest,
    shape(size) {
      // Small ones stay small rings; the thickness goes with the radius.
      for (const mesh of meshes) mesh.scale.setScalar(kWidest * Math.max(0.06, Math.sqrt(size)));
    },
  };
}
