// Functions made of pieces, and tables of straight lines: values, derivatives, integrals across breaks, means over steps,
// what is refused, and how models write them.
#include "invar/functions/function1d_pieces.h"

#include <gtest/gtest.h>

#include <cmath>

#include "invar/spec/params.h"
#include "invar/spec/yaml.h"

namespace invar {
namespace {

// A stop: 100 x up to 0.1, then 1000 x - 90 up to 0.2, then a parabola.
FunctionPtr stop() {
  return make_pieces({0.1, 0.2},
                     {make_polynomial({0, 100}), make_polynomial({-90, 1000}), make_polynomial({70, 0, 1000})});
}

std::string refusal(const auto& make) {
  try {
    make();
  } catch (const ModelError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Pieces, answer_with_the_piece_of_the_argument) {
  const FunctionPtr f = stop();
  EXPECT_DOUBLE_EQ(f->value(-1), -100);
  EXPECT_DOUBLE_EQ(f->value(0.1), 10);
  EXPECT_DOUBLE_EQ(f->value(0.15), 60);
  EXPECT_DOUBLE_EQ(f->value(0.3), 160);
  EXPECT_DOUBLE_EQ(f->derivative(0.05), 100);
  EXPECT_DOUBLE_EQ(f->derivative(0.15), 1000);
  EXPECT_DOUBLE_EQ(f->derivative(0.1), 1000) << "at a break the right one";
  EXPECT_DOUBLE_EQ(f->second_derivative(0.3), 2000);
  EXPECT_DOUBLE_EQ(f->second_derivative(0.15), 0);
}

TEST(Pieces, are_integrated_exactly_across_breaks_both_ways) {
  const FunctionPtr f = stop();
  const double first = 50 * 0.01, second = 500 * (0.04 - 0.01) - 90 * 0.1,
               third = 70 * 0.1 + 1000.0 / 3 * (0.027 - 0.008);
  EXPECT_NEAR(f->integral(0, 0.3), first + second + third, 1e-14);
  EXPECT_NEAR(f->integral(0.3, 0), -(first + second + third), 1e-14);
  EXPECT_NEAR(f->integral(0.1, 0.2), second, 1e-14);
  EXPECT_EQ(f->integral(0.15, 0.15), 0);
}

// What conserving schemes use: mean (b - a) = integral, and its derivative, also where a break lies between the two.
TEST(Pieces, have_means_and_their_derivatives_over_steps_that_cross_a_break) {
  const FunctionPtr f = stop();
  for (const double b : {0.05, 0.1, 0.100001, 0.15, 0.25}) {
    const double a = 0.09999, mean = mean_value(*f, a, b);
    EXPECT_NEAR(mean * (b - a), f->integral(a, b), 1e-14 * std::max(1.0, std::abs(mean))) << b;
    const double h = 1e-6, difference = (mean_value(*f, a, b + h) - mean_value(*f, a, b - h)) / (2 * h);
    if (std::abs(b - 0.1) > 1e-3) {
      EXPECT_NEAR(mean_value_db(*f, a, b), difference, 1e-5 * std::abs(difference)) << b;
    }
  }
}

TEST(Pieces, that_do_not_meet_or_do_not_increase_are_refused) {
  const auto line = [](double c) { return make_polynomial({c, 1}); };
  EXPECT_NE(refusal([&] {
              make_pieces({1}, {line(0), line(0.5)});
            }).find("jumps from 1 to 1.5 at 1"),
            std::string::npos);
  EXPECT_NE(refusal([&] { make_pieces({1, 1}, {line(0), line(0), line(0)}); }).find("increase"), std::string::npos);
  EXPECT_NE(refusal([&] { make_pieces({1}, {line(0)}); }).find("1 pieces but 1 breaks"), std::string::npos);
  // Published characteristics meet to their digits only: the damper of the Iltis at 0.21 m/s to 0.2 %.
  EXPECT_EQ(refusal([&] {
              make_pieces({0.21}, {make_polynomial({0, 9945.627, 33955.72, -59832.25, -395651}),
                                   make_polynomial({1919.1638, 1634.727})});
            }),
            "accepted");
}

TEST(Pieces, may_meet_at_zero_with_the_rounding_of_their_terms) {
  const double k = 130667 / 0.154;
  EXPECT_EQ(refusal([&] { make_pieces({0.05}, {make_polynomial({-k * 0.05, k}), make_constant(0)}); }), "accepted");
  // 0.005 at the break, where the terms are 7: that is where their digits end
  EXPECT_EQ(refusal([&] { make_pieces({0.07005}, {make_constant(0), make_polynomial({-7, 100})}); }), "accepted");
  EXPECT_NE(refusal([&] {
              make_pieces({0.08}, {make_constant(0), make_polynomial({-7, 100})});
            }).find("jumps from 0 to 1 at 0.08"),
            std::string::npos);
}

TEST(LinearTable, is_straight_between_points_with_exact_integrals) {
  const FunctionPtr f = make_linear_table({0, 1, 3}, {0, 2, 0});
  EXPECT_DOUBLE_EQ(f->value(0.25), 0.5);
  EXPECT_DOUBLE_EQ(f->value(2), 1);
  EXPECT_DOUBLE_EQ(f->derivative(0.5), 2);
  EXPECT_DOUBLE_EQ(f->derivative(2), -1);
  EXPECT_EQ(f->second_derivative(2), 0);
  EXPECT_NEAR(f->integral(0, 3), 3, 1e-15);
  EXPECT_NEAR(f->integral(0.5, 2), 0.75 + 1.5, 1e-15);
  EXPECT_NEAR(mean_value(*f, 0.5, 2), 1.5, 1e-15);
}

TEST(LinearTable, goes_through_its_points_exactly_also_where_they_are_zero) {
  const std::vector<double> x = {-0.104, 0.05, 0.095}, y = {-130667, 0, 157956};
  for (const Outside outside : {Outside::kLinear, Outside::kHold, Outside::kError}) {
    const FunctionPtr f = make_linear_table(x, y, outside);
    for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(f->value(x[i]), y[i], 1e-10) << i;
    EXPECT_NEAR(f->value(0.05), 0, outside == Outside::kError ? 1e-10 : 0);
    EXPECT_NEAR(f->integral(-0.104, 0.095), -0.5 * 130667 * 0.154 + 0.5 * 157956 * 0.045, 1e-11);
  }
}

TEST(LinearTable, answers_outside_as_asked) {
  const auto make = [](Outside outside) { return make_linear_table({0, 1, 3}, {0, 2, 0}, outside); };
  EXPECT_DOUBLE_EQ(make(Outside::kLinear)->value(4), -1);
  EXPECT_DOUBLE_EQ(make(Outside::kLinear)->value(-1), -2);
  EXPECT_DOUBLE_EQ(make(Outside::kHold)->value(4), 0);
  EXPECT_DOUBLE_EQ(make(Outside::kHold)->value(-1), 0);
  EXPECT_DOUBLE_EQ(make(Outside::kHold)->derivative(4), 0);
  EXPECT_NEAR(make(Outside::kHold)->integral(0, 5), 3, 1e-15);
  const FunctionPtr strict = make(Outside::kError);
  EXPECT_DOUBLE_EQ(strict->value(2), 1);
  EXPECT_NE(refusal([&] { strict->value(3.5); }).find("outside its range"), std::string::npos);
  EXPECT_NE(refusal([&] { strict->value(-0.5); }).find("outside its range"), std::string::npos);
  EXPECT_NE(refusal([&] {
              make_linear_table({0, 1}, {0, 1}, Outside::kError)->value(2);
            }).find("outside"),
            std::string::npos);
}

FunctionPtr written(const std::string& text) {
  Schema s;
  s.function_of("x", "force", "N", "force");
  return Params(read_yaml_text("{force: " + text + "}", "m.yaml").with_path("forces.f"), s).function("force");
}

TEST(PiecesInAModel, are_polynomials_formulas_or_tables) {
  const FunctionPtr f = written(
      "{pieces: [{formula: 'sin(x)', to: 0}, {polynomial: [0, 1], to: 1}, {table: [[1, 1], [2, 5]], interpolation: "
      "linear}]}");
  EXPECT_DOUBLE_EQ(f->value(-0.5), std::sin(-0.5));
  EXPECT_DOUBLE_EQ(f->value(0.5), 0.5);
  EXPECT_DOUBLE_EQ(f->value(1.5), 3);
  EXPECT_NEAR(f->integral(-1, 2), -(1 - std::cos(1.0)) + 0.5 + 3, 1e-14);
  EXPECT_DOUBLE_EQ(written("{table: [[0, 0], [1, 2], [3, 0]], interpolation: linear}")->value(2), 1);
}

TEST(PiecesInAModel, say_what_is_wrong_with_them) {
  const auto says = [](const std::string& text, const std::string& words) {
    const std::string message = refusal([&] { written(text); });
    EXPECT_NE(message.find(words), std::string::npos) << message;
  };
  says("{pieces: []}", "must be a list of functions");
  says("{pieces: [{polynomial: [0, 1]}, {polynomial: [0, 1]}]}", "needs the key \"to\"");
  says("{pieces: [{polynomial: [0, 1], to: 1}]}", "is the last piece and has no end");
  says("{pieces: [{polynomial: [0, 1], to: 1}, {polynomial: [5]}]}", "jumps from 1 to 5 at 1");
  says("{pieces: [{polynomial: [0], to: 1}, {polynomial: [0], to: 0}, {polynomial: [0]}]}", "increase strictly");
}

}  // namespace
}  // namespace invar
