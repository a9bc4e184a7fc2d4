#include "invar/discrete/invariant_force.h"

#include "invar/core/local_matrix.h"
#include "invar/discrete/rank_update.h"

namespace invar {

LocalVector InvariantForce::calc_e(Vec q) const {
  LocalVector e = Vector::Zero(map_.rows());
  map_.add_e(0, q, e);
  return e;
}

InvariantForce::Point InvariantForce::calc_point(Vec q, Vec v) const {
  Point p;
  p.e = calc_e(q);
  p.J = Matrix::Zero(map_.rows(), map_.size());
  map_.add_e_q(0, q, p.J);
  p.e_dot = p.J.lazyProduct(v);
  return p;
}

void InvariantForce::add_Q(const At& at, VecOut Q) const {
  const Point p = calc_point(at.q, at.v);
  LocalVector sigma = Vector::Zero(map_.rows());
  law_->add_sigma(at.t, p.e, p.e_dot, sigma);
  Q.noalias() += p.J.transpose().lazyProduct(sigma);
}

// Q_q = J^T (sigma_e J + sigma_e_dot d e_dot/dq) + sigma . e_qq,  Q_v = J^T sigma_e_dot J
void InvariantForce::add_Q_tangent(const At& at, double by_q, double by_v, MatOut K) const {
  const int m = map_.rows(), n = map_.size();
  const Point p = calc_point(at.q, at.v);
  LocalVector sigma = Vector::Zero(m);
  LocalMatrix S = Matrix::Zero(m, m), C = Matrix::Zero(m, m);
  law_->add_sigma_e_dot(at.t, p.e, p.e_dot, C);
  if (by_q != 0) {
    law_->add_sigma(at.t, p.e, p.e_dot, sigma);
    law_->add_sigma_e(at.t, p.e, p.e_dot, S);
    S *= by_q;
    sigma *= by_q;
    map_.add_e_qq(0, at.q, sigma, K);
    if (!C.isZero(0)) {
      LocalMatrix rate_q = Matrix::Zero(m, n);
      map_.add_rate_q(0, at.q, at.v, rate_q);
      add_rank_update(p.J, by_q * C, rate_q, K);
    }
  }
  S += by_v * C;
  add_rank_update(p.J, S, p.J, K);
}

void InvariantForce::add_Q_q(const At& at, MatOut K) const { add_Q_tangent(at, 1, 0, K); }
void InvariantForce::add_Q_v(const At& at, MatOut C) const { add_Q_tangent(at, 0, 1, C); }

void InvariantForce::add_Q_bar(const Across& pair, VecOut Q) const {  // (I1)
  LocalVector sigma = Vector::Zero(map_.rows());
  law_->add_sigma_bar(pair.t0, calc_e(pair.q0), pair.t1, calc_e(pair.q1), sigma);
  map_.add_weighted_e_q_bar(0, pair.q0, 0, pair.q1, sigma, Q);
}

void InvariantForce::add_Q_bar_tangent(const Across& pair, MatOut K) const {
  const int m = map_.rows();
  LocalVector sigma = Vector::Zero(m);
  LocalMatrix J = Matrix::Zero(m, map_.size()), J1 = J, S = Matrix::Zero(m, m);
  const LocalVector e0 = calc_e(pair.q0), e1 = calc_e(pair.q1);
  law_->add_sigma_bar(pair.t0, e0, pair.t1, e1, sigma);
  law_->add_sigma_bar_tangent(pair.t0, e0, pair.t1, e1, S);
  map_.add_e_q_bar(0, pair.q0, 0, pair.q1, J);
  map_.add_e_q(0, pair.q1, J1);
  add_rank_update(J, S, J1, K);
  map_.add_e_q_bar_tangent(0, pair.q0, 0, pair.q1, sigma, K);
}

}  // namespace invar
