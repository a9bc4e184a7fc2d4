// The estimate of an error from differences between runs, on differences whose errors are known.
#include "invar/verify/convergence.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace invar::verify {
namespace {

// In the runs below the error C t |cos(t)| is largest at t = 6 pi.
constexpr double kWorst = 6 * std::numbers::pi;

// A phase that is late by C h^p t of a quantity sin(t), in runs with the steps 1, 2 and 4.
Differences late_sine(double C, double order, int instants = 400, double end = 20) {
  Differences d{.fine = {}, .coarse = {}, .size = 2, .rounding = 2e-10};
  const auto x = [&](double t, double h) { return std::sin(t - C * std::pow(h, order) * t); };
  for (int i = 0; i <= instants; ++i) {
    const double t = end * i / instants;
    d.fine.push_back(std::abs(x(t, 1) - x(t, 2)));
    d.coarse.push_back(std::abs(x(t, 2) - x(t, 4)));
  }
  return d;
}

TEST(ErrorEstimate, finds_order_and_error_of_differences_that_shrink_as_they_should) {
  for (const double order : {1.0, 2.0, 4.0, 6.0}) {
    const double C = 1e-6;
    const ErrorEstimate e = estimate_error(late_sine(C, order), order, 2);
    EXPECT_EQ(e.kind, ConvergenceKind::kConverged) << e.message;
    EXPECT_NEAR(*e.order, order, 0.02);
    EXPECT_NEAR(e.error, kWorst * C, 0.01 * kWorst * C) << order;
  }
}

TEST(ErrorEstimate, takes_the_order_from_before_the_coarsest_run_loses_the_motion) {
  const double C = 2e-3;  // late by 0.04, 0.16 and 0.64 of a radian at the end
  const ErrorEstimate e = estimate_error(late_sine(C, 2), 2, 2);
  EXPECT_EQ(e.kind, ConvergenceKind::kConverged) << e.message;
  EXPECT_NEAR(*e.order, 2, 0.1);
  EXPECT_NEAR(e.error, kWorst * C, 0.1 * kWorst * C);
}

TEST(ErrorEstimate, uses_an_order_below_that_of_the_method_and_none_above_it) {
  const ErrorEstimate low = estimate_error(late_sine(1e-6, 1.5), 2, 2);
  EXPECT_EQ(low.kind, ConvergenceKind::kConverged);
  EXPECT_NEAR(low.error, kWorst * 1e-6, 1e-7);
  const ErrorEstimate high = estimate_error(late_sine(1e-6, 4), 2, 2);
  EXPECT_NEAR(high.error, 5 * kWorst * 1e-6, 1e-6);  // on the safe side: (2^4 - 1)/(2^2 - 1) of it
  EXPECT_NEAR(*high.order, 4, 0.02);
}

TEST(ErrorEstimate, reports_runs_that_do_not_converge_and_is_not_small_then) {
  Differences chaos{.fine = {}, .coarse = {}, .size = 2, .rounding = 2e-10};
  for (int i = 0; i < 100; ++i) {
    chaos.fine.push_back(1.5 * std::abs(std::sin(3.0 * i)));
    chaos.coarse.push_back(1.4 * std::abs(std::sin(7.0 * i)));
  }
  const ErrorEstimate lost = estimate_error(chaos, 2, 2);
  EXPECT_EQ(lost.kind, ConvergenceKind::kNotConverged);
  EXPECT_GT(lost.error, 1.4);
  EXPECT_FALSE(lost.message.empty());

  const ErrorEstimate half_order = estimate_error(late_sine(1e-6, 0.7), 2, 2);
  EXPECT_EQ(half_order.kind, ConvergenceKind::kNotConverged);
  EXPECT_GT(half_order.error, 0.99 * kWorst * 1e-6);

  // Differences of the same size, however small, are no convergence.
  const ErrorEstimate stuck = estimate_error(late_sine(1e-6, 0.1), 2, 2);
  EXPECT_EQ(stuck.kind, ConvergenceKind::kNotConverged);
}

TEST(ErrorEstimate, has_no_order_at_round_off) {
  Differences d = late_sine(1e-13, 2);
  const ErrorEstimate e = estimate_error(d, 2, 2);
  EXPECT_EQ(e.kind, ConvergenceKind::kRoundOff);
  EXPECT_FALSE(e.order);
  EXPECT_GE(e.error, 2e-12);  // what the run itself may have of it
}

TEST(ErrorEstimate, does_without_the_third_run_but_reports_it) {
  Differences d = late_sine(1e-6, 2);
  d.coarse.resize(10);
  const ErrorEstimate e = estimate_error(d, 2, 2);
  EXPECT_EQ(e.kind, ConvergenceKind::kNotConverged);
  EXPECT_FALSE(e.order);
  EXPECT_NEAR(e.error, 3 * kWorst * 1e-6, 1e-6);  // the plain difference
  d.fine.clear();
  EXPECT_EQ(estimate_error(d, 2, 2).kind, ConvergenceKind::kFailed);
}

TEST(ErrorEstimate, leaves_out_instants_that_a_run_does_not_have) {
  Differences d = late_sine(1e-6, 2);
  for (std::size_t i = 0; i < d.fine.size(); i += 3) d.fine[i] = d.coarse[i] = std::nan("");
  const ErrorEstimate e = estimate_error(d, 2, 2);
  EXPECT_EQ(e.kind, ConvergenceKind::kConverged);
  EXPECT_NEAR(e.error, kWorst * 1e-6, 2e-6);
}

}  // namespace
}  // namespace invar::verify
