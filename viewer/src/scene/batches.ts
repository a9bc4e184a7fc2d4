// Rods and balls come in large numbers: each kind is drawn in one call.
import {
  Color, CylinderGeometry, InstancedMesh, Matrix4, MeshStandardMaterial, Quaternion, SphereGeometry, Vector3,
} from "three";
import type { Primitive } from "../data";
import type { Motion } from "../motion";

const kZ = new Vector3(0, 0, 1);
const a = new Vector3();
const b = new Vector3();
const along = new Vector3();
const q = new Quaternion();
const scale = new Vector3();
const matrix = new Matrix4();

abstract class Batch {
  readonly mesh: InstancedMesh;
  constructor(
    readonly items: Primitive[],
    geometry: CylinderGeometry | SphereGeometry,
  ) {
    const material = new MeshStandardMaterial({ roughness: 0.5, metalness: 0.12 });
    this.mesh = new InstancedMesh(geometry, material, items.length);
    this.mesh.castShadow = this.mesh.receiveShadow = true;
    this.mesh.frustumCulled = false;
  }
  paint(color: (p: Primitive) => Color): void {
    this.items.forEach((p, i) => this.mesh.setColorAt(i, color(p)));
    if (this.mesh.instanceColor) this.mesh.instanceColor.needsUpdate = true;
  }
  abstract follow(motion: Motion, unit: number): void;
}

export class Rods extends Batch {
  constructor(items: Primitive[]) {
    super(items, new CylinderGeometry(1, 1, 1, 20, 1).rotateX(Math.PI / 2));
  }
  follow(motion: Motion, unit: number): void {
    this.items.forEach((p, i) => {
      motion.position(p.at!, a);
      motion.position(p.to!, b);
      const r = p.size![0] * (p.symbol ? unit : 1);
      const length = along.copy(b).sub(a).length();
      if (length > 0) q.setFromUnitVectors(kZ, along.divideScalar(length));
      matrix.compose(a.add(b).multiplyScalar(0.5), q, scale.set(r, r, Math.max(length, 1e-9)));
      this.mesh.setMatrixAt(i, matrix);
    });
    this.mesh.instanceMatrix.needsUpdate = true;
  }
}

export class Balls extends Batch {
  constructor(items: Primitive[]) {
    super(items, new SphereGeometry(1, 24, 16));
  }
  follow(motion: Motion, unit: number): void {
    this.items.forEach((p, i) => {
      const r = p.size![0] * (p.symbol ? unit : 1);
      matrix.compose(motion.position(p.at!, a), q.identity(), scale.setScalar(r));
      this.mesh.setMatrixAt(i, matrix);
    });
    this.mesh.instanceMatrix.needsUpdate = true;
  }
}
