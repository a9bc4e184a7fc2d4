// Functions with names: periodic, shifted and scaled ones, tables in two variables, functions for laws and controllers, and formulas
// that call functions of a model.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <numbers>

#include "invar/functions/function1d_changed.h"
#include "invar/functions/function2d.h"
#include "invar/spec/model_file.h"
#include "invar/spec/read_function.h"
#include "invar/spec/yaml.h"

namespace invar {
namespace {

double eval(const std::string& text, double x, FunctionTablePtr functions = nullptr) {
  return Expression(text, {"x"}, {}, {}, "", std::move(functions)).eval(std::vector{x});
}

TEST(FormulaFunctions, do_what_their_names_say) {
  for (const double x : {-3.0, -1.0, -0.2, 0.0, 0.3, 1.0, 1.7, 2.0, 5.0}) {
    EXPECT_EQ(eval("saturate(x, -1, 2)", x), x < -1 ? -1 : x > 2 ? 2 : x);
    EXPECT_DOUBLE_EQ(eval("deadzone(x, 0.5)", x), x > 0.5 ? x - 0.5 : x < -0.5 ? x + 0.5 : 0);
    EXPECT_DOUBLE_EQ(eval("ramp(x, 1, 3)", x), x < 1 ? 0 : x > 3 ? 1 : (x - 1) / 2);
    EXPECT_EQ(eval("pulse(x, 1, 1)", x), x >= 1 && x < 2 ? 1 : 0);
    const double u = std::clamp((x - 1) / 2, 0.0, 1.0);
    EXPECT_DOUBLE_EQ(eval("step(x, 1, 4, 3, -2)", x), 4 - 6 * u * u * (3 - 2 * u));
  }
}

TEST(FormulaFunctions, have_derivatives_that_are_differences) {
  for (const char* text :
       {"saturate(x^2, -1, 2)", "deadzone(sin(x), 0.5)", "ramp(x^3, 1, 3)", "step(x, -1, 4, 3, -2*x)"}) {
    const Expression f(text, {"x"});
    for (const double x : {-2.3, -0.7, 0.4, 1.3, 2.1}) {
      const auto at = [&](double y) { return f.eval(std::vector{y}); };
      const double h = 1e-4;
      EXPECT_NEAR(f.eval_jet(x).first, (at(x + h) - at(x - h)) / (2 * h), 1e-6) << text << " at " << x;
    }
  }
}

TEST(FormulaFunctions, may_be_names_of_parameters_where_they_are_not_called) {
  EXPECT_EQ(Expression("2*step + ramp(step, 0, 10)", {}, {{"step", 5}}).eval({}), 10.5);
}

TEST(PeriodicTable, repeats_a_smooth_curve) {
  std::vector<double> x, y;
  const int points = 40;
  for (int i = 0; i <= points; ++i) {
    x.push_back(2 * std::numbers::pi * i / points);
    y.push_back(i == points ? 0 : std::sin(x.back()));
  }
  const FunctionPtr f = make_periodic_table(x, y, false);
  // A cubic spline of this spacing is good to 5/384 h^4; its slopes to h^3/24.
  for (const double at : {-20.0, -6.28, -1e-9, 0.0, 0.1, 3.0, 6.2831853, 6.3, 100.0}) {
    EXPECT_NEAR(f->value(at), std::sin(at), 1e-5) << at;
    EXPECT_NEAR(f->derivative(at), std::cos(at), 2e-4) << at;
    EXPECT_NEAR(f->second_derivative(at), -std::sin(at), 3e-3) << at;
    EXPECT_NEAR(f->integral(0.3, at), std::cos(0.3) - std::cos(at), 1e-4) << at;
  }
  EXPECT_TRUE(f->find_jumps(-20, 20).all.empty()) << "a spline is smooth across its seam";
}

TEST(PeriodicTable, of_straight_lines_has_corners_in_every_period) {
  const FunctionPtr f = make_periodic_table({0, 1, 2}, {0, 1, 0}, true);
  EXPECT_DOUBLE_EQ(f->value(-0.25), 0.25);
  EXPECT_DOUBLE_EQ(f->value(7.5), 0.5);
  EXPECT_DOUBLE_EQ(f->integral(-3, 5), 4);
  EXPECT_EQ(f->find_jumps(-0.5, 3.5).all.size(), 4u);
}

TEST(ChangedFunction, is_shifted_and_scaled_with_its_derivatives_and_integral) {
  const FunctionPtr f = make_changed(make_polynomial({1, -2, 0, 3}), {0.5, -2, 4, 3});
  const auto exact = [](double x) {
    const double u = (x - 0.5) / -2;
    return 3 * (1 - 2 * u + 3 * u * u * u) + 4;
  };
  const auto integral = [](double x) {
    const double u = (x - 0.5) / -2;
    return -2 * 3 * (u - u * u + 0.75 * u * u * u * u) + 4 * x;
  };
  for (const double x : {-2.0, 0.3, 4.0}) {
    const double u = (x - 0.5) / -2;
    EXPECT_NEAR(f->value(x), exact(x), 1e-13);
    EXPECT_NEAR(f->derivative(x), 3 / -2.0 * (-2 + 9 * u * u), 1e-13);
    EXPECT_NEAR(f->second_derivative(x), 3 / 4.0 * 18 * u, 1e-13);
    EXPECT_NEAR(f->integral(1, x), integral(x) - integral(1), 1e-12);
  }
}

TEST(Surface, is_exact_for_products_of_cubics) {
  const auto exact = [](double x, double y) { return (1 + x - 2 * x * x * x) * (3 - y * y + 0.5 * y * y * y); };
  std::vector<double> x{-1, -0.3, 0.5, 1.2, 2}, y{0, 0.4, 1, 1.5};
  std::vector<std::vector<double>> z;
  for (const double a : x) {
    z.emplace_back();
    for (const double b : y) z.back().push_back(exact(a, b));
  }
  const Function2DPtr f = make_surface(x, y, z);
  for (const double a : {-0.9, 0.0, 0.5, 1.9})
    for (const double b : {0.1, 0.9, 1.4}) {
      const Function2DJet d = f->jet(a, b);
      const double g = 1 + a - 2 * a * a * a, g1 = 1 - 6 * a * a, g2 = -12 * a, k = 3 - b * b + 0.5 * b * b * b,
                   k1 = -2 * b + 1.5 * b * b, k2 = -2 + 3 * b;
      EXPECT_NEAR(f->value(a, b), g * k, 1e-12);
      EXPECT_NEAR(d.x, g1 * k, 1e-11);
      EXPECT_NEAR(d.y, g * k1, 1e-11);
      EXPECT_NEAR(d.xx, g2 * k, 1e-10);
      EXPECT_NEAR(d.xy, g1 * k1, 1e-10);
      EXPECT_NEAR(d.yy, g * k2, 1e-10);
    }
  EXPECT_DOUBLE_EQ(f->value(5, 0.4), exact(2, 0.4));
  EXPECT_EQ(f->jet(5, 0.4).x, 0);
}

FunctionTablePtr functions_of(const std::string& section) {
  return read_model_text("bodies: {a: {type: point_mass, mass: 1}}\nparameters: {k: 2}\nfunctions:\n" + section,
                         "m.yaml")
      .functions;
}

TEST(NamedFunctions, are_called_by_formulas_and_by_later_functions) {
  const auto functions = functions_of(
      "  f: k*x^2\n  g: {formula: f(x) + 1, shift_x: 1}\n  map: {x: [0, 1], y: [0, 2], table: [[0, 2], [3, 5]]}\n"
      "  again: {function: f, scale_y: 10}\n");
  ASSERT_EQ(functions->size(), 4u);
  EXPECT_DOUBLE_EQ(eval("f(x) - x", 3, functions), 15);
  EXPECT_DOUBLE_EQ(eval("g(x)", 3, functions), 9);
  EXPECT_DOUBLE_EQ(eval("again(x)", 3, functions), 180);
  EXPECT_DOUBLE_EQ(eval("map(x, 2*x)", 0.5, functions), 2.5);
  EXPECT_NEAR(Expression("f(sin(x))", {"x"}, {}, {}, "", functions).eval_jet(0.4).first,
              4 * std::sin(0.4) * std::cos(0.4), 1e-15);
  // d/dx of map = 3 x + y with y = x^2.
  EXPECT_NEAR(Expression("map(x, x^2)", {"x"}, {}, {}, "", functions).eval_jet(0.4).first, 3 + 0.8, 1e-14);
  EXPECT_NEAR(Expression("map(x, x^2)", {"x"}, {}, {}, "", functions).eval_jet(0.4).second, 2, 1e-13);
}

TEST(NamedFunctions, read_columns_of_a_file_by_their_headings) {
  const std::string path = ::testing::TempDir() + "columns.csv";
  std::ofstream(path) << "speed, throttle, force\n0, 1, 5\n1, 1, 7\n2, 0, 9\n";
  const auto functions = functions_of("  f: {file: '" + path + "', columns: [speed, force]}\n");
  EXPECT_DOUBLE_EQ(eval("f(x)", 1.5, functions), 8);
  EXPECT_THROW(functions_of("  f: {file: '" + path + "', columns: [speed, forse]}\n"), ModelError);
}

}  // namespace
}  // namespace invar
