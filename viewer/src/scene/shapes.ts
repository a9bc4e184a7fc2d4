// Meshes of the primitives that are drawn one by one. Each shape knows how to follow the motion.
import {
  ArrowHelper, BoxGeometry, BufferGeometry, Color, ConeGeometry, CylinderGeometry, DoubleSide, EdgesGeometry,
  ExtrudeGeometry, Float32BufferAttribute, Group, LineBasicMaterial, LineSegments, Mesh, MeshStandardMaterial, Object3D,
  PlaneGeometry, Quaternion, Shape, SphereGeometry, TorusGeometry, Vector3,
} from "three";
import type { Anchor, Primitive } from "../data";
import type { Motion } from "../motion";
import { hull } from "./hull";

export interface Drawn {
  object: Object3D;
  material?: MeshStandardMaterial;
  edges?: LineBasicMaterial;
  follow(motion: Motion): void;
}

export interface Settings {
  unit: number; // m of a symbol
  planar: boolean;
  up: Vector3;
  color: Color;
  layer: number; // planar bodies differ a little in thickness, so that their faces do not fight
}

const kZ = new Vector3(0, 0, 1);
const a = new Vector3();
const b = new Vector3();
const q = new Quaternion();

export function placeAt(object: Object3D, at: Anchor, motion: Motion): void {
  motion.position(at, object.position);
  motion.rotation(at, object.quaternion);
}

// An object of length one along z stretched between two places.
export function stretch(object: Object3D, from: Vector3, to: Vector3): void {
  const length = from.distanceTo(to);
  object.position.copy(from);
  if (length > 0) object.quaternion.setFromUnitVectors(kZ, b.copy(to).sub(from).divideScalar(length));
  object.scale.set(1, 1, Math.max(length, 1e-9));
}

function solid(p: Primitive, color: Color): MeshStandardMaterial {
  const material = new MeshStandardMaterial({ color, roughness: 0.55, metalness: 0.1 });
  if (p.assumed) {
    material.transparent = true;
    material.opacity = 0.78;
  }
  return material;
}

function withEdges(geometry: BufferGeometry, p: Primitive, color: Color): Drawn {
  const material = solid(p, color);
  const mesh = new Mesh(geometry, material);
  mesh.castShadow = mesh.receiveShadow = true;
  const edges = new LineBasicMaterial({ color: color.clone().multiplyScalar(0.45), transparent: true, opacity: 0.55 });
  mesh.add(new LineSegments(new EdgesGeometry(geometry, 30), edges));
  return { object: mesh, material, edges, follow: (motion) => placeAt(mesh, p.at!, motion) };
}

// Cylinders of three.js stand along y; ours lie along z.
function cylinder(radius: number, height: number, segments = 40): BufferGeometry {
  return new CylinderGeometry(radius, radius, height, segments).rotateX(Math.PI / 2);
}

function plate(p: Primitive, s: Settings): Drawn {
  const scale = p.symbol ? s.unit : 1;
  const radius = p.size![0] * scale;
  const thickness = p.size![1] * scale * (1 + 0.09 * s.layer);
  const outline = hull(p.points!.map((x) => [x[0], x[1]]));
  const shape = new Shape();
  // The hull grown by the radius: an arc at each corner.
  outline.forEach((corner, i) => {
    const before = outline[(i + outline.length - 1) % outline.length];
    const after = outline[(i + 1) % outline.length];
    const from = outline.length > 1 ? Math.atan2(corner[1] - before[1], corner[0] - before[0]) - Math.PI / 2 : 0;
    let to = outline.length > 1 ? Math.atan2(after[1] - corner[1], after[0] - corner[0]) - Math.PI / 2 : 2 * Math.PI;
    while (to < from - 1e-9) to += 2 * Math.PI;
    shape.absarc(corner[0], corner[1], radius, from, to, false);
  });
  const bevel = 0.18 * thickness;
  const geometry = new ExtrudeGeometry(shape, {
    depth: thickness - 2 * bevel, bevelEnabled: true, bevelThickness: bevel, bevelSize: bevel, bevelOffset: -bevel,
    bevelSegments: 3, curveSegments: 20,
  }).translate(0, 0, -0.5 * thickness + bevel);
  const material = solid({ ...p, assumed: false }, s.color);
  const mesh = new Mesh(geometry, material);
  mesh.castShadow = mesh.receiveShadow = true;
  return { object: mesh, material, follow: (motion) => placeAt(mesh, p.at!, motion) };
}

