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
  void add_Phi(const At& at, VecOut Phi) const override;
  void add_Phi_q(const At& at, MatOut J) const override;
  void add_Phi_t(const At&, VecOut) const override {}
  void add_bias(const At& at, VecOut bias) const override;
  void add_Phi_qq(const At& at, Vec lambda, MatOut K) const override;
  void add_Phi_q_bar(const Across& pair, MatOut J) const override;
  void add_Phi_t_bar(const Across&, VecOut) const override {}
  void add_Phi_q_bar_tangent(const Across& pair, Vec lambda, MatOut K) const override;
};

}  // namespace invar
