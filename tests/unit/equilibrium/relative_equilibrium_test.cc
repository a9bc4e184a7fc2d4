// Steady spins: closed forms, and the equations of motion as the judge: from the state found, every spinning node must have
// the acceleration of the spin, every other none.
#include <gtest/gtest.h>

#include <cmath>

#include "invar/core/error.h"
#include "invar/run/model_equilibrium.h"
#include "invar/solve/acceleration.h"

namespace invar {
namespace {

struct Found {
  std::shared_ptr<const Model> model;
  std::unique_ptr<AssembledSystem> system;
  ModelEquilibrium equilibrium;
};

Found find(const std::string& text, const StartSpec& request) {
  Found f;
  f.model = load_model_text(text);
  f.system = std::make_unique<AssembledSystem>(f.model->assembly);
  f.equilibrium = find_equilibrium(*f.model, *f.system, request, {});
  EXPECT_TRUE(f.equilibrium.report.status.ok()) << f.equilibrium.report.status.message();
  return f;
}

double acceleration_error(const Found& f) {
  AccelerationSolver solver(*f.system);
  Vector a, lambda, expected;
  const State& s = f.equilibrium.state;
  EXPECT_TRUE(solver.solve(s, a, lambda));
  if (f.equilibrium.spin.is_zero()) {
    expected.setZero(a.size());
  } else {
    f.equilibrium.spin.calc_rate(s.v, expected);
  }
  return (a - expected).cwiseAbs().maxCoeff();
}

StartSpec spin(const Vector3& omega) {
  StartSpec request;
  request.spin = omega;
  return request;
}

TEST(RelativeEquilibrium, AConicalPendulumHangsAtTheHeightOfItsRate) {
  const Found f = find(R"(
gravity: [0, 0, -9.81]
bodies: {bob: {type: point_mass, mass: 2, position: [0.8, 0, -0.6]}}
joints: {string: {type: distance, between: [ground, bob], at: [0, 0, 0]}}
)",
                       spin({0, 0, 5}));
  EXPECT_NEAR(f.equilibrium.state.q[2], -9.81 / 25, 1e-10);
  EXPECT_EQ(f.equilibrium.report.point.stability.kind, Stability::kNeutral);  // the angle about the axis
  EXPECT_LT(acceleration_error(f), 1e-8);
}

TEST(RelativeEquilibrium, AMassOnASpringMovesOutAboutASkewAxisOffTheOrigin) {
  // A bead on an arm that is welded to nothing but the turning axis; (2, -2, 1) is normal to the axis (1, 2, 2).
  StartSpec request = spin(4 * Vector3(1, 2, 2) / 3);
  request.about = Vector3(0.5, -0.2, 0.1);
  const Found f = find(R"(
bodies:
  arm: {type: rigid_body, mass: 1, inertia: [1, 1, 1], position: [0.5, -0.2, 0.1]}
  bead: {type: point_mass, mass: 2, position: [0.5 + 2/3, -0.2 - 2/3, 0.1 + 1/3]}
joints:
  axle: {type: revolute, between: [ground, arm], at: [0.5, -0.2, 0.1], axis: [1, 2, 2]}
  rail: {type: point_on_line, between: [arm, bead], at: [0.5, -0.2, 0.1], axis: [2, -2, 1]}
forces: {spring: {type: spring_damper, between: [arm, bead], stiffness: 100, rest_length: 1}}
)",
                       request);
  const Vector& q = f.equilibrium.state.q;
  const double r = (q.segment<3>(12) - *request.about).norm();
  EXPECT_NEAR(r, 100.0 / (100 - 2 * 16), 1e-9);
  EXPECT_LT(acceleration_error(f), 1e-7);
}

// A mast that leans on a spring under an eccentric rotor; the shaft leans with it.
const char* kLeaning = R"(
gravity: [0, 0, -9.81]
bodies:
  mast: {type: rigid_body, mass: 20, inertia: [3, 3, 1], position: [0.2, 0, 1]}
  hub: {type: rigid_body, mass: 4, inertia: [0.4, 0.4, 0.7], position: [0.5, 0, 2], angular_velocity: [0, 0, 3]}
joints:
  foot: {type: revolute, between: [ground, mast], at: [0, 0, 0], axis: [0, 1, 0]}
  shaft: {type: revolute, between: [mast, hub], at: [0.5, 0, 2], axis: [0, 0, 1]}
forces: {spring: {type: torsion_spring, joint: foot, stiffness: 900}}
)";

TEST(RelativeEquilibrium, TheAxisFollowsASupportThatBends) {
  StartSpec request = spin({0, 0, 3});
  request.joint = "shaft";
  const Found f = find(kLeaning, request);
  EXPECT_GT(std::abs(f.equilibrium.spin.omega()[0]), 0.05);
  EXPECT_NEAR(f.equilibrium.spin.omega().norm(), 3, 1e-12);
  EXPECT_LT(acceleration_error(f), 1e-8);
}

TEST(RelativeEquilibrium, TheRateOfAJointIsTakenFromItsVelocities) {
  StartSpec request;
  request.joint = "shaft";
  const Found f = find(kLeaning, request);
  EXPECT_NEAR(f.equilibrium.spin.omega().norm(), 3, 0.05);
  EXPECT_LT(acceleration_error(f), 1e-8);
}

TEST(RelativeEquilibrium, ASpinAcrossTheAxisOfAJointIsRefusedWithItsName) {
  try {
    find(kLeaning, spin({0, 0, 3}));
    FAIL() << "accepted";
  } catch (const ModelError& error) {
    EXPECT_NE(std::string(error.what()).find("\"foot\" does not allow the spin"), std::string::npos) << error.what();
  }
}

TEST(RelativeEquilibrium, ABodySpinningAboutItsSmallestMomentOfInertiaIsLeftThere) {
  // A maximum of the potential of the inertia forces, yet the motion is stable, by gyroscopic forces.
  const Found f =
      find("bodies: {a: {type: rigid_body, mass: 1, inertia: [3, 2.5, 1], position: [0, 0, 0]}}", spin({0, 0, 4}));
  EXPECT_EQ(f.equilibrium.state.q.segment<3>(9), Vector3(0, 0, 1));
  EXPECT_EQ(f.equilibrium.report.point.stability.kind, Stability::kUnstable);
}

TEST(RelativeEquilibrium, GravityAcrossTheAxisIsSaid) {
  const Found f = find(R"(
gravity: [0, 0, -9.81]
bodies: {wheel: {type: rigid_body, mass: 1, inertia: [1, 1, 1], position: [0, 0.3, 0], angular_velocity: [2, 0, 0]}}
joints: {axle: {type: revolute, between: [ground, wheel], at: [0, 0, 0], axis: [1, 0, 0]}}
drives: {turn: {type: angle, joint: axle, value: 2*t}}
)",
                       [] {
                         StartSpec r;
                         r.joint = "axle";
                         return r;
                       }());
  ASSERT_EQ(f.equilibrium.notes.size(), 1u);
  EXPECT_NE(f.equilibrium.notes[0].find("gravity"), std::string::npos);
}

}  // namespace
}  // namespace invar
