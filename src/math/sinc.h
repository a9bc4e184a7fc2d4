// sin(x)/x and its derivative, accurate through zero.
#pragma once

#include <cmath>

namespace invar {

// The quotient has no cancellation: its error is a few roundings at every x.
inline double sinc(double x) { return x == 0 ? 1 : std::sin(x) / x; }

// (cos x - sinc x) / x loses digits like 1/x^2 near zero. The series -x/3 (1 - x^2/10 (1 - x^2/28 (1 - ...))) up to x^13
// has a relative error of x^14 / 7.4e12, below rounding for |x| < 0.5.
inline double sinc_derivative(double x) {
  if (std::abs(x) >= 0.5) return (std::cos(x) - std::sin(x) / x) / x;
  const double s = x * x;
  double sum = 1 - s * (1.0 / 130) * (1 - s * (1.0 / 180));
  sum = 1 - s * (1.0 / 54) * (1 - s * (1.0 / 88) * sum);
  sum = 1 - s * (1.0 / 10) * (1 - s * (1.0 / 28) * sum);
  return -x / 3 * sum;
}

}  // namespace invar
