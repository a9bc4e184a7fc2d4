// Redundant rows and singular positions under structural and augmented Lagrangian methods.
#include <gtest/gtest.h>

#include "benchmarks/doubled_rods.h"
#include "benchmarks/model_run.h"

namespace invar::benchmarks {
namespace {

class RedundantRows : public ::testing::TestWithParam<std::string> {
 protected:
  // Completed with positions at round-off, and the energy as far as the method keeps it.
  static void expect_good(const RecordedRun& run) {
    const Certificate& c = run.certificate;
    EXPECT_EQ(c.status, "completed") << c.message;
    EXPECT_LT(c.constraint_position_max.value_or(1), 1e-10);
    const bool conserves = GetParam().starts_with("al_conserving");
    EXPECT_LT(c.energy_balance_error_max.value_or(1e9), (conserves ? 1e-9 : 0.05) * c.energy_scale);
  }
};

TEST_P(RedundantRows, change_nothing_in_the_motion) {
  const Settings settings{.method = GetParam(), .step = 0.01, .end = 2};
  const RecordedRun once = run_text(rods(3, false), settings), twice = run_text(rods(3, true), settings);
  expect_good(once);
  expect_good(twice);
  EXPECT_LT(max_difference(once, twice, "P_0.position.x"), 1e-6);
  EXPECT_LT(max_difference(once, twice, "P_3.position.y"), 1e-6);
}

// All rods in line at the start: the constraints have lost rank there. The linkage stays in the branch in which all
// cranks are parallel.
TEST_P(RedundantRows, pass_an_exactly_singular_start) {
  const RecordedRun run =
      run_model("n_four_bar",
                {.method = GetParam(), .set = {{"N", "5"}, {"theta0", "0"}}, .step = 0.005, .end = 2, .every = 0.1});
  expect_good(run);
  double lowest = 0;
  for (size_t i = 0; i < run.rows.size(); ++i) {
    lowest = std::min(lowest, run.at(i, "tip.position.y"));
    const double x = run.at(i, "tip.position.x"), y = run.at(i, "tip.position.y");
    EXPECT_NEAR(std::hypot(x, y), 1, 1e-9);
  }
  EXPECT_LT(lowest, -0.9) << "it moves";
}

TEST_P(RedundantRows, pass_the_singular_positions_of_the_double_four_bar) {
  const RecordedRun run = run_model("braun_double_four_bar", {.method = GetParam(), .step = 0.01, .end = 20});
  expect_good(run);
  for (size_t i = 0; i < run.rows.size(); ++i)
    ASSERT_NEAR(run.at(i, "joint_1.position.y"), run.at(i, "joint_3.position.y"), 1e-6) << run.t(i);
}

TEST_P(RedundantRows, let_the_bricard_ring_move_with_its_symmetry) {
  const RecordedRun run = run_model("bricard", {.method = GetParam(), .end = 2});
  expect_good(run);
  for (size_t i = 0; i < run.rows.size(); ++i)
    ASSERT_NEAR(run.at(i, "hinge_1.angle") - run.at(0, "hinge_1.angle"),
                run.at(i, "hinge_3.angle") - run.at(0, "hinge_3.angle"), 1e-7);
}

INSTANTIATE_TEST_SUITE_P(Structural, RedundantRows,
                         ::testing::Values("hht", "generalized_alpha", "al_projection", "al_conserving",
                                           "al_conserving_projection"),
                         [](const auto& param_info) { return param_info.param; });

// The plain method is unstable, but not because of redundant rows.
TEST(PlainAugmentedLagrangian, passes_redundant_rows_before_it_drifts) {
  const Settings settings{.method = "al", .step = 0.005, .end = 0.5};
  const RecordedRun once = run_text(rods(3, false), settings), twice = run_text(rods(3, true), settings);
  EXPECT_EQ(twice.certificate.status, "completed") << twice.certificate.message;
  EXPECT_LT(max_difference(once, twice, "P_0.position.x"), 1e-6);
}

}  // namespace
}  // namespace invar::benchmarks
