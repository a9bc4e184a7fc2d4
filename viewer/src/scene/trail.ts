// The path of a point: the whole run faintly, the last part strongly.
import { BufferGeometry, Color, Float32BufferAttribute, Group, Line, LineBasicMaterial, Mesh, MeshBasicMaterial, SphereGeometry, Vector3 } from "three";
import { indexAt, type NamedPoint } from "../data";
import type { Motion } from "../motion";

export class Trail {
  readonly group = new Group();
  private readonly whole: Line<BufferGeometry, LineBasicMaterial>;
  private readonly past: Line<BufferGeometry, LineBasicMaterial>;
  private readonly dot: Mesh<SphereGeometry, MeshBasicMaterial>;
  private readonly path: Float32Array;
  private readonly drawn: Float32Array;
  private readonly x = new Vector3();

  constructor(
    readonly point: NamedPoint,
    motion: Motion,
    color: Color,
  ) {
    this.path = motion.path(point.at);
    this.drawn = new Float32Array(this.path.length + 3);
    const line = (data: Float32Array, opacity: number) => {
      const material = new LineBasicMaterial({ color, transparent: true, opacity, depthTest: false });
      const object = new Line(new BufferGeometry().setAttribute("position", new Float32BufferAttribute(data, 3)), material);
      object.frustumCulled = false;
      object.renderOrder = 3;
      return object;
    };
    this.whole = line(this.path, 0.25);
    this.past = line(this.drawn, 0.95);
    // Float32BufferAttribute copies; the strong line is written into its own array.
    this.dot = new Mesh(new SphereGeometry(1, 16, 12), new MeshBasicMaterial({ color, depthTest: false }));
    this.dot.renderOrder = 4;
    this.group.add(this.whole, this.past, this.dot);
  }

  // Shows at most `span` seconds back.
  follow(motion: Motion, time: number, span: number, unit: number): void {
    const { t } = this.point ? motion.report.frames : motion.report.frames;
    const from = indexAt(t, time - span);
    const to = indexAt(t, time);
    motion.position(this.point.at, this.x);
    const attribute = this.past.geometry.getAttribute("position") as Float32BufferAttribute;
    const array = attribute.array as Float32Array;
    array.set(this.path.subarray(3 * from, 3 * (to + 1)), 0);
    const count = to - from + 1;
    this.x.toArray(array, 3 * count);
    this.past.geometry.setDrawRange(0, count + 1);
    attribute.needsUpdate = true;
    this.dot.position.copy(this.x);
    this.dot.scale.setScalar(0.035 * unit);
  }

  dispose(): void {
    for (const object of [this.whole, this.past, this.dot]) {
      object.geometry.dispose();
      (object.material as LineBasicMaterial).dispose();
    }
  }
}
