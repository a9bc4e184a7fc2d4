// [Yoon] example 1, the pendulum that turns over, with the third-order Adams-Bashforth scheme: every combination of
// constraint and energy control of the paper, in Cartesian coordinates and in the angle.
#include <gtest/gtest.h>

#include "benchmarks/explicit_run.h"
#include "oracles/pendulum.h"

namespace invar::benchmarks {
namespace {

const Overrides kAb3 = {{"integrator", "ab3"}};

Overrides with(Overrides options, const Overrides& more) {
  options.insert(options.end(), more.begin(), more.end());
  return options;
}

struct ExplicitYoonCase {
  std::string name;
  bool angle;
  Overrides options;
};

void PrintTo(const ExplicitYoonCase& c, std::ostream* out) { *out << c.name; }

const Overrides kBaumgarte = {{"stabilization", "baumgarte"}, {"baumgarte_beta", "40"}};
const Overrides kNone = {{"stabilization", "none"}};

std::vector<ExplicitYoonCase> cases() {
  const Overrides gradient = {{"stabilization", "gradient_feedback"}, {"gradient_gain", "6"}};
  const auto energy = [](const char* name) { return Overrides{{"energy", name}}; };
  return {
      {"no_control", false, with(kNone, energy("none"))},
      {"multiplier_eq_12", false, with(kNone, energy("multiplier"))},
      {"steepest_descent_eq_13", false, with(kNone, energy("steepest_descent"))},
      {"velocity_gradient_eq_17", false, with(kNone, energy("velocity_gradient"))},
      {"baumgarte", false, with(kBaumgarte, energy("none"))},
      {"baumgarte_and_steepest_descent_eq_22", false, with(kBaumgarte, energy("steepest_descent"))},
      {"baumgarte_and_velocity_gradient_eq_23", false, with(kBaumgarte, energy("velocity_gradient"))},
      {"gradient_feedback", false, with(gradient, energy("none"))},
      {"gradient_feedback_and_velocity_gradient", false, with(gradient, energy("velocity_gradient"))},
      {"angle_eq_28", true, energy("none")},
      {"angle_and_energy_eq_30", true, energy("velocity_gradient")},
      {"angle_and_multiplier", true, energy("multiplier")},
  };
}

ExplicitRun run_case(bool angle, const Overrides& options, double h, double end) {
  const catalog::ReadySystem ready(load_model(model_path(angle ? "yoon_pendulum_angle" : "yoon_pendulum")));
  const oracles::Pendulum exact = oracles::yoon_pendulum();
  return run_explicit(ready, with(kAb3, options), h, end, [&](const State& s) {
    const double x = angle ? std::cos(s.q[0]) : s.q[0];
    return std::abs(x - static_cast<double>(exact.state(s.t).x));
  });
}

class YoonCase : public ::testing::TestWithParam<ExplicitYoonCase> {};

TEST_P(YoonCase, converges_with_order_three) {
  const ExplicitYoonCase& c = GetParam();
  // Steps at which the third order dominates: with feedback into the positions and free constraints that is late.
  const double h = c.name == "steepest_descent_eq_13" ? 0.0003125 : 0.005;
  const ExplicitRun coarse = run_case(c.angle, c.options, h, 20), fine = run_case(c.angle, c.options, h / 2, 20);
  ASSERT_TRUE(coarse.status.ok() && fine.status.ok());
  RecordProperty("error", std::to_string(coarse.error));
  EXPECT_NEAR(measured_order(coarse.error, fine.error), 3, 0.05) << coarse.error << " " << fine.error;
}

INSTANTIATE_TEST_SUITE_P(Paper, YoonCase, ::testing::ValuesIn(cases()),
                         [](const auto& param_info) { return param_info.param.name; });

TEST(Yoon, constraint_control_alone_has_a_larger_error_of_energy_than_no_control) {
  const auto plain = run_case(false, with(kNone, {{"energy", "none"}}), 0.01, 50);
  const auto baumgarte = run_case(false, with(kBaumgarte, {{"energy", "none"}}), 0.01, 50);
  EXPECT_LT(baumgarte.Phi, 0.1 * plain.Phi);
  EXPECT_GT(baumgarte.psi, plain.psi);
  EXPECT_GT(baumgarte.error, plain.error);
}

// The paper's remedy works in combination only.
TEST(Yoon, energy_control_without_constraint_control_makes_positions_worse) {
  const auto plain = run_case(false, with(kNone, {{"energy", "none"}}), 0.01, 50);
  for (const char* control : {"multiplier", "steepest_descent", "velocity_gradient"}) {
    const auto alone = run_case(false, with(kNone, {{"energy", control}}), 0.01, 50);
    EXPECT_LT(alone.psi, 0.1 * plain.psi) << control;
    EXPECT_GT(alone.error, plain.error) << control;
  }
}

TEST(Yoon, energy_control_with_baumgarte_is_two_orders_better_than_baumgarte_alone) {
  const auto baumgarte = run_case(false, with(kBaumgarte, {{"energy", "none"}}), 0.01, 50);
  const auto both = run_case(false, with(kBaumgarte, {{"energy", "velocity_gradient"}}), 0.01, 50);
  EXPECT_LT(both.error, 0.01 * baumgarte.error);
}

TEST(Yoon, energy_control_helps_in_the_independent_coordinate_too) {
  const auto plain = run_case(true, {{"energy", "none"}}, 0.01, 50);
  const auto controlled = run_case(true, {{"energy", "velocity_gradient"}}, 0.01, 50);
  EXPECT_LT(controlled.error, 0.1 * plain.error);
}

}  // namespace
}  // namespace invar::benchmarks
