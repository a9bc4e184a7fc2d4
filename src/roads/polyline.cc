#include "invar/roads/polyline.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace invar {

PolylineProfile::PolylineProfile(std::vector<Vector2> corners) : corners_(std::move(corners)) {}

std::size_t PolylineProfile::piece(double x) const {
  const auto above =
      std::upper_bound(corners_.begin(), corners_.end(), x, [](double a, const Vector2& c) { return a < c[0]; });
  return static_cast<std::size_t>(above - corners_.begin());
}

RoadPoint PolylineProfile::at(double x) const {
  const std::size_t i = piece(x);
  if (i == 0) return {corners_.front()[1], 0, 0};
  if (i == corners_.size()) return {corners_.back()[1], 0, 0};
  const Vector2 &a = corners_[i - 1], &b = corners_[i];
  const double slope = (b[1] - a[1]) / (b[0] - a[0]);
  return {a[1] + slope * (x - a[0]), slope, 0};
}

RoadFoot PolylineProfile::nearest(double x, double z, double reach) const {
  const bool above = z >= at(x).height;
  const std::size_t first = piece(x - reach), last = piece(x + reach);
  double least = std::numeric_limits<double>::infinity();
  RoadFoot best;
  for (std::size_t i = first; i <= last; ++i) {
    // Piece i lies between the corners i - 1 and i; the outer ones have no end.
    const Vector2 start = i == 0 ? Vector2(corners_.front() - Vector2::UnitX()) : corners_[i - 1];
    const Vector2 along = i == 0                 ? Vector2::UnitX()
                          : i == corners_.size() ? Vector2::UnitX()
                                                 : Vector2(corners_[i] - start);
    const Vector2 from_start(x - start[0], z - start[1]);
    const double length = along.norm(), s = from_start.dot(along) / length;
    const bool before = i > 0 && s <= 0, after = i == 0 ? s >= 1 : i < corners_.size() && s >= length;
    RoadFoot foot;
    foot.n_x = -along[1] / length;
    foot.n_z = along[0] / length;
    if (before || after) {
      const Vector2 gap = Vector2(x, z) - (before ? start : Vector2(start + along));
      const double distance = gap.norm();
      if (distance >= least) continue;
      foot.distance = above ? distance : -distance;
      if (distance > 0) {
        foot.n_x = gap[0] / foot.distance;
        foot.n_z = gap[1] / foot.distance;
        foot.bend = 1 / foot.distance;
      }
    } else {
      foot.distance = from_start[0] * foot.n_x + from_start[1] * foot.n_z;
      if (std::abs(foot.distance) >= least) continue;
    }
    least = std::abs(foot.distance);
    best = foot;
  }
  return best;
}

double PolylineProfile::largest_upward_curvature() const { return std::numeric_limits<double>::infinity(); }

SteepestPlace PolylineProfile::steepest() const {
  SteepestPlace most;
  for (std::size_t i = 1; i < corners_.size(); ++i) {
    const Vector2 along = corners_[i] - corners_[i - 1];
    const double slope = std::abs(along[1] / along[0]);
    if (slope > most.slope) most = {slope, 0.5 * (corners_[i][0] + corners_[i - 1][0])};
  }
  return most;
}

std::vector<double> PolylineProfile::stations() const {
  std::vector<double> x;
  for (const Vector2& corner : corners_) x.push_back(corner[0]);
  return x;
}

double PolylineProfile::resolution() const { return std::numeric_limits<double>::infinity(); }

}  // namespace invar
