// AngleConstraint: makes the angle phi of a revolute-like joint a coordinate of its own, unbounded over many turns.
//
// With p, q the first two axes of F, b the first axis of M, a = b.p and c = b.q (both quadratic):
//   (A1)  Phi = -a sin(phi) + c cos(phi) = 0      dPhi/dphi = -1 where Phi = 0 and the axes coincide
// The mean-value gradient follows from the product rule with means, f1 g1 - f0 g0 = f_m dg + g_m df, and the exact
// chords of sin and cos (phi_b the mean angle, s_m and c_m the means of the end values):
//   (A2)  Phi_bar = -s_m a_bar + c_m c_bar - [a_m cos(phi_b) + c_m' sin(phi_b)] sinc(dphi/2) e_phi
// With the same rule for the rate, S = sin(phi), C = cos(phi) and L, N the chords of (L1), (L2) of discrete/slot_lift.h:
//   (A3)  psi_bar = -s_m a'_bar - S'_m a_bar + c_m c'_bar + C'_m c_bar + [-a'_m L_S - a_m N_S + c'_m L_C + c_m' N_C] e_phi
// Gears, screws and torsion springs act on phi. It carries no mass: its velocity follows from the constraint.
#pragma once

#include "invar/discrete/quadratic_map.h"
#include "invar/parts/marker.h"
#include "invar/terms/constraint.h"

namespace invar {

class AngleConstraint final : public Constraint {
 public:
  AngleConstraint(const Layout& layout, const Marker& F, const Marker& M);
  // Nodes of the frames; the scalar node follows them.
  const std::vector<int>& nodes() const { return map_.nodes(); }

  int rows() const override { return 1; }
  bool rheonomic() const override { return false; }
  void add_Phi(const At& at, VecOut Phi) const override;
  void add_Phi_q(const At& at, MatOut J) const override;
  void add_Phi_t(const At&, VecOut) const override {}
  void add_bias(const At& at, VecOut bias) const override;
  void add_Phi_qq(const At& at, Vec lambda, MatOut K) const override;
  void add_Phi_q_bar(const Across& pair, MatOut J) const override;
  void add_Phi_t_bar(const Across&, VecOut) const override {}
  void add_Phi_q_bar_tangent(const Across& pair, Vec lambda, MatOut K) const override;
  void add_psi_bar(const Across& pair, Vec v0, Vec v1, MatOut psi_q_bar, VecOut psi_t_bar) const override;

 private:
  struct Pair {
    double a, c;
  };
  Pair calc_pair(Vec q) const;
  QuadraticMap map_;  // rows a and c
};

}  // namespace invar
