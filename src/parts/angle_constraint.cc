#include "invar/parts/angle_constraint.h"

#include <cmath>

#include "invar/core/local_matrix.h"
#include "invar/math/sinc.h"

namespace invar {

AngleConstraint::AngleConstraint(const Layout& layout, const Marker& F, const Marker& M) : map_(layout) {
  const int a = map_.add_row("a"), c = map_.add_row("c");
  map_.add_dot(a, M.axes[0], F.axes[0]);
  map_.add_dot(c, M.axes[0], F.axes[1]);
}

AngleConstraint::Pair AngleConstraint::calc_pair(Vec q) const {
  LocalVector e = Vector::Zero(2);
  map_.add_e(0, q.head(map_.size()), e);
  return {e[0], e[1]};
}

void AngleConstraint::add_Phi(const At& at, VecOut Phi) const {
  const auto [a, c] = calc_pair(at.q);
  const double phi = at.q[map_.size()];
  Phi[0] += -a * std::sin(phi) + c * std::cos(phi);
}

void AngleConstraint::add_Phi_q(const At& at, MatOut J) const {
  const int n = map_.size();
  const auto [a, c] = calc_pair(at.q);
  const double s = std::sin(at.q[n]), k = std::cos(at.q[n]);
  LocalMatrix D = Matrix::Zero(2, n);
  map_.add_e_q(0, at.q.head(n), D);
  J.row(0).head(n) += -s * D.row(0) + k * D.row(1);
  J(0, n) += -a * k - c * s;
}

void AngleConstraint::add_bias(const At& at, VecOut bias) const {
  const int n = map_.size();
  const auto [a, c] = calc_pair(at.q);
  const double s = std::sin(at.q[n]), k = std::cos(at.q[n]), w = at.v[n];
  LocalMatrix D = Matrix::Zero(2, n);
  map_.add_e_q(0, at.q.head(n), D);
  const double a_dot = D.row(0).dot(at.v.head(n)), c_dot = D.row(1).dot(at.v.head(n));
  LocalVector b = Vector::Zero(2);
  map_.add_bias(0, at.q.head(n), at.v.head(n), b);
  bias[0] += -s * b[0] + k * b[1] - 2 * w * (k * a_dot + s * c_dot) + w * w * (a * s - c * k);
}

void AngleConstraint::add_Phi_qq(const At& at, Vec lambda, MatOut K) const {
  const int n = map_.size();
  const auto [a, c] = calc_pair(at.q);
  const double s = std::sin(at.q[n]), k = std::cos(at.q[n]), l = lambda[0];
  LocalMatrix D = Matrix::Zero(2, n);
  map_.add_e_q(0, at.q.head(n), D);
  map_.add_e_qq(0, at.q.head(n), Vector2(-l * s, l * k), K.topLeftCorner(n, n));
  const LocalVector mixed = -l * (k * D.row(0) + s * D.row(1)).transpose();
  K.col(n).head(n) += mixed;
  K.row(n).head(n) += mixed.transpose();
  K(n, n) += l * (a * s - c * k);
}

void AngleConstraint::add_Phi_q_bar(const Across& pair, MatOut J) const {
  const int n = map_.size();
  const auto [a0, c0] = calc_pair(pair.q0);
  const auto [a1, c1] = calc_pair(pair.q1);
  const double s_m = 0.5 * (std::sin(pair.q0[n]) + std::sin(pair.q1[n])),
               k_m = 0.5 * (std::cos(pair.q0[n]) + std::cos(pair.q1[n]));
  const double phi = 0.5 * (pair.q0[n] + pair.q1[n]);
  LocalMatrix D = Matrix::Zero(2, n);
  map_.add_e_q_bar(0, pair.q0.head(n), 0, pair.q1.head(n), D);
  J.row(0).head(n) += -s_m * D.row(0) + k_m * D.row(1);  // (A2)
  J(0, n) -= 0.5 * ((a0 + a1) * std::cos(phi) + (c0 + c1) * std::sin(phi)) * sinc(0.5 * (pair.q1[n] - pair.q0[n]));
}

void AngleConstraint::add_Phi_q_bar_tangent(const Across& pair, Vec lambda, MatOut K) const {
  const int n = map_.size();
  const auto [a0, c0] = calc_pair(pair.q0);
  const auto [a1, c1] = calc_pair(pair.q1);
  const double l = lambda[0], half = 0.5 * (pair.q1[n] - pair.q0[n]), phi = 0.5 * (pair.q0[n] + pair.q1[n]);
  const double s_m = 0.5 * (std::sin(pair.q0[n]) + std::sin(pair.q1[n])),
               k_m = 0.5 * (std::cos(pair.q0[n]) + std::cos(pair.q1[n]));
  LocalMatrix D = Matrix::Zero(2, n), D1 = D;
  map_.add_e_q_bar(0, pair.q0.head(n), 0, pair.q1.head(n), D);
  map_.add_e_q(0, pair.q1.head(n), D1);
  map_.add_e_q_bar_tangent(0, pair.q0.head(n), 0, pair.q1.head(n), Vector2(-l * s_m, l * k_m), K.topLeftCorner(n, n));
  K.col(n).head(n) -= 0.5 * l * (std::cos(pair.q1[n]) * D.row(0) + std::sin(pair.q1[n]) * D.row(1)).transpose();
  K.row(n).head(n) -= 0.5 * l * sinc(half) * (std::cos(phi) * D1.row(0) + std::sin(phi) * D1.row(1));
  const double g = 0.5 * ((a0 + a1) * std::cos(phi) + (c0 + c1) * std::sin(phi));
  const double g_phi = 0.25 * (-(a0 + a1) * std::sin(phi) + (c0 + c1) * std::cos(phi));
  K(n, n) -= l * (g_phi * sinc(half) + g * 0.5 * sinc_derivative(half));
}

}  // namespace invar
