// The shared Newton iteration, on the scalar equation x^2 = 2.
#include "invar/integrators/newton_iteration.h"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

namespace invar {
namespace {

struct SquareRoot {
  double x = 1.5, slope = 0, residual = 0;
  double noise = 0;  // what rounding would leave of the residual
  NewtonLimits limits;
  StepReport report;
  int tangents = 0;

  NewtonOutcome solve() {
    return iterate_newton(
        limits, report,
        [&](NewtonParts parts) {
          if (with_tangent(parts)) ++tangents;
          if (!with_residual(parts)) return NewtonResidual{};
          residual = x * x - 2 + noise;
          noise = -noise;
          return NewtonResidual{std::abs(residual) / 4, std::abs(residual) / 4};
        },
        [&] {
          slope = 2 * x;
          return slope != 0;
        },
        [&] {
          x -= residual / slope;
          return std::abs(residual / slope);
        });
  }
};

TEST(NewtonIteration, goes_down_to_rounding) {
  SquareRoot root;
  EXPECT_EQ(root.solve().code, StatusCode::kOk);
  EXPECT_NEAR(root.x, std::sqrt(2.0), 1e-15);
}

TEST(NewtonIteration, keeps_factors_that_serve) {
  SquareRoot root;
  root.x = 1.4142;  // so near that one factorization is enough
  EXPECT_EQ(root.solve().code, StatusCode::kOk);
  EXPECT_EQ(root.report.factorizations, 1);
  EXPECT_GT(root.report.iterations, 1);
}

TEST(NewtonIteration, renews_factors_that_serve_badly) {
  SquareRoot root;
  root.x = 5;
  EXPECT_EQ(root.solve().code, StatusCode::kOk);
  EXPECT_GT(root.report.factorizations, 2);
  EXPECT_LT(root.report.factorizations, root.report.iterations);
  EXPECT_EQ(root.tangents, root.report.factorizations);  // no tangent is evaluated in vain
}

TEST(WantsFactor, weighs_a_tangent_against_the_iterations_that_are_left) {
  EXPECT_FALSE(wants_factor(1e-6, 1e-3, 1e-15));  // three iterations are left
  EXPECT_TRUE(wants_factor(1e-6, 1e-2, 1e-15));   // four and a half
  EXPECT_TRUE(wants_factor(1e-6, 2, 1e-15));
  EXPECT_FALSE(wants_factor(1e-12, 0.9, 1e-15));  // rounding is near
  EXPECT_FALSE(wants_factor(1e-9, 0.9, 1e-8));    // already there
}

TEST(NewtonIteration, ends_where_rounding_leaves_nothing_to_gain) {
  SquareRoot root;
  root.noise = 1e-13;
  const NewtonOutcome outcome = root.solve();
  EXPECT_EQ(outcome.code, StatusCode::kOk);
  EXPECT_GT(outcome.residual, root.limits.tolerance);
}

TEST(NewtonIteration, does_not_take_a_large_residual_for_rounding) {
  SquareRoot root;
  root.noise = 1e-6;
  EXPECT_EQ(root.solve().code, StatusCode::kNotConverged);
}

// Rows that contradict each other: the best compromise has no correction left, but a residual.
TEST(NewtonIteration, does_not_take_corrections_that_vanish_for_an_end) {
  StepReport report;
  const auto solve = [&](double lost_correction) {
    return iterate_newton(
               {}, report,
               [&](NewtonParts) {
                 return NewtonResidual{0.5, 0.5, lost_correction};
               },
               [] { return true; }, [] { return 0.0; })
        .code;
  };
  EXPECT_EQ(solve(0), StatusCode::kNotConverged);
  EXPECT_EQ(solve(1e-15), StatusCode::kOk);  // a scheme that says below which size its corrections are lost
}

TEST(NewtonIteration, does_not_take_a_runaway_for_an_end) {
  // Residuals that grow, relative to terms that grow faster: 1, 1e-5, 1e-15.
  double size = 1, correction = 1e-3;
  StepReport report;
  const NewtonOutcome outcome = iterate_newton(
      NewtonLimits{}, report,
      [&](NewtonParts) {
        return NewtonResidual{size, size};
      },
      [] { return true; },
      [&] {
        size *= size < 1 ? 1e-10 : 1e-5;
        return correction *= 1e6;
      });
  EXPECT_EQ(outcome.code, StatusCode::kNotConverged);
}

TEST(NewtonIteration, says_when_the_matrix_is_singular) {
  SquareRoot root;
  root.x = 0;
  EXPECT_EQ(root.solve().code, StatusCode::kSingular);
}

TEST(NewtonIteration, says_when_something_is_not_a_number) {
  SquareRoot root;
  root.x = std::numeric_limits<double>::quiet_NaN();
  const Status status = explain(root.solve(), Layout{}, {});
  EXPECT_EQ(status.code, StatusCode::kNotFinite);
  EXPECT_EQ(status.detail, "in iteration 1");
}

TEST(NewtonIteration, counts_what_it_tried_when_it_fails) {
  SquareRoot root;
  root.x = 1e9;
  root.limits.max_iterations = 4;
  const Status status = explain(root.solve(), Layout{}, {});
  EXPECT_EQ(status.code, StatusCode::kNotConverged);
  EXPECT_NE(status.detail.find("after 4 iterations"), std::string::npos) << status.detail;
}

TEST(LargestCorrection, is_that_of_the_coordinates_but_sees_what_is_not_finite_anywhere) {
  const Vector dq = Vector::Constant(2, -0.5), dl = Vector::Constant(1, 7);
  EXPECT_EQ(largest_correction({&dq}, {&dl}), 0.5);
  const Vector broken = Vector::Constant(1, std::numeric_limits<double>::infinity());
  EXPECT_FALSE(std::isfinite(largest_correction({&dq}, {&dl, &broken})));
}

// Residuals as given, one after the other.
NewtonOutcome iterate(const std::vector<NewtonResidual>& residuals, StepReport& report) {
  std::size_t next = 0;
  return iterate_newton(
      NewtonLimits{}, report,
      [&](NewtonParts parts) { return with_residual(parts) ? residuals.at(next++) : NewtonResidual{}; },
      [] { return true; }, [] { return 1e-3; });
}

TEST(NewtonIteration, ends_only_when_all_unknowns_take_part) {
  NewtonResidual first{1e-3, 1e-3}, waits{0, 0}, joined{1e-6, 1e-6}, end{0, 0};
  first.incomplete = waits.incomplete = true;
  StepReport report;
  EXPECT_EQ(iterate({first, waits, joined, end}, report).code, StatusCode::kOk);
  EXPECT_EQ(report.iterations, 3);
  EXPECT_EQ(report.factorizations, 1);  // a residual that grows because others have joined asks for no new factors
}

TEST(NewtonIteration, ends_where_the_scheme_says_so) {
  NewtonResidual first{1e-3, 1e-3}, met{1e-14, 1e-14};
  met.met = true;
  StepReport report;
  EXPECT_EQ(iterate({first, met}, report).code, StatusCode::kOk);
  EXPECT_EQ(report.iterations, 1);
}

}  // namespace
}  // namespace invar
