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

void InvariantForce::add_Q(double t, Vec q, Vec v, VecOut Q) const {
  const Point p = calc_point(q, v);
  LocalVector sigma = Vector::Zero(map_.rows());
  law_->add_sigma(t, p.e, p.e_dot, sigma);
  Q.noalias() += p.J.transpose().lazyProduct(sigma);
}

// Q_q = J^T (sigma_e J + sigma_e_dot d e_dot/dq) + sigma . e_qq,  Q_v = J^T sigma_e_dot J
void InvariantForce::add_Q_tangent(double t, Vec q, Vec v, double by_q, double by_v, MatOut K) const {
  const int m = map_.rows(), n = map_.size();
  const Point p = calc_point(q, v);
  LocalVector sigma = Vector::Zero(m);
  LocalMatrix S = Matrix::Zero(m, m), C = Matrix::Zero(m, m);
  law_->add_sigma_e_dot(t, p.e, p.e_dot, C);
  if (by_q != 0) {
    law_->add_sigma(t, p.e, p.e_dot, sigma);
    law_->add_sigma_e(t, p.e, p.e_dot, S);
    S *= by_q;
    sigma *= by_q;
    map_.add_e_qq(0, q, sigma, K);
    if (!C.isZero(0)) {
      LocalMatrix rate_q = Matrix::Zero(m, n);
      map_.add_rate_q(0, q, v, rate_q);
      add_rank_update(p.J, by_q * C, rate_q, K);
    }
  }
  S += by_v * C;
  add_rank_update(p.J, S, p.J, K);
}

void InvariantForce::add_Q_q(double t, Vec q, Vec v, MatOut K) const { add_Q_tangent(t, q, v, 1, 0, K); }
void InvariantForce::add_Q_v(double t, Vec q, Vec v, MatOut C) const { add_Q_tangent(t, q, v, 0, 1, C); }

void InvariantForce::add_Q_bar(double t0, Vec q0, double t1, Vec q1, VecOut Q) const {  // (I1)
  LocalVector sigma = Vector::Zero(map_.rows());
  law_->add_sigma_bar(t0, calc_e(q0), t1, calc_e(q1), sigma);
  map_.add_weighted_e_q_bar(0, q0, 0, q1, sigma, Q);
}

void InvariantForce::add_Q_bar_tangent(double t0, Vec q0, double t1, Vec q1, MatOut K) const {
  const int m = map_.rows();
  LocalVector sigma = Vector::Zero(m);
  LocalMatrix J = Matrix::Zero(m, map_.size()), J1 = J, S = Matrix::Zero(m, m);
  const LocalVector e0 = calc_e(q0), e1 = calc_e(q1);
  law_->add_sigma_bar(t0, e0, t1, e1, sigma);
  law_->add_sigma_bar_tangent(t0, e0, t1, e1, S);
  map_.add_e_q_bar(0, q0, 0, q1, J);
  map_.add_e_q(0, q1, J1);
  add_rank_update(J, S, J1, K);
  map_.add_e_q_bar_tangent(0, q0, 0, q1, sigma, K);
}

}  // namespace invar
