// The ground one looks at: graph paper behind a planar mechanism, a floor below a spatial one.
import {
  BufferGeometry, Color, DirectionalLight, Float32BufferAttribute, Group, HemisphereLight, LineBasicMaterial,
  LineSegments, Mesh, PlaneGeometry, Quaternion, ShadowMaterial, Vector3,
} from "three";
import { diagonal, roundLength, type Bounds } from "../bounds";
import type { Drawing } from "../data";
import type { Motion } from "../motion";

export interface Backdrop {
  group: Group;
  spacing: number; // m between the lines
  lights: { key: DirectionalLight; sky: HemisphereLight };
  shadow: Mesh;
  paint(line: Color, dark: boolean): void;
  center(at: Vector3): void; // moves with a mechanism that travels
}

const kCells = 120; // enough to end in the fog

export function makeBackdrop(drawing: Drawing, bounds: Bounds, up: Vector3, motion: Motion): Backdrop {
  const size = diagonal(bounds.largest);
  const spacing = roundLength(size / 8);
  const group = new Group();
  const normal = drawing.planar ? new Vector3(0, 0, 1) : up.clone();
  // Wheels say where the ground is; otherwise it lies a little below everything.
  const floor = drawing.primitives.find((p) => p.kind === "floor");
  let height: number;
  if (floor?.at) {
    const x = motion.position(floor.at, new Vector3());
    normal.set(0, 0, 1).applyQuaternion(motion.rotation(floor.at, new Quaternion()));
    height = x.dot(normal) - 0.002 * size;
  } else if (drawing.planar) {
    height = bounds.run.min.z - 0.3 * drawing.unit;
  } else {
    height = lowest(bounds, normal) - 0.06 * size;
  }

  const lines = (step: number, skip: number) => {
    const points: number[] = [];
    const half = (kCells / 2) * spacing;
    for (let i = -kCells / 2; i <= kCells / 2; i += step) {
      if (skip && i % skip === 0) continue;
      // In pieces: very long lines that pass behind the camera are not drawn well everywhere.
      const at = i * spacing;
      for (let from = -half; from < half - 0.5 * spacing; from += 10 * spacing) {
        const to = from + 10 * spacing;
        points.push(at, from, 0, at, to, 0, from, at, 0, to, at, 0);
      }
    }
    const material = new LineBasicMaterial({ transparent: true, fog: true });
    const object = new LineSegments(
      new BufferGeometry().setAttribute("position", new Float32BufferAttribute(points, 3)), material);
    group.add(object);
    return material;
  };
  const fine = lines(1, 5);
  const bold = lines(5, 0);
  const shadow = new Mesh(new PlaneGeometry(kCells * spacing, kCells * spacing), new ShadowMaterial({ opacity: 0.2 }));
  shadow.receiveShadow = true;
  shadow.position.z = -1e-3 * size;
  group.add(shadow);
  group.quaternion.setFromUnitVectors(new Vector3(0, 0, 1), normal);

  const key = new DirectionalLight("#ffffff", 2.1);
  const sky = new HemisphereLight("#ffffff", "#8d97a3", 1.35);
  sky.position.copy(up);
  const side = Math.abs(up.z) > 0.9 ? new Vector3(0.45, -0.7, 0) : new Vector3(0.5, 0, 0.9);
  const toLight = up.clone().multiplyScalar(drawing.planar ? 0.7 : 1.1).add(side).normalize();
  key.castShadow = true;
  key.shadow.mapSize.set(2048, 2048);
  const reach = 0.75 * size;
  Object.assign(key.shadow.camera, { left: -reach, right: reach, top: reach, bottom: -reach, near: 0.1 * size, far: 6 * size });
  key.shadow.radius = 4;
  key.shadow.normalBias = 0.004 * size;

  const place = new Vector3();
  return {
    group, spacing, lights: { key, sky }, shadow,
    paint(line, dark) {
      for (const material of [fine, bold]) material.color.copy(line);
      fine.opacity = dark ? 0.32 : 0.4;
      bold.opacity = dark ? 0.7 : 0.9;
      (shadow.material as ShadowMaterial).opacity = dark ? 0.28 : 0.14;
      sky.intensity = dark ? 0.95 : 1.35;
      key.intensity = dark ? 1.9 : 2.1;
    },
    center(at) {
      // In whole bold cells, so that the lines stay where they are.
      const cell = 5 * spacing;
      place.copy(at).applyQuaternion(group.quaternion.clone().invert());
      place.set(Math.round(place.x / cell) * cell, Math.round(place.y / cell) * cell, height);
      group.position.copy(place.applyQuaternion(group.quaternion));
      key.target.position.copy(at);
      key.position.copy(at).addScaledVector(toLight, 2.5 * size);
    },
  };
}

function lowest(bounds: Bounds, normal: Vector3): number {
  let low = Infinity;
  const { min, max } = bounds.run;
  for (const x of [min.x, max.x]) {
    for (const y of [min.y, max.y]) for (const z of [min.z, max.z]) low = Math.min(low, normal.x * x + normal.y * y + normal.z * z);
  }
  return low;
}
