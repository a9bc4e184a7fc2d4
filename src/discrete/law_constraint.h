// LawConstraint: Phi(t, x) = 0 for any function of a few scalar coordinates x (discrete/row_law.h). Coordinates of joints and
// positions become scalar coordinates of their own (parts/law_row.h), so that nothing here depends on how bodies are described: the
// reaction acts along the true gradients of those numbers, and momenta that a number leaves alone stay exact.
//
// At a fixed time the mean of the gradient over the straight way d = x1 - x0, made exact along it:
//
//   (L1)  g(t) = int_0^1 Phi_x(t, x0 + s d) ds   (Gauss, 3 points)
//   (L2)  B(t) = g + W d [Phi(t, x1) - Phi(t, x0) - g . d] / (d . W d),    W = diag(1/size^2)     [Gonzalez1996] eq. (16)
//
// where W makes radians and meters comparable. Time is split in halves, as in (Q2) and (Q3) of discrete/quadratic_map.h:
//
//   (L3)  Phi_x_bar = 1/2 [B(t0) + B(t1)],   Phi_t_bar = 1/2 [Phi(t1, x1) - Phi(t0, x1) + Phi(t1, x0) - Phi(t0, x0)]
//
// so that (D2) of terms/constraint.h is exact. For one number, or x_2 = f(x_1), B is the quotient of differences. Rates obey (D3) by
// the default of terms/constraint.h.
#pragma once

#include "invar/discrete/row_law.h"
#include "invar/terms/constraint_with_cases.h"

namespace invar {

class LawConstraint final : public ConstraintWithCases {
 public:
  // `sizes` of the numbers, typical ones.
  LawConstraint(std::unique_ptr<RowLaw> law, LawVector sizes);

  const RowLaw& law() const { return *law_; }
  int rows() const override { return 1; }
  bool rheonomic() const override { return law_->depends_on_t(); }
  void add_Phi(const At& at, VecOut Phi) const override;
  void add_Phi_q(const At& at, MatOut J) const override;
  void add_Phi_t(const At& at, VecOut Phi_t) const override;
  void add_bias(const At& at, VecOut bias) const override;
  void add_Phi_qq(const At& at, Vec lambda, MatOut K) const override;
  void add_Phi_q_bar(const Across& pair, MatOut J) const override;
  void add_Phi_t_bar(const Across& pair, VecOut a) const override;
  void add_Phi_q_bar_tangent(const Across& pair, Vec lambda, MatOut K) const override;
  void add_psi_q(const At& at, MatOut J) const override;

 private:
  struct Chord;
  Chord calc_chord(double t, Vec x0, Vec x1, bool with_tangent) const;

  std::unique_ptr<RowLaw> law_;
  LawVector weight_;  // of W
};

}  // namespace invar
