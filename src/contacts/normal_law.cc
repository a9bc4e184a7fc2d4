#include "invar/contacts/normal_law.h"

#include <algorithm>
#include <cmath>

namespace invar {

namespace {

// Penetrations closer than this part of their size are one number for quotients of differences.
constexpr double kSamePenetration = 1e-5;

}  // namespace

double PowerNormalLaw::F(double g) const { return g < 0 ? k_ * std::pow(-g, n_) : 0.0; }
double PowerNormalLaw::U(double g) const { return g < 0 ? k_ / (n_ + 1) * std::pow(-g, n_ + 1) : 0.0; }
double PowerNormalLaw::stiffness(double g) const { return g < 0 ? k_ * n_ * std::pow(-g, n_ - 1) : 0.0; }

double PowerNormalLaw::F_bar(double g0, double g1) const {
  const double d0 = -g0, d1 = -g1, high = std::max(d0, d1), low = std::min(d0, d1);
  if (high <= 0) return 0;
  if (low <= 0) return k_ / (n_ + 1) * std::pow(high, n_) * (high / (high - low));
  if (n_ == 1) return 0.5 * k_ * (d0 + d1);
  if (n_ == 1.5) {
    const double a = std::sqrt(high), b = std::sqrt(low), aa = a * a, bb = b * b;
    return 0.4 * k_ * (aa * aa + aa * a * b + aa * bb + a * b * bb + bb * bb) / (a + b);
  }
  if (low == high) return k_ * std::pow(low, n_);
  const double L = std::log1p((high - low) / low);
  return k_ / (n_ + 1) * std::pow(low, n_) * (std::expm1((n_ + 1) * L) / std::expm1(L));
}

double PowerNormalLaw::F_bar_slope(double g0, double g1) const {
  const double d0 = -g0, d1 = -g1;
  if (std::max(d0, d1) <= 0) return 0;
  if (d0 <= 0) return (F(g1) - F_bar(g0, g1)) / (d1 - d0);  // onset: F_bar <= F/(n+1), no cancellation
  if (d1 <= 0) return F_bar(g0, g1) / (d0 - d1);            // loss
  if (n_ == 1) return 0.5 * k_;
  if (n_ == 1.5) {
    const double a = std::sqrt(d0), b = std::sqrt(d1);
    return 0.4 * k_ * (a * a * a + 2 * a * a * b + 3 * a * b * b + 1.5 * b * b * b) / ((a + b) * (a + b));
  }
  // int_0^1 s F'(d0 + s (d1 - d0)) ds, and its series where the quotient would lose digits.
  if (std::abs(d1 - d0) > kSamePenetration * std::max(d0, d1)) return (F(g1) - F_bar(g0, g1)) / (d1 - d0);
  const double at = d0 + 2.0 / 3 * (d1 - d0);  // the centre of the weight s: exact to third order
  return 0.5 * k_ * n_ * std::pow(at, n_ - 1);
}

double FunctionNormalLaw::F(double g) const { return g < 0 ? f_->value(-g) : 0.0; }
double FunctionNormalLaw::U(double g) const { return g < 0 ? f_->integral(0, -g) : 0.0; }
double FunctionNormalLaw::stiffness(double g) const { return g < 0 ? f_->derivative(-g) : 0.0; }

double FunctionNormalLaw::F_bar(double g0, double g1) const {
  const double d0 = -g0, d1 = -g1, high = std::max(d0, d1), low = std::min(d0, d1);
  if (high <= 0) return 0;
  if (low >= 0) return mean_value(*f_, d0, d1);
  return mean_value(*f_, 0, high) * (high / (high - low));
}

double FunctionNormalLaw::F_bar_slope(double g0, double g1) const {
  const double d0 = -g0, d1 = -g1;
  if (std::max(d0, d1) <= 0) return 0;
  if (d0 >= 0 && d1 >= 0) return mean_value_db(*f_, d0, d1);
  return d1 > 0 ? (F(g1) - F_bar(g0, g1)) / (d1 - d0) : F_bar(g0, g1) / (d0 - d1);
}

double calc_hertz_stiffness(double modulus, double radius) { return 4.0 / 3 * modulus * std::sqrt(radius); }

double calc_deepest(const NormalLaw& law, double mass, double speed) {
  const double energy = 0.5 * mass * speed * speed;
  double low = 0, high = 1e-9;
  while (law.U(-high) < energy && high < 1e9) high *= 2;
  for (int i = 0; i < 200 && high - low > 1e-15 * high; ++i) {
    const double mid = 0.5 * (low + high);
    (law.U(-mid) < energy ? low : high) = mid;
  }
  return 0.5 * (low + high);
}

// With d = dmax (1 - s^2) the integrand is smooth at the turning point.
double calc_contact_time(const NormalLaw& law, double mass, double speed) {
  const double deepest = calc_deepest(law, mass, speed), E = law.U(-deepest);
  constexpr int kPoints = 64;
  double sum = 0;
  for (int i = 0; i < kPoints; ++i) {
    const double s = (i + 0.5) / kPoints;
    const double rest = E - law.U(-deepest * (1 - s * s));
    if (rest > 0) sum += 2 * s * deepest / std::sqrt(2 * rest / mass) / kPoints;
  }
  return 2 * sum;
}

}  // namespace invar
