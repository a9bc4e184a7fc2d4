// `ed` on the models of the papers: orders against reference solutions, decay, drives, velocity rows, singular positions.
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "benchmarks/oracle_error.h"
#include "oracles/free_rigid_body.h"
#include "oracles/nonholonomic.h"
#include "oracles/universal_joint.h"

namespace invar::benchmarks {
namespace {

// Completed; energy never rose but by the work done; balance, positions and mean velocity constraints to round-off.
void expect_decay(const RecordedRun& run) {
  const Certificate& c = run.certificate;
  ASSERT_TRUE(c.completed()) << c.message;
  EXPECT_LT(*c.energy_balance_error_max, 1e-11 * c.energy_scale);
  EXPECT_LT(*c.constraint_position_max, 1e-12);
  EXPECT_LT(*c.constraint_velocity_mid_max, 1e-10);
  EXPECT_GE(c.dissipated_numerical, 0);
}

// [Bauchau2003] sec. 6.1
class DecayingFreeBody : public ::testing::Test {
 protected:
  struct Errors {
    double e1 = 0, omega = 0, lambda = 0;
  };
  Errors errors(double step, const Overrides& options) const {
    const RecordedRun run =
        run_model("bauchau_rigid_body", {.method = "ed", .options = options, .step = step, .every = 0.1});
    expect_decay(run);
    Errors e;
    e.e1 = vector_error(run, "body.e1", [&](double t) -> oracles::Vec3 { return oracle_.state(t).R.col(0); });
    e.omega = vector_error(run, "body.omega", [&](double t) { return oracle_.state(t).omega; });
    static const std::array<const char*, 6> labels{"e1e1", "e2e2", "e3e3", "e2e3", "e1e3", "e1e2"};
    for (int i = 0; i < 6; ++i)
      e.lambda = std::max(e.lambda, max_error(run, std::string("body.lambda.") + labels[i],
                                              [&](double t) { return value(oracle_.state(t).lambda[i]); }));
    return e;
  }
  oracles::FreeRigidBody oracle_;
};

TEST_F(DecayingFreeBody, converges_with_order_three_in_orientation_angular_velocity_and_multipliers) {
  const Errors coarse = errors(0.0125, {}), fine = errors(0.00625, {});
  EXPECT_NEAR(measured_order(coarse.e1, fine.e1), 3, 0.05);
  EXPECT_NEAR(measured_order(coarse.omega, fine.omega), 3, 0.05);
  EXPECT_NEAR(measured_order(coarse.lambda, fine.lambda), 3, 0.05);
}

TEST_F(DecayingFreeBody, converges_with_order_four_without_dissipation) {
  const Overrides none{{"alpha", "0"}};
  const Errors coarse = errors(0.025, none), fine = errors(0.0125, none);
  EXPECT_NEAR(measured_order(coarse.e1, fine.e1), 4, 0.1);
  EXPECT_NEAR(measured_order(coarse.omega, fine.omega), 4, 0.1);
}

// The printed equations with one set of multipliers: the same for a rigid body without springs.
TEST_F(DecayingFreeBody, converges_with_order_three_in_the_literal_form) {
  const Overrides literal{{"stage", "literal"}};
  const Errors coarse = errors(0.0125, literal), fine = errors(0.00625, literal);
  EXPECT_NEAR(measured_order(coarse.e1, fine.e1), 3, 0.05);
}

// [Bauchau2003] sec. 6.2, rheonomic
TEST(DecayingDrivenJoint, converges_with_order_three_in_motion_multiplier_and_torque) {
  const oracles::UniversalJoint oracle;
  const auto errors = [&](int steps) {
    const double pi = std::acos(-1.0);
    const RecordedRun run =
        run_model("bauchau_universal_joint", {.method = "ed", .step = 2 * pi / steps, .every = 2 * pi / 40});
    expect_decay(run);
    return std::array<double, 4>{
        vector_error(run, "body.e1", [&](double t) -> oracles::Vec3 { return oracle.state(t).R.col(0); }),
        max_error(run, "joint.lambda", [&](double t) { return value(oracle.state(t).lambda); }),
        max_error(run, "joint.drive_torque", [&](double t) { return value(oracle.state(t).drive_torque); }),
        max_error(run, "work.drives", [&](double t) { return value(oracle.state(t).work); })};
  };
  const auto coarse = errors(800), fine = errors(1600);
  // The work, too: velocities at step ends satisfy the constraints (with ends=mean they do to second order, and so does the work).
  for (int i = 0; i < 4; ++i) EXPECT_NEAR(measured_order(coarse[i], fine[i]), 3, 0.1) << i;
}

TEST(DecayingChaplyginSleigh, follows_the_closed_form_with_order_three) {
  const oracles::ChaplyginSleigh oracle;
  const auto error = [&](double step) {
    const RecordedRun run = run_model("chaplygin_sleigh", {.method = "ed", .step = step, .every = 0.5});
    expect_decay(run);
    return std::max(max_error(run, "blade.position.x", [&](double t) { return value(oracle.state(t).x); }),
                    max_error(run, "sleigh.angle", [&](double t) { return value(oracle.state(t).theta); }));
  };
  EXPECT_NEAR(measured_order(error(0.02), error(0.01)), 3, 0.1);
}

TEST(DecayingRollingDisc, follows_the_reference_with_order_three) {
  const oracles::RollingDisc oracle;
  const auto error = [&](double step) {
    const RecordedRun run = run_model("rolling_disc", {.method = "ed", .step = step, .every = 0.25});
    expect_decay(run);
    return std::max(max_error(run, "disc.position.x", [&](double t) { return value(oracle.state(t).center[0]); }),
                    max_error(run, "disc.position.z", [&](double t) { return value(oracle.state(t).center[2]); }));
  };
  EXPECT_NEAR(measured_order(error(0.005), error(0.0025)), 3, 0.1);
}

TEST(DecayingDoubleFourBar, passes_its_singular_positions) {
  const RecordedRun run = run_model("braun_double_four_bar", {.method = "ed"});
  expect_decay(run);
}

TEST(DecayingLinkages, move_with_redundant_rows) {
  for (const char* name : {"bricard", "bennett", "four_bar_spatial"}) {
    const RecordedRun run = run_model(name, {.method = "ed"});
    expect_decay(run);
    EXPECT_LT(run.certificate.dissipated_numerical, 1e-3 * run.certificate.energy_scale) << name;
  }
}

class EveryModelBy : public ::testing::TestWithParam<std::string> {};

// A second; of flexible models fifty steps.
double short_end(const std::string& name) {
  return is_flexible(name) ? 50 * load_model(model_path(name))->run.step.value() : 1;
}

TEST_P(EveryModelBy, ed_runs_a_second_and_decays) {
  if (has_variable_mass(GetParam())) return;  // refused: variable_mass_test.cc
  expect_decay(run_model(GetParam(), {.method = "ed", .end = short_end(GetParam())}));
}

TEST_P(EveryModelBy, ggl_runs_a_second_and_keeps_its_energy_balance) {
  if (has_variable_mass(GetParam())) return;
  expect_conserved(run_model(GetParam(), {.method = "ggl", .end = short_end(GetParam())}), 1e-11, 1e-11, 1e-10);
}

INSTANTIATE_TEST_SUITE_P(Models, EveryModelBy, ::testing::ValuesIn(model_names()),
                         [](const auto& param_info) { return param_info.param; });

}  // namespace
}  // namespace invar::benchmarks
