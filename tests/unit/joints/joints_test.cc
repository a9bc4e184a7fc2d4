// What the generic suite cannot know: signs of coordinates, messages for wrong combinations, the driven universal joint.
#include <gtest/gtest.h>

#include <numbers>

#include "benchmarks/model_run.h"
#include "catalog/catalog_sample.h"
#include "invar/core/error.h"
#include "invar/math/rotation.h"

namespace invar::catalog {
namespace {

std::string message_of(const std::string& joints) {
  try {
    load_model_text(std::string(kBodies) + "joints:\n" + joints);
  } catch (const ModelError& error) {
    return error.what();
  }
  return "accepted";
}

double channel(const Model& model, const std::string& name, const Snapshot& s) {
  const ChannelList list = model.channels();
  for (const auto& c : list.all())
    if (c.name == name) return c.value(s);
  ADD_FAILURE() << "no channel " << name;
  return 0;
}

TEST(Joints, ExplainWrongCombinations) {
  const std::pair<const char*, const char*> cases[] = {
      {"  j: {type: revolute, between: [u, w], at: [0, 0], axis: [0, 0, 1]}", "use planar_revolute"},
      {"  j: {type: revolute, between: [a, p], at: [0.9, -0.4, 0.2], axis: [0, 0, 1]}", "\"p\" is a point"},
      {"  j: {type: revolute, between: [a, a], at: [0, 0, 0], axis: [0, 0, 1]}", "with itself"},
      {"  j: {type: revolute, between: [a, b], at: [0, 0, 0]}", "oriented"},
      {"  j: {type: revolute, between: [a, b], axis: [0, 0, 1]}", "where the joint is"},
      {"  j: {type: planar_prismatic, between: [u, w], at: [0, 0], axis: [0, 0, 1]}", "in the plane"},
      {"  j: {type: planar_prismatic, between: [u, a], at: [0, 0], axis: [1, 0, 0]}", "planar bodies"},
      {"  j: {type: point_on_line, between: [p, a], axis: [1, 0, 0]}", "first"},
      {"  j: {type: point_on_plane, between: [u, q], axis: [0, 0, 1]}", "in the plane"},
      {"  j: {type: universal, between: [a, b], at: [0, 0, 0], arm_F: [1, 0, 0], arm_M: [2, 0.1, 0]}", "parallel"},
      {"  j: {type: universal, between: [a, b], at: [0, 0, 0], arm_F: [1, 0, 0], arm_M: [0, 1, 0], shaft_angle: t}",
       "shaft_axis"},
      {"  j: {type: gear, joints: [x, y], ratio: 2}", "unknown joint \"x\""},
      {"  s: {type: spherical, between: [a, b], at: [0, 0, 0]}\n"
       "  h: {type: revolute, between: [b, c], at: [0, 0, 0], axis: [0, 0, 1]}\n"
       "  j: {type: gear, joints: [s, h], ratio: 2}",
       "without an angle"},
      {"  h: {type: revolute, between: [b, c], at: [0, 0, 0], axis: [0, 0, 1]}\n"
       "  k: {type: revolute, between: [a, b], at: [0, 0, 0], axis: [0, 0, 1]}\n"
       "  j: {type: gear, joints: [h, k], ratio: 2, coordinates: [angle, displacement]}",
       "has only its angle"},
      {"  h: {type: revolute, between: [b, c], at: [0, 0, 0], axis: [0, 0, 1]}\n"
       "  j: {type: gear, joints: [h, h], ratio: 2}",
       "with itself"},
  };
  for (const auto& [joints, words] : cases)
    EXPECT_NE(message_of(joints).find(words), std::string::npos) << joints << "\n  said: " << message_of(joints);
}

TEST(Joints, GearsMayStandBeforeTheJointsTheyName) {
  EXPECT_EQ(message_of("  j: {type: gear, joints: [h, k], ratio: 2}\n"
                       "  h: {type: revolute, between: [b, c], at: [0, 0, 0], axis: [0, 0, 1]}\n"
                       "  k: {type: revolute, between: [a, b], at: [0, 0, 0], axis: [0, 0, 1]}"),
            "accepted");
}

// A body turned by hand about the axis of its hinge to the ground shows that angle, in space and in the plane, also where
// a marker's axis points against z.
TEST(Joints, ShowTheAngleOfMRelativeToF) {
  const auto model = load_model_text(R"(
bodies:
  a: {type: rigid_body, mass: 1, inertia: [1, 1, 1]}
  u: {type: planar_body, mass: 1, inertia: 1}
  w: {type: planar_body, mass: 1, inertia: 1}
markers:
  below: {on: ground, axis: [0, 0, -1]}
joints:
  h: {type: revolute, between: [ground, a], at: [0, 0, 0], axis: [1, 2, 2]}
  k: {type: planar_revolute, between: [u, ground], at: [0, 0]}
  l: {type: planar_revolute, between: [below, w], at: [0, 0]}
)");
  Snapshot s;
  s.q = model->initial.q;
  s.v = s.a = Vector::Zero(s.q.size());
  const Layout& layout = model->assembly->layout;
  const Matrix3 R = make_rotation(Vector3(1, 2, 2).normalized(), 0.7);
  for (const auto& node : layout.nodes()) {
    if (node.kind == NodeKind::kFrame3) {
      for (int i = 0; i < 3; ++i) {
        s.q.segment<3>(node.offset + 3 + 3 * i) = R.col(i);
        s.v.segment<3>(node.offset + 3 + 3 * i) = 0.3 * Vector3(1, 2, 2).normalized().cross(R.col(i));
      }
    } else {
      s.q[node.offset + 2] += 0.7;
      s.v[node.offset + 2] = 0.3;
    }
  }
  EXPECT_NEAR(channel(*model, "h.angle", s), 0.7, 1e-15);
  EXPECT_NEAR(channel(*model, "h.angle_rate", s), 0.3, 1e-15);
  EXPECT_NEAR(channel(*model, "k.angle", s), -0.7, 1e-15);
  EXPECT_NEAR(channel(*model, "k.angle_rate", s), -0.3, 1e-15);
  EXPECT_NEAR(std::remainder(channel(*model, "l.angle", s), 2 * std::numbers::pi), -0.7, 1e-15);
  EXPECT_NEAR(channel(*model, "l.angle_rate", s), -0.3, 1e-15);
}

// [Bauchau2003] sec. 6.2: Phi = e3 . d1(t), d1 = cos(Om t) i1 - sin(Om t) i3; torque = lambda e3 . d1' / Om.
TEST(Joints, TheUniversalJointWithAShaftIsThatOfThePaper) {
  const auto model = load_model_text(R"(
bodies:
  body: {type: rigid_body, mass: 1, inertia: [1, 1, 1]}
joints:
  joint: {type: universal, between: [ground, body], at: [0, 0, 0], arm_F: [1, 0, 0], arm_M: [0, 0, 1],
          shaft_axis: [0, 1, 0], shaft_angle: 2*t}
)");
  const auto& placed = model->assembly->constraints.back();
  const double t = 0.4;
  const Matrix3 R = make_rotation(Vector3(0.3, 1, -0.2), 1.1);
  Snapshot s;
  s.t = t;
  s.q = model->initial.q;
  for (int i = 0; i < 3; ++i) s.q.segment<3>(3 + 3 * i) = R.col(i);
  s.lambda = s.lambda_raw = Vector::LinSpaced(model->assembly->layout.rows(), 1, 2);
  Vector Phi = Vector::Zero(placed.term->rows());
  placed.term->add_Phi({t, s.q}, Phi);
  EXPECT_NEAR(Phi[3], R.col(2).dot(Vector3(std::cos(2 * t), 0, -std::sin(2 * t))), 1e-15);
  const double lambda = s.lambda[placed.first_row + 3];
  EXPECT_EQ(channel(*model, "joint.lambda", s), lambda);
  EXPECT_NEAR(channel(*model, "joint.drive_torque", s),
              lambda * R.col(2).dot(Vector3(-std::sin(2 * t), 0, -std::cos(2 * t))), 1e-15);
}

// The cross turns by a about arm_F, the body by b about arm_M; with a shaft all of it turns by phi about the shaft.
TEST(Joints, ShowTheAnglesOfAUniversalJoint) {
  const double a = 0.7, b = -1.2, a_rate = 0.3, b_rate = -0.5, t = 0.4;
  const Vector3 x = Vector3::UnitX(), y = Vector3::UnitY(), z = Vector3::UnitZ();
  for (const bool driven : {false, true}) {
    const auto model = load_model_text(
        "bodies:\n  body: {type: rigid_body, mass: 1, inertia: [1, 1, 1]}\njoints:\n"
        "  j: {type: universal, between: [ground, body], at: [0, 0, 0], arm_F: [1, 0, 0], arm_M: [0, 0, 1]" +
        std::string(driven ? ", shaft_axis: [0, 1, 0], shaft_angle: 2*t" : "") + "}\n");
    const Matrix3 shaft = driven ? make_rotation(y, 2 * t) : Matrix3::Identity();
    const Matrix3 cross = shaft * make_rotation(x, a), R = cross * make_rotation(z, b);
    const Vector3 w = (driven ? 2 : 0) * y + a_rate * (shaft * x) + b_rate * (cross * z);
    Snapshot s;
    s.t = t;
    s.q = model->initial.q;
    s.v = Vector::Zero(s.q.size());
    for (int i = 0; i < 3; ++i) {
      s.q.segment<3>(3 + 3 * i) = R.col(i);
      s.v.segment<3>(3 + 3 * i) = w.cross(R.col(i));
    }
    EXPECT_NEAR(channel(*model, "j.angle_1", s), a, 1e-15) << driven;
    EXPECT_NEAR(channel(*model, "j.angle_2", s), b, 1e-15) << driven;
    EXPECT_NEAR(channel(*model, "j.angle_1_rate", s), a_rate, 1e-15) << driven;
    EXPECT_NEAR(channel(*model, "j.angle_2_rate", s), b_rate, 1e-15) << driven;
  }
}

// A weight that hangs on a hinge pulls it down with its weight, whichever body is named first.
TEST(Joints, ReportForcesOnTheSecondBodyAlsoIfItIsTheGround) {
  const auto force = [](const std::string& between) {
    return benchmarks::run_text(
               "gravity: [0, 0, -9.81]\nbodies:\n  a: {type: rigid_body, mass: 2, inertia: [1, 1, 1], "
               "position: [0, 0, -1]}\njoints:\n  h: {type: revolute, between: " +
                   between + ", at: [0, 0, 0], axis: [1, 0, 0]}\noutputs: [h.force.z]\n",
               {.end = 0.01})
        .at(0, "h.force.z");
  };
  EXPECT_NEAR(force("[ground, a]"), 2 * 9.81, 1e-10);
  EXPECT_NEAR(force("[a, ground]"), -2 * 9.81, 1e-10);
}

// I_1 a_1 = 3 + T_1, I_2 a_2 = T_2, a_2 = r a_1 and T_1 + r T_2 = 0 of a gear of ratio r; a coupler likewise.
TEST(Joints, ShowTheTorquesOfAGear) {
  for (const char* coupling : {"gear, joints: [h1, h2], ratio: -2", "coupler, joints: [h1, h2], factors: [2, 1]"}) {
    const benchmarks::RecordedRun run = benchmarks::run_text(
        "bodies:\n  b1: {type: planar_body, mass: 1, inertia: 0.5}\n"
        "  b2: {type: planar_body, mass: 1, inertia: 0.2, position: [1, 0]}\n"
        "joints:\n  h1: {type: planar_revolute, between: [ground, b1], at: [0, 0]}\n"
        "  h2: {type: planar_revolute, between: [ground, b2], at: [1, 0]}\n  g: {type: " +
            std::string(coupling) +
            "}\nforces:\n  pull: {type: applied_torque, on: b1, torque: [0, 0, 3]}\noutputs: [g.torque.h1, "
            "g.torque.h2, "
            "b1.alpha]\n",
        {.end = 0.01});
    const double r = -2, a_1 = 3 / (0.5 + r * r * 0.2);
    EXPECT_NEAR(run.at(0, "b1.alpha"), a_1, 1e-12) << coupling;
    EXPECT_NEAR(run.at(0, "g.torque.h1"), 0.5 * a_1 - 3, 1e-12) << coupling;
    EXPECT_NEAR(run.at(0, "g.torque.h2"), 0.2 * r * a_1, 1e-12) << coupling;
  }
}

}  // namespace
}  // namespace invar::catalog
