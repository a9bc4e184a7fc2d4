// A profile of straight pieces: level before the first corner and after the last. The nearest point is exact and needs
// no search: a foot on one of the few pieces within reach, or a corner.
#pragma once

#include "invar/parts/road_profile.h"

namespace invar {

class PolylineProfile final : public RoadProfile {
 public:
  // Corners with x increasing strictly; at least one.
  explicit PolylineProfile(std::vector<Vector2> corners);
  RoadPoint at(double x) const override;
  RoadFoot nearest(double x, double z, double reach) const override;
  double largest_upward_curvature() const override;
  SteepestPlace steepest() const override;
  std::vector<double> stations() const override;
  double resolution() const override;
  const std::vector<Vector2>& corners() const { return corners_; }

 private:
  std::size_t piece(double x) const;  // number of corners at or before x
  std::vector<Vector2> corners_;
};

}  // namespace invar
