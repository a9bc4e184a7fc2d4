// Systems with several equilibria: which one is found, against closed forms; and what counts as neutral.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "invar/equilibrium/static_solver.h"
#include "invar/model/model.h"
#include "invar/parts/kinematics.h"

namespace invar {
namespace {

struct Rest {
  std::shared_ptr<const Model> model;
  StaticReport report;
  Vector3 place;  // of the first body
};

Rest find_rest(const std::string& text, const StaticOptions& options = {}) {
  Rest r;
  r.model = load_model_text(text);
  const AssembledSystem system(r.model->assembly);
  EquilibriumProblem problem(system, r.model->initial.t);
  r.report = solve_static(problem, r.model->initial, options);
  if (r.report.point.q.size()) r.place = calc_value(system.layout(), r.model->bodies[0]->center(), r.report.point.q);
  return r;
}

// Shallow truss of two springs over a span of 2 a, apex at the height h without load: with l0 = sqrt(a^2 + h^2) the force on
// the apex that holds it at z is f(z) = 2 k z (l0/sqrt(a^2 + z^2) - 1), downwards.
constexpr double kHalfSpan = 1, kApex = 0.25, kBar = 1000;

double two_springs_load(double z) {
  return 2 * kBar * z * (std::hypot(kHalfSpan, kApex) / std::hypot(kHalfSpan, z) - 1);
}

// Largest load of the upper branch: f'(z) = 0 at z^2 = (l0 a^2)^(2/3) - a^2.
double two_springs_limit() {
  const double l0 = std::hypot(kHalfSpan, kApex);
  return two_springs_load(std::sqrt(std::pow(l0 * kHalfSpan * kHalfSpan, 2.0 / 3) - kHalfSpan * kHalfSpan));
}

std::string two_springs(double start, double P) {
  return fmt::format(R"(
bodies: {{apex: {{type: point_mass, mass: 1, position: [0, 0, {0:.17g}]}}}}
joints: {{guide: {{type: point_on_line, between: [ground, apex], at: [0, 0, 0], axis: [0, 0, 1]}}}}
forces:
  left: {{type: spring_damper, between: [ground, apex], at_1: [-1, 0, 0], stiffness: 1000, rest_length: {1:.17g}}}
  right: {{type: spring_damper, between: [ground, apex], at_1: [1, 0, 0], stiffness: 1000, rest_length: {1:.17g}}}
  load: {{type: applied_force, on: apex, force: [0, 0, {2:.17g}]}}
)",
                     start, std::hypot(kHalfSpan, kApex), -P);
}

TEST(Multistable, ATrussWithoutLoadGoesToTheNearerOfItsTwoPlaces) {
  for (const double start : {0.4, 0.25, 0.1, 0.02, 1e-5, -1e-5, -0.02, -0.1, -0.4}) {
    const Rest r = find_rest(two_springs(start, 0));
    ASSERT_TRUE(r.report.status.ok()) << start << r.report.status.message();
    EXPECT_EQ(r.report.point.stability.kind, Stability::kStable) << start;
    EXPECT_NEAR(r.place[2], start > 0 ? kApex : -kApex, 1e-9) << start;
  }
  const Rest flat = find_rest(two_springs(0, 0));  // in balance, and unstable
  EXPECT_EQ(flat.report.point.stability.kind, Stability::kStable);
  EXPECT_EQ(flat.report.left_unstable, 1);
  EXPECT_NEAR(std::abs(flat.place[2]), kApex, 1e-9);
}

TEST(Multistable, ALoadedTrussStaysUpToItsLimitLoadAndThenSnapsThrough) {
  const double limit = two_springs_limit();
  for (const double share : {0.5, 0.9, 0.999, 1.001, 1.1, 2.0}) {
    const double P = share * limit;
    const Rest r = find_rest(two_springs(kApex, P));
    ASSERT_TRUE(r.report.status.ok()) << share << r.report.status.message();
    EXPECT_EQ(r.report.point.stability.kind, Stability::kStable) << share;
    EXPECT_NEAR(two_springs_load(r.place[2]), P, 1e-7 * P) << share;
    EXPECT_EQ(r.place[2] > 0, share < 1) << share;
  }
}

TEST(Multistable, AChainThatStandsUprightEndsHangingDown) {
  for (const double lean : {0.0, 1e-9, 1e-3}) {
    const Rest r = find_rest(fmt::format(R"(
gravity: [0, -9.81]
bodies:
  a: {{type: planar_body, mass: 1, inertia: 0.1, position: [0, 0.5]}}
  b: {{type: planar_body, mass: 1, inertia: 0.1, position: [0, 1.5]}}
  c: {{type: planar_body, mass: 1, inertia: 0.1, position: [{0:.17g}, 2.5]}}
joints:
  one: {{type: planar_revolute, between: [ground, a], at: [0, 0]}}
  two: {{type: planar_revolute, between: [a, b], at: [0, 1]}}
  three: {{type: planar_revolute, between: [b, c], at: [0, 2]}}
)",
                                         lean));
    ASSERT_TRUE(r.report.status.ok()) << lean << r.report.status.message();
    EXPECT_EQ(r.report.point.stability.kind, Stability::kStable) << lean;
    EXPECT_NEAR(r.place[1], -0.5, 1e-9) << lean;
    EXPECT_NEAR(r.report.V, -9.81 * (0.5 + 1.5 + 2 + std::hypot(0.5, lean)), 1e-8) << lean;
  }
}

