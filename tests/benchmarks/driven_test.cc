// Runs with drives of every kind keep their balance: what the drives do is what the energy gains. And which of two ways of
// assembly a start takes.
#include <gtest/gtest.h>

#include <cmath>

#include "benchmarks/model_run.h"

namespace invar::benchmarks {
namespace {

const std::string kArm = R"(
gravity: [0, 0, -9.81]
bodies:
  arm: {type: rigid_body, mass: 2, inertia: [0.1, 0.3, 0.3], position: [0.5, 0, 0]}
  bob: {type: point_mass, mass: 1, position: [1, 0, -1]}
markers:
  tip: {on: arm, at: [0.5, 0, 0]}
joints:
  hinge: {type: revolute, between: [ground, arm], at: [0, 0, 0], axis: [0, 1, 0]}
  string: {type: distance, between: [tip, bob]}
outputs: [work.drives, hinge.angle, hinge.angle_rate, bob.position]
)";

void expect_balance(const RecordedRun& run) {
  expect_conserved(run, 1e-11, 1e-12, 1e-11);
  double most = 0;
  for (size_t i = 0; i < run.rows.size(); ++i) most = std::max(most, std::abs(run.at(i, "work.drives")));
  EXPECT_GT(most, 1) << "the drive does nothing, so nothing is balanced";
}

TEST(Drives, of_positions_keep_the_balance_of_energy) {
  const RecordedRun run = run_text(
      "gravity: [0, 0, -9.81]\nbodies:\n  hook: {type: point_mass, mass: 1}\n  bob: {type: point_mass, mass: 2, "
      "position: "
      "[0, 0, -1]}\njoints:\n  string: {type: distance, between: [hook, bob]}\ndrives:\n  lead: {type: position, "
      "point: "
      "hook, value: [0.5*sin(3*t), ~, 0.2*t^2]}\noutputs: [work.drives, hook.position]\n",
      {.step = 0.01, .end = 5});
  expect_balance(run);
  EXPECT_LT(max_error(run, "hook.position.x", [](double t) { return 0.5 * std::sin(3 * t); }), 1e-12);
  EXPECT_LT(max_error(run, "hook.position.z", [](double t) { return 0.2 * t * t; }), 1e-12);
}

// The mean rate over a step is the given one in its middle: sums of h (1 + sin(2 t_mid)).
TEST(Drives, of_velocities_keep_the_balance_of_energy) {
  const RecordedRun run = run_text(kArm + "drives:\n  turn: {type: velocity, joint: hinge, value: 1 + sin(2*t)}\n",
                                   {.step = 0.01, .end = 5});
  expect_balance(run);
  const auto angle = [](double t) { return t + (1 - std::cos(2 * t)) / 2; };
  EXPECT_LT(max_error(run, "hinge.angle", angle), 1e-4);  // midpoint rule: h^2/24 |rate''| t = 8e-5 at the most
}

TEST(Drives, of_tables_keep_the_balance_of_energy_and_pass_their_points) {
  const RecordedRun run =
      run_text(kArm +
                   "drives:\n  turn: {type: angle, joint: hinge, value: {table: [[0, 0], [1, 0.5], [2, -0.4], [3, 1], "
                   "[5, 0]]}}\n",
               {.step = 0.01, .end = 5});
  expect_balance(run);
  for (const auto& [t, angle] : {std::pair{100, 0.5}, {200, -0.4}, {300, 1.0}, {500, 0.0}})
    EXPECT_NEAR(run.at(t, "hinge.angle"), angle, 1e-12) << run.t(t);
}

TEST(Drives, that_rest_at_first_keep_the_balance_of_energy) {
  const RecordedRun run =
      run_text(kArm + "drives:\n  turn: {type: angle, joint: hinge, value: \"t < 2.5 ? 0 : 1 - cos(t - 2.5)\"}\n",
               {.step = 0.01, .end = 5});
  expect_balance(run);
  EXPECT_LT(max_error(run, "hinge.angle", [](double t) { return t < 2.5 ? 0 : 1 - std::cos(t - 2.5); }), 1e-12);
}

// Two links of length 1 from supports 1.2 apart meet above or below: the guess decides.
TEST(Assembly, takes_the_branch_of_the_initial_guess) {
  for (const double side : {1.0, -1.0}) {
    const RecordedRun run = run_text(
        "gravity: [0, -9.81]\nmarkers:\n  left: {on: ground}\n  right: {on: ground, at: [1.2, 0]}\nbodies:\n"
        "  pin: {type: planar_point_mass, mass: 1, position: [0.4, side*0.3]}\nparameters: {side: 1}\n"
        "joints:\n  a: {type: distance, between: [left, pin], length: 1}\n  b: {type: distance, between: [right, pin], "
        "length: 1}\noutputs: [pin.position]\n",
        {.set = {{"side", std::to_string(side)}}, .end = 0.1});
    EXPECT_NEAR(run.at(0, "pin.position.x"), 0.6, 1e-12);
    EXPECT_NEAR(run.at(0, "pin.position.y"), side * 0.8, 1e-12);
    EXPECT_NEAR(run.last("pin.position.y"), side * 0.8, 1e-12);
  }
}

}  // namespace
}  // namespace invar::benchmarks
