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

void AngleConstraint::add_psi_bar(const Across& pair, Vec v0, Vec v1, MatOut psi_q_bar, VecOut /*psi_t_bar*/) const {
  const int n = map_.size();
  const Eigen::Ref<const Vector> u0 = pair.q0.head(n), u1 = pair.q1.head(n), w0 = v0.head(n), w1 = v1.head(n);
  const double phi0 = pair.q0[n], phi1 = pair.q1[n], omega0 = v0[n], omega1 = v1[n];
  const auto [a0, c0] = calc_pair(pair.q0);
  const auto [a1, c1] = calc_pair(pair.q1);
  LocalMatrix J = Matrix::Zero(2, n), P = J;
  map_.add_e_q(0, u0, J);
  const Vector2 rate0 = J.lazyProduct(w0);
  J.setZero();
  map_.add_e_q(0, u1, J);
  const Vector2 rate = 0.5 * (rate0 + J.lazyProduct(w1));
  J.setZero();
  map_.add_e_q_bar(0, u0, 0, u1, J);
  LocalVector none = Vector::Zero(2);
  map_.add_psi_bar(0, u0, w0, 0, u1, w1, P, none);
  const double s0 = std::sin(phi0), s1 = std::sin(phi1), k0 = std::cos(phi0), k1 = std::cos(phi1);
  const double s_rate = 0.5 * (k0 * omega0 + k1 * omega1), k_rate = -0.5 * (s0 * omega0 + s1 * omega1);
  psi_q_bar.row(0).head(n) +=
      -0.5 * (s0 + s1) * P.row(0) - s_rate * J.row(0) + 0.5 * (k0 + k1) * P.row(1) + k_rate * J.row(1);  // (A3)
  const Vector3 L = Lift::director_derivative_bar(1, phi0, phi1),
                N = Lift::director_rate_bar(1, phi0, omega0, phi1, omega1);
  psi_q_bar(0, n) += -rate[0] * L.y() - 0.5 * (a0 + a1) * N.y() + rate[1] * L.x() + 0.5 * (c0 + c1) * N.x();
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