// With great circles, so that one sees it turn.
function ball(p: Primitive, radius: number, color: Color): Drawn {
  const drawn = withEdges(new SphereGeometry(radius, 40, 28), p, color);
  const points: number[] = [];
  const n = 64;
  for (let axis = 0; axis < 3; ++axis) {
    for (let i = 0; i < n; ++i) {
      for (const k of [i, i + 1]) {
        const w = (2 * Math.PI * k) / n;
        const x = [0, 0, 0];
        x[(axis + 1) % 3] = 1.003 * radius * Math.cos(w);
        x[(axis + 2) % 3] = 1.003 * radius * Math.sin(w);
        points.push(...x);
      }
    }
  }
  drawn.object.add(new LineSegments(
    new BufferGeometry().setAttribute("position", new Float32BufferAttribute(points, 3)), drawn.edges));
  return drawn;
}

function wheel(p: Primitive, s: Settings): Drawn {
  const scale = p.symbol ? s.unit : 1;
  const [radius, width] = [p.size![0] * scale, p.size![1] * scale];
  const group = new Group();
  const material = solid({ ...p, assumed: false }, s.color);
  const tire = 0.5 * width;
  const add = (geometry: BufferGeometry, m = material) => {
    const mesh = new Mesh(geometry, m);
    mesh.castShadow = mesh.receiveShadow = true;
    group.add(mesh);
  };
  add(new TorusGeometry(radius - tire, tire, 14, 72), new MeshStandardMaterial({ color: "#30353b", roughness: 0.85 }));
  add(new TorusGeometry(radius - 2.1 * tire, 0.45 * tire, 10, 64));
  add(cylinder(0.11 * radius, 1.6 * width, 24));
  const spokes = 10;
  for (let i = 0; i < spokes; ++i) {
    const spoke = new CylinderGeometry(0.012 * radius, 0.012 * radius, radius - 2.1 * tire, 8);
    add(spoke.translate(0, 0.5 * (radius - 2.1 * tire), 0).rotateZ((2 * Math.PI * i) / spokes));
  }
  return { object: group, material, follow: (motion) => placeAt(group, p.at!, motion) };
}

// A helix of constant radius with straight ends; stretched by moving its points.
function spring(p: Primitive, s: Settings): Drawn {
  const radius = p.size![0] * (p.symbol ? s.unit : 1);
  const wire = 0.17 * radius;
  const turns = p.size![1] ?? 9;
  const along = 22 * turns;
  const around = 6;
  const position = new Float32BufferAttribute(new Float32Array(3 * (along + 1) * around), 3);
  const normal = new Float32BufferAttribute(new Float32Array(3 * (along + 1) * around), 3);
  const index: number[] = [];
  for (let i = 0; i < along; ++i) {
    for (let j = 0; j < around; ++j) {
      const [k, n] = [i * around + j, i * around + ((j + 1) % around)];
      index.push(k, k + around, n, n, k + around, n + around);
    }
  }
  const geometry = new BufferGeometry().setIndex(index);
  geometry.setAttribute("position", position).setAttribute("normal", normal);
  const material = solid(p, s.color);
  material.side = DoubleSide;
  const mesh = new Mesh(geometry, material);
  mesh.castShadow = true;
  mesh.frustumCulled = false;
  let shown = -1;
  const shape = (length: number) => {
    if (Math.abs(length - shown) < 1e-6 * Math.max(length, 1e-9)) return;
    shown = length;
    const end = 0.12;
    for (let i = 0; i <= along; ++i) {
      const f = i / along;
      const g = Math.min(1, Math.max(0, (f - 0.04) / 0.92));
      const r = radius * Math.min(1, Math.min(f, 1 - f) / 0.04);
      const angle = 2 * Math.PI * turns * g;
      const z = length * (f < 0.04 ? (f / 0.04) * end : f > 0.96 ? 1 - ((1 - f) / 0.04) * end : end + (1 - 2 * end) * g);
      const [c, sn] = [Math.cos(angle), Math.sin(angle)];
      for (let j = 0; j < around; ++j) {
        const w = (2 * Math.PI * j) / around;
        const [out, up] = [Math.cos(w), Math.sin(w)];
        position.setXYZ(i * around + j, (r + wire * out) * c, (r + wire * out) * sn, z + wire * up);
        normal.setXYZ(i * around + j, out * c, out * sn, up);
      }
    }
    position.needsUpdate = normal.needsUpdate = true;
  };
  return {
    object: mesh, material,
    follow(motion) {
      motion.position(p.at!, a);
      const to = motion.position(p.to!, new Vector3());
      shape(a.distanceTo(to));
      stretch(mesh, a, to);
      mesh.scale.set(1, 1, 1);
    },
  };
}

