#include "invar/discrete/gonzalez.h"

#include <array>
#include <cmath>
#include <limits>

#include "invar/core/local_matrix.h"
#include "invar/core/vector_differences.h"

namespace invar {

namespace {

constexpr std::array<std::pair<double, double>, 4> kGauss = {{{0.0694318442029737124, 0.173927422568726929},
                                                              {0.3300094782075718676, 0.326072577431273071},
                                                              {0.6699905217924281324, 0.326072577431273071},
                                                              {0.9305681557970262876, 0.173927422568726929}}};
constexpr double kShort = 1e-3;  // below, (F1) with 4 points is exact to rounding for functions of unit scale
constexpr double kClear = 64;    // times rounding: a gap of energy that (F1) really leaves, however short the path

}  // namespace

void SmoothPotential::add_U_qq(Vec q, MatOut K) const {
  const auto n = q.size();
  LocalMatrix H = Matrix::Zero(n, n);
  add_differences([this](Vec x, VecOut g) { add_U_q(x, g); }, q, H);
  K += 0.5 * H;
  K += 0.5 * H.transpose();
}

void SmoothPotential::add_U_q_bar(Vec q0, Vec q1, VecOut g) const {
  const LocalVector d = q1 - q0, g_m = calc_mean_gradient(q0, d);
  g += g_m;
  if (const auto c = calc_correction(q0, q1, d, g_m)) g += *c * d;
}

void SmoothPotential::add_U_q_bar_tangent(Vec q0, Vec q1, MatOut K) const {
  const int n = static_cast<int>(q0.size());
  const LocalVector d = q1 - q0;
  LocalMatrix T = Matrix::Zero(n, n), H(n, n);
  for (const auto& [s, w] : kGauss) {
    H.setZero();
    add_U_qq(q0 + s * d, H);
    T += (w * s) * H;
  }
  K += T;
  const LocalVector g_m = calc_mean_gradient(q0, d);
  const auto c = calc_correction(q0, q1, d, g_m);
  if (!c) return;
  LocalVector g1 = Vector::Zero(n);
  add_U_q(q1, g1);
  LocalVector c_q = g1 - g_m - 2 * *c * d;
  c_q.noalias() -= T.transpose() * d;
  K.diagonal().array() += *c;
  K += (d / d.squaredNorm()).lazyProduct(c_q.transpose());
}

std::optional<double> SmoothPotential::calc_correction(Vec q0, Vec q1, const LocalVector& d,
                                                       const LocalVector& g_m) const {
  const double U0 = U(q0), U1 = U(q1), gap = U1 - U0 - g_m.dot(d), dd = d.squaredNorm();
  const double rounding = std::numeric_limits<double>::epsilon() * (std::abs(U0) + std::abs(U1));
  if (dd > kShort * kShort || (dd > 0 && std::abs(gap) > kClear * rounding)) return gap / dd;
  return std::nullopt;
}

LocalVector SmoothPotential::calc_mean_gradient(Vec q0, const LocalVector& d) const {
  LocalVector g = Vector::Zero(q0.size()), one(q0.size());
  for (const auto& [s, w] : kGauss) {
    one.setZero();
    add_U_q(q0 + s * d, one);
    g += w * one;
  }
  return g;
}

}  // namespace invar
