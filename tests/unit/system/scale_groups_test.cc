#include "invar/system/scale_groups.h"

#include <gtest/gtest.h>

#include "catalog/catalog_sample.h"
#include "invar/system/residual_measure.h"

namespace invar {
namespace {

const char* const kPendulum =
    "gravity: [0, 0, -9.81]\nbodies:\n  a: {type: rigid_body, mass: 1, inertia: [0.1, 0.1, 0.1]}\n";

TEST(ScaleGroups, are_one_for_a_usual_model) {
  const catalog::ReadySystem ready(
      std::string(kPendulum) + "joints: {h: {type: revolute, between: [ground, a], at: [1, 0, 0], axis: [0, 1, 0]}}\n");
  const ScaleGroups groups(ready.system);
  EXPECT_EQ(groups.count(), 1);
  EXPECT_EQ(groups.kinds(), 1);
  EXPECT_EQ(groups.parts(), 1);
  EXPECT_DOUBLE_EQ(groups.mass(0), 1);
}

TEST(ScaleGroups, keep_parts_apart_that_nothing_connects) {
  const catalog::ReadySystem ready(std::string(kPendulum) +
                                   "  b: {type: rigid_body, mass: 1e-9, inertia: [1e-10, 1e-10, 1e-10]}\n");
  const ScaleGroups groups(ready.system);
  EXPECT_EQ(groups.parts(), 2);
  EXPECT_EQ(groups.count(), 2);
  EXPECT_NE(groups.of(0), groups.of(12));
}

TEST(ScaleGroups, keep_a_light_body_apart_from_the_heavy_one_it_hangs_on) {
  const catalog::ReadySystem ready(std::string(kPendulum) +
                                   "  b: {type: rigid_body, mass: 1e-9, inertia: [1e-10, 1e-10, 1e-10]}\n"
                                   "joints: {h: {type: spherical, between: [a, b], at: [1, 0, 0]}}\n");
  const ScaleGroups groups(ready.system);
  EXPECT_EQ(groups.parts(), 1);
  EXPECT_EQ(groups.count(), 2);
  EXPECT_EQ(groups.kinds(), 3);  // internal rows of a, of b, and those of the joint
}

TEST(ScaleGroups, keep_the_rotations_of_a_tiny_body_apart_from_its_position) {
  const catalog::ReadySystem ready(
      "bodies:\n  a: {type: rigid_body, mass: 1, inertia: [1e-12, 1e-12, 1e-12], position: [1e-6, 0, 0]}\n"
      "joints: {h: {type: revolute, between: [ground, a], at: [0, 0, 0], axis: [0, 1, 0]}}\n");
  const ScaleGroups groups(ready.system);
  EXPECT_EQ(groups.count(), 2);
  EXPECT_NEAR(groups.gyration(0), 1e-6, 0.3e-6);
}

// Residuals are relative to what is summed where they are: that of the light body is not hidden by the heavy one.
TEST(ResidualMeasure, compares_with_what_is_summed_in_the_group) {
  const catalog::ReadySystem ready(std::string(kPendulum) +
                                   "  b: {type: rigid_body, mass: 1e-9, inertia: [1e-10, 1e-10, 1e-10]}\n");
  ResidualMeasure measure(ready.system);
  const Vector d = Vector::Constant(24, 0.1);
  measure.begin();
  measure.add_motion(d);
  measure.add_position(ready.start.q);
  measure.finish(0);
  Vector r = Vector::Zero(24);
  r[12] = 1e-10;  // all of the balance of b
  EXPECT_NEAR(measure.measure_balance(r).size, 1, 1e-12);
  r[12] = std::nan("");
  EXPECT_TRUE(std::isnan(measure.measure_balance(r).size));
}

}  // namespace
}  // namespace invar
