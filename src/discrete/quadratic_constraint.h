// QuadraticConstraint: the rows of a QuadraticMap required to vanish. Most joints and drives are nothing more.
#pragma once

#include "invar/discrete/quadratic_map.h"
#include "invar/terms/constraint.h"

namespace invar {

class QuadraticConstraint final : public Constraint {
 public:
  explicit QuadraticConstraint(QuadraticMap map) : map_(std::move(map)) { map_.compile(); }
  const QuadraticMap& map() const { return map_; }

  int rows() const override { return map_.rows(); }
  bool rheonomic() const override { return map_.rheonomic(); }
  bool is_quadratic() const override { return map_.is_quadratic(); }
  std::unique_ptr<Constraint> make_timeless() const override {
    return std::make_unique<QuadraticConstraint>(map_.with_generic_times());
  }
  void add_Phi(const At& at, VecOut Phi) const override { map_.add_e(at.t, at.q, Phi); }
  void add_Phi_q(const At& at, MatOut J) const override { map_.add_e_q(at.t, at.q, J); }
  void add_Phi_t(const At& at, VecOut Phi_t) const override { map_.add_e_t(at.t, at.q, Phi_t); }
  void add_bias(const At& at, VecOut bias) const override { map_.add_bias(at.t, at.q, at.v, bias); }
  void add_Phi_qq(const At& at, Vec lambda, MatOut K) const override { map_.add_e_qq(at.t, at.q, lambda, K); }
  void add_Phi_q_bar(const Across& pair, MatOut J) const override {
    map_.add_e_q_bar(pair.t0, pair.q0, pair.t1, pair.q1, J);
  }
  void add_Phi_t_bar(const Across& pair, VecOut a) const override {
    map_.add_e_t_bar(pair.t0, pair.q0, pair.t1, pair.q1, a);
  }
  void add_Phi_q_bar_tangent(const Across& pair, Vec lambda, MatOut K) const override {
    map_.add_e_q_bar_tangent(pair.t0, pair.q0, pair.t1, pair.q1, lambda, K);
  }
  void add_psi_q(const At& at, MatOut J) const override { map_.add_psi_q(at.t, at.q, at.v, J); }
  void add_psi_bar(const Across& pair, Vec v0, Vec v1, MatOut psi_q_bar, VecOut psi_t_bar) const override {
    map_.add_psi_bar(pair.t0, pair.q0, v0, pair.t1, pair.q1, v1, psi_q_bar, psi_t_bar);
  }

 private:
  QuadraticMap map_;
};

}  // namespace invar
