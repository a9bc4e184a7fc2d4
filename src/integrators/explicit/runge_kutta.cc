#include "invar/integrators/explicit/runge_kutta.h"

#include <cmath>

namespace invar {

RungeKutta::RungeKutta(const Tableau& tableau)
    : tableau_(tableau), limit_(calc_stability_limit(tableau)), k_(tableau.stages()) {}

Status RungeKutta::step(ConstrainedMotion& f, double t, const Vector& y0, double h, const Vector* start, Vector& y1) {
  if (start) {
    k_[0] = *start;
  } else if (Status status = f.eval(t, y0, k_[0]); !status.ok()) {
    return status;
  }
  const double* a = tableau_.a.data();
  for (int i = 1; i < tableau_.stages(); ++i) {
    y1 = y0;
    for (int j = 0; j < i; ++j, ++a)
      if (*a != 0) y1 += (h * *a) * k_[j];
    if (Status status = f.eval(t + tableau_.c[i] * h, y1, k_[i]); !status.ok()) return status;
  }
  // The increment is summed by itself: added to y0 once, it is rounded once.
  sum_.setZero(y0.size());
  for (int i = 0; i < tableau_.stages(); ++i)
    if (tableau_.b[i] != 0) sum_ += tableau_.b[i] * k_[i];
  y1 = y0 + h * sum_;
  return {};
}

double RungeKutta::calc_norm(std::span<const double> e, int n, double h, const Vector& end) {
  const int stages = tableau_.stages();
  sum_.setZero(k_[0].size());
  for (int i = 0; i < static_cast<int>(e.size()); ++i)
    if (e[i] != 0) sum_ += e[i] * (i < stages ? k_[i] : end);
  // An error of velocity shows in the coordinates after the step: over its duration.
  return std::abs(h) *
         std::max(sum_.head(n).cwiseAbs().maxCoeff(), std::abs(h) * sum_.segment(n, n).cwiseAbs().maxCoeff());
}

double RungeKutta::calc_error(int n, double h, const Vector& end) {
  if (tableau_.e.empty() || n == 0) return 0;
  const double high = calc_norm(tableau_.e, n, h, end);
  if (tableau_.e_low.empty() || high == 0) return high;
  const double low = calc_norm(tableau_.e_low, n, h, end);
  return high * high / std::sqrt(high * high + 0.01 * low * low);  // [Hairer1993] eq. (10.17)
}

double calc_stability_limit(const Tableau& tableau) {
  const auto R = [&](double x) {
    std::vector<double> k(tableau.stages());
    double y1 = 1;
    const double* a = tableau.a.data();
    for (int i = 0; i < tableau.stages(); ++i) {
      double y = 1;
      for (int j = 0; j < i; ++j, ++a) y -= x * *a * k[j];
      k[i] = y;
      y1 -= x * tableau.b[i] * y;
    }
    return std::abs(y1);
  };
  constexpr double kScan = 0.02;  // |R| has no narrower bumps above one
  double x = kScan;
  while (x < 100 && R(x) <= 1) x += kScan;
  double low = x - kScan, high = x;
  for (int i = 0; i < 40; ++i) {
    const double middle = 0.5 * (low + high);
    (R(middle) <= 1 ? low : high) = middle;
  }
  return low;
}

}  // namespace invar
