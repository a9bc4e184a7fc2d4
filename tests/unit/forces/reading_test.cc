// What is said about wrong forces and non-holonomic constraints.
#include <gtest/gtest.h>

#include "invar/core/error.h"
#include "invar/model/model.h"

namespace invar {
namespace {

const char* kModel = R"(bodies:
  a: {type: rigid_body, mass: 1, inertia: [1, 1, 1]}
  b: {type: rigid_body, mass: 1, inertia: [1, 1, 1], position: [1, 0, 0]}
  u: {type: planar_body, mass: 1, inertia: 1}
  p: {type: point_mass, mass: 1, position: [0, 1, 0]}
joints:
  hinge: {type: revolute, between: [a, b], at: [0, 0, 0], axis: [0, 0, 1]}
  ball: {type: spherical, between: [a, p]}
)";

struct ReadingCase {
  std::string section, entry, message;
};

class WrongForce : public ::testing::TestWithParam<ReadingCase> {};

TEST_P(WrongForce, is_refused_with_place_and_reason) {
  const auto& [section, entry, message] = GetParam();
  try {
    load_model_text(kModel + section + ":\n  f: {" + entry + "}\n", "m.yaml");
    FAIL() << "accepted: " << entry;
  } catch (const ModelError& error) {
    EXPECT_NE(std::string(error.what()).find(message), std::string::npos) << error.what();
    EXPECT_EQ(error.where().line, 10) << error.what();
  }
}

INSTANTIATE_TEST_SUITE_P(
    Reading, WrongForce,
    ::testing::Values(
        ReadingCase{"forces", "type: spring_dampr", "did you mean \"spring_damper\"?"},
        ReadingCase{"forces", "type: spring_damper, between: [a, b]", "has neither a spring nor a damper"},
        ReadingCase{"forces", "type: spring_damper, between: [a, a], stiffness: 1", "between \"a\" and itself"},
        ReadingCase{"forces", "type: spring_damper, between: [ground, ground], stiffness: 1", "the ground and itself"},
        ReadingCase{"forces", "type: spring_damper, between: [a, c], stiffness: 1", "neither a body nor a marker"},
        ReadingCase{"forces", "type: spring_damper, between: [a, b], stiffness: 1, force: 2*x",
                    "cannot stand together with stiffness"},
        ReadingCase{"forces", "type: spring_damper, between: [a, b], damping: 1, damping_force: 2*v",
                    "cannot stand together with damping"},
        ReadingCase{"forces", "type: spring_damper, between: [a, b], damping_force: 1 + v", "at rate zero"},
        ReadingCase{"forces", "type: spring_damper, between: [a, b], damping: -1", "damping"},
        ReadingCase{"forces", "type: spring_damper, between: [a, p], at_2: [5, 0, 0], stiffness: 1",
                    "which has no extension"},
        ReadingCase{"forces", "type: torsion_spring, joint: ball, stiffness: 1", "has no angle"},
        ReadingCase{"forces", "type: torsion_spring, joint: hing, stiffness: 1", "did you mean \"hinge\"?"},
        ReadingCase{"forces", "type: joint_spring, joint: hinge, stiffness: 1", "has an angle but no displacement"},
        ReadingCase{"forces", "type: bushing, between: [a, b], stiffness: [1, 1, 1]", "does not say where it acts"},
        ReadingCase{"forces", "type: bushing, between: [a, p], at: [0, 0, 0], stiffness: [1, 1, 1]", "is a point"},
        ReadingCase{"forces", "type: bushing, between: [a, b], at: [0, 0, 0]", "has neither stiffness nor damping"},
        ReadingCase{"forces", "type: bushing, between: [a, b], at: [0, 0, 0], stiffness: [1, -1, 1]",
                    "negative component"},
        ReadingCase{"forces", "type: applied_force, on: ground, force: [1, 0, 0]", "is the ground"},
        ReadingCase{"forces", "type: applied_force, on: p, force: [1, 0, 0], axes: body", "has no orientation"},
        ReadingCase{"forces", "type: applied_force, on: a, force: [x, 0, 0]", "unknown name \"x\""},
        ReadingCase{"forces", "type: applied_torque, on: p, torque: [1, 0, 0]", "without an orientation"},
        ReadingCase{"forces", "type: linear_damping, on: a", "has no damping"},
        ReadingCase{"forces", "type: linear_damping, on: p, rotational_damping: 1", "has no orientation"},
        ReadingCase{"forces", "type: motor, joint: hinge", "neither torque nor force"},
        ReadingCase{"forces", "type: motor, joint: hinge, torque: 1, force: 1", "both torque and force"},
        ReadingCase{"forces", "type: motor, joint: hinge, force: 1", "has an angle but no displacement"},
        ReadingCase{"forces", "type: central_gravity, between: [ground, a], strength: 1", "at the same place"},
        ReadingCase{"nonholonomic", "type: knife_edge, on: p", "without an orientation"},
        ReadingCase{"nonholonomic", "type: knife_edge, on: a, direction: [0, 0, 1]", "along the normal"},
        ReadingCase{"nonholonomic", "type: rolling_ball, on: u, radius: 1", "not a body in space"},
        ReadingCase{"nonholonomic", "type: rolling_ball, on: a", "radius"},
        ReadingCase{"nonholonomic", "type: rolling_disc, on: a, radius: 1", "lies flat"},
        ReadingCase{"nonholonomic", "type: pfaffian, rows: 3", "must be a list of maps"},
        ReadingCase{"nonholonomic", "type: pfaffian, rows: [{u.tetha: 1}]", "did you mean \"u.theta\"?"},
        ReadingCase{"nonholonomic", "type: pfaffian, rows: [{u.x: sin(u.tetha)}]", "unknown name \"u_tetha\""},
        ReadingCase{"nonholonomic", "type: pfaffian, rows: [{a: 1}]", "no coefficient of a velocity"},
        ReadingCase{"nonholonomic", "type: pfaffian, rows: [{u.x: 1/u.theta}]", "not finite"},
        ReadingCase{"nonholonomic", "type: pfaffian, rows: [{u.x: sin(}]", "is not a formula"}));

TEST(PfaffianReading, numbers_with_a_point_are_not_names) {
  const std::string rows = "nonholonomic: {f: {type: pfaffian, rows: [{u.x: 1.5e-1*u.y + 2.*.5 + 3.0}]}}";
  const auto model = load_model_text(kModel + rows);
  Matrix A = Matrix::Zero(1, 3);
  const Vector3 q(0, 2, 0);
  model->assembly->pfaffians[0].term->add_A({0, q}, A);
  EXPECT_NEAR(A(0, 0), 0.3 + 1 + 3, 1e-15);
}

}  // namespace
}  // namespace invar
