// QuadraticPfaffian: the rates of quadratic coordinates e(q) are prescribed, e_q v - f(t) = 0. At the midpoint of a step
// e_q(q_m) (q1 - q0) is the exact change of e for points, spatial frames and scalars, and the mean of f is exact, so that e
// follows the integral of f without drift.
#pragma once

#include "invar/core/local_matrix.h"
#include "invar/discrete/quadratic_map.h"
#include "invar/terms/pfaffian.h"

namespace invar {

class QuadraticPfaffian final : public Pfaffian {
 public:
  // One function a row of the map, which must not depend on time.
  QuadraticPfaffian(QuadraticMap map, std::vector<FunctionPtr> rates)
      : map_(std::move(map)), rates_(std::move(rates)) {}

  int rows() const override { return map_.rows(); }
  bool rheonomic() const override { return true; }
  void add_A(const At& at, MatOut A) const override { map_.add_e_q(at.t, at.q, A); }
  void add_a(const At& at, VecOut a) const override {
    for (int i = 0; i < rows(); ++i) a[i] -= rates_[i]->value(at.t);
  }
  void add_mean_a(double t0, double t1, const At&, VecOut a) const override {
    for (int i = 0; i < rows(); ++i) a[i] -= mean_value(*rates_[i], t0, t1);
  }
  void add_velocity_residual_q(const At& at, MatOut J) const override {
    LocalMatrix K(map_.size(), map_.size());
    for (int i = 0; i < rows(); ++i) {
      K.setZero();
      map_.add_e_qq(at.t, at.q, Vector::Unit(rows(), i), K);
      J.row(i) += (K * at.v).transpose();
    }
  }
  void add_force_q(const At& at, Vec lambda, MatOut K) const override { map_.add_e_qq(at.t, at.q, lambda, K); }
  void add_bias(const At& at, VecOut bias) const override {
    map_.add_bias(at.t, at.q, at.v, bias);
    for (int i = 0; i < rows(); ++i) bias[i] -= rates_[i]->derivative(at.t);
  }

 private:
  QuadraticMap map_;
  std::vector<FunctionPtr> rates_;
};

}  // namespace invar
