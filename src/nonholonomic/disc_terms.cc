#include "invar/nonholonomic/disc_terms.h"

#include "invar/core/local_matrix.h"

#include <algorithm>
#include <cmath>

namespace invar {

namespace {

// Smallest sine of the tilt used in a denominator: 1e-6 keeps 1/s^3 within what a Newton matrix can bear.
constexpr double kFlat = 1e-6;

double sine(double c) { return std::sqrt(std::max(1 - c * c, kFlat * kFlat)); }

}  // namespace

DiscHeight::DiscHeight(const Layout& layout, const Marker& center, const AffineVector& axis, const Vector3& N,
                       double height, double radius)
    : map_(layout), R_(radius) {
  const int e = map_.add_row("height"), c = map_.add_row("tilt");
  map_.add_component(e, center.point, N);
  map_.add_constant(e, -height);
  map_.add_component(c, axis, N);
}

Vector2 DiscHeight::calc_e(Vec q) const {
  LocalVector e = Vector::Zero(2);
  map_.add_e(0, q, e);
  return e;
}

LocalMatrix DiscHeight::calc_J(Vec q) const {
  LocalMatrix J = Matrix::Zero(2, map_.size());
  map_.add_e_q(0, q, J);
  return J;
}

void DiscHeight::add_Phi(const At& at, VecOut Phi) const {
  const Vector2 e = calc_e(at.q);
  Phi[0] += e[0] - R_ * sine(e[1]);
}

void DiscHeight::add_Phi_q(const At& at, MatOut J) const {
  const double c = calc_e(at.q)[1];
  const LocalMatrix D = calc_J(at.q);
  J.row(0) += D.row(0) + R_ * c / sine(c) * D.row(1);
}

void DiscHeight::add_bias(const At& at, VecOut bias) const {
  // Both rows are linear in the coordinates: only the curvature of s remains.
  const double c = calc_e(at.q)[1], s = sine(c), rate = calc_J(at.q).row(1).dot(at.v);
  bias[0] += R_ / (s * s * s) * rate * rate;
}

void DiscHeight::add_Phi_qq(const At& at, Vec lambda, MatOut K) const {
  const double c = calc_e(at.q)[1], s = sine(c);
  const LocalMatrix D = calc_J(at.q);
  K.noalias() += lambda[0] * R_ / (s * s * s) * D.row(1).transpose() * D.row(1);
}

void DiscHeight::add_Phi_q_bar(const Across& pair, MatOut J) const {  // (N5)
  const double c0 = calc_e(pair.q0)[1], c1 = calc_e(pair.q1)[1];
  const LocalMatrix D = calc_J(pair.q0);  // constant
  J.row(0) += D.row(0) + R_ * (c0 + c1) / (sine(c0) + sine(c1)) * D.row(1);
}

void DiscHeight::add_Phi_q_bar_tangent(const Across& pair, Vec lambda, MatOut K) const {
  const double c0 = calc_e(pair.q0)[1], c1 = calc_e(pair.q1)[1], s1 = sine(c1), sum = sine(c0) + s1;
  const LocalMatrix D = calc_J(pair.q1);
  const double g = R_ * (1 + (c0 + c1) * c1 / (s1 * sum)) / sum;
  K.noalias() += lambda[0] * g * D.row(1).transpose() * D.row(1);
}

void DiscHeight::add_psi_bar(const Across& pair, Vec v0, Vec v1, MatOut psi_q_bar, VecOut /*psi_t_bar*/) const {
  const double c0 = calc_e(pair.q0)[1], c1 = calc_e(pair.q1)[1], s0 = sine(c0), s1 = sine(c1);
  const LocalMatrix D = calc_J(pair.q0);  // constant
  const double c0_rate = D.row(1).dot(v0), c1_rate = D.row(1).dot(v1);
  const double c_rate = 0.5 * (c0_rate + c1_rate), s_rate = -0.5 * (c0 / s0 * c0_rate + c1 / s1 * c1_rate);
  const double slope = -(c0 + c1) / (s0 + s1);
  psi_q_bar.row(0) += 2 * R_ * (c_rate + slope * s_rate) / (s0 + s1) * D.row(1);
}

DiscSlip::Tilt DiscSlip::calc_tilt(Vec q) const {
  Tilt tilt;
  for (int j = 0; j < 3; ++j) tilt.n[j] = N_.dot(q.segment<3>(3 + 3 * j));
  tilt.c = a_.dot(tilt.n);
  tilt.s = sine(tilt.c);
  tilt.u = (tilt.n - tilt.c * a_) / tilt.s;
  return tilt;
}

Vector3 DiscSlip::calc_u(Vec q) const { return calc_tilt(q).u; }

// The slip velocity is r' + sum_j b_j d_j' with b = p - R u, and db_j/dd_k = -R (du_j/dn_k) N^T; from u = (n - c a)/s,
// s = sqrt(1 - c^2):  du_j/dn_k = delta_jk / s + slope_j a_k.
void DiscSlip::add_A(const At& at, MatOut A) const {
  const Vector3 b = p_ - R_ * calc_tilt(at.q).u;
  for (int i = 0; i < 2; ++i) {
    A.row(i).segment<3>(0) += t_[i].transpose();
    for (int j = 0; j < 3; ++j) A.row(i).segment<3>(3 + 3 * j) += b[j] * t_[i].transpose();
  }
}

void DiscSlip::add_velocity_residual_q(const At& at, MatOut J) const {
  const Tilt tilt = calc_tilt(at.q);
  const Vector3 slope = calc_slope(tilt);
  for (int i = 0; i < 2; ++i) {
    Vector3 rate;  // t_i . d_j'
    for (int j = 0; j < 3; ++j) rate[j] = t_[i].dot(at.v.segment<3>(3 + 3 * j));
    const Vector3 g = -R_ * (rate / tilt.s + slope.dot(rate) * a_);
    for (int k = 0; k < 3; ++k) J.row(i).segment<3>(3 + 3 * k) += g[k] * N_.transpose();
  }
}

void DiscSlip::add_force_q(const At& at, Vec lambda, MatOut K) const {
  const Tilt tilt = calc_tilt(at.q);
  const Vector3 slope = calc_slope(tilt), F = lambda[0] * t_[0] + lambda[1] * t_[1];
  for (int j = 0; j < 3; ++j)
    for (int k = 0; k < 3; ++k)
      K.block<3, 3>(3 + 3 * j, 3 + 3 * k) -= R_ * ((j == k) / tilt.s + slope[j] * a_[k]) * F * N_.transpose();
}

void DiscSlip::add_bias(const At& at, VecOut bias) const {
  LocalMatrix J = Matrix::Zero(2, at.q.size());
  add_velocity_residual_q(at, J);
  bias += J.lazyProduct(at.v);
}

}  // namespace invar
