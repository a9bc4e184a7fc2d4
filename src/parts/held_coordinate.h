// HeldCoordinate: a row that can be switched on at any value of a coordinate and then holds it there,
//
//   Phi = c(q) - c*,   c one row of a QuadraticMap, c* an input
//
// The assembly skips it while its switch is off (Placed::switch_input). The row is in the pattern of the system from the start.
#pragma once

#include "invar/discrete/quadratic_constraint.h"

namespace invar {

class HeldCoordinate final : public Constraint {
 public:
  HeldCoordinate(QuadraticMap row, std::string label, std::string unit)
      : row_(std::move(row)), label_(std::move(label)), unit_(std::move(unit)) {}

  int rows() const override { return 1; }
  bool rheonomic() const override { return false; }
  std::vector<VariableInfo> inputs() const override { return {{"", label_ + "_held", unit_}}; }
  // Without inputs: the coordinate itself, of which increments are made.
  void add_Phi(const At& at, VecOut Phi) const override {
    row_.add_Phi(at, Phi);
    if (at.u.size() > 0) Phi[0] -= at.u[0];
  }
  void add_Phi_q(const At& at, MatOut J) const override { row_.add_Phi_q(at, J); }
  void add_Phi_t(const At&, VecOut) const override {}
  void add_bias(const At& at, VecOut bias) const override { row_.add_bias(at, bias); }
  void add_Phi_qq(const At& at, Vec lambda, MatOut K) const override { row_.add_Phi_qq(at, lambda, K); }
  void add_Phi_q_bar(const Across& pair, MatOut J) const override { row_.add_Phi_q_bar(pair, J); }
  void add_Phi_t_bar(const Across&, VecOut) const override {}
  void add_Phi_q_bar_tangent(const Across& pair, Vec lambda, MatOut K) const override {
    row_.add_Phi_q_bar_tangent(pair, lambda, K);
  }
  void add_psi_q(const At& at, MatOut J) const override { row_.add_psi_q(at, J); }
  void add_psi_bar(const Across& pair, Vec v0, Vec v1, MatOut psi_q_bar, VecOut psi_t_bar) const override {
    row_.add_psi_bar(pair, v0, v1, psi_q_bar, psi_t_bar);
  }

 private:
  QuadraticConstraint row_;
  std::string label_, unit_;
};

}  // namespace invar
