#include "invar/discrete/force_law.h"

#include "invar/core/local_matrix.h"
#include "invar/discrete/length_law.h"

namespace invar {

void ForceLaw::add_sigma_bar(double t0, Vec e0, double t1, Vec e1, VecOut sigma) const {
  const LocalVector mean = 0.5 * (e0 + e1), rate = (e1 - e0) / (t1 - t0);
  add_sigma(0.5 * (t0 + t1), mean, rate, sigma);
}

void ForceLaw::add_sigma_bar_tangent(double t0, Vec e0, double t1, Vec e1, MatOut K) const {
  const LocalVector mean = 0.5 * (e0 + e1), rate = (e1 - e0) / (t1 - t0);
  const auto m = e0.size();
  LocalMatrix K_e = Matrix::Zero(m, m), K_rate = Matrix::Zero(m, m);
  add_sigma_e(0.5 * (t0 + t1), mean, rate, K_e);
  add_sigma_e_dot(0.5 * (t0 + t1), mean, rate, K_rate);
  K += 0.5 * K_e + K_rate / (t1 - t0);
}

void LengthRateLaw::add_sigma(double, Vec e, Vec e_dot, VecOut sigma) const {
  const double l = calc_length(e[0]);
  if (l > kZeroLength) sigma[0] -= f_->value(e_dot[0] / (2 * l)) / (2 * l);
}

void LengthRateLaw::add_sigma_e(double, Vec e, Vec e_dot, MatOut K) const {
  const double l = calc_length(e[0]);
  if (!(l > kZeroLength)) return;
  const double rate = e_dot[0] / (2 * l);
  K(0, 0) += (f_->derivative(rate) * rate + f_->value(rate)) / (4 * l * l * l);
}

void LengthRateLaw::add_sigma_e_dot(double, Vec e, Vec e_dot, MatOut C) const {
  const double l = calc_length(e[0]);
  if (l > kZeroLength) C(0, 0) -= f_->derivative(e_dot[0] / (2 * l)) / (4 * l * l);
}

void LengthRateLaw::add_sigma_bar(double t0, Vec e0, double t1, Vec e1, VecOut sigma) const {
  const double sum = calc_length(e0[0]) + calc_length(e1[0]);
  if (sum > 2 * kZeroLength) sigma[0] -= f_->value((e1[0] - e0[0]) / ((t1 - t0) * sum)) / sum;
}

void LengthRateLaw::add_sigma_bar_tangent(double t0, Vec e0, double t1, Vec e1, MatOut K) const {
  const double h = t1 - t0, l1 = calc_length(e1[0]), sum = calc_length(e0[0]) + l1;
  if (!(l1 > kZeroLength)) return;
  const double rate = (e1[0] - e0[0]) / (h * sum);
  K(0, 0) += (f_->value(rate) / sum - f_->derivative(rate) / h) / (2 * l1 * sum);
}

}  // namespace invar
