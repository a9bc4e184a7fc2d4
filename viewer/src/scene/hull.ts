// Convex hull in the plane, counterclockwise (Andrew's monotone chain). One or two points come back as they are.
export type Point2 = [number, number];

export function hull(points: Point2[]): Point2[] {
  const size = Math.max(...points.map((p) => Math.hypot(p[0], p[1])), 1e-12);
  const sorted = points
    .slice()
    .sort((p, q) => p[0] - q[0] || p[1] - q[1])
    .filter((p, i, all) => i === 0 || Math.hypot(p[0] - all[i - 1][0], p[1] - all[i - 1][1]) > 1e-9 * size);
  if (sorted.length < 3) return sorted;
  const turn = (o: Point2, p: Point2, q: Point2) => (p[0] - o[0]) * (q[1] - o[1]) - (p[1] - o[1]) * (q[0] - o[0]);
  const half = (list: Point2[]) => {
    const out: Point2[] = [];
    for (const p of list) {
      while (out.length > 1 && turn(out[out.length - 2], out[out.length - 1], p) <= 1e-9 * size * size) out.pop();
      out.push(p);
    }
    out.pop();
    return out;
  };
  const both = [...half(sorted), ...half(sorted.reverse())];
  return both;
}
