// Starts that violate the constraints, corrected along the run: [Braun2012] eqs. (4), (5) "does not assume ... constraint
// consistent initial conditions".
#include <gtest/gtest.h>

#include <cmath>

#include "invar/core/error.h"
#include "invar/model/model.h"
#include "invar/run/run.h"

namespace invar {
namespace {

// A pendulum whose string is given too long by 5 %, with a velocity along it.
const char* const kStretched = R"(
gravity: [0, -9.81]
bodies: {bob: {type: planar_point_mass, mass: 2, position: [1.05, 0], velocity: [0.3, 1]}}
markers: {pivot: {on: ground, at: [0, 0]}}
joints: {string: {type: distance, between: [pivot, bob], length: 1}}
)";

RunResult start(const std::string& method, const Overrides& options, double end,
                const std::function<void(const State&)>& see = {}) {
  RunSpec spec;
  spec.method = method;
  spec.options = MethodOptions::parse(options);
  spec.step = 0.01;
  spec.end = end;
  spec.assembles = false;
  const auto model = load_model_text(kStretched);
  StepCallback callback([&](const State&, const State& s, const StepReport&) {
    if (see) see(s);
    return Status{};
  });
  ModelRun run(*model, spec);
  run.add(callback);
  return run.execute();
}

TEST(NoAssembly, start_is_the_given_one_and_reported_apart) {
  const RunResult result = start("explicit", {}, 1);
  const Certificate& c = result.certificate;
  ASSERT_EQ(c.status, "completed");
  ASSERT_TRUE(c.start_position_violation && c.start_velocity_violation);
  EXPECT_GT(*c.start_position_violation, 0.04);
  EXPECT_GT(*c.start_velocity_violation, 0.2);
  // Corrected with the first step.
  EXPECT_LT(*c.constraint_position_max, 1e-14);
  EXPECT_LT(*c.constraint_velocity_max, 1e-13);
}

TEST(NoAssembly, terms_held_over_the_step_correct_it_too) {
  double last = 1;
  const auto see = [&](const State& s) { last = std::abs(s.q.norm() - 1); };
  const RunResult result = start("explicit", {{"correction", "hold"}}, 1, see);
  ASSERT_EQ(result.certificate.status, "completed");
  EXPECT_LT(last, 1e-5);
}

// Positions and velocities each decay with the gain ([Yoon], gradient feedback), so that together
//   Phi(t) = (Phi(0) + Phi'(0) t) exp(-gain t).
TEST(NoAssembly, feedback_lets_it_decay_with_its_gain) {
  double last = 1;
  const auto see = [&](const State& s) { last = 0.5 * (s.q.squaredNorm() - 1); };
  const RunResult result =
      start("explicit", {{"stabilization", "gradient_feedback"}, {"gradient_gain", "5"}, {"energy", "none"}}, 1, see);
  ASSERT_EQ(result.certificate.status, "completed");
  const double Phi = 0.5 * (1.05 * 1.05 - 1), Phi_dot = 1.05 * 0.3;
  EXPECT_NEAR(last / ((Phi + Phi_dot) * std::exp(-5)), 1, 0.1);
}

TEST(NoAssembly, is_refused_where_nothing_corrects_the_start) {
  EXPECT_THROW(start("ep", {}, 0.1), ModelError);
  EXPECT_THROW(start("hht", {}, 0.1), ModelError);
  EXPECT_THROW(start("explicit", {{"stabilization", "none"}}, 0.1), ModelError);
}

TEST(NoAssembly, assembled_start_changes_nothing) {
  const auto model = load_model_text(R"(
gravity: [0, -9.81]
bodies: {bob: {type: planar_point_mass, mass: 2, position: [1, 0], velocity: [0, 1]}}
markers: {pivot: {on: ground, at: [0, 0]}}
joints: {string: {type: distance, between: [pivot, bob], length: 1}}
)");
  RunSpec spec;
  spec.method = "explicit";
  spec.step = 0.01;
  spec.end = 1;
  const RunResult a = run(*model, spec, {});
  spec.assembles = false;
  const RunResult b = run(*model, spec, {});
  EXPECT_EQ(a.report.state.q, b.report.state.q);
  EXPECT_EQ(*b.certificate.start_position_violation, 0);
}

}  // namespace
}  // namespace invar
