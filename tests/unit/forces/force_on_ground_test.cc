// Channels `force` and `torque` are those on the second place, also if that is the ground.
#include <gtest/gtest.h>

#include <cmath>

#include "unit/forces/test_model.h"

namespace invar {
namespace {

const char* kMovingBody = R"(bodies:
  b: {type: rigid_body, mass: 2, inertia: [1, 2, 2.5], position: [1, 2, 3], velocity: [0.5, -1, 0.2],
      angular_velocity: [0.3, -2, 1]}
)";

void expect_near(const Vector3& a, const Vector3& b) {
  EXPECT_LE((a - b).norm(), 1e-12) << a.transpose() << " against " << b.transpose();
}

TEST(ForceOnGround, is_what_a_spring_pulls_at_the_ground_with) {
  const TestModel m(std::string(kMovingBody) +
                    "forces: {f: {type: spring_damper, between: [b, ground], at_2: [1, -1, -1], stiffness: 10, "
                    "rest_length: 3}}");
  expect_near(m.vector("f.force"), 20 * Vector3(0, 0.6, 0.8));  // length 5, towards the body
}

TEST(ForceOnGround, is_what_attraction_pulls_at_the_ground_with) {
  const TestModel m(std::string(kMovingBody) +
                    "forces: {f: {type: central_gravity, between: [b, ground], at_2: [1, -1, -1], strength: 50}}");
  expect_near(m.vector("f.force"), 2 * Vector3(0, 0.6, 0.8));
}

TEST(ForceOnGround, is_what_a_leaf_spring_pushes_the_ground_with) {
  const TestModel m(std::string(kMovingBody) +
                    "forces: {f: {type: leaf_spring, between: [b, ground], at_2: [1, -1, -1], axis: [0, 0, 1], "
                    "stiffness: 10, free_length: -3}}");
  expect_near(m.vector("f.force"), Vector3(0, 0, 10));  // length -4 along the axis: compressed by 1, pushes upwards
}

TEST(ForceOnGround, of_a_bushing_has_its_torque_about_the_point_on_the_ground) {
  const TestModel m(std::string(kMovingBody) +
                    "forces: {f: {type: bushing, between: [b, ground], at: [1, 2, 4], damping: [1, 2, 3], "
                    "rotational_damping: [4, 5, 6]}}");
  const Vector3 w(0.3, -2, 1), v = Vector3(0.5, -1, 0.2) + w.cross(Vector3(0, 0, 1));
  expect_near(m.vector("f.force"), Vector3(1 * v[0], 2 * v[1], 3 * v[2]));
  expect_near(m.vector("f.torque"), Vector3(4 * w[0], 5 * w[1], 6 * w[2]));
}

TEST(ForceOnGround, is_opposite_to_the_force_on_the_body_if_the_ground_is_named_first) {
  for (const char* ends : {"between: [b, ground], at_2: [0, 0, 0]", "between: [ground, b], at_1: [0, 0, 0]"}) {
    const TestModel m(std::string(kMovingBody) + "forces: {f: {type: spring_damper, " + ends +
                      ", stiffness: 10, rest_length: 1, damping: 2}}");
    const Vector3 n = Vector3(1, 2, 3).normalized();
    const double tension = 10 * (std::sqrt(14.0) - 1) + 2 * n.dot(Vector3(0.5, -1, 0.2));
    expect_near(m.vector("f.force"), (ends[10] == 'b' ? tension : -tension) * n);
  }
}

}  // namespace
}  // namespace invar
