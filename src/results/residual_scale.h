// What residuals of constraints and drifts of momentum are compared with. A row of constraints adds up terms that cancel:
//   (S1)  positions    s_r = sum_j |G_rj| l_j           l_j of coordinate_scale.h
//   (S2)  velocities   w_r = sum_j |G_rj| |v_j|
// and a residual is judged relative to the largest such sum of its row during the run. Rounding sets a least size: of
// positions far from the origin, and of velocities, which are differences of positions over a step.
#pragma once

#include "invar/core/state.h"
#include "invar/system/mechanical_system.h"
#include "invar/system/momentum.h"

namespace invar {

class ResidualScale {
 public:
  explicit ResidualScale(const MechanicalSystem& system);

  // A state that was reached by a step of size h (0: the start), and G there.
  void see(const State& s, double h, const Vector& G);
  void see_momentum(const Momentum& momentum);

  // Velocities that are nothing but rounding of positions; zero before the first step.
  Vector least_velocity() const { return least_rate_ * lengths_; }

  double position(int row) const { return position_[row]; }
  double velocity(int row) const { return velocity_[row]; }
  double linear_momentum() const { return linear_; }
  double angular_momentum() const { return angular_; }

 private:
  const MechanicalSystem& system_;
  Vector lengths_;              // l_j
  double extent_ = 0;           // of positions in l_j
  Vector position_, velocity_;  // (S1), (S2), largest so far
  double linear_ = 0, angular_ = 0;
  double least_rate_ = 0;  // velocities below l_j times this are rounding [1/s]
};

}  // namespace invar
