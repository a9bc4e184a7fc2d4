// sin(x)/x and its derivative, accurate through zero.
#pragma once

#include <cmath>

namespace invar {

inline double sinc(double x) {
  // Series error x^6/5040 is below rounding for |x| < 2e-2.
  return std::abs(x) < 2e-2 ? 1 - x * x / 6 * (1 - x * x / 20) : std::sin(x) / x;
}

inline double sinc_derivative(double x) {
  return std::abs(x) < 2e-2 ? -x / 3 * (1 - x * x / 10 * (1 - x * x / 28)) : (std::cos(x) - std::sin(x) / x) / x;
}

}  // namespace invar
