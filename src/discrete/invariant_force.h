// InvariantForce: Q = e_q^T sigma(t, e, e_dot) with quadratic invariants e and a force law sigma; across a step
//   (I1)  Q_bar = e_q_bar^T sigma_bar,     work = Q_bar . (q1 - q0) = sigma_bar . (e1 - e0).
// Where e does not change under rigid motion, neither the point nor the two-point force has a resultant, so action
// equals reaction and momentum is kept. Time-independent invariants only.
#pragma once

#include <memory>

#include "invar/core/local_matrix.h"
#include "invar/discrete/force_law.h"
#include "invar/discrete/quadratic_map.h"
#include "invar/terms/force.h"

namespace invar {

class InvariantForce final : public Force {
 public:
  InvariantForce(QuadraticMap map, std::unique_ptr<ForceLaw> law) : map_(std::move(map)), law_(std::move(law)) {
    map_.compile();
  }
  const QuadraticMap& map() const { return map_; }

  WorkAccount account() const override { return law_->account(); }
  void add_Q(const At& at, VecOut Q) const override;
  void add_Q_q(const At& at, MatOut K) const override;
  void add_Q_v(const At& at, MatOut C) const override;
  void add_Q_tangent(const At& at, double by_q, double by_v, MatOut K) const override;
  void add_Q_bar(const Across& pair, VecOut Q) const override;
  void add_Q_bar_tangent(const Across& pair, MatOut K) const override;

 private:
  // e, its Jacobian and its rate at one point.
  struct Point {
    LocalVector e, e_dot;
    LocalMatrix J;
  };
  Point calc_point(Vec q, Vec v) const;
  LocalVector calc_e(Vec q) const;

  QuadraticMap map_;
  std::unique_ptr<ForceLaw> law_;
};

}  // namespace invar
