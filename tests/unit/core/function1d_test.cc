// Functions of one variable against closed forms.
#include "invar/functions/function1d.h"
#include "invar/functions/integral_steps.h"
#include "invar/spec/read_table.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

namespace invar {
namespace {

void expect_close(double value, double expected, double tolerance, const std::string& what) {
  EXPECT_NEAR(value, expected, tolerance * std::max(1.0, std::abs(expected))) << what;
}

struct Exact {
  std::string text;
  double (*f)(double);
  double (*f1)(double);
  double (*f2)(double);
  double (*F)(double);
};

const std::vector<Exact>& exact_functions() {
  using std::cos, std::sin, std::exp, std::log;
  static const std::vector<Exact> all = {
      {"sin(x)", [](double x) { return sin(x); }, [](double x) { return cos(x); }, [](double x) { return -sin(x); },
       [](double x) { return -cos(x); }},
      {"exp(-x/2)", [](double x) { return exp(-x / 2); }, [](double x) { return -exp(-x / 2) / 2; },
       [](double x) { return exp(-x / 2) / 4; }, [](double x) { return -2 * exp(-x / 2); }},
      {"x^3 - 2*x", [](double x) { return x * x * x - 2 * x; }, [](double x) { return 3 * x * x - 2; },
       [](double x) { return 6 * x; }, [](double x) { return x * x * x * x / 4 - x * x; }},
      {"1/(1 + x^2)", [](double x) { return 1 / (1 + x * x); },
       [](double x) { return -2 * x / std::pow(1 + x * x, 2); },
       [](double x) { return (6 * x * x - 2) / std::pow(1 + x * x, 3); }, [](double x) { return std::atan(x); }},
      {"ln(3 + x)", [](double x) { return log(3 + x); }, [](double x) { return 1 / (3 + x); },
       [](double x) { return -1 / ((3 + x) * (3 + x)); }, [](double x) { return (3 + x) * log(3 + x) - x; }},
  };
  return all;
}

TEST(ExpressionFunction, has_accurate_derivatives_and_integrals_for_functions_of_unit_scale) {
  for (const auto& e : exact_functions()) {
    const auto f = make_expression(e.text, "x");
    for (const double x : {-1.7, -0.3, 0.0, 0.4, 1.0, 2.5}) {
      expect_close(f->value(x), e.f(x), 1e-15, e.text);
      expect_close(f->derivative(x), e.f1(x), 1e-12, e.text + " first derivative");
      expect_close(f->second_derivative(x), e.f2(x), 1e-11, e.text + " second derivative");
      for (const double a : {-2.0, 0.7}) {
        expect_close(f->integral(a, x), e.F(x) - e.F(a), 2e-15, e.text + " integral");
        EXPECT_EQ(f->integral(x, x), 0.0);
      }
    }
  }
}

TEST(ExpressionFunction, stays_accurate_for_fast_oscillations_including_periods_of_round_numbers) {
  for (const double frequency : {1.0, 8.0, 10.0, 16.0, 32.0, 50.0, 64.0, 128.0 / 9.0, 100.0}) {
    const double w = 2 * M_PI * frequency;
    const auto f = make_expression("sin(2*pi*n*t)", "t", {{"n", frequency}});
    for (const double t : {0.0, 0.25, 0.3, 1.0, 7.77}) {
      EXPECT_NEAR(f->derivative(t), w * std::cos(w * t), 1e-10 * w) << frequency << " at " << t;
      EXPECT_NEAR(f->second_derivative(t), -w * w * std::sin(w * t), 1e-8 * w * w) << frequency << " at " << t;
    }
    EXPECT_NEAR(f->integral(0.1, 1.3), (std::cos(w * 0.1) - std::cos(w * 1.3)) / w, 1e-14) << frequency;
  }
}

TEST(ExpressionFunction, differentiates_at_late_times) {
  const auto f = make_expression("sin(t)", "t");
  for (const double t : {1e2, 1e3, 12345.678}) {
    EXPECT_NEAR(f->derivative(t), std::cos(t), 1e-11) << t;
    EXPECT_NEAR(f->second_derivative(t), -std::sin(t), 1e-9) << t;
  }
}

TEST(ExpressionFunction, differentiates_close_to_a_kink_from_its_own_side) {
  const auto ramp = make_expression("t < 1 ? t^2 : 2*t - 1", "t");
  for (const double distance : {0.5, 0.1, 0.01, 0.001}) {
    EXPECT_NEAR(ramp->derivative(1 - distance), 2 * (1 - distance), 1e-9) << distance;
    EXPECT_NEAR(ramp->derivative(1 + distance), 2.0, 1e-9) << distance;
    EXPECT_NEAR(ramp->second_derivative(1 - distance), 2.0, 1e-5) << distance;
  }
  EXPECT_NEAR(ramp->integral(0, 3), 1.0 / 3.0 + 6.0, 1e-12);
  const auto step = make_expression("heaviside(t - 0.3)", "t");
  EXPECT_NEAR(step->integral(0, 1), 0.7, 1e-13);
}

TEST(Polynomial, is_exact_and_its_integral_keeps_its_digits_for_close_limits) {
  const auto p = make_polynomial({1.0, -2.0, 0.0, 4.0});
  EXPECT_DOUBLE_EQ(p->value(2.0), 29.0);
  EXPECT_DOUBLE_EQ(p->derivative(2.0), 46.0);
  EXPECT_DOUBLE_EQ(p->second_derivative(2.0), 48.0);
  EXPECT_DOUBLE_EQ(p->integral(1.0, 2.0), 1.0 - 3.0 + 15.0);
  EXPECT_DOUBLE_EQ(p->integral(2.0, 1.0), -13.0);
  const double d = std::ldexp(1.0, -40);
  EXPECT_DOUBLE_EQ(mean_value(*p, 2.0, 2.0 + d), p->value(2.0 + d / 2));
  EXPECT_EQ(make_polynomial({})->value(3.0), 0.0);
  EXPECT_TRUE(make_constant(2.0)->is_constant());
  EXPECT_TRUE(make_polynomial({2.0})->is_constant());
  EXPECT_FALSE(p->is_constant());
}

FunctionPtr table_of(double (*f)(double), int points, Outside outside = Outside::kLinear) {
  std::vector<double> x, y;
  for (int i = 0; i < points; ++i) {
    const double s = static_cast<double>(i) / (points - 1);
    x.push_back(2 * (s + 0.1 * s * s));  // uneven steps
    y.push_back(f(x.back()));
  }
  return make_table(x, y, outside);
}

TEST(Table, reproduces_cubics_because_its_ends_are_not_a_knot) {
  const auto cubic = [](double x) { return 1 - 2 * x + 3 * x * x - x * x * x; };
  for (const int n : {4, 5, 9}) {
    const auto f = table_of(cubic, n);
    for (const double x : {0.0, 0.3, 1.0, 1.7, 2.2}) {
      EXPECT_NEAR(f->value(x), cubic(x), 1e-13);
      EXPECT_NEAR(f->derivative(x), -2 + 6 * x - 3 * x * x, 1e-12);
      EXPECT_NEAR(f->second_derivative(x), 6 - 6 * x, 1e-11);
      EXPECT_NEAR(f->integral(0.1, x), (x - x * x + x * x * x - x * x * x * x / 4) - (0.1 - 0.01 + 0.001 - 0.000025),
                  1e-13);
    }
  }
}

TEST(Table, of_two_points_is_the_line_and_of_three_the_parabola) {
  const auto line = make_table({1, 3}, {2, 6});
  EXPECT_DOUBLE_EQ(line->value(2), 4);
  EXPECT_DOUBLE_EQ(line->derivative(2), 2);
  EXPECT_DOUBLE_EQ(line->integral(0, 4), 16);
  const auto parabola = make_table({0, 1, 3}, {0, 1, 9});
  EXPECT_NEAR(parabola->value(2), 4, 1e-14);
  EXPECT_NEAR(parabola->second_derivative(2), 2, 1e-14);
}

TEST(Table, has_an_error_of_fourth_order) {
  const auto error = [](int n) {
    // exp: the fourth derivative, which leads the error, vanishes nowhere
    const auto f = table_of([](double x) { return std::exp(x); }, n);
    double worst = 0;
    for (int i = 0; i <= 2200; ++i) worst = std::max(worst, std::abs(f->value(0.001 * i) - std::exp(0.001 * i)));
    return worst;
  };
  EXPECT_NEAR(std::log2(error(41) / error(81)), 4.0, 0.2);
}

TEST(Table, has_continuous_second_derivatives_at_the_knots) {
  const auto f = make_table({0, 1, 2.5, 3, 5}, {0, 2, -1, 4, 0});
  for (const double x : {1.0, 2.5, 3.0}) {
    EXPECT_NEAR(f->value(x - 1e-9), f->value(x + 1e-9), 1e-7);
    EXPECT_NEAR(f->derivative(x - 1e-9), f->derivative(x + 1e-9), 1e-7);
    EXPECT_NEAR(f->second_derivative(x - 1e-9), f->second_derivative(x + 1e-9), 1e-6);
  }
  EXPECT_NEAR(f->integral(-1, 6), integrate([&](double x) { return f->value(x); }, -1, 6), 1e-12);
  EXPECT_NEAR(f->integral(4, 0.5), -f->integral(0.5, 4), 1e-15);
}

TEST(Table, answers_outside_its_range_as_asked) {
  const auto square = [](double x) { return x * x; };
  const auto linear = table_of(square, 6);  // 0 to 2.2
  EXPECT_NEAR(linear->value(3.2), 4.84 + 4.4, 1e-12);
  EXPECT_NEAR(linear->derivative(3.2), 4.4, 1e-12);
  EXPECT_EQ(linear->second_derivative(3.2), 0.0);
  EXPECT_NEAR(linear->integral(2.2, 3.2), 4.84 + 2.2, 1e-12);
  EXPECT_NEAR(linear->integral(3.2, 4.2), 4.84 + 6.6, 1e-12);
  EXPECT_NEAR(linear->integral(-1, 0), 0.0, 1e-12);
  const auto hold = table_of(square, 6, Outside::kHold);
  EXPECT_NEAR(hold->value(9), 4.84, 1e-14);
  EXPECT_EQ(hold->derivative(9), 0.0);
  EXPECT_NEAR(hold->integral(2.2, 4.2), 9.68, 1e-12);
  const auto error = table_of(square, 6, Outside::kError);
  EXPECT_NO_THROW(error->value(2.2));
  EXPECT_THROW(error->value(2.3), ModelError);
  EXPECT_THROW(error->derivative(-0.1), ModelError);
  EXPECT_THROW(error->integral(1, 3), ModelError);
}

TEST(Table, refuses_points_that_are_no_function) {
  EXPECT_THROW(make_table({0}, {1}), ModelError);
  EXPECT_THROW(make_table({0, 1}, {1}), ModelError);
  EXPECT_THROW(make_table({0, 0}, {1, 2}), ModelError);
  EXPECT_THROW(make_table({1, 0}, {1, 2}), ModelError);
  EXPECT_THROW(make_table({0, NAN}, {1, 2}), ModelError);
  EXPECT_THROW(make_table({0, 1}, {1, INFINITY}), ModelError);
}

FunctionPtr read_table_function(const std::string& path) {
  const TableData data = read_table_file(path, {}, "file");
  return make_table(data.x, data.y);
}

TEST(Table, is_read_from_a_file_with_headings_and_comments) {
  const std::string path = ::testing::TempDir() + "invar_table.csv";
  std::ofstream(path) << "# measured\ntime, angle\n0, 1\r\n1; 3\n\n2 5 # last\n";
  const auto f = read_table_function(path);
  EXPECT_NEAR(f->value(1.5), 4, 1e-14);
  std::ofstream(path) << "0, 1\n1, 2, 3\n";
  try {
    read_table_function(path);
    FAIL();
  } catch (const ModelError& error) {
    EXPECT_EQ(error.where().line, 2);
    EXPECT_NE(std::string(error.what()).find("two numbers"), std::string::npos);
  }
  EXPECT_THROW(read_table_function(::testing::TempDir()), ModelError);
}

TEST(MeanValue, is_the_discrete_derivative_of_the_integral_for_any_distance) {
  const auto f = make_expression("sin(x) + 2", "x");
  const double a = 0.8;
  for (int k = 0; k <= 52; ++k) {
    const double d = std::ldexp(1.0, -k), b = a + d;
    // (cos a - cos b)/d = sin(a + d/2) sin(d/2)/(d/2)
    const double h = (b - a) / 2;
    EXPECT_NEAR(mean_value(*f, a, b), 2 + std::sin(a + h) * std::sin(h) / h, 1e-14) << k;
    EXPECT_NEAR(mean_value(*f, b, a), mean_value(*f, a, b), 1e-15);
  }
  EXPECT_DOUBLE_EQ(mean_value(*f, a, a), std::sin(a) + 2);
  EXPECT_DOUBLE_EQ(mean_value(*f, 0.0, 5e-324), 2.0);
}

TEST(MeanValue, has_an_accurate_derivative_for_any_distance) {
  const auto f = make_expression("exp(x)", "x");
  const auto p = make_polynomial({1e6, 0.0, 3.0});
  for (int k = 0; k <= 52; ++k) {
    const double d = std::ldexp(1.0, -k);
    // exp: d/db (e^b - 1)/b at a = 0 is sum_k b^k (k + 1)/(k + 2)!
    double expected = 0, term = 0.5;
    for (int i = 0; i < 30; ++i) {
      expected += term;
      term *= d * (i + 2.0) / ((i + 1.0) * (i + 3.0));
    }
    EXPECT_NEAR(mean_value_db(*f, 0.0, d), expected, 1e-11) << k;
    // 1e6 + 3 x^2 between 1 and b: mean = 1e6 + 1 + b + b^2
    EXPECT_NEAR(mean_value_db(*p, 1.0, 1.0 + d), 1 + 2 * (1.0 + d), 1e-9) << k;
  }
  EXPECT_NEAR(mean_value_db(*f, 0.3, 0.3), std::exp(0.3) / 2, 1e-12);
  EXPECT_EQ(mean_value_db(*make_constant(4.0), 1.0, 2.0), 0.0);
}

TEST(Integrate, gives_up_gracefully_on_what_has_no_finite_integral) {
  const double result = integrate([](double x) { return 1.0 / x; }, 0.0, 1.0);
  EXPECT_TRUE(std::isfinite(result));
  EXPECT_TRUE(std::isnan(integrate([](double) { return NAN; }, 0.0, 1.0)));
}

// The energy of a torsion spring after many turns: exact, and at a cost that does not grow with the angle.
TEST(Expression1D, antiderivative_far_from_zero_is_exact) {
  const auto f = make_expression("sin(x) + 0.5", "x");
  for (const double x : {0.3, 1.0, 7.5, -7.5, 1234.5, -1234.5, 2.5e5})
    EXPECT_NEAR(f->antiderivative(x), 1 - std::cos(x) + 0.5 * x, 1e-13 * (10 + std::abs(x))) << x;
  const auto kinked = make_expression("max(0, sin(pi*x))", "x");
  for (const double x : {3.0, 4.5, -2.0, 1001.0}) {
    const double turns = std::floor(x / 2), rest = std::min(x - 2 * turns, 1.0);
    EXPECT_NEAR(kinked->antiderivative(x), (2 * turns + 1 - std::cos(M_PI * rest)) / M_PI, 1e-12 * (1 + std::abs(x)))
        << x;
  }
}

TEST(Expression1D, antiderivative_does_not_depend_on_what_was_asked_before) {
  const auto one = make_expression("cos(3*x)*x", "x"), other = make_expression("cos(3*x)*x", "x");
  const double far = one->antiderivative(77.7);
  for (const double x : {-3.3, 5.0, 76.9, 12.5, 77.0}) other->antiderivative(x);
  EXPECT_EQ(other->antiderivative(77.7), far);
}

TEST(IntegralSteps, integrates_each_stretch_once) {
  IntegralSteps steps;
  int calls = 0;
  const auto integrate = [&](double a, double b) {
    ++calls;
    EXPECT_LE(std::abs(b - a), 1.0);
    return std::cos(a) - std::cos(b);
  };
  for (int i = 0; i <= 10000; ++i) EXPECT_NEAR(steps.calc(0.024 * i, integrate), 1 - std::cos(0.024 * i), 1e-12);
  EXPECT_EQ(calls, 10001 + 240);
}

TEST(Expression1D, antiderivative_of_a_formula_ends_where_the_formula_does) {
  const auto f = make_expression("1/sqrt(3.5 - x)", "x");
  EXPECT_NEAR(f->antiderivative(3.4), 2 * (std::sqrt(3.5) - std::sqrt(0.1)), 1e-12);
}

}  // namespace
}  // namespace invar
