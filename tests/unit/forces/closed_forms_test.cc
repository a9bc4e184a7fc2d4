// Forces against what a textbook says: channels and accelerations of simple states.
#include <gtest/gtest.h>

#include <cmath>

#include "unit/forces/test_model.h"

namespace invar {
namespace {

void expect_vector(const Vector3& a, const Vector3& b, double tolerance = 1e-12) {
  EXPECT_LE((a - b).norm(), tolerance) << a.transpose() << " against " << b.transpose();
}

const char* kTwoPoints = R"(bodies:
  a: {type: point_mass, mass: 2, position: [0, 0, 0]}
  b: {type: point_mass, mass: 1, position: [3, 0, 4], velocity: [0.6, 5, 0.8]}
)";
const char* kBody = R"(bodies:
  b: {type: rigid_body, mass: 2, inertia: [1, 2, 2.5], position: [1, 2, 3], rotation: {axis: [1, 2, 3], angle: 0.7},
      velocity: [0.5, -1, 0.2], angular_velocity: [0.3, -2, 1]}
markers:
  m: {on: b, at: [0.1, 0.2, -0.3]}
)";

TEST(SpringDamper, tension_is_stiffness_times_elongation_plus_damping_times_rate) {
  const TestModel m(
      std::string(kTwoPoints) +
      "forces: {f: {type: spring_damper, between: [a, b], stiffness: 10, rest_length: 4, damping: 3, preload: 2}}");
  EXPECT_NEAR(m.channel("f.length"), 5, 1e-15);
  EXPECT_NEAR(m.channel("f.length_rate"), 1, 1e-15);
  const double tension = 2 + 10 * 1 + 3 * 1;
  EXPECT_NEAR(m.channel("f.tension"), tension, 1e-13);
  EXPECT_NEAR(m.channel("f.energy"), 2 * 1 + 0.5 * 10, 1e-13);
  EXPECT_NEAR(m.channel("f.power"), -tension * 1, 1e-13);
  expect_vector(m.vector("f.force"), -tension * Vector3(0.6, 0, 0.8));
  expect_vector(m.vector("a.acceleration"), tension / 2 * Vector3(0.6, 0, 0.8));
  expect_vector(m.vector("b.acceleration"), -tension * Vector3(0.6, 0, 0.8));
}

TEST(SpringDamper, rests_at_the_initial_distance_by_default) {
  const TestModel m(kTwoPoints, "forces: {f: {type: spring_damper, between: [a, b], stiffness: 10}}");
  EXPECT_NEAR(m.channel("f.tension"), 0, 1e-13);
}

TEST(SpringDamper, stays_finite_where_its_points_meet) {
  for (const std::string keys : {"stiffness: 10, rest_length: 1, damping: 1", "stiffness: 10, rest_length: 0",
                                 "force: 10*x, rest_length: 1, damping_force: v^3", "force: 10*x, rest_length: 0"}) {
    const auto model = load_model_text(
        "bodies: {a: {type: point_mass, mass: 1}, b: {type: point_mass, mass: 1, position: [1, 0, 0]}}\n"
        "forces: {f: {type: spring_damper, between: [a, b], " +
        keys + "}}");
    const Vector met = Vector::Zero(6);
    Vector apart = met;
    apart[3] = 0.5;
    const Potential& U = *model->assembly->potentials[0].term;
    for (const auto& [q0, q1] : {std::pair{met, met}, {met, apart}, {apart, met}}) {
      Vector g = Vector::Zero(6);
      const Vector v = Vector::Ones(6);
      Matrix K = Matrix::Zero(6, 6);
      U.add_U_q_bar(q0, q1, g);
      EXPECT_NEAR(g.dot(q1 - q0), U.U(q1) - U.U(q0), 1e-14) << keys;
      U.add_U_q(q1, g);
      U.add_U_qq(q1, K);
      U.add_U_q_bar_tangent(q0, q1, K);
      for (const auto& f : model->assembly->forces) {
        f.term->add_Q({0, q1, v}, g);
        f.term->add_Q_q({0, q1, v}, K);
        f.term->add_Q_bar({0, 0.1, q0, q1}, g);
        f.term->add_Q_bar_tangent({0, 0.1, q0, q1}, K);
      }
      EXPECT_TRUE(g.allFinite() && K.allFinite()) << keys;
    }
  }
}

