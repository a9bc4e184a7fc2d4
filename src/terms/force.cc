#include "invar/terms/force.h"

namespace invar {

void Force::add_Q_bar(double t0, Vec q0, double t1, Vec q1, VecOut Q) const {
  const LocalVector qm = 0.5 * (q0 + q1), vm = (q1 - q0) / (t1 - t0);
  add_Q(0.5 * (t0 + t1), qm, vm, Q);
}

void Force::add_Q_bar_tangent(double t0, Vec q0, double t1, Vec q1, MatOut K) const {
  const LocalVector qm = 0.5 * (q0 + q1), vm = (q1 - q0) / (t1 - t0);
  const int n = static_cast<int>(q0.size());
  LocalMatrix Kq = Matrix::Zero(n, n), Kv = Matrix::Zero(n, n);
  add_Q_q_and_Q_v(0.5 * (t0 + t1), qm, vm, Kq, Kv);
  K += 0.5 * Kq + Kv / (t1 - t0);
}

}  // namespace invar
