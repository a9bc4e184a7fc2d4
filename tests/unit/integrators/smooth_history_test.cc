// SmoothHistory: extrapolation by the degree that predicted the last step best.
#include "invar/integrators/smooth_history.h"

#include <gtest/gtest.h>

#include <cmath>

namespace invar {
namespace {

template <class Function>
Vector at(const Function& x, int step) {
  return Vector{{x(0.1 * step), 2 * x(0.1 * step + 1)}};
}

// After `steps` steps, the largest error of the next one.
template <class Function>
double calc_error(const Function& x, int steps) {
  SmoothHistory history;
  for (int i = 0; i < steps; ++i) history.push(0.1, at(x, i));
  Vector next;
  EXPECT_TRUE(history.predict(0.1, next));
  return (next - at(x, steps)).cwiseAbs().maxCoeff();
}

TEST(SmoothHistory, continues_polynomials_of_degree_five) {
  const auto power = [](int degree) { return [degree](double t) { return std::pow(1 + t, degree); }; };
  for (int degree = 0; degree <= 5; ++degree)
    EXPECT_LT(calc_error(power(degree), 12), 1e-10 * std::pow(3, degree)) << degree;
  EXPECT_GT(calc_error(power(9), 12), 1e-6) << "it is no oracle";
}

// The error of degree p of a sine is its difference p + 1, at most (2 sin(0.05))^(p + 1).
TEST(SmoothHistory, follows_smooth_motions_closely) {
  const auto sine = [](double t) { return std::sin(t); };
  EXPECT_LT(calc_error(sine, 20), 2 * std::pow(2 * std::sin(0.05), 6));
}

// Differences of what changes its sign at every step double with each degree: degree 5 would be off by 64 times its size.
TEST(SmoothHistory, does_not_extrapolate_noise) {
  int sign = 1;
  SmoothHistory history;
  Vector next;
  double largest = 0;
  for (int i = 0; i < 40; ++i, sign = -sign) {
    const Vector x{{10 + 0.01 * i + sign, 5.0 + sign}};
    if (i > 10 && history.predict(0.1, next)) largest = std::max(largest, (next - x).cwiseAbs().maxCoeff());
    history.push(0.1, x);
  }
  EXPECT_LT(largest, 2.1);
}

TEST(SmoothHistory, begins_anew_with_another_step) {
  SmoothHistory history;
  Vector next;
  EXPECT_FALSE(history.predict(0.1, next));
  history.push(0.1, Vector{{1.0}});
  history.push(0.1, Vector{{2.0}});
  EXPECT_FALSE(history.predict(0.2, next));
  history.push(0.2, Vector{{7.0}});
  ASSERT_TRUE(history.predict(0.2, next));
  EXPECT_EQ(next[0], 7);
}

}  // namespace
}  // namespace invar
