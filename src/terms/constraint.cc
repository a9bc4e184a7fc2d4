#include "invar/terms/constraint.h"

#include <cmath>

#include "invar/core/local_matrix.h"
#include "invar/terms/rate_identity.h"

namespace invar {

namespace {
const double kTimeDifference = std::cbrt(2.2e-16);  // of central differences, for times of unit scale
}  // namespace

void Constraint::add_psi_q(const At& at, MatOut J) const {
  const auto n = at.q.size();
  LocalMatrix K(n, n);
  LocalVector unit = Vector::Zero(rows());
  for (int r = 0; r < rows(); ++r) {
    unit[r] = 1;
    K.setZero();
    add_Phi_qq(at, unit, K);
    J.row(r).noalias() += at.v.transpose().lazyProduct(K);
    unit[r] = 0;
  }
  if (!rheonomic()) return;
  LocalMatrix after = Matrix::Zero(rows(), n), before = after;
  add_Phi_q(at.with_t_q(at.t + kTimeDifference, at.q), after);
  add_Phi_q(at.with_t_q(at.t - kTimeDifference, at.q), before);
  J += (after - before) / (2 * kTimeDifference);
}

void Constraint::add_psi_bar(const Across& pair, Vec v0, Vec v1, MatOut psi_q_bar, VecOut psi_t_bar) const {
  const int m = rows();
  const LocalVector dq = pair.q1 - pair.q0, dv = v1 - v0, qm = 0.5 * (pair.q0 + pair.q1), vm = 0.5 * (v0 + v1);
  LocalMatrix J = Matrix::Zero(m, dq.size()), B = J, end(m, dq.size());
  const auto add_psi = [&](double t, const VecView& q, Vec v, double factor, LocalVector& psi) {
    LocalVector rate = Vector::Zero(m);
    if (rheonomic()) add_Phi_t({t, q}, rate);
    end.setZero();
    add_Phi_q({t, q}, end);
    rate.noalias() += end.lazyProduct(v);
    psi += factor * rate;
  };
  LocalVector increment = Vector::Zero(m), by_time = increment;
  add_psi(pair.t1, pair.q1, v1, 1, increment);
  add_psi(pair.t0, pair.q0, v0, -1, increment);
  if (rheonomic()) {  // what time alone does, half of it at either end
    add_psi(pair.t1, pair.q1, v1, 0.5, by_time);
    add_psi(pair.t0, pair.q1, v1, -0.5, by_time);
    add_psi(pair.t1, pair.q0, v0, 0.5, by_time);
    add_psi(pair.t0, pair.q0, v0, -0.5, by_time);
  }
  add_psi_q({pair.t_m(), qm, vm}, J);
  add_Phi_q_bar(pair, B);
  close_rate_identity(increment, B, dq, dv, by_time, J);
  psi_q_bar += J;
  psi_t_bar += by_time;
}

}  // namespace invar
