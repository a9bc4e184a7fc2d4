#include "invar/integrators/energy_momentum/step_start.h"

namespace invar {

StepStart::StepStart(const MechanicalSystem& system)
    : system_(system), no_velocity_(Vector::Zero(system.coordinates())), no_lambda_(Vector::Zero(system.rows())) {
  c_.setZero(system.rows());
}

bool StepStart::connect(const State& s0) {
  if (q_.size() != s0.q.size() || q_ != s0.q) {
    carry_.setZero(s0.q.size());
    system_.eval(s0, no_lambda_, kPosition, point_);
    c_ = point_.Phi;
    return false;
  }
  if (s0.t == t_ || !system_.rheonomic()) return true;
  // The loop rounds times to multiples of the step; what drives move in that rounding belongs to the residual.
  system_.eval(At(s0).with_v(no_velocity_), no_lambda_, kVelocity, point_);
  for (int r = 0; r < c_.size(); ++r)
    if (system_.layout().row(r).holonomic) c_[r] += point_.Phi_dot[r] * (s0.t - t_);
  return true;
}

void StepStart::advance(const State& s0, double h, const Vector& d, State& s1) {
  s1.t = s0.t + h;
  carry_ += d;
  s1.q = s0.q + carry_;
  carry_ -= s1.q - s0.q;
  q_ = s1.q;
  t_ = s1.t;
}

void StepStart::keep_residual(const Vector& c) {
  c_ = c;
  for (int r = 0; r < c_.size(); ++r)
    if (!system_.layout().row(r).holonomic) c_[r] = 0;
}

}  // namespace invar
