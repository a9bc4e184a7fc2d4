// Verdicts about machines in which nothing moves: rounding is green whatever the size of the machine, and errors are not.
#include <gtest/gtest.h>

#include "benchmarks/model_run.h"

namespace invar {
namespace {

using benchmarks::run_text;

Verdict judge_energy(const Certificate& c) { return judge(*c.energy_balance_error_max / c.energy_scale); }

// An arm on a driven hinge that does not turn; lengths times `s`, masses times s^3.
std::string driven_arm(double s, const char* more) {
  return fmt::format(R"(
parameters: {{s: {}}}
gravity: [0, 0, -9.81]
bodies: {{arm: {{type: rigid_body, mass: 2*s^3, inertia: [0.01*s^5, 0.17*s^5, 0.17*s^5], position: [0.5*s, 0, 0]}}}}
joints: {{h: {{type: revolute, between: [ground, arm], at: [0, 0, 0], axis: [0, 1, 0]}}}}
{}
)",
                     s, more);
}

TEST(Rest, of_a_driven_arm_is_green_at_any_size) {
  for (const double s : {1.0, 1e-3, 1e-5, 1e3}) {
    for (const char* method : {"explicit", "ep", "ed", "hht"}) {
      const auto run = run_text(driven_arm(s, "drives: {d: {type: angle, joint: h, value: \"0\"}}"),
                                {.method = method, .step = 0.01, .end = 1});
      EXPECT_EQ(run.certificate.status, "completed") << method << ' ' << s;
      EXPECT_EQ(judge_energy(run.certificate), Verdict::kKept)
          << method << ' ' << s << ": " << *run.certificate.energy_balance_error_max << " J";
      if (s >= 1e-3) {
        EXPECT_EQ(judge(run.certificate.constraint_acceleration_relative_max.value_or(0)), Verdict::kKept) << method;
      }
    }
  }
}

TEST(Rest, of_masses_between_springs_without_gravity_is_green) {
  for (const double s : {1.0, 1e-6}) {
    const auto text = fmt::format(R"(
parameters: {{s: {}}}
bodies: {{p: {{type: point_mass, mass: s^3, position: [0.3*s, 0.1*s, 0.2*s]}}}}
markers: {{a: {{on: ground, at: [s, 0, 0]}}}}
forces: {{k: {{type: spring_damper, between: [a, p], stiffness: 1e4*s, rest_length: s*sqrt(0.54)}}}}
)",
                                  s);
    for (const char* method : {"explicit", "ep", "generalized_alpha"}) {
      const auto run = run_text(text, {.method = method, .step = 1e-3, .end = 0.2});
      EXPECT_EQ(judge_energy(run.certificate), Verdict::kKept)
          << method << ' ' << s << ": " << *run.certificate.energy_balance_error_max << " J";
    }
  }
}

// The floor of the scale is rounding and no more: a tiny machine that moves is judged by its own energy.
TEST(Rest, does_not_hide_the_errors_of_a_tiny_machine_that_moves) {
  const auto run = run_text(driven_arm(0.01, ""), {.method = "newmark", .step = 2e-3, .end = 0.2});
  EXPECT_EQ(run.certificate.status, "completed");
  EXPECT_LT(run.certificate.energy_scale, 1e-6);
  EXPECT_NE(judge_energy(run.certificate), Verdict::kKept);
}

TEST(Rest, accelerations_are_judged_relative_to_what_adds_up_in_their_rows) {
  // A fast rotor: accelerations of 1e9 m/s^2 are rounded by 1e-7 m/s^2.
  const auto run = run_text(R"(
bodies: {r: {type: rigid_body, mass: 1, inertia: [1, 1, 1], position: [1, 0, 0], velocity: [0, 3e4, 0],
  angular_velocity: [0, 0, 3e4]}}
joints: {h: {type: revolute, between: [ground, r], at: [0, 0, 0], axis: [0, 0, 1]}}
)",
                            {.method = "ep", .step = 1e-6, .end = 1e-4});
  EXPECT_GT(*run.certificate.constraint_acceleration_max, 1e-9);
  EXPECT_LT(*run.certificate.constraint_acceleration_relative_max, 1e-12);
}

}  // namespace
}  // namespace invar
