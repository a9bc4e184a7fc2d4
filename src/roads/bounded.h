// A road with ends: the profile within them, and a message beyond. Only the place that is asked about counts; a wheel near
// the end may touch what lies beyond, where the profile goes on as it would without ends.
#pragma once

#include "invar/core/error.h"
#include "invar/parts/road_profile.h"

namespace invar {

class BoundedProfile final : public RoadProfile {
 public:
  BoundedProfile(RoadProfilePtr inside, RoadRange range, SourceLocation where, std::string subject, std::string hint)
      : inside_(std::move(inside)),
        range_(range),
        where_(std::move(where)),
        subject_(std::move(subject)),
        hint_(std::move(hint)) {}
  RoadPoint at(double x) const override { return check(x), inside_->at(x); }
  RoadFoot nearest(double x, double z, double reach) const override { return check(x), inside_->nearest(x, z, reach); }
  double largest_upward_curvature() const override { return inside_->largest_upward_curvature(); }
  SteepestPlace steepest() const override { return inside_->steepest(); }
  std::vector<double> stations() const override { return inside_->stations(); }
  double resolution() const override { return inside_->resolution(); }
  RoadRange range() const override { return range_; }
  const RoadProfilePtr& inside() const { return inside_; }

 private:
  void check(double x) const;

  RoadProfilePtr inside_;
  RoadRange range_;
  SourceLocation where_;
  std::string subject_, hint_;
};

}  // namespace invar