// Cylinder and piston rod: the cylinder keeps its length, the rod shows the rest.
function telescope(p: Primitive, s: Settings, motionless = 0.55): Drawn {
  const radius = p.size![0] * (p.symbol ? s.unit : 1);
  const material = solid(p, s.color);
  const inner = new MeshStandardMaterial({ color: "#b9c0c8", roughness: 0.25, metalness: 0.6 });
  const barrel = new Mesh(cylinder(radius, 1, 24).translate(0, 0, 0.5), material);
  const rod = new Mesh(cylinder(0.5 * radius, 1, 20).translate(0, 0, 0.5), inner);
  const eyes = [0, 1].map(() => new Mesh(new SphereGeometry(0.9 * radius, 20, 14), material));
  const group = new Group();
  group.add(barrel, rod, ...eyes);
  group.traverse((o) => (o.castShadow = true));
  let fixed = 0;
  const to = new Vector3();
  const middle = new Vector3();
  return {
    object: group, material,
    follow(motion) {
      motion.position(p.at!, a);
      motion.position(p.to!, to);
      const length = a.distanceTo(to);
      if (fixed === 0) fixed = motionless * length;
      middle.copy(a).lerp(to, Math.min(0.95, fixed / (length || 1)));
      stretch(barrel, a, middle);
      stretch(rod, a, to);
      eyes[0].position.copy(a);
      eyes[1].position.copy(to);
    },
  };
}

// A bent arrow about the axis: something turns here.
function arc(p: Primitive, s: Settings): Drawn {
  const radius = p.size![0] * (p.symbol ? s.unit : 1);
  const material = solid(p, s.color);
  const group = new Group();
  group.add(new Mesh(new TorusGeometry(radius, 0.07 * radius, 10, 48, 1.5 * Math.PI), material));
  const head = new Mesh(new ConeGeometry(0.2 * radius, 0.45 * radius, 16), material);
  head.position.set(0, -radius, 0);
  head.rotation.z = -Math.PI / 2;
  group.add(head);
  return { object: group, material, follow: (motion) => placeAt(group, p.at!, motion) };
}

// What holds a joint to the ground: a foot below it.
function support(p: Primitive, s: Settings): Drawn {
  const size = p.size![0] * (p.symbol ? s.unit : 1);
  const material = solid(p, s.color);
  const group = new Group();
  const cone = new Mesh(new CylinderGeometry(0.22 * size, 0.62 * size, size, 4, 1).rotateY(Math.PI / 4), material);
  cone.position.y = -0.5 * size;
  material.flatShading = true;
  const base = new Mesh(new BoxGeometry(1.5 * size, 0.16 * size, s.planar ? size : 1.5 * size), material);
  base.position.y = -1.08 * size;
  cone.castShadow = base.castShadow = true;
  group.add(cone, base);
  group.quaternion.setFromUnitVectors(new Vector3(0, 1, 0), s.up);
  return { object: group, material, follow: (motion) => void motion.position(p.at!, group.position) };
}

