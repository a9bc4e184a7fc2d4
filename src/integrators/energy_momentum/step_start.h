// StepStart: where a step of the energy-momentum schemes starts, without the rounding of the last one's end. What rounding
// cut off q1 = q0 + d is carried to the next step, and the constraint residual there is known without it.
#pragma once

#include "invar/integrators/integrator.h"

namespace invar {

inline constexpr double kUnits = 8 * 2.2e-16;  // what the sums of a constraint leave of its terms

class StepStart {
 public:
  explicit StepStart(const MechanicalSystem& system);

  void forget() { q_.resize(0); }
  // True if s0 is where the last step ended; else all is evaluated there.
  bool connect(const State& s0);
  // Constraint residual of the holonomic rows, zero for the others.
  const Vector& residual() const { return c_; }
  // s1.t, s1.q = s0.t + h, s0.q + d.
  void advance(const State& s0, double h, const Vector& d, State& s1);
  // The residual with which the step ended that `advance` has made.
  void keep_residual(const Vector& c);
  void archive(Archive& a) {
    a("q", q_);
    a("carry", carry_);
    a("c", c_);
    a("t", t_);
  }

 private:
  const MechanicalSystem& system_;
  PointEval point_;
  Vector q_, carry_, c_, no_velocity_, no_lambda_;
  double t_ = 0;
};

}  // namespace invar