TEST(Multistable, AWeightOnAVerticalAxisIsNeutralAboutItAndStableOtherwise) {
  // A body on a ball joint below it: nothing holds its turn about the vertical.
  for (const double mass : {1e-6, 1.0, 1e6}) {
    const Rest r = find_rest(fmt::format(R"(
gravity: [0, 0, -9.81]
bodies: {{a: {{type: rigid_body, mass: {0}, inertia: [{0}, {0}, 0.5*{0}], position: [0.3, 0.1, -0.9]}}}}
joints: {{ball: {{type: spherical, between: [ground, a], at: [0, 0, 0]}}}}
)",
                                         mass));
    ASSERT_TRUE(r.report.status.ok());
    EXPECT_EQ(r.report.point.stability.kind, Stability::kNeutral) << mass;
    EXPECT_EQ(r.report.point.stability.neutral, 1) << mass;
    EXPECT_EQ(r.report.point.stability.freedoms, 3) << mass;
  }
}

TEST(Multistable, AWeakSpringBesideAStiffOneIsNotNeutral) {
  for (const double weak : {1e-5, 1e-3, 1.0}) {
    const Rest r = find_rest(fmt::format(R"(
bodies: {{m: {{type: point_mass, mass: 1, position: [1, 0, 0]}}}}
joints: {{plane: {{type: point_on_plane, between: [ground, m], at: [0, 0, 0], axis: [0, 0, 1]}}}}
forces:
  stiff: {{type: spring_damper, between: [ground, m], at_1: [-99, 0, 0], stiffness: 1e9, rest_length: 100}}
  weak: {{type: spring_damper, between: [ground, m], at_1: [1, -5, 0], stiffness: {}, rest_length: 5}}
)",
                                         weak));
    ASSERT_TRUE(r.report.status.ok());
    EXPECT_EQ(r.report.point.stability.kind, Stability::kStable) << weak;
    EXPECT_NEAR(r.report.point.stability.lowest, weak, 1e-3 * weak) << weak;
  }
}

TEST(Multistable, ALightPendulumFallsBesideAHeavyOneThatHangsAlready) {
  for (const double ratio : {1.0, 1e6, 1e12, 1e18}) {
    const Rest r = find_rest(fmt::format(R"(
parameters: {{m: {:.17g}, M: {:.17g}}}
gravity: [0, -9.81]
bodies:
  light: {{type: planar_body, mass: m, inertia: m/12, position: [0.5, 0]}}
  heavy: {{type: planar_body, mass: M, inertia: M/12, position: [0, -0.5]}}
joints:
  j: {{type: planar_revolute, between: [ground, light], at: [0, 0]}}
  k: {{type: planar_revolute, between: [ground, heavy], at: [0, 0]}}
)",
                                         1 / std::sqrt(ratio), std::sqrt(ratio)));
    ASSERT_TRUE(r.report.status.ok()) << ratio << r.report.status.message();
    EXPECT_EQ(r.report.point.stability.kind, Stability::kStable) << ratio;
    EXPECT_NEAR((r.place - Vector3(0, -0.5, 0)).norm(), 0, 1e-8) << ratio;
  }
}

TEST(Multistable, RedundantJointsAndNoFreedomAtAllAreStable) {
  const Rest r = find_rest(R"(
gravity: [0, -9.81]
bodies: {a: {type: planar_body, mass: 1, inertia: 1, position: [0.5, 0]}}
joints:
  left: {type: planar_revolute, between: [ground, a], at: [0, 0]}
  right: {type: planar_revolute, between: [ground, a], at: [1, 0]}
)");
  ASSERT_TRUE(r.report.status.ok()) << r.report.status.message();
  EXPECT_EQ(r.report.point.stability.kind, Stability::kStable);
  EXPECT_EQ(r.report.point.stability.freedoms, 0);
}

}  // namespace
}  // namespace invar
