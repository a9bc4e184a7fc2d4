// sin(x)/x and its derivative against long double: the quotient, and for the derivative the sum of its series.
#include "invar/math/sinc.h"

#include <gtest/gtest.h>

#include <limits>

namespace invar {
namespace {

constexpr double kRounding = std::numeric_limits<double>::epsilon();

// Sum over n of (-1)^n 2n x^(2n-1) / (2n+1)!; for |x| < 2 the terms fall at once, so that nothing cancels.
long double series_of_derivative(long double x) {
  long double term = -x / 3, sum = 0;
  for (int n = 1; n < 30; ++n) {
    sum += term;
    term *= -x * x * (n + 1) / (static_cast<long double>(n) * (2 * n + 2) * (2 * n + 3));
  }
  return sum;
}

TEST(Sinc, is_accurate_to_rounding_on_both_sides_of_zero_and_at_zero) {
  EXPECT_EQ(sinc(0), 1);
  EXPECT_EQ(sinc(1e-300), 1);
  for (double x = 1e-9; x < 20; x *= 1.0137)
    for (const double y : {x, -x}) {
      const long double exact = std::sin(static_cast<long double>(y)) / y;
      // Sine and quotient are rounded once each; near the zeros of the sine the error is relative to the sine.
      EXPECT_LE(std::abs(sinc(y) - exact), 1.5L * kRounding * std::abs(exact)) << y;
    }
}

TEST(Sinc, has_a_derivative_accurate_to_rounding_through_zero) {
  EXPECT_EQ(sinc_derivative(0), 0);
  for (double x = 1e-9; x < 2; x *= 1.0137)
    for (const double y : {x, -x}) {
      const long double exact = series_of_derivative(y);
      // From 0.5 on the difference of cosine and quotient, near one each, is divided by x^2/3.
      const long double roundings = x < 0.5 ? 2 : 2 + 3 / (x * x);
      EXPECT_LE(std::abs(sinc_derivative(y) - exact), roundings * kRounding * std::abs(exact)) << y;
    }
}

}  // namespace
}  // namespace invar
