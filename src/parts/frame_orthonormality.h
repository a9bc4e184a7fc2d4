// The six internal constraints of a frame node x = (r, d1, d2, d3), [Bauchau2003] eq. (40) in the order of eq. (41):
//   Phi = [ (d1.d1 - 1)/2, (d2.d2 - 1)/2, (d3.d3 - 1)/2, d2.d3, d1.d3, d1.d2 ]
// Quadratic, so the midpoint Jacobian is the mean-value Jacobian.
#pragma once

#include "invar/terms/constraint.h"

namespace invar {

class FrameOrthonormality final : public Constraint {
 public:
  int rows() const override { return 6; }
  bool rheonomic() const override { return false; }
  bool is_quadratic() const override { return true; }
  void add_Phi(double t, Vec q, VecOut Phi) const override;
  void add_Phi_q(double t, Vec q, MatOut J) const override;
  void add_Phi_t(double, Vec, VecOut) const override {}
  void add_bias(double t, Vec q, Vec v, VecOut bias) const override;
  void add_Phi_qq(double t, Vec q, Vec lambda, MatOut K) const override;
  void add_Phi_q_bar(double t0, Vec q0, double t1, Vec q1, MatOut J) const override;
  void add_Phi_t_bar(double, Vec, double, Vec, VecOut) const override {}
  void add_Phi_q_bar_tangent(double t0, Vec q0, double t1, Vec q1, Vec lambda, MatOut K) const override;
};

}  // namespace invar
