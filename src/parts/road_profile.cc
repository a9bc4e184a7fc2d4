// The nearest point of a smooth profile: Newton's method for the foot s,
//   (R2)  (s - x) + (h(s) - z) h'(s) = 0,
// from straight below where the road bends less than the wheel, else from the best of a row of points.
#include "invar/parts/road_profile.h"

#include <algorithm>
#include <cmath>

namespace invar {

namespace {

double squared_distance(const RoadProfile& road, double s, double x, double z) {
  const double dz = road.at(s).height - z;
  return (s - x) * (s - x) + dz * dz;
}

double find_start(const RoadProfile& road, double x, double z, double reach) {
  constexpr double kMostPoints = 400;
  const double spacing = std::max(0.25 * std::min(road.resolution(), reach), 2 * reach / kMostPoints);
  double best = x, least = squared_distance(road, x, x, z);
  const auto look_at = [&](double s) {
    if (std::abs(s - x) > reach) return;
    const double value = squared_distance(road, s, x, z);
    if (value < least) least = value, best = s;
  };
  const int points = static_cast<int>(2 * reach / spacing);
  for (int i = 0; i <= points; ++i) look_at(x - reach + i * spacing);
  return best;
}

}  // namespace

RoadFoot RoadProfile::nearest(double x, double z, double reach) const {
  // Below one, (R2) has one root; the margin keeps Newton's slope away from zero.
  constexpr double kOneFoot = 0.8;
  const bool search = !(largest_upward_curvature() * reach < kOneFoot);
  double s = search ? find_start(*this, x, z, reach) : x;
  RoadPoint p = at(s);
  for (int i = 0; i < 30; ++i) {
    const double g = (s - x) + (p.height - z) * p.slope;
    // Without the curvature where that would turn the step uphill (a saddle between two feet).
    const double straight = 1 + p.slope * p.slope, full = straight + (p.height - z) * p.curvature;
    const double step = std::clamp(-g / (full > 0.1 * straight ? full : straight), -0.25 * reach, 0.25 * reach);
    s += step;
    p = at(s);
    if (std::abs(step) <= 1e-15 * (std::abs(s) + reach)) break;
  }
  const double H = std::sqrt(1 + p.slope * p.slope);
  RoadFoot foot;
  foot.n_x = -p.slope / H;
  foot.n_z = 1 / H;
  foot.distance = (x - s) * foot.n_x + (z - p.height) * foot.n_z;
  const double kappa = -p.curvature / (H * H * H);
  foot.bend = kappa / (1 + kappa * foot.distance);
  return foot;
}

}  // namespace invar
