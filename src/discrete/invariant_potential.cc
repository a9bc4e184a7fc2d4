#include "invar/discrete/invariant_potential.h"

#include "invar/core/local_matrix.h"
#include "invar/discrete/rank_update.h"
#include "invar/math/positive_part.h"

namespace invar {

InvariantPotential::InvariantPotential(QuadraticMap map, std::unique_ptr<EnergyLaw> law)
    : map_(std::move(map)), law_(std::move(law)) {
  map_.compile();
  if (!law_->is_linear() || !map_.is_quadratic() || map_.is_linear()) return;
  const Vector zero = Vector::Zero(map_.size());
  Matrix U_qq = Matrix::Zero(map_.size(), map_.size());
  add_U_qq(zero, U_qq);
  curvature_ = Matrix::Zero(map_.size(), map_.size());
  add_positive_part(U_qq, curvature_);
}

LocalVector InvariantPotential::calc_e(Vec q) const {
  LocalVector e = Vector::Zero(map_.rows());
  map_.add_e(0, q, e);
  return e;
}

double InvariantPotential::U(Vec q) const { return law_->W(calc_e(q)); }

void InvariantPotential::add_U_q(Vec q, VecOut g) const {
  LocalVector dW = Vector::Zero(map_.rows());
  law_->add_dW(calc_e(q), dW);
  map_.add_weighted_e_q(0, q, dW, g);
}

void InvariantPotential::add_U_qq(Vec q, MatOut K) const {
  const int m = map_.rows();
  LocalVector dW = Vector::Zero(m);
  LocalMatrix J = Matrix::Zero(m, map_.size()), ddW = Matrix::Zero(m, m);
  const LocalVector e = calc_e(q);
  law_->add_dW(e, dW);
  law_->add_ddW(e, ddW);
  map_.add_e_q(0, q, J);
  add_rank_update(J, ddW, J, K);
  map_.add_e_qq(0, q, dW, K);
}

void InvariantPotential::add_U_q_bar(Vec q0, Vec q1, VecOut g) const {
  LocalVector dW = Vector::Zero(map_.rows());
  law_->add_dW_bar(calc_e(q0), calc_e(q1), dW);
  map_.add_weighted_e_q_bar(0, q0, 0, q1, dW, g);
}

void InvariantPotential::add_U_q_bar_tangent(Vec q0, Vec q1, MatOut K) const {
  const int m = map_.rows();
  LocalVector dW = Vector::Zero(m);
  LocalMatrix J = Matrix::Zero(m, map_.size()), J1 = J, T = Matrix::Zero(m, m);
  const LocalVector e0 = calc_e(q0), e1 = calc_e(q1);
  law_->add_dW_bar(e0, e1, dW);
  law_->add_dW_bar_tangent(e0, e1, T);
  map_.add_e_q_bar(0, q0, 0, q1, J);
  map_.add_e_q(0, q1, J1);
  add_rank_update(J, T, J1, K);
  map_.add_e_q_bar_tangent(0, q0, 0, q1, dW, K);
}

}  // namespace invar
