#include "invar/terms/force.h"

#include "invar/core/local_matrix.h"

namespace invar {

void Force::add_Q_tangent(double t, Vec q, Vec v, double by_q, double by_v, MatOut K) const {
  const int n = static_cast<int>(q.size());
  LocalMatrix Q_q = Matrix::Zero(n, n), Q_v = Matrix::Zero(n, n);
  add_Q_q_and_Q_v(t, q, v, Q_q, Q_v);
  K += by_q * Q_q + by_v * Q_v;
}

void Force::add_Q_bar(double t0, Vec q0, double t1, Vec q1, VecOut Q) const {
  const LocalVector qm = 0.5 * (q0 + q1), vm = (q1 - q0) / (t1 - t0);
  add_Q(0.5 * (t0 + t1), qm, vm, Q);
}

void Force::add_Q_bar_tangent(double t0, Vec q0, double t1, Vec q1, MatOut K) const {
  const LocalVector qm = 0.5 * (q0 + q1), vm = (q1 - q0) / (t1 - t0);
  add_Q_tangent(0.5 * (t0 + t1), qm, vm, 0.5, 1 / (t1 - t0), K);
}

}  // namespace invar
