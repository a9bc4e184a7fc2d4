// Static equilibria against closed forms, and how each is found.
#include <gtest/gtest.h>

#include "invar/equilibrium/static_solver.h"
#include "invar/model/model.h"
#include "invar/parts/kinematics.h"

namespace invar {
namespace {

struct Solved {
  std::shared_ptr<const Model> model;
  std::unique_ptr<AssembledSystem> system;
  std::unique_ptr<EquilibriumProblem> problem;
  StaticReport report;

  Vector3 place(const std::string& body) const {
    for (const auto& b : model->bodies)
      if (b->name() == body) return calc_value(system->layout(), b->center(), report.point.q);
    return Vector3::Constant(NAN);
  }
};

Solved solve(const std::string& text, const StaticOptions& options = {}) {
  Solved s;
  s.model = load_model_text(text);
  s.system = std::make_unique<AssembledSystem>(s.model->assembly);
  s.problem = std::make_unique<EquilibriumProblem>(*s.system, s.model->initial.t);
  s.report = solve_static(*s.problem, s.model->initial, options);
  return s;
}

std::string pendulum(const std::string& position) {
  return R"(
gravity: [0, 0, -9.81]
bodies:
  arm: {type: rigid_body, mass: 2, inertia: [0.1, 0.1, 0.02], position: )" +
         position + R"(}
joints:
  hinge: {type: revolute, between: [ground, arm], at: [0, 0, 0], axis: [0, 1, 0]}
)";
}

TEST(Static, APendulumHangsDownWhereverItStarts) {
  for (const char* start : {"[1, 0, 0]", "[0.6, 0, 0.8]", "[0, 0, 1]", "[-0.006, 0, 0.999982]", "[0, 0, -1]"}) {
    const Solved s = solve(pendulum(start));
    ASSERT_TRUE(s.report.status.ok()) << start << ": " << s.report.status.message();
    EXPECT_NEAR((s.place("arm") - Vector3(0, 0, -1)).norm(), 0, 1e-8) << start;
    EXPECT_EQ(s.report.point.stability.kind, Stability::kStable) << start;
    EXPECT_LE(s.report.point.residual, 1e-9 * s.report.force_scale) << start;
  }
}

TEST(Static, AnUprightPendulumIsAnUnstableEquilibriumIfThatIsAccepted) {
  StaticOptions options;
  options.accept_unstable = true;
  const Solved s = solve(pendulum("[0, 0, 1]"), options);
  ASSERT_TRUE(s.report.status.ok());
  EXPECT_EQ(s.report.point.stability.kind, Stability::kUnstable);
  EXPECT_EQ(s.report.point.stability.negative, 1);
  // -m g l / (I + m l^2), with the inertia about the hinge.
  EXPECT_NEAR(s.report.point.stability.lowest, -2 * 9.81 / (0.1 + 2), 1e-9);
}

TEST(Static, ABodyWithoutLoadsIsNeutralInAllDirections) {
  const Solved s = solve("bodies: {a: {type: rigid_body, mass: 1, inertia: [1, 1, 1], position: [0, 0, 0]}}");
  ASSERT_TRUE(s.report.status.ok());
  EXPECT_EQ(s.report.point.stability.kind, Stability::kNeutral);
  EXPECT_EQ(s.report.point.stability.neutral, 6);
}

TEST(Static, AMassOnASpringSinksByItsWeightOverTheStiffness) {
  const std::string text = R"(
gravity: [0, 0, -10]
bodies: {m: {type: point_mass, mass: 3, position: [0, 0, -1]}}
joints: {line: {type: point_on_line, between: [ground, m], at: [0, 0, 0], axis: [0, 0, 1]}}
forces: {spring: {type: spring_damper, between: [ground, m], at_1: [0, 0, 0], stiffness: 100, rest_length: 1}}
)";
  const Solved s = solve(text);
  ASSERT_TRUE(s.report.status.ok()) << s.report.status.message();
  EXPECT_NEAR(s.place("m")[2], -1.3, 1e-12);
}

TEST(Static, AFreeBodyUnderGravityHasNoEquilibriumAndSaysSo) {
  const Solved s = solve("gravity: [0, 0, -9.81]\nbodies: {a: {type: point_mass, mass: 1, position: [0, 0, 0]}}");
  EXPECT_FALSE(s.report.status.ok());
  EXPECT_NE(s.report.status.message().find("residual"), std::string::npos) << s.report.status.message();
}

}  // namespace
}  // namespace invar
