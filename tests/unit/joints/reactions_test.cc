// Reactions against Newton and Euler: what a joint reports is what it transmits, whatever springs, motors, dampers and drives
// act on its coordinate. Mass times acceleration and the change of angular momentum of the second body come from its own
// channels.
#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include "benchmarks/model_run.h"

namespace invar {
namespace {

using benchmarks::RecordedRun;
using benchmarks::run_text;

struct Effort {
  const char* section;  // forces or drives
  const char* entry;
  const char* channel;  // what it exerts on the second body along or about the axis
  bool angle;
};

// Two bodies that fly freely, the second held by the first alone.
const std::string kFlying = R"(
gravity: [0.5, -1, -9.81]
bodies:
  a: {type: rigid_body, mass: 3, inertia: [0.3, 0.4, 0.5], position: [0.1, 0, 0.2], velocity: [0.3, 0, 1],
    angular_velocity: [0.4, -0.7, 0.5]}
  b: {type: rigid_body, mass: 2, inertia: [0.1, 0.15, 0.05], position: [0.7, 0.3, -0.2], velocity: [0.1, 0.2, 0.9],
    angular_velocity: [0.4, -0.7, 0.9]}
method: {name: ep, step: 0.005, end: 0.2}
)";
const Vector3 kAt(0.4, 0.1, 0.3), kStartOfB(0.7, 0.3, -0.2), kGravity(0.5, -1, -9.81), kAxis(1, -2, 0.5);
const Vector3 kInertiaOfB(0.1, 0.15, 0.05);
constexpr double kMassOfB = 2;

Vector3 vector(const RecordedRun& run, size_t row, const std::string& name) {
  return {run.at(row, name + ".x"), run.at(row, name + ".y"), run.at(row, name + ".z")};
}

Matrix3 rotation(const RecordedRun& run, size_t row, const std::string& body) {
  Matrix3 R;
  R << vector(run, row, body + ".e1"), vector(run, row, body + ".e2"), vector(run, row, body + ".e3");
  return R;
}

void expect_newton_euler(const std::string& joint, const Effort* effort) {
  std::string text = kFlying + "joints: {j: {between: [a, b], " + joint + "}}\n";
  if (effort) text += fmt::format("{}: {{e: {{{}}}}}\n", effort->section, effort->entry);
  text += "outputs: [j.force, j.torque, a.e1, a.e2, a.e3, b.e1, b.e2, b.e3, b.acceleration, b.alpha, b.omega";
  text += effort ? fmt::format(", {}]\n", effort->channel) : "]\n";
  const RecordedRun run = run_text(text);
  const std::string what = joint + (effort ? fmt::format(" with {}", effort->entry) : "");
  ASSERT_EQ(run.certificate.status, "completed") << what;
  for (size_t i = 0; i < run.rows.size(); i += 8) {
    const Matrix3 R = rotation(run, i, "b"), I = R * kInertiaOfB.asDiagonal() * R.transpose();
    const Vector3 axis = rotation(run, i, "a") * kAxis.normalized(), arm = R * (kAt - kStartOfB);
    const double size = effort ? run.at(i, effort->channel) : 0;
    const bool angle = effort && effort->angle;
    Vector3 force = vector(run, i, "j.force"), torque = vector(run, i, "j.torque");
    if (effort) (angle ? torque : force) += size * axis;
    const Vector3 w = vector(run, i, "b.omega");
    const Vector3 momentum = kMassOfB * (vector(run, i, "b.acceleration") - kGravity);
    const Vector3 spin = I * vector(run, i, "b.alpha") + w.cross(I * w);
    EXPECT_LT((force - momentum).norm(), 1e-9 * (1 + momentum.norm())) << what << ", t = " << run.t(i);
    EXPECT_LT((torque + arm.cross(force) - spin).norm(), 1e-9 * (1 + spin.norm())) << what << ", t = " << run.t(i);
    if (effort) {
      EXPECT_GT(std::abs(size), 1e-3) << what;
    }
  }
}

const std::string kPlace = "at: [0.4, 0.1, 0.3], axis: [1, -2, 0.5]";

TEST(Reactions, of_every_joint_are_what_it_transmits) {
  const std::vector<std::string> joints = {
      "type: spherical, at: [0.4, 0.1, 0.3]",
      "type: weld, at: [0.4, 0.1, 0.3]",
      "type: revolute, " + kPlace,
      "type: cylindrical, " + kPlace,
      "type: prismatic, " + kPlace,
      "type: screw, lead: 0.3, " + kPlace,
      "type: planar, " + kPlace,
      "type: point_on_line, " + kPlace,
      "type: point_on_plane, " + kPlace,
      "type: universal, at: [0.4, 0.1, 0.3], arm_F: [1, 0, 0], arm_M: [0, 0.6, 0.8]"};
  for (const std::string& joint : joints) expect_newton_euler(joint, nullptr);
}

TEST(Reactions, do_not_contain_what_acts_on_the_angle_of_the_joint) {
  for (const Effort& effort :
       {Effort{"forces", "type: torsion_spring, joint: j, stiffness: 3, rest_angle: 1", "e.torque", true},
        Effort{"forces", "type: torsion_spring, joint: j, torque: sin(x) + 2*x + 1", "e.torque", true},
        Effort{"forces", "type: torsion_spring, joint: j, damping: 0.7", "e.torque", true},
        Effort{"forces", "type: motor, joint: j, torque: 2 + t, droop: 0.1", "e.torque", true},
        Effort{"drives", "type: angle, joint: j, value: t^2 + 0.3*t", "e.torque", true}})
    for (const std::string type : {"revolute", "cylindrical", "screw, lead: 0.3", "screw, lead: -2"})
      expect_newton_euler("type: " + type + ", " + kPlace, &effort);
}

TEST(Reactions, do_not_contain_what_acts_on_the_displacement_of_the_joint) {
  for (const Effort& effort :
       {Effort{"forces", "type: joint_spring, joint: j, stiffness: 30, rest_displacement: 0.4", "e.force", false},
        Effort{"forces", "type: joint_spring, joint: j, damping: 5", "e.force", false},
        Effort{"forces", "type: motor, joint: j, force: 5 + 20*t", "e.force", false},
        Effort{"drives", "type: displacement, joint: j, value: t^2 + 0.2*t", "e.force", false},
        Effort{"drives", "type: velocity, joint: j, coordinate: displacement, value: 0.5 + t", "e.force", false}})
    for (const std::string type : {"prismatic", "cylindrical", "screw, lead: 0.3", "point_on_line"})
      expect_newton_euler("type: " + type + ", " + kPlace, &effort);
}

TEST(Reactions, of_a_nut_on_the_ground_leave_out_the_spring) {
  // 2 a = F - 2 g, 0.05 alpha = T + spring, a = k alpha, and the thread lets no power pass: T = -k F.
  const auto run = run_text(R"(
gravity: [0, 0, -9.81]
bodies: {n: {type: rigid_body, mass: 2, inertia: [0.1, 0.1, 0.05]}}
joints: {t: {type: screw, lead: 0.1, between: [ground, n], at: [0, 0, 0], axis: [0, 0, 1]}}
forces: {s: {type: torsion_spring, joint: t, stiffness: 3, rest_angle: 1}}
method: {name: ep, step: 0.01, end: 0.5}
outputs: [t.torque, t.force, s.torque]
)");
  const double k = 0.1 / (2 * M_PI);
  for (size_t i = 0; i < run.rows.size(); ++i) {
    const double spring = run.at(i, "s.torque"), alpha = (spring - 2 * 9.81 * k) / (0.05 + 2 * k * k);
    EXPECT_NEAR(run.at(i, "t.torque.z"), 0.05 * alpha - spring, 1e-10);
    EXPECT_NEAR(run.at(i, "t.force.z"), 2 * (k * alpha + 9.81), 1e-9);
  }
}

}  // namespace
}  // namespace invar
