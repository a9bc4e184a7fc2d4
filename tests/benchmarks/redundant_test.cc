// Redundant and over-constrained models: they move as they should, and the check names what is redundant.
#include <gtest/gtest.h>

#include "benchmarks/doubled_rods.h"
#include "benchmarks/model_run.h"
#include "invar/run/model_check.h"

namespace invar::benchmarks {
namespace {

ModelCheck check_model(const std::string& name) { return check(*load_model(model_path(name))); }

void expect_overconstrained(const std::string& name, size_t rows, const std::string& closing_joint) {
  const ModelCheck c = check_model(name);
  EXPECT_TRUE(c.ok());
  EXPECT_EQ(c.freedoms, 1);
  ASSERT_EQ(c.redundant.size(), 1u);
  EXPECT_EQ(c.redundant[0].owner, closing_joint);
  EXPECT_EQ(c.redundant[0].labels.size(), rows);
  const RecordedRun run = run_model(name);
  expect_conserved(run, 1e-11, 1e-12, 1e-11);
}

TEST(SpatialFourBar, has_one_freedom_and_three_redundant_rows_in_the_joint_that_closes_the_loop) {
  expect_overconstrained("four_bar_spatial", 3, "D");
}

TEST(BennettLinkage, moves_although_counting_says_it_cannot) { expect_overconstrained("bennett", 3, "D"); }

TEST(BricardLinkage, moves_although_counting_says_it_cannot) { expect_overconstrained("bricard", 1, "hinge_6"); }

TEST(BennettLinkage, keeps_the_symmetry_of_its_hinge_angles) {
  const RecordedRun run = run_model("bennett");
  double swing = 0;
  for (size_t i = 0; i < run.rows.size(); ++i) {  // opposite hinges turn alike
    ASSERT_NEAR(run.at(i, "A.angle") - run.at(0, "A.angle"), run.at(i, "C.angle") - run.at(0, "C.angle"), 1e-9);
    ASSERT_NEAR(run.at(i, "B.angle") - run.at(0, "B.angle"), run.at(i, "D.angle") - run.at(0, "D.angle"), 1e-9);
    swing = std::max(swing, std::abs(run.at(i, "A.angle") - run.at(0, "A.angle")));
  }
  EXPECT_GT(swing, 0.5);
}

TEST(BricardLinkage, keeps_its_threefold_symmetry) {
  const RecordedRun run = run_model("bricard");
  for (size_t i = 0; i < run.rows.size(); ++i) {
    ASSERT_NEAR(run.at(i, "hinge_1.angle") - run.at(0, "hinge_1.angle"),
                run.at(i, "hinge_3.angle") - run.at(0, "hinge_3.angle"), 1e-9);
    ASSERT_NEAR(run.at(i, "hinge_2.angle") - run.at(0, "hinge_2.angle"),
                run.at(i, "hinge_6.angle") - run.at(0, "hinge_6.angle"), 1e-9);
  }
}

TEST(SingularStart, is_seen_by_the_check) {
  const ModelCheck c = check(*load_model(model_path("n_four_bar"), {{"N", "5"}, {"theta0", "0"}}));
  EXPECT_TRUE(c.ok());
  EXPECT_EQ(c.freedoms, 1);
  EXPECT_EQ(c.freedoms_at_start, 6);
}

// The pendulum of two bars, with one joint of each kind and with every joint written twice.
std::string bars(bool doubled) {
  std::string text = R"(
model: bars
gravity: [0, -9.81, 0]
bodies:
  upper: {type: rigid_body, mass: 1, inertia: [0.01, 0.1, 0.1], position: [0.5, 0, 0]}
  lower: {type: rigid_body, mass: 1, inertia: [0.01, 0.1, 0.1], position: [1.5, 0, 0]}
joints:
)";
  for (int i = 1; i <= (doubled ? 2 : 1); ++i) {
    text +=
        fmt::format("  shoulder_{}: {{type: revolute, between: [ground, upper], at: [0, 0, 0], axis: [0, 0, 1]}}\n", i);
    text += fmt::format("  elbow_{}: {{type: spherical, between: [upper, lower], at: [1, 0, 0]}}\n", i);
    text += fmt::format("  plane_{}: {{type: planar, between: [ground, lower], at: [0, 0, 0], axis: [0, 0, 1]}}\n", i);
  }
  return text + "outputs: [upper.position, lower.position]\n";
}

TEST(DoubledJoints, change_nothing_in_the_motion) {
  const Settings settings{.step = 0.005, .end = 5};
  const RecordedRun once = run_text(bars(false), settings), twice = run_text(bars(true), settings);
  expect_conserved(once, 1e-11, 1e-12, 1e-11);
  expect_conserved(twice, 1e-11, 1e-12, 1e-11);
  EXPECT_EQ(once.certificate.degrees_of_freedom, 2);
  EXPECT_EQ(twice.certificate.degrees_of_freedom, 2);
  EXPECT_EQ(twice.certificate.redundant_constraints, once.certificate.redundant_constraints + 11);
  EXPECT_LT(max_difference(once, twice, "lower.position.x"), 1e-7);
}

// Same trajectory as with single rods, up to what singular positions amplify.
TEST(DoubledRods, change_nothing_in_the_motion) {
  const Settings settings{.step = 0.01, .end = 10};
  const RecordedRun once = run_text(rods(5, false), settings), twice = run_text(rods(5, true), settings);
  expect_conserved(once, 1e-11, 1e-12, 1e-11);
  expect_conserved(twice, 1e-11, 1e-12, 1e-11);
  EXPECT_EQ(twice.certificate.degrees_of_freedom, 1);
  EXPECT_EQ(twice.certificate.redundant_constraints, 11);
  EXPECT_LT(max_difference(once, twice, "P_0.position.x"), 1e-6);
}

}  // namespace
}  // namespace invar::benchmarks
