// What residuals of constraints and drifts of momentum are compared with. A row of constraints adds up terms that cancel:
//   (S1)  positions    s_r = sum_j |G_rj| l_j           l_j of coordinate_scale.h
//   (S2)  velocities   w_r = sum_j |G_rj| |v_j|
//   (S3)  accelerations    sum_j |G_rj| (|a_j| + u |v_j|) + |bias_r| + s_r w/100
//                      u the largest |v_j|/l_j of the row, and w the largest |a_j|/l_j, (|v_j|/l_j)^2 and k |f_j|/(M_jj l_j)
//                      of the system, f = Q - U_q: terms of a row may cancel, and where forces hold each other,
//                      accelerations are rounding
// and a residual is judged relative to the largest such sum of its row during the run. Rounding sets a least size: of
// positions far from the origin, and of velocities, which are differences of positions over a step.
#pragma once

#include "invar/core/archive.h"
#include "invar/core/state.h"
#include "invar/system/mechanical_system.h"
#include "invar/system/momentum.h"

namespace invar {

class ResidualScale {
 public:
  explicit ResidualScale(const MechanicalSystem& system);

  // A state that was reached by a step of size h (0: the start), and G there.
  void see(const State& s, double h, const Vector& G);
  // Accelerations at velocities v, with G, bias, U_q and Q there. After see() of the state.
  void see_acceleration(const Vector& v, const Vector& a, const PointEval& at);
  void see_momentum(const Momentum& momentum);

  // Velocities that are nothing but rounding of positions; zero before the first step.
  Vector least_velocity() const { return least_rate_ * lengths_; }

  double position(int row) const { return position_[row]; }
  double velocity(int row) const { return velocity_[row]; }
  double acceleration(int row) const { return acceleration_[row]; }
  double linear_momentum() const { return linear_; }
  double angular_momentum() const { return angular_; }

  void archive(Archive& a);

 private:
  const MechanicalSystem& system_;
  Vector lengths_;                             // l_j
  double extent_ = 0;                          // of positions in l_j
  Vector inverse_mass_;                        // 1/M_jj, zero where there is next to none
  Vector position_, velocity_, acceleration_;  // (S1), (S2), (S3), largest so far
  double linear_ = 0, angular_ = 0;
  double least_rate_ = 0;  // velocities below l_j times this are rounding [1/s]
};

}  // namespace invar
