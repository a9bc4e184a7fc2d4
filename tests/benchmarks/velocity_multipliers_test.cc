// Channels of the multipliers mu of velocity constraints, [Bauchau2003] eq. (35): zero where the velocity constraint holds in
// the mean of the step, of second order where it holds at its end, and zero with methods that have none.
#include <gtest/gtest.h>

#include <cmath>

#include "benchmarks/model_run.h"

namespace invar::benchmarks {
namespace {

std::string pendulum_with_outputs(const std::string& outputs) {
  return R"(model: pendulum
gravity: [0, 0, -9.81]
bodies:
  bob: {type: rigid_body, mass: 2, inertia: [0.1, 0.2, 0.15], position: [0.5, 0, 0], angular_velocity: [0, 1, 0.5],
        velocity: [0, 0.25, -0.5]}
joints:
  pivot: {type: spherical, between: [ground, bob], at: [0, 0, 0]}
outputs: [)" +
         outputs + "]\n";
}

double largest_multiplier(const RecordedRun& run, const std::string& channel) {
  double size = 0;
  for (size_t i = 0; i < run.rows.size(); ++i) size = std::max(size, std::abs(run.at(i, channel)));
  return size;
}

RecordedRun run_ggl(const std::string& form, double h, std::optional<double> tolerance = {}) {
  Settings s{.method = "ggl", .options = {{"discretization", form}}, .end = 1};
  if (tolerance)
    s.tolerance = tolerance;
  else
    s.step = h;
  return run_text(pendulum_with_outputs("pivot.mu, bob.mu, constraint.mu"), s);
}

TEST(VelocityMultipliers, vanish_in_the_mean_value_form) {
  const RecordedRun run = run_ggl("mean_value", 0.01);
  EXPECT_TRUE(run.certificate.completed());
  for (const std::string name : {"constraint.mu", "pivot.mu.x", "bob.mu.e1e1", "bob.mu.e2e3"})
    EXPECT_LT(largest_multiplier(run, name), 1e-12) << name;
}

TEST(VelocityMultipliers, are_of_second_order_in_the_end_point_form_and_the_largest_is_reported) {
  const RecordedRun coarse = run_ggl("end_point", 0.02), fine = run_ggl("end_point", 0.01);
  EXPECT_GT(largest_multiplier(fine, "constraint.mu"), 1e-6);
  EXPECT_NEAR(std::log2(largest_multiplier(coarse, "constraint.mu") / largest_multiplier(fine, "constraint.mu")), 2,
              0.2);
  for (size_t i = 1; i < fine.rows.size(); ++i) {
    double all = 0;
    for (size_t k = 0; k < fine.names.size(); ++k)
      if (fine.names[k].find(".mu.") != std::string::npos) all = std::max(all, std::abs(fine.rows[i][k]));
    EXPECT_EQ(all, fine.at(i, "constraint.mu"));
  }
}

// Of the two half steps that are kept, each has its own.
TEST(VelocityMultipliers, are_those_of_each_step_under_step_size_control) {
  const RecordedRun run = run_ggl("end_point", 0, 1e-6);
  ASSERT_GT(run.rows.size(), 10u);
  int different = 0;
  for (size_t i = 2; i < run.rows.size(); ++i)
    different += run.at(i, "constraint.mu") != run.at(i - 1, "constraint.mu");
  EXPECT_GT(different, static_cast<int>(run.rows.size()) - 5);
}

TEST(VelocityMultipliers, are_zero_with_methods_that_have_none) {
  for (const char* method : {"ep", "ed", "al_projection", "explicit"}) {
    const RecordedRun run =
        run_text(pendulum_with_outputs("pivot.mu, constraint.mu"), {.method = method, .step = 0.01, .end = 0.1});
    EXPECT_EQ(largest_multiplier(run, "constraint.mu"), 0) << method;
    EXPECT_EQ(largest_multiplier(run, "pivot.mu.x"), 0) << method;
  }
}

}  // namespace
}  // namespace invar::benchmarks