// A straight guide, as long as the motion along it.
function rail(p: Primitive, s: Settings, motion: Motion): Drawn {
  const width = p.size![0] * (p.symbol ? s.unit : 1);
  const axis = kZ.clone();
  let low = 0;
  let high = 0;
  const x = new Vector3();
  const saved = motion.now.slice();
  for (let i = 0; i < motion.report.frames.count; i += Math.max(1, motion.report.frames.count >> 9)) {
    motion.seekFrame(i);
    motion.position(p.at!, a);
    axis.copy(kZ).applyQuaternion(motion.rotation(p.at!, q));
    const along = motion.position(p.to!, x).sub(a).dot(axis);
    if (!Number.isFinite(along)) continue;
    low = Math.min(low, along);
    high = Math.max(high, along);
  }
  motion.now.set(saved);
  const margin = 4 * width;
  const length = high - low + 2 * margin;
  const material = solid(p, s.color);
  const mesh = new Mesh(cylinder(0.45 * width, length, 16).translate(0, 0, 0.5 * (low + high)), material);
  mesh.castShadow = true;
  return { object: mesh, material, follow: (m) => placeAt(mesh, p.at!, m) };
}

function plane(p: Primitive, s: Settings): Drawn {
  const scale = p.symbol ? s.unit : 1;
  const material = solid(p, s.color);
  material.transparent = true;
  material.opacity = 0.25;
  material.side = DoubleSide;
  material.depthWrite = false;
  const mesh = new Mesh(new PlaneGeometry(p.size![0] * scale, (p.size![1] ?? p.size![0]) * scale), material);
  return { object: mesh, material, follow: (motion) => placeAt(mesh, p.at!, motion) };
}

function triad(p: Primitive, s: Settings): Drawn {
  const length = p.size![0] * (p.symbol ? s.unit : 1);
  const group = new Group();
  const colors = ["#d8453b", "#3f9b4b", "#3b6fd8"];
  [new Vector3(1, 0, 0), new Vector3(0, 1, 0), kZ].forEach((axis, i) => {
    const arrow = new ArrowHelper(axis, undefined, length, colors[i], 0.22 * length, 0.1 * length);
    for (const part of [arrow.line, arrow.cone]) {
      const material = part.material as LineBasicMaterial;
      material.depthTest = false;
      part.renderOrder = 5;
    }
    group.add(arrow);
  });
  return { object: group, follow: (motion) => placeAt(group, p.at!, motion) };
}

function axisLine(p: Primitive, s: Settings): Drawn {
  const half = 0.5 * p.size![0] * (p.symbol ? s.unit : 1);
  const dashes: number[] = [];
  // Dash and dot, as in engineering drawings.
  for (let z = -half; z < half; z += half / 6) dashes.push(0, 0, z, 0, 0, z + half / 10, 0, 0, z + half / 7.5, 0, 0, z + half / 7);
  const geometry = new BufferGeometry().setAttribute("position", new Float32BufferAttribute(dashes, 3));
  const edges = new LineBasicMaterial({ color: "#d8453b", depthTest: false });
  const object = new LineSegments(geometry, edges);
  object.renderOrder = 4;
  return { object, follow: (motion) => placeAt(object, p.at!, motion) };
}

export function makeShape(p: Primitive, s: Settings, motion: Motion): Drawn | null {
  const scale = p.symbol ? s.unit : 1;
  const size = (p.size ?? []).map((x) => x * scale);
  switch (p.kind) {
    case "box":
      return withEdges(new BoxGeometry(size[0], size[1], size[2]), p, s.color);
    case "sphere":
      return ball(p, size[0], s.color);
    case "ellipsoid":
      return withEdges(new SphereGeometry(1, 40, 28).scale(size[0], size[1], size[2]), p, s.color);
    case "cylinder":
      return withEdges(cylinder(size[0], size[1]), p, s.color);
    case "plate":
      return plate(p, s);
    case "wheel":
      return wheel(p, s);
    case "spring":
      return spring(p, s);
    case "damper":
    case "actuator":
      return telescope(p, s);
    case "arc":
      return arc(p, s);
    case "support":
      return support(p, s);
    case "rail":
      return rail(p, s, motion);
    case "plane":
      return plane(p, s);
    case "frame":
      return triad(p, s);
    case "axis":
      return axisLine(p, s);
    default:
      return null;
  }
}
