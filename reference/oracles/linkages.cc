#include "oracles/linkages.h"

#include <cmath>

namespace invar::oracles {

Vec2 meet_circles(const Vec2& p, Real r, const Vec2& q, Real s, int side) {
  const Vec2 way = q - p;
  const Real d = way.norm(), along = (r * r - s * s + d * d) / (2 * d), across = std::sqrt(r * r - along * along);
  const Vec2 e = way / d, left(-e.y(), e.x());
  return p + along * e + (side > 0 ? across : -across) * left;
}

JansenLeg::JansenLeg(Real crank_angle) {
  const Vec2 B(-38, -7.8);
  pin = 15 * Vec2(std::cos(crank_angle), std::sin(crank_angle));
  U = meet_circles(pin, 50, B, 41.5, -1);
  V = meet_circles(U, 55.8, B, 40.1, -1);
  D = meet_circles(pin, 61.9, B, 39.3, 1);
  W = meet_circles(V, 39.4, D, 36.7, -1);
  foot = meet_circles(W, 65.7, D, 49, -1);
}

// |p - c_i| = rod about the ends of the arms, moved inwards by `top`. Differences of the three equations are linear,
// 2 (c_i - c_1) . p = |c_i|^2 - |c_1|^2: a line, which meets the first sphere below.
Vec3 DeltaRobot::platform(const std::array<Real, 3>& angles) const {
  std::array<Vec3, 3> c;
  for (int i = 0; i < 3; ++i) {
    const Real azimuth = 2 * kPi * (i + 1) / 3, out = base - top + arm * std::cos(angles[i]);
    c[i] = Vec3(out * std::cos(azimuth), out * std::sin(azimuth), -arm * std::sin(angles[i]));
  }
  const Vec3 a = c[1] - c[0], b = c[2] - c[0], n = a.cross(b);
  // Center of the circle through the three ends, and the way along its axis.
  const Vec3 center = c[0] + (a.squaredNorm() * b.cross(n) + b.squaredNorm() * n.cross(a)) / (2 * n.squaredNorm());
  const Real along = std::sqrt(rod * rod - (center - c[0]).squaredNorm());
  const Vec3 normal = n / n.norm();
  return center + (normal.z() > 0 ? -along : along) * normal;
}

// In the plane of the arm, the end of the arm is where the circle of the arm meets that of the rod's projection.
Real DeltaRobot::angle(int i, const Vec3& platform) const {
  const Real azimuth = 2 * kPi * (i + 1) / 3;
  const Vec3 out(std::cos(azimuth), std::sin(azimuth), 0), aside(-out.y(), out.x(), 0);
  const Real x = platform.dot(out) + top - base, y = platform.dot(aside), z = platform.z();
  const Vec2 elbow = meet_circles({0, 0}, arm, {x, z}, std::sqrt(rod * rod - y * y), 1);
  return -std::atan2(elbow.y(), elbow.x());
}

}  // namespace invar::oracles