TEST(SpringDamper, a_spring_without_rest_length_pulls_like_a_linear_field_also_at_length_zero) {
  for (const std::string keys : {"stiffness: 10, rest_length: 0", "force: 10*x, rest_length: 0"}) {
    const auto model = load_model_text(
        "bodies: {a: {type: point_mass, mass: 1}, b: {type: point_mass, mass: 1}}\n"
        "forces: {f: {type: spring_damper, between: [a, b], " +
        keys + "}}");
    Matrix K = Matrix::Zero(6, 6);
    model->assembly->potentials[0].term->add_U_qq(Vector::Zero(6), K);
    EXPECT_NEAR(K(0, 0), 10, 1e-9) << keys;
    EXPECT_NEAR(K(0, 3), -10, 1e-9) << keys;
  }
}

TEST(TorsionSpring, counts_turns) {
  const TestModel m(R"(bodies:
  a: {type: planar_body, mass: 1, inertia: 2, angle: 50, angular_velocity: 3}
joints: {pin: {type: planar_revolute, between: [ground, a], at: [0, 0]}}
forces: {f: {type: torsion_spring, joint: pin, stiffness: 5, rest_angle: 0.5, damping: 0.2}}
)");
  const double angle = m.channel("f.angle"), torque = -5 * (angle - 0.5) - 0.2 * 3;
  EXPECT_NEAR(m.channel("f.torque"), torque, 1e-11);
  EXPECT_NEAR(m.channel("a.alpha"), torque / 2, 1e-11);
}

TEST(JointSpring, acts_along_the_axis_of_a_slider) {
  const TestModel m(R"(bodies:
  b: {type: rigid_body, mass: 2, inertia: [1, 1, 1], position: [0, 0, 0.4], velocity: [0, 0, 3]}
markers: {o: {on: ground}}
joints: {slider: {type: prismatic, between: [o, b]}}
forces: {f: {type: joint_spring, joint: slider, stiffness: 50, rest_displacement: 0.1, damping: 2}}
)");
  const double x = m.channel("f.displacement"), force = -50 * (x - 0.1) - 2 * 3;
  EXPECT_NEAR(m.channel("f.displacement_rate"), 3, 1e-13);
  EXPECT_NEAR(m.channel("f.force"), force, 1e-12);
  EXPECT_NEAR(m.channel("b.acceleration.z"), force / 2, 1e-12);
}

TEST(Bushing, torque_of_a_twist_is_that_of_its_sine) {
  const double phi = 0.4, k = 7;
  const TestModel m(R"(bodies:
  b: {type: rigid_body, mass: 1, inertia: [1, 1, 1], position: [0.1, 0.2, 0.3], rotation: {axis: [0, 0, 1], angle: 0.4}}
markers: {o: {on: ground}}
forces: {f: {type: bushing, between: [o, b], at: [0, 0, 0], stiffness: [10, 20, 30], rotational_stiffness: [5, 6, 7]}}
)");
  // A body's name with `at` stands for a frame there; a marker at its origin would show the deflection below.
  EXPECT_NEAR(m.channel("f.rotation.z"), 0, 1e-15);
  const TestModel n(R"(bodies:
  b: {type: rigid_body, mass: 1, inertia: [1, 1, 1], position: [0.1, 0.2, 0.3], rotation: {axis: [0, 0, 1], angle: 0.4}}
markers: {o: {on: ground}, p: {on: b}}
forces: {f: {type: bushing, between: [o, p], stiffness: [10, 20, 30], rotational_stiffness: [5, 6, 7]}}
)");
  EXPECT_NEAR(n.channel("f.rotation.z"), std::sin(phi), 1e-15);
  EXPECT_NEAR(n.channel("f.deflection.y"), 0.2, 1e-15);
  expect_vector(n.vector("f.force"), Vector3(-1, -4, -9));
  expect_vector(n.vector("f.torque"), Vector3(0, 0, -k * std::sin(phi) * std::cos(phi)));
}

