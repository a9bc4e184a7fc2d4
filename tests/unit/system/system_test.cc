// Sparse patterns, what is conserved, and the rank of constraints.
#include <gtest/gtest.h>

#include "catalog/integrator_samples.h"
#include "invar/system/constraint_rank.h"
#include "invar/system/momentum.h"
#include "paths.h"

namespace invar {
namespace {

TEST(SparsePattern, merges_repeated_entries_finds_positions_and_multiplies) {
  PatternBuilder builder(2, 3);
  for (const auto& [i, j] : {std::pair{0, 2}, {0, 0}, {0, 2}, {1, 1}}) builder.add(i, j);
  const SparsePattern p = builder.build();
  EXPECT_EQ(p.nonzeros(), 3);
  EXPECT_EQ(p.position(0, 0), 0);
  EXPECT_EQ(p.position(0, 2), 1);
  EXPECT_EQ(p.position(1, 1), 2);
  EXPECT_EQ(p.position(1, 2), -1);
  const Vector values = Vector3(2, 3, 5);
  Vector y = Vector2(1, 1), z = Vector::Zero(3);
  add_product(p, values, Vector3(1, 10, 100), y);
  EXPECT_EQ(y, Vector(Vector2(303, 51)));
  add_transpose_product(p, values, Vector2(1, 10), z);
  EXPECT_EQ(z, Vector(Vector3(2, 50, 3)));
}

MomentumConservation conserved(const std::string& text) {
  const catalog::ReadySystem r(text);
  return find_momentum_conservation(r.system, r.start);
}

std::string two_bodies(const std::string& rest) {
  return R"(
bodies:
  a: {type: rigid_body, mass: 1, inertia: [1, 2, 2], position: [0, 0, 0]}
  b: {type: rigid_body, mass: 1, inertia: [1, 2, 2], position: [2, 0, 0]}
)" + rest;
}

TEST(MomentumConservation, is_found_for_bodies_joined_only_to_each_other) {
  for (const char* joint :
       {"spherical, between: [a, b], at: [1, 0, 0]", "revolute, between: [a, b], at: [1, 0, 0], axis: [0, 1, 0]",
        "weld, between: [a, b], at: [1, 0, 0]", "prismatic, between: [a, b], at: [1, 0, 0], axis: [1, 0, 0]"}) {
    const auto c = conserved(two_bodies(fmt::format("joints: {{j: {{type: {}}}}}\n", joint)));
    EXPECT_TRUE(c.linear) << joint;
    EXPECT_TRUE(c.angular) << joint;
  }
}

TEST(MomentumConservation, is_denied_where_the_ground_or_gravity_acts) {
  const auto held = conserved(two_bodies("joints: {j: {type: spherical, between: [ground, a], at: [0.5, 0, 0]}}\n"));
  EXPECT_FALSE(held.linear);
  EXPECT_FALSE(held.angular);
  // About a fixed point at the origin nothing has a moment.
  const auto pivot = conserved(two_bodies("joints: {j: {type: spherical, between: [ground, a], at: [0, 0, 0]}}\n"));
  EXPECT_FALSE(pivot.linear);
  EXPECT_TRUE(pivot.angular);
  const auto hinge =
      conserved(two_bodies("joints: {j: {type: revolute, between: [ground, a], at: [0, 0, 0], axis: [0, 0, 1]}}\n"));
  EXPECT_FALSE(hinge.angular);
  const auto falling = conserved(two_bodies("gravity: [0, 0, -9.81]\n"));
  EXPECT_FALSE(falling.linear);
  EXPECT_FALSE(falling.angular);
}

TEST(MomentumConservation, is_denied_for_a_blade_that_only_starts_at_the_origin) {
  const auto c = conserved(R"(
bodies: {sleigh: {type: planar_body, mass: 1, inertia: 0.1, position: [0.1, 0], velocity: [0.2, 0.2], angular_velocity: 2}}
markers: {blade: {on: sleigh, at: [-0.1, 0]}}
nonholonomic: {edge: {type: knife_edge, on: blade}}
)");
  EXPECT_FALSE(c.linear);
  EXPECT_FALSE(c.angular);
}

TEST(ConstraintRank, finds_the_redundant_rows_and_blames_the_later_joint) {
  const auto model = load_model(source_path("models/four_bar_spatial.yaml"));
  const catalog::ReadySystem r(model);
  const RankReport report = find_rank(r.system, 0, r.start.q);
  EXPECT_EQ(report.freedoms, 1);
  EXPECT_EQ(report.redundant.size(), 3u);
  for (const int row : report.redundant) EXPECT_EQ(r.system.layout().row(row).owner, "D");
}

}  // namespace
}  // namespace invar
