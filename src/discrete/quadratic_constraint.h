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
  void add_Phi(double t, Vec q, VecOut Phi) const override { map_.add_e(t, q, Phi); }
  void add_Phi_q(double t, Vec q, MatOut J) const override { map_.add_e_q(t, q, J); }
  void add_Phi_t(double t, Vec q, VecOut Phi_t) const override { map_.add_e_t(t, q, Phi_t); }
  void add_bias(double t, Vec q, Vec v, VecOut bias) const override { map_.add_bias(t, q, v, bias); }
  void add_Phi_qq(double t, Vec q, Vec lambda, MatOut K) const override { map_.add_e_qq(t, q, lambda, K); }
  void add_Phi_q_bar(double t0, Vec q0, double t1, Vec q1, MatOut J) const override {
    map_.add_e_q_bar(t0, q0, t1, q1, J);
  }
  void add_Phi_t_bar(double t0, Vec q0, double t1, Vec q1, VecOut a) const override {
    map_.add_e_t_bar(t0, q0, t1, q1, a);
  }
  void add_Phi_q_bar_tangent(double t0, Vec q0, double t1, Vec q1, Vec lambda, MatOut K) const override {
    map_.add_e_q_bar_tangent(t0, q0, t1, q1, lambda, K);
  }

 private:
  QuadraticMap map_;
};

}  // namespace invar