// Euler's equations with a torque, in world axes.
Vector3 euler(const TestModel& m, const Vector3& torque) {
  Matrix3 R;
  R << m.vector("b.e1"), m.vector("b.e2"), m.vector("b.e3");
  const Matrix3 I = R * Vector3(1, 2, 2.5).asDiagonal() * R.transpose();
  const Vector3 w = m.vector("b.omega");
  return I.inverse() * (torque - w.cross(I * w));
}

TEST(AppliedTorque, obeys_eulers_equations_in_world_and_in_body_axes) {
  const TestModel world(kBody, "forces: {f: {type: applied_torque, on: b, torque: [1, 2, -3]}}");
  expect_vector(world.vector("f.torque"), Vector3(1, 2, -3));
  expect_vector(world.vector("b.alpha"), euler(world, Vector3(1, 2, -3)));
  const TestModel body(kBody, "forces: {f: {type: applied_torque, on: b, torque: [1, 2, -3], axes: body}}");
  const Vector3 torque = body.vector("b.e1") + 2 * body.vector("b.e2") - 3 * body.vector("b.e3");
  expect_vector(body.vector("f.torque"), torque);
  expect_vector(body.vector("b.alpha"), euler(body, torque));
  EXPECT_NEAR(body.channel("f.power"), torque.dot(body.vector("b.omega")), 1e-13);
}

TEST(AppliedForce, turns_with_the_body_or_stays_in_space) {
  const TestModel world(kBody, "forces: {f: {type: applied_force, on: m, force: [1, 2, -3]}}");
  const Vector3 arm = world.vector("m.position") - world.vector("b.position");
  expect_vector(world.vector("b.acceleration"), Vector3(1, 2, -3) / 2);
  expect_vector(world.vector("b.alpha"), euler(world, arm.cross(Vector3(1, 2, -3))));
  const TestModel body(kBody, "forces: {f: {type: applied_force, on: m, force: [1, 2, -3], axes: body}}");
  const Vector3 force = body.vector("b.e1") + 2 * body.vector("b.e2") - 3 * body.vector("b.e3");
  expect_vector(body.vector("b.acceleration"), force / 2);
  expect_vector(body.vector("b.alpha"), euler(body, arm.cross(force)));
  EXPECT_NEAR(body.channel("f.power"), force.dot(body.vector("m.velocity")), 1e-13);
}

TEST(LinearDamping, opposes_velocity_and_angular_velocity) {
  const TestModel m(kBody, "forces: {f: {type: linear_damping, on: m, damping: 2, rotational_damping: 0.6}}");
  const Vector3 v = m.vector("m.velocity"), w = m.vector("b.omega");
  expect_vector(m.vector("f.force"), -2 * v);
  expect_vector(m.vector("f.torque"), -0.6 * w);
  EXPECT_NEAR(m.channel("f.power"), -2 * v.squaredNorm() - 0.6 * w.squaredNorm(), 1e-12);
}

TEST(Motor, acts_on_both_bodies_and_droops_with_speed) {
  const TestModel m(R"(bodies:
  a: {type: planar_body, mass: 1, inertia: 2, angular_velocity: 1}
  b: {type: planar_body, mass: 1, inertia: 4, angular_velocity: 4}
joints: {pin: {type: planar_revolute, between: [a, b], at: [0, 0]}}
forces: {f: {type: motor, joint: pin, torque: 10*cos(t), droop: 0.5}}
)");
  const double torque = 10 - 0.5 * 3;
  EXPECT_NEAR(m.channel("f.torque"), torque, 1e-13);
  EXPECT_NEAR(m.channel("b.alpha"), torque / 4, 1e-13);
  EXPECT_NEAR(m.channel("a.alpha"), -torque / 2, 1e-13);
  EXPECT_NEAR(m.channel("f.power"), torque * 3, 1e-12);
}

TEST(CentralGravity, attracts_with_the_inverse_square) {
  const TestModel m(kTwoPoints, "forces: {f: {type: central_gravity, between: [a, b], strength: 50}}");
  expect_vector(m.vector("f.force"), -2 * Vector3(0.6, 0, 0.8));
  EXPECT_NEAR(m.channel("f.energy"), -10, 1e-13);
}

}  // namespace
}  // namespace invar
