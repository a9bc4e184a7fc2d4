// The axis of a beam as it is given: a curve p(u), u from 0 to 1, with section frames along its length. Frames are carried
// along without turning about the tangent (parallel transport) and then turned by the given twist.
#pragma once

#include <functional>
#include <vector>

#include "invar/parts/body.h"
#include "invar/spec/params.h"

namespace invar {

class BeamCurve {
 public:
  using Map = std::function<Vector3(double u)>;

  // `axis_2`: direction towards which d2 points at the start; zero leaves d3 upright as far as possible.
  BeamCurve(Map position, Map derivative, const Vector3& axis_2, FunctionPtr twist);

  double length() const { return sums_.back(); }
  // Where p'(u) vanishes or is not finite, as the fraction u; negative if nowhere.
  double find_fault() const { return fault_; }
  // Position and section frame (d1 the tangent) at a fraction of the length.
  Pose frame(double s) const;

 private:
  double find_parameter(double s) const;

  Map position_, derivative_;
  FunctionPtr twist_;
  std::vector<double> sums_;     // length up to the samples
  std::vector<Matrix3> frames_;  // without twist, at the samples
  double fault_ = -1;
};

// Keys of a beam that say where it is: from, to | points | curve | arc, axis_2, twist.
Schema curve_schema();
// `from` and `to` stand for the keys of the same name where those are not given (places the beam is attached to).
BeamCurve read_curve(const Params& params, const Vector3* from, const Vector3* to);

}  // namespace invar
