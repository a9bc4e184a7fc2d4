// SmoothPotential: a potential from U and U_q alone. The discrete gradient is the mean of the gradient over the straight path
// between the two configurations, made exact along it:
//
//   (F1)  g_m = int_0^1 U_q(q0 + s d) ds  (Gauss, 4 points),   d = q1 - q0
//   (F2)  U_q_bar = g_m + d (U1 - U0 - g_m . d)/(d . d)        [Gonzalez1996] eq. (16)
//
// For one coordinate (F2) is the quotient of differences. Where d is so short that (F2) would divide rounding by
// rounding, (F1) is exact by itself. Energy is kept exactly; momenta are not in general: for a term between bodies, write the
// energy in invariants (discrete/invariant_potential.h).
//
//   class Magnet final : public SmoothPotential {
//     double U(Vec q) const override { return -k_ / q.norm(); }
//     void add_U_q(Vec q, VecOut g) const override { g += k_ * q / std::pow(q.norm(), 3); }
//     ...
//
// Coordinates are taken to be of order one: differences, if used, have steps of 1/256.
#pragma once

#include <optional>

#include "invar/terms/potential.h"

namespace invar {

class SmoothPotential : public Potential {
 public:
  // By differences of U_q, to about ten digits.
  void add_U_qq(Vec q, MatOut K) const override;
  void add_U_q_bar(Vec q0, Vec q1, VecOut g) const override;
  void add_U_q_bar_tangent(Vec q0, Vec q1, MatOut K) const override;

 private:
  LocalVector calc_mean_gradient(Vec q0, const LocalVector& d) const;
  // The factor of d in (F2), or nothing where it would be rounding divided by rounding.
  std::optional<double> calc_correction(Vec q0, Vec q1, const LocalVector& d, const LocalVector& g_m) const;
};

}  // namespace invar
