// Derivatives against closed forms and against differences, changes of case on intervals,
// integrals across kinks.
#include <gtest/gtest.h>

#include <cmath>

#include "invar/core/differences.h"
#include "invar/functions/expression.h"
#include "invar/functions/function1d.h"

namespace invar {
namespace {

Expression formula_of_x(const std::string& text) { return Expression(text, {"x"}); }

// Every function and operator, at arguments inside its domain, away from kinks.
TEST(ExpressionDerivatives, has_the_derivatives_that_differences_have) {
  for (const std::string text : {"x^3 - 2*x",
                                 "-x^2",
                                 "2^-x",
                                 "2^x^2",
                                 "x^x",
                                 "(x - 3)^5",
                                 "(x - 3)^-2",
                                 "1/(1 + x)/2",
                                 "x - 1 - 2*x",
                                 "-(-x)*x",
                                 "sin(x)*cos(2*x)",
                                 "tan(x/2)",
                                 "asin(x/3)",
                                 "acos(x/3)",
                                 "atan(3*x)",
                                 "atan2(x^2, 1 - x)",
                                 "sinh(x)",
                                 "cosh(x)",
                                 "tanh(2*x)",
                                 "asinh(x)",
                                 "acosh(2 + x)",
                                 "atanh(x/3)",
                                 "exp(-x^2)",
                                 "ln(x)*log(1 + x)",
                                 "log2(x) + log10(2*x)",
                                 "sqrt(1 + x^2)",
                                 "abs(x - 5)*x",
                                 "sign(x)*x^2",
                                 "rint(x)*x",
                                 "floor(x)*x^2",
                                 "ceil(x)*x^3",
                                 "hypot(x, 2*x^2)",
                                 "mod(x^2, 0.7)",
                                 "min(x^2, 5, x^3)",
                                 "max(x^2, x/2)",
                                 "sum(x, x^2, 1)",
                                 "avg(x, x^2, sin(x))",
                                 "heaviside(x - 0.1)*x^2",
                                 "x < 0.5 || x > 2 ? x : x^4",
                                 "x >= 0.1 && x <= 5 ? x^2 : 0",
                                 "x == 2 ? 1 : x^2",
                                 "x != 2 ? x > 5 ? 1 : x^3 : 7",
                                 "30*deg + pi*x^2 - e",
                                 "a*x^2 + 1.5e-1*x + .5"}) {
    const Expression formula(text, {"x"}, {{"a", 1.25}});
    const auto f = [&](double x) { return formula.eval(x); };
    for (const double x : {0.31, 0.77, 1.27}) {
      const auto jet = formula.eval_jet(x);
      const double first = calc_derivative<1>(f, x), second = calc_derivative<2>(f, x);
      EXPECT_NEAR(jet.value, f(x), 4e-15 * std::max(1.0, std::abs(f(x)))) << text;
      EXPECT_NEAR(jet.first, first, 1e-9 * std::max(1.0, std::abs(first))) << text << " at " << x;
      EXPECT_NEAR(jet.second, second, 1e-6 * std::max(1.0, std::abs(second))) << text << " at " << x;
    }
  }
}

TEST(ExpressionDerivatives, differentiates_functions_of_any_scale) {
  const auto drive = make_expression("1e-6*sin(3e6*t)", "t");
  for (const double t : {0.0, 1e-7, 0.3, 2.0}) {
    EXPECT_NEAR(drive->derivative(t), 3 * std::cos(3e6 * t), 1e-14) << t;
    EXPECT_NEAR(drive->second_derivative(t), -9e6 * std::sin(3e6 * t), 1e-7) << t;
  }
  const auto gap = make_expression("0.5*q^2 - 1e-20/(1e-6 - q)", "q");
  const double q = 2e-7, d = 1e-6 - q;
  EXPECT_NEAR(gap->derivative(q), q - 1e-20 / (d * d), 1e-20);
  EXPECT_NEAR(gap->second_derivative(q), 1 - 2e-20 / (d * d * d), 1e-13);
}

TEST(ExpressionDerivatives, falls_back_to_differences_where_a_single_case_tells_no_derivative) {
  const auto f = make_expression("x == 0 ? 1 : sin(x)/x", "x");
  EXPECT_NEAR(f->derivative(0), 0, 1e-12);
  EXPECT_NEAR(f->second_derivative(0), -1.0 / 3, 1e-9);
  EXPECT_TRUE(std::isfinite(make_expression("sqrt(x^2)", "x")->derivative(0)));
}

TEST(ExpressionDerivatives, finds_the_intervals_on_which_a_case_may_change) {
  const auto formula = formula_of_x("x < -0.9 ? 1e6*(x + 0.9) : 0");
  EXPECT_TRUE(formula.has_cases());
  EXPECT_TRUE(formula.keeps_its_case(-0.9, 5));
  EXPECT_TRUE(formula.keeps_its_case(-2, -0.9));
  EXPECT_FALSE(formula.keeps_its_case(-0.91, 5));
  EXPECT_FALSE(formula_of_x("abs(sin(x))").keeps_its_case(3, 3.2));
  EXPECT_TRUE(formula_of_x("abs(sin(x))").keeps_its_case(0.1, 3.1));
  EXPECT_FALSE(formula_of_x("mod(x, 0.5)").keeps_its_case(0.9, 1.1));
  EXPECT_TRUE(formula_of_x("mod(x, 0.5)").keeps_its_case(0.5, 1));
  EXPECT_FALSE(formula_of_x("sin(x)").has_cases());
}

struct Kinked {
  std::string text;
  double a, b, integral;
};

TEST(ExpressionFunction, is_integrated_to_rounding_across_kinks_and_jumps) {
  const double k = 1e6, d = 0.003;
  for (const auto& [text, a, b, integral] : std::vector<Kinked>{
           {"x < -0.9 ? 1e6*(x + 0.9) : 0", 0, -0.9 - d, k * d * d / 2},
           {"min(0, 1e6*(x + 0.9))", 0, -0.9 - d, k * d * d / 2},
           {"max(1e6*(x - 0.9), 0)", 0, 0.9 + d, k * d * d / 2},
           {"heaviside(x - 0.9)*1e6*(x - 0.9)", 0, 0.9 + d, k * d * d / 2},
           {"5e5*(abs(x - 0.9) + x - 0.9)", 0, 0.9 + d, k * d * d / 2},
           {"5e5*(sign(x - 0.9) + 1)", 0, 0.9 + d, k * d},
           {"x > 0.9 && x < 0.9001 ? 1 : 0", 0, 100, 1e-4},
           {"abs(x)", -1, 0.7, 0.745},
           {"heaviside(x)", -3, 1e-3, 1e-3},
           {"sign(x)", -1, 1, 0},
           {"mod(x, 0.5)", 0, 5, 2.5 / 2},
           {"floor(x)", -2, 3, 0},
           {"abs(sin(x))", 0, 10, 7 - std::cos(10 - 3 * M_PI)},
           {"mod(x, 0.01)", 0, 1.5, 1.5 * 0.01 / 2},
           {"x*x - 2*x + 1 > 0 ? x : 0", 0, 3, 4.5},  // touches zero: an interval near 1 tells nothing
           {"x*x - 2*x + 1 > 0.25 ? 1 : 0", 0, 3, 2},
       }) {
    const auto f = make_expression(text, "x");
    EXPECT_NEAR(f->integral(a, b), integral, 2e-13 * std::max(std::abs(integral), 1e-2)) << text;
    EXPECT_EQ(f->integral(b, a), -f->integral(a, b)) << text;
  }
}

// What a conserving step needs: the work of a step is the difference of two energies, also where the step meets a kink.
TEST(ExpressionFunction, has_energies_whose_differences_are_the_work_of_steps_across_a_kink) {
  const auto f = make_expression("x < -0.9 ? 1e6*(x + 0.9) : 0", "x");
  for (const double x0 : {-0.8999, -0.9, -0.9001, -0.9031})
    for (const double step : {-1e-3, -1e-4, 3e-7, 1e-4}) {
      const double x1 = x0 + step, work = mean_value(*f, x0, x1) * (x1 - x0);
      // x + 0.9 is rounded to 1e-16 and counts 1e6 over at most 4e-3
      EXPECT_NEAR(work, f->integral(0, x1) - f->integral(0, x0), 1e-12) << x0 << " " << step;
    }
}

TEST(ExpressionDerivatives, finds_the_degrees_in_some_of_its_variables) {
  const std::vector<std::string> variables = {"x", "u", "w"};
  const auto degrees = [&](const std::string& text) {
    return Expression(text, variables).find_degrees({false, true, true});
  };
  EXPECT_EQ(degrees("sin(x)*u^2"), 4u);
  EXPECT_EQ(degrees("x*u*w - u/x + 3"), 7u);
  EXPECT_EQ(degrees("(u + x*w)^2"), 4u);
  EXPECT_EQ(degrees("(u + x)^2"), 7u);
  EXPECT_EQ(degrees("x > 0 ? u : x*w"), 2u);
  EXPECT_EQ(degrees("-exp(x)^x"), 1u);
  for (const char* text : {"u^3", "u*w*u", "u^x", "1/u", "sin(u)", "u > 0 ? u : w", "max(u, w)", "x^u"})
    EXPECT_EQ(degrees(text), std::nullopt) << text;
}

TEST(ExpressionDerivatives, knows_the_variables_it_depends_on) {
  const std::vector<std::string> variables = {"x", "u", "w"};
  const Expression formula("x + 0*w", variables);
  EXPECT_TRUE(formula.depends_on(0));
  EXPECT_FALSE(formula.depends_on(1));
  EXPECT_TRUE(formula.depends_on(2));
}

}  // namespace
}  // namespace invar
