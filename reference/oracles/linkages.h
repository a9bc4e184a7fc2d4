// Places of linkages in closed form: intersections of circles and of spheres.
#pragma once

#include <array>

#include "oracles/real.h"

namespace invar::oracles {

using Vec2 = Eigen::Matrix<Real, 2, 1>;

/// Where the circles about p (radius r) and q (radius s) meet: to the left of the way from p to q for side > 0, else to the right.
Vec2 meet_circles(const Vec2& p, Real r, const Vec2& q, Real s, int side);

/// Leg of Jansen's walking linkage, crank at the origin; lengths in centimeters.
struct JansenLeg {
  Vec2 pin, U, V, D, W, foot;
  explicit JansenLeg(Real crank_angle);
};

/// Delta robot: arms at 120, 240 and 360 degrees, angles count downwards from the horizontal.
struct DeltaRobot {
  Real base = 0.2, top = 0.05, arm = 0.3, rod = 0.7;
  /// Center of the platform below the base.
  Vec3 platform(const std::array<Real, 3>& angles) const;
  /// Angle of arm i = 0, 1, 2 for a place of the platform, arm outwards.
  Real angle(int i, const Vec3& platform) const;
};

}  // namespace invar::oracles
