#include "invar/terms/force.h"

#include "invar/core/difference_columns.h"
#include "invar/core/local_matrix.h"

namespace invar {

void Force::add_Q_q(const At& at, MatOut K) const {
  add_difference_columns([&](const LocalVector& q, LocalVector& Q) { add_Q(at.with_q(q), Q); }, at.q, K);
}

void Force::add_Q_v(const At& at, MatOut C) const {
  add_difference_columns([&](const LocalVector& v, LocalVector& Q) { add_Q(at.with_v(v), Q); }, at.v, C);
}

void Force::add_Q_tangent(const At& at, double by_q, double by_v, MatOut K) const {
  const int n = static_cast<int>(at.q.size());
  LocalMatrix Q_q = Matrix::Zero(n, n), Q_v = Matrix::Zero(n, n);
  add_Q_q_and_Q_v(at, Q_q, Q_v);
  K += by_q * Q_q + by_v * Q_v;
}

void Force::add_Q_bar(const Across& pair, VecOut Q) const {
  const LocalVector qm = 0.5 * (pair.q0 + pair.q1), vm = (pair.q1 - pair.q0) / pair.h();
  add_Q({pair.t_m(), qm, vm, {}, pair.u}, Q);
}

void Force::add_Q_bar_tangent(const Across& pair, MatOut K) const {
  const LocalVector qm = 0.5 * (pair.q0 + pair.q1), vm = (pair.q1 - pair.q0) / pair.h();
  add_Q_tangent({pair.t_m(), qm, vm, {}, pair.u}, 0.5, 1 / pair.h(), K);
}

}  // namespace invar
