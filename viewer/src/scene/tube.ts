// A tube through moving points (beams, cables, roads), colored along its length where it carries values.
import { BufferGeometry, Color, DoubleSide, Float32BufferAttribute, Mesh, MeshStandardMaterial, Vector3 } from "three";
import type { Primitive } from "../data";
import type { Motion } from "../motion";

const kAround = 10;

export class Tube {
  readonly mesh: Mesh<BufferGeometry, MeshStandardMaterial>;
  private readonly position: Float32BufferAttribute;
  private readonly normal: Float32BufferAttribute;
  private readonly color: Float32BufferAttribute;
  private readonly points: Vector3[];
  private readonly tangent = new Vector3();
  private readonly side = new Vector3();
  private readonly up = new Vector3();
  private readonly paint = new Color();

  constructor(readonly item: Primitive) {
    const n = item.path!.length;
    this.points = item.path!.map(() => new Vector3());
    this.position = new Float32BufferAttribute(new Float32Array(3 * n * kAround), 3);
    this.normal = new Float32BufferAttribute(new Float32Array(3 * n * kAround), 3);
    this.color = new Float32BufferAttribute(new Float32Array(3 * n * kAround).fill(1), 3);
    const index: number[] = [];
    for (let i = 0; i + 1 < n; ++i) {
      for (let j = 0; j < kAround; ++j) {
        const [k, m] = [i * kAround + j, i * kAround + ((j + 1) % kAround)];
        index.push(k, m, k + kAround, m, m + kAround, k + kAround);
      }
    }
    const geometry = new BufferGeometry().setIndex(index);
    geometry.setAttribute("position", this.position).setAttribute("normal", this.normal);
    geometry.setAttribute("color", this.color);
    const material = new MeshStandardMaterial({ roughness: 0.5, metalness: 0.12, vertexColors: true, side: DoubleSide });
    this.mesh = new Mesh(geometry, material);
    this.mesh.castShadow = this.mesh.receiveShadow = true;
    this.mesh.frustumCulled = false;
  }

  // `colorAt` gives the color of the i-th point, or null for the plain one.
  follow(motion: Motion, unit: number, plain: Color, colorAt: ((i: number, out: Color) => Color) | null): void {
    const { points, tangent, side, up } = this;
    const radius = this.item.size![0] * (this.item.symbol ? unit : 1);
    this.item.path!.forEach((at, i) => motion.position(at, points[i]));
    const last = points.length - 1;
    for (let i = 0; i <= last; ++i) {
      tangent.copy(points[Math.min(i + 1, last)]).sub(points[Math.max(i - 1, 0)]).normalize();
      // The side is carried along from point to point, so that the tube does not twist.
      if (i === 0) side.set(Math.abs(tangent.x) < 0.8 ? 1 : 0, Math.abs(tangent.x) < 0.8 ? 0 : 1, 0);
      side.addScaledVector(tangent, -side.dot(tangent)).normalize();
      up.crossVectors(tangent, side);
      const c = colorAt ? colorAt(i, this.paint) : plain;
      for (let j = 0; j < kAround; ++j) {
        const w = (2 * Math.PI * j) / kAround;
        const [x, y] = [Math.cos(w), Math.sin(w)];
        const k = i * kAround + j;
        const n = [side.x * x + up.x * y, side.y * x + up.y * y, side.z * x + up.z * y];
        this.normal.setXYZ(k, n[0], n[1], n[2]);
        this.position.setXYZ(k, points[i].x + radius * n[0], points[i].y + radius * n[1], points[i].z + radius * n[2]);
        this.color.setXYZ(k, c.r, c.g, c.b);
      }
    }
    this.position.needsUpdate = this.normal.needsUpdate = this.color.needsUpdate = true;
  }
}
