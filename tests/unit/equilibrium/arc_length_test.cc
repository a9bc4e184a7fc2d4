// Load paths beyond limit points, against the closed form of the shallow truss.
#include "invar/equilibrium/arc_length.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "invar/model/model.h"

namespace invar {
namespace {

constexpr double kHeight = 0.3, kStiffness = 1000;

// Two springs from (-1, 0, 0) and (1, 0, 0) to the apex, which moves along z. The load is twice the limit load.
std::string truss(double force) {
  return fmt::format(R"(
parameters: {{h: {}, k: {}, F: {:.17g}}}
bodies: {{apex: {{type: point_mass, mass: 1, position: [0, 0, h]}}}}
joints: {{line: {{type: point_on_line, between: [ground, apex], at: [0, 0, 0], axis: [0, 0, 1]}}}}
forces:
  left: {{type: spring_damper, between: [ground, apex], at_1: [-1, 0, 0], stiffness: k}}
  right: {{type: spring_damper, between: [ground, apex], at_1: [1, 0, 0], stiffness: k}}
  load: {{type: applied_force, on: apex, force: [0, 0, -F]}}
outputs: [apex.position.z]
)",
                     kHeight, kStiffness, force);
}

// F = 2 k z (L0/L - 1) is largest where L^3 = L0.
double limit_load() {
  const double L0 = std::hypot(1, kHeight), L2 = std::pow(L0, 2.0 / 3);
  return 2 * kStiffness * std::sqrt(L2 - 1) * (L2 - 1);
}

struct Truss {
  std::shared_ptr<const Model> model = load_model_text(truss(2 * limit_load()));
  AssembledSystem system{model->assembly};
  EquilibriumProblem problem{system, 0};
};

TEST(ArcLength, AShallowTrussSnapsThroughAtItsLimitLoads) {
  Truss t;
  ArcLengthOptions options;
  options.step = 0.02;
  options.longest = 0.04;
  const StaticReport report = follow_arc(t.problem, t.model->initial, options);
  ASSERT_TRUE(report.status.ok()) << report.status.message();
  EXPECT_EQ(report.point.factor, 1);
  ASSERT_EQ(report.limit_points.size(), 2u);
  EXPECT_NEAR(calc_limit_factor(report.path, report.limit_points[0]), 0.5, 2e-4);
  EXPECT_NEAR(calc_limit_factor(report.path, report.limit_points[1]), -0.5, 2e-4);
  EXPECT_EQ(report.point.stability.kind, Stability::kStable);
  // Every point of the path is an equilibrium; between the limit points it is unstable.
  for (std::size_t i = 0; i < report.path.size(); ++i) {
    const double z = report.path[i].q[2], L0 = std::hypot(1, kHeight), L = std::hypot(1, z);
    EXPECT_NEAR(report.path[i].factor * 2 * limit_load(), 2 * kStiffness * z * (L0 / L - 1), 1e-6) << i;
    const bool between = L * L * L < L0;
    EXPECT_EQ(report.path[i].stability.kind == Stability::kUnstable, between) << i << ", z = " << z;
  }
}

TEST(ArcLength, LoadStepsJumpToTheFarSideWhereTheArcLengthFollows) {
  Truss t;
  StaticOptions options;
  options.load_steps = 10;
  const StaticReport jumped = solve_static(t.problem, t.model->initial, options);
  ASSERT_TRUE(jumped.status.ok()) << jumped.status.message();
  ArcLengthOptions arc;
  const StaticReport followed = follow_arc(t.problem, t.model->initial, arc);
  ASSERT_TRUE(followed.status.ok()) << followed.status.message();
  EXPECT_NEAR(jumped.point.q[2], followed.point.q[2], 1e-9);
}

TEST(ArcLength, StepsBeyondTheFullLoadGoOnAlongThePath) {
  Truss t;
  ArcLengthOptions options;
  options.pass = true;
  options.max_steps = 120;
  const StaticReport report = follow_arc(t.problem, t.model->initial, options);
  ASSERT_TRUE(report.status.ok()) << report.status.message();
  EXPECT_EQ(report.path.size(), 121u);
  EXPECT_GT(report.point.factor, 1);
}

}  // namespace
}  // namespace invar
