// The normal laws of contacts: chords against long double and quadrature, restitution against integration of the motion.
#include "invar/contacts/normal_law.h"

#include <gtest/gtest.h>

#include <cmath>

#include "invar/contacts/restitution.h"

namespace invar {
namespace {

// -(U1 - U0)/(g1 - g0) as the mean of F over the way, by Gauss quadrature of five points on many parts, in long double.
long double mean_force(long double k, long double n, long double d0, long double d1) {
  const long double x[] = {0.0L, 0.538469310105683091L, -0.538469310105683091L, 0.906179845938663993L,
                           -0.906179845938663993L};
  const long double w[] = {0.568888888888888889L, 0.478628670499366468L, 0.478628670499366468L, 0.236926885056189088L,
                           0.236926885056189088L};
  // Only the part inside counts, in equal ratios of distance from the touch.
  long double a = std::max(0.0L, std::min(d0, d1)), b = std::max(d0, d1);
  if (b <= 0) return 0;
  if (d0 == d1) return k * std::pow(b, n);
  long double sum = 0;
  constexpr int kParts = 400;
  for (int i = 0; i < kParts; ++i) {
    // Grading with the third power: F has a singular derivative at the touch.
    const long double s0 = std::pow(i / (long double)kParts, 3.0L), s1 = std::pow((i + 1) / (long double)kParts, 3.0L);
    const long double lo = a + (b - a) * s0, hi = a + (b - a) * s1;
    for (int p = 0; p < 5; ++p) sum += w[p] * (hi - lo) / 2 * k * std::pow((lo + hi) / 2 + (hi - lo) / 2 * x[p], n);
  }
  return sum / std::fabs(d1 - d0);
}

TEST(NormalLaw, chord_is_the_mean_force_for_all_exponents) {
  for (const double n : {1.0, 1.5, 2.0, 2.7, 5.0}) {
    const PowerNormalLaw law(3.7, n);
    for (const double d0 : {-0.4, -1e-7, 0.0, 1e-9, 0.2, 1.0})
      for (const double d1 : {-2.0, -1e-3, 0.0, 1e-6, 0.2, 0.2 + 1e-9, 0.7, 4.0}) {
        const double expected = static_cast<double>(mean_force(3.7L, n, d0, d1));
        EXPECT_NEAR(law.F_bar(-d0, -d1), expected, 1e-12 * expected) << n << " " << d0 << " " << d1;
        EXPECT_GE(law.F_bar(-d0, -d1), 0);
        EXPECT_EQ(law.F_bar(-d0, -d1), law.F_bar(-d1, -d0));
      }
  }
}

TEST(NormalLaw, chord_makes_the_work_the_change_of_energy) {
  for (const double n : {1.0, 1.5, 2.2}) {
    const PowerNormalLaw law(1e6, n);
    for (const double g0 : {-1e-3, -1e-5, 1e-3})
      for (const double g1 : {-2e-3, -1.1e-5, 2e-3, -1e-3 * (1 + 1e-12)}) {
        const double dU = law.U(g1) - law.U(g0);
        EXPECT_NEAR(-law.F_bar(g0, g1) * (g1 - g0), dU, 4e-15 * (law.U(g0) + law.U(g1)));
      }
  }
}

TEST(NormalLaw, slopes_of_the_chord_agree_with_differences) {
  for (const double n : {1.0, 1.5, 2.2, 4.0}) {
    const PowerNormalLaw law(3.0, n);
    for (const double g0 : {-0.5, -0.2, 0.3})
      for (const double g1 : {-0.7, -0.500001, -0.5, -0.1, 0.4}) {
        const double s = 1e-5;
        const double slope = (law.F_bar(g0, g1 - s) - law.F_bar(g0, g1 + s)) / (2 * s);
        EXPECT_NEAR(law.F_bar_slope(g0, g1), slope, 1e-8 * (1 + slope)) << n << " " << g0 << " " << g1;
      }
  }
}

TEST(NormalLaw, force_by_a_formula_equals_the_power_law_it_writes) {
  const PowerNormalLaw power(8, 3);
  const FunctionNormalLaw formula(make_polynomial({0, 0, 0, 8}));
  for (const double g0 : {-0.5, -1e-3, 0.2})
    for (const double g1 : {-0.7, -0.5, 0.0, 0.4}) {
      EXPECT_NEAR(formula.F_bar(g0, g1), power.F_bar(g0, g1), 1e-13);
      EXPECT_NEAR(formula.F_bar_slope(g0, g1), power.F_bar_slope(g0, g1), 1e-12);
      EXPECT_NEAR(formula.U(g1), power.U(g1), 1e-14);
    }
}

// Time of contact: pi sqrt(m/k) of a linear one, 2.9432 dmax/v of Hertz with dmax = (5 m v^2/(4 k))^(2/5).
TEST(NormalLaw, times_of_contact_are_those_of_the_closed_forms) {
  EXPECT_NEAR(calc_contact_time(PowerNormalLaw(2e4, 1), 0.5, 3), M_PI * std::sqrt(0.5 / 2e4), 1e-4 * 0.0157);
  const double dmax = std::pow(5 * 0.5 * 9 / (4 * 1e6), 0.4);
  EXPECT_NEAR(calc_deepest(PowerNormalLaw(1e6, 1.5), 0.5, 3), dmax, 1e-12);
  EXPECT_NEAR(calc_contact_time(PowerNormalLaw(1e6, 1.5), 0.5, 3), 2.9432 * dmax / 3, 1e-3 * dmax);
}

// Free impact m d'' = -k d^n (1 + a d') by Runge-Kutta steps small beside the contact; speed of rebound over that of approach.
double integrate_impact(double n, double e, double v0) {
  const double k = 1e6, m = 0.8, a = calc_damping_number(e) / v0;
  const double T = calc_contact_time(PowerNormalLaw(k, n), m, v0), h = T / 20000;
  const auto accel = [&](double d, double v) { return d > 0 ? -k / m * std::pow(d, n) * (1 + a * v) : 0.0; };
  double d = 0, v = v0;
  for (int i = 0; i < 20'000'000; ++i) {
    const double a1 = accel(d, v), a2 = accel(d + h / 2 * v, v + h / 2 * a1),
                 a3 = accel(d + h / 2 * v + h * h / 4 * a1, v + h / 2 * a2),
                 a4 = accel(d + h * v + h * h / 2 * a2, v + h * a3);
    const double next = d + h * v + h * h / 6 * (a1 + a2 + a3);
    v += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
    d = next;
    if (d < 0) return -v / v0;
  }
  return NAN;
}

TEST(Restitution, is_reached_for_all_coefficients_exponents_and_speeds) {
  for (const double e : {0.1, 0.3, 0.5, 0.7, 0.9, 0.99})
    for (const double n : {1.0, 1.5, 2.5}) EXPECT_NEAR(integrate_impact(n, e, 1.0), e, 1e-4) << e << " " << n;
  for (const double v0 : {0.01, 10.0}) EXPECT_NEAR(integrate_impact(1.5, 0.6, v0), 0.6, 1e-4) << v0;
}

TEST(Restitution, number_solves_its_equation_and_never_pulls) {
  for (double e = 0.05; e < 0.999; e += 0.007) {
    const double A = calc_damping_number(e);
    EXPECT_LT(e * A, 1);
    // At e = 0.05, 1 - e A is 1.5e-8: the logarithm of it knows A to seven digits.
    EXPECT_NEAR(A * (1 + e), std::log1p(A) - std::log1p(-e * A), 1e-6 * A) << e;
  }
  EXPECT_EQ(calc_damping_number(1), 0);
  EXPECT_NEAR(calc_damping_number(0.01), 100, 1e-9);
}

}  // namespace
}  // namespace invar
