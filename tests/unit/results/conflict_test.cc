// Constraints that contradict each other from the start of the motion on: no method may call such a run completed, and the
// message names the drives.
#include "invar/run/conflict_watch.h"

#include <gtest/gtest.h>

#include "benchmarks/model_run.h"
#include "invar/run/model_check.h"
#include "invar/system/assembled_system.h"

namespace invar {
namespace {

using benchmarks::run_text;

struct Method {
  std::string label, name;
  Overrides options;
  std::optional<double> tolerance = {};
};

std::vector<Method> methods() {
  return {
      {"ep", "ep", {}},
      {"ep_full", "ep", {{"form", "full"}}},
      {"ep_augmented", "ep", {{"multipliers", "augmented"}}},
      {"ep_order_4", "ep", {{"order", "4"}}},
      {"ep_controlled", "ep", {}, 1e-6},
      {"ed", "ed", {}},
      {"ggl", "ggl", {}},
      {"newmark", "newmark", {}},
      {"hht", "hht", {}},
      {"generalized_alpha", "generalized_alpha", {}},
      {"al", "al", {}},
      {"al_projection", "al_projection", {}},
      {"al_conserving", "al_conserving", {}},
      {"al_conserving_projection", "al_conserving_projection", {}},
      {"explicit_rk4", "explicit", {{"integrator", "rk4"}}},
      {"explicit_dop853", "explicit", {{"integrator", "dop853"}}, 1e-6},
      {"explicit_unstabilized", "explicit", {{"integrator", "rk4"}, {"stabilization", "none"}, {"energy", "none"}}},
      {"explicit_baumgarte", "explicit", {{"integrator", "rk4"}, {"stabilization", "baumgarte"}, {"energy", "none"}}},
  };
}

const char* kPlanarHinge = R"(
gravity: [0, -9.81]
bodies:
  a: {type: planar_body, mass: 1, inertia: 1, position: [1, 0]}
joints:
  h: {type: planar_revolute, between: [ground, a], at: [0, 0]}
)";

class ConflictOf : public ::testing::TestWithParam<Method> {
 protected:
  // Stopped before the rows are apart by more than `gap`, with one of the names.
  static void expect_stopped(const std::string& text, double gap) {
    const Method& m = GetParam();
    benchmarks::Settings settings{.method = m.name, .options = m.options, .end = 2};
    if (m.tolerance)
      settings.tolerance = m.tolerance;
    else
      settings.step = 0.01;
    const Certificate c = run_text(text, settings).certificate;
    EXPECT_EQ(c.status, "stopped") << c.message;
    EXPECT_TRUE(c.message.find("\"one\"") != std::string::npos || c.message.find("\"two\"") != std::string::npos)
        << c.message;
    EXPECT_LT(*c.constraint_position_max, gap) << c.message;
  }
};

// Without the check, `ep` ended here as completed with rows that were apart by 0.4.
TEST_P(ConflictOf, two_drives_of_one_hinge_ends_the_run_and_names_a_drive) {
  expect_stopped(
      std::string(kPlanarHinge) +
          "drives:\n  one: {type: angle, joint: h, value: t}\n  two: {type: angle, joint: h, value: t + 0.1*t^2}\n",
      1e-3);
}

TEST_P(ConflictOf, two_drives_of_one_hinge_in_space_ends_the_run_and_names_a_drive) {
  expect_stopped(R"(
bodies:
  a: {type: rigid_body, mass: 1, inertia: [1, 1, 1], position: [1, 0, 0]}
joints:
  h: {type: revolute, between: [ground, a], at: [0, 0, 0], axis: [0, 1, 0]}
drives:
  one: {type: angle, joint: h, value: t}
  two: {type: angle, joint: h, value: t + 0.1*t^2}
)",
                 1e-3);
}

TEST_P(ConflictOf, two_paths_of_one_point_ends_the_run_and_names_a_drive) {
  expect_stopped(R"(
bodies:
  a: {type: point_mass, mass: 1, position: [1, 0, 0]}
drives:
  one: {type: position, point: a, value: [1, 0, 0.1*t^2]}
  two: {type: position, point: a, value: [~, ~, 0.2*t^2]}
)",
                 1e-3);
}

// They agree in position, velocity and acceleration at the start and for the first second.
TEST_P(ConflictOf, drives_that_part_later_ends_the_run_then) {
  expect_stopped(std::string(kPlanarHinge) +
                     "drives:\n  one: {type: angle, joint: h, value: 0.3*t}\n"
                     "  two: {type: angle, joint: h, value: 't < 1 ? 0.3*t : 0.3*t + (t - 1)^3'}\n",
                 1e-3);
}

INSTANTIATE_TEST_SUITE_P(Methods, ConflictOf, ::testing::ValuesIn(methods()),
                         [](const auto& param_info) { return param_info.param.label; });

// Rows on velocities; ep and the structural methods meet them differently.
TEST(Conflict, of_two_rates_is_seen) {
  const std::string text = std::string(kPlanarHinge) +
                           "drives:\n  one: {type: velocity, joint: h, value: 1}\n"
                           "  two: {type: velocity, joint: h, value: 1 + 0.1*t^2}\n";
  for (const char* method : {"ep", "ed", "newmark", "al_projection"}) {
    const Certificate c = run_text(text, {.method = method, .step = 0.01, .end = 2}).certificate;
    EXPECT_EQ(c.status, "stopped") << method << ": " << c.message;
    EXPECT_NE(c.message.find("\"two\""), std::string::npos) << c.message;
  }
}

// Two drives that say the same are redundant, not in conflict; and a drive whose rows a method lets drift is none.
TEST(Conflict, is_not_seen_in_drives_that_agree) {
  const std::string text = std::string(kPlanarHinge) +
                           "drives:\n  one: {type: angle, joint: h, value: sin(t)}\n"
                           "  two: {type: angle, joint: h, value: cos(t - pi/2)}\n";
  for (const Method& m : methods()) {
    benchmarks::Settings settings{.method = m.name, .options = m.options, .end = 2};
    (m.tolerance ? settings.tolerance : settings.step) = m.tolerance ? *m.tolerance : 0.01;
    const Certificate c = run_text(text, settings).certificate;
    EXPECT_EQ(c.status, "completed") << m.label << ": " << c.message;
  }
  EXPECT_TRUE(check(*load_model_text(text)).ok());
}

TEST(Conflict, of_accelerations_is_told_by_the_check_with_the_place_of_the_drive) {
  const auto model = load_model_text(std::string(kPlanarHinge) +
                                     "drives:\n  one: {type: angle, joint: h, value: t}\n"
                                     "  two: {type: angle, joint: h, value: t + 0.1*t^2}\n");
  const ModelCheck c = check(*model);
  EXPECT_FALSE(c.ok());
  // 0.2 rad/s^2 apart, shared by the two rows.
  EXPECT_NE(c.conflict.find("residual 0.1 remains, largest in \"one\" (angle: 0.1), \"two\" (angle: 0.1)"),
            std::string::npos)
      << c.conflict;
  EXPECT_GE(c.conflict_location.line, 8);
}

}  // namespace
}  // namespace invar
