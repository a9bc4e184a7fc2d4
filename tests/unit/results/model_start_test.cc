// Starts in joint coordinates against direct kinematics: closed forms, intersections of circles, products of rotations.
#include "invar/run/model_start.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <numbers>
#include <random>

#include "benchmarks/model_run.h"
#include "invar/model/model_builder.h"
#include "invar/system/assembled_system.h"

namespace invar {
namespace {

constexpr double kPi = std::numbers::pi;

// The posed start of a model, and its channels.
struct Posed {
  std::shared_ptr<const Model> model;
  AssembledSystem system;
  State s;
  std::string note;

  explicit Posed(std::shared_ptr<const Model> m) : model(std::move(m)), system(model->assembly) {
    s = find_start(*model, system, &note);
  }
  explicit Posed(const std::string& text) : Posed(load_model_text(text)) {}

  double value(const std::string& name) const {
    const Channel* channel = model->channels().find(name);
    EXPECT_NE(channel, nullptr) << name;
    if (!channel) return NAN;
    Snapshot at;
    at.q = s.q;
    at.v = at.v_raw = s.v;
    return channel->value(at);
  }
  Vector3 vector(const std::string& name) const { return {value(name + ".x"), value(name + ".y"), value(name + ".z")}; }
  // Largest residual of positions and of velocities.
  double residual() const {
    PointEval eval;
    system.eval({s.t, s.q, s.v}, Vector::Zero(system.rows()), kPosition | kVelocity, eval);
    return std::max(eval.Phi.cwiseAbs().maxCoeff(), eval.Phi_dot.cwiseAbs().maxCoeff());
  }
};

std::string message_of(const std::string& text) {
  try {
    const Posed posed(text);
  } catch (const ModelError& error) {
    return error.what();
  }
  return "no error";
}

double turns_apart(double a, double b) { return std::remainder(a - b, 2 * kPi); }

const char* kDoublePendulum = R"(
bodies:
  upper: {type: planar_body, mass: 1, inertia: 0.1, position: [0.5, 0]}
  lower: {type: planar_body, mass: 1, inertia: 0.1, position: [1.5, 0]}
markers: {tip: {on: lower, at: [0.5, 0]}}
joints:
  shoulder: {type: planar_revolute, between: [ground, upper], at: [0, 0]}
  elbow: {type: planar_revolute, between: [upper, lower], at: [1, 0]}
)";

TEST(ModelStart, poses_a_double_pendulum_by_its_angles_and_rates) {
  const double a = 2.5, b = -1.2, wa = 3, wb = -7;
  const Posed p(std::string(kDoublePendulum) +
                "initial: {shoulder.angle: 2.5, elbow: {angle: -1.2, angle_rate: -7}, shoulder.angle_rate: 3}\n");
  EXPECT_NEAR(p.value("shoulder.angle"), a, 2e-15);
  EXPECT_NEAR(p.value("elbow.angle"), b, 2e-15);
  EXPECT_NEAR(p.value("tip.position.x"), std::cos(a) + std::cos(a + b), 1e-14);
  EXPECT_NEAR(p.value("tip.position.y"), std::sin(a) + std::sin(a + b), 1e-14);
  EXPECT_NEAR(p.value("tip.velocity.x"), -wa * std::sin(a) - (wa + wb) * std::sin(a + b), 1e-13);
  EXPECT_NEAR(p.value("tip.velocity.y"), wa * std::cos(a) + (wa + wb) * std::cos(a + b), 1e-13);
  EXPECT_LT(p.residual(), 1e-14);
}

TEST(ModelStart, leaves_joints_that_are_not_named_where_they_are) {
  const Posed p(std::string(kDoublePendulum) + "initial: {elbow.angle: 100*deg}\n");
  EXPECT_NEAR(p.value("shoulder.angle"), 0, 1e-14);
  EXPECT_NEAR(p.value("elbow.angle"), 100 * kPi / 180, 2e-15);
}

TEST(ModelStart, leaves_the_first_body_of_a_free_chain_where_it_is) {
  const Posed p(R"(
bodies:
  hub: {type: rigid_body, mass: 1, inertia: [1, 1, 1], position: [0.3, 0.2, 0.1], rotation: {axis: [1, 1, 0], angle: 0.4}}
  panel: {type: rigid_body, mass: 100, inertia: [9, 9, 9], position: [1, 0, 0]}
joints: {hinge: {type: revolute, between: [hub, panel], at: [0.5, 0, 0], axis: [0, 0, 1]}}
initial: {hinge.angle: 2}
)");
  EXPECT_LT((p.vector("hub.position") - Vector3(0.3, 0.2, 0.1)).norm(), 1e-14);
  EXPECT_NEAR(p.value("hinge.angle"), 2, 1e-15);
  EXPECT_LT((p.vector("panel.position") - Vector3(0.5 + 0.5 * std::cos(2), 0.5 * std::sin(2), 0)).norm(), 1e-14);
}

TEST(ModelStart, reaches_values_with_markers_positions_as_well) {
  std::string bent = kDoublePendulum;  // straight, the tip could not move along the arm
  bent.replace(bent.find("[1.5, 0]"), 8, "[1, 0.5], angle: 90*deg");
  const Posed p(bent + "initial: {tip.position: [0.5, 1.1], tip.velocity.x: 1}\n");
  EXPECT_NEAR(p.value("tip.position.x"), 0.5, 1e-15);
  EXPECT_NEAR(p.value("tip.position.y"), 1.1, 1e-15);
  EXPECT_NEAR(p.value("tip.velocity.x"), 1, 1e-14);
  EXPECT_NEAR(2 + 2 * std::cos(p.value("lower.angle") - p.value("upper.angle")), 0.25 + 1.21, 1e-14);  // law of cosines
}

// Links 0.4, 1.2, 0.9 on a ground of 1; `side` of the joint C.
std::string four_bar(double side, const std::string& more) {
  return fmt::format(R"(
parameters: {{cx: 0.5, cy: {}}}
bodies:
  crank: {{type: planar_body, mass: 1, inertia: 0.01, position: [0.2, 0]}}
  coupler: {{type: planar_body, mass: 1, inertia: 0.1, position: [0.7, {}]}}
  rocker: {{type: planar_body, mass: 1, inertia: 0.1, position: [1, 0.1]}}
markers:
  b1: {{on: coupler, at: [-0.6, 0]}}
  c1: {{on: coupler, at: [0.6, 0]}}
  c2: {{on: rocker, at: [0, 0.45]}}
  d: {{on: rocker, at: [0, -0.45]}}
  b: {{on: crank, at: [0.2, 0]}}
  pivot: {{on: ground, at: [1, 0]}}
joints:
  A: {{type: planar_revolute, between: [ground, crank], at: [0, 0]}}
  B: {{type: planar_revolute, between: [b, b1]}}
  C: {{type: planar_revolute, between: [c1, c2]}}
  D: {{type: planar_revolute, between: [pivot, d]}}
{})",
                     side, side, more);
}

// Where the circles about b (radius r) and d (radius s) meet, on the side to the left of b -> d for side > 0.
Vector2 meet(const Vector2& b, double r, const Vector2& d, double s, double side) {
  const Vector2 bd = d - b;
  const double l = bd.norm(), along = (r * r - s * s + l * l) / (2 * l), across = std::sqrt(r * r - along * along);
  const Vector2 e = bd / l, n(-e.y(), e.x());
  return b + along * e + (side > 0 ? 1 : -1) * across * n;
}

TEST(ModelStart, assembles_both_branches_of_a_four_bar_at_a_given_crank_angle) {
  for (const double side : {1.0, -1.0})
    for (const double angle : {0.6, 2.0, -2.5, 3.5, 6.0}) {
      // The file has the rocker up or down; the body coordinates are only near.
      std::string text = four_bar(side, fmt::format("initial: {{A.angle: {}, A.angle_rate: 2}}\n", angle));
      if (side < 0)
        text = text.replace(text.find("[0, 0.45]"), 9, "[0, -.45]").replace(text.find("[0, -0.45]"), 10, "[0, 0.45]");
      const Posed p(text);
      const Vector2 b(0.4 * std::cos(angle), 0.4 * std::sin(angle)), d(1, 0);
      const Vector2 c = meet(b, 1.2, d, 0.9, side);
      EXPECT_NEAR(p.value("A.angle"), angle, 1e-15 * std::abs(angle) + 1e-16);  // turns included
      EXPECT_NEAR(p.value("c1.position.x"), c.x(), 1e-13) << side << " " << angle;
      EXPECT_NEAR(p.value("c1.position.y"), c.y(), 1e-13) << side << " " << angle;
      EXPECT_NEAR(p.value("A.angle_rate"), 2, 1e-14);
      // The velocities of b and c along the coupler agree, c moves across the rocker.
      const Vector2 vb = 2 * Vector2(-b.y(), b.x()), vc(p.value("c1.velocity.x"), p.value("c1.velocity.y"));
      EXPECT_NEAR((vc - vb).dot(c - b), 0, 1e-12);
      EXPECT_NEAR(vc.dot(c - d), 0, 1e-12);
      EXPECT_LT(p.residual(), 1e-13);
    }
}

TEST(ModelStart, blames_the_value_that_contradicts_by_name) {
  const std::string text =
      message_of(four_bar(1, "initial: {A.angle: 60*deg, crank.angle: 60*deg, D.angle: 0.5, A.angle_rate: 1}\n"));
  EXPECT_NE(text.find("initial.D.angle = 0.5 rad contradicts the joints and drives, A.angle = 1.0471976 rad"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("which leave it at"), std::string::npos) << text;
  const std::string rate = message_of(four_bar(1, "initial: {A.angle: 60*deg, A.angle_rate: 1, D.angle_rate: 7}\n"));
  EXPECT_NE(rate.find("initial.D.angle_rate = 7 rad/s contradicts"), std::string::npos) << rate;
  // What agrees with the others may be given.
  const Posed p(four_bar(1, "initial: {A.angle: 60*deg, crank.angle: 60*deg, A.angle_rate: 1, crank.omega: 1}\n"));
  EXPECT_NEAR(p.value("A.angle"), kPi / 3, 1e-15);
}

TEST(ModelStart, says_how_far_a_value_out_of_reach_comes) {
  // The rocker turns between the angles at which crank and coupler are in line: its joint C on the circle of 0.8 or 1.6.
  const std::string text = message_of(four_bar(1, "initial: {D.angle: -90*deg}\n"));
  EXPECT_NE(text.find("initial.D.angle = -1.5707963 rad is out of reach"), std::string::npos) << text;
  const auto at = text.find("only as near as ");
  ASSERT_NE(at, std::string::npos) << text;
  const double reached = std::stod(text.substr(at + 16));
  // C turns from straight up (angle 0 of the rocker) clockwise to the point 1.6 from A.
  const Vector2 c = meet({0, 0}, 1.6, {1, 0}, 0.9, 1);
  const double limit = std::atan2(c.y(), c.x() - 1) - kPi / 2;
  EXPECT_GT(reached, limit - 1e-8);
  EXPECT_LT(reached, limit + 0.01);
}

TEST(ModelStart, puts_drives_before_given_values) {
  const std::string drive = "drives: {motor: {type: angle, joint: A, value: 2 + t}}\n";
  const Posed p(four_bar(1, drive + "initial: {A.angle: 2}\n"));
  EXPECT_NEAR(p.value("A.angle"), 2, 1e-15);
  EXPECT_NEAR(p.value("A.angle_rate"), 1, 1e-14);
  const std::string text = message_of(four_bar(1, drive + "initial: {A.angle: 2.5}\n"));
  EXPECT_NE(text.find("initial.A.angle = 2.5 rad contradicts the joints and drives, which leave it at 2 rad"),
            std::string::npos)
      << text;
}

TEST(ModelStart, walks_to_where_a_spatial_drive_begins) {
  const Posed p(R"(
bodies: {arm: {type: rigid_body, mass: 1, inertia: [1, 1, 1], position: [1, 0, 0]}}
joints: {hinge: {type: revolute, between: [ground, arm], at: [0, 0, 0], axis: [0, 0, 1]}}
drives: {motor: {type: angle, joint: hinge, value: 3 + 2*t}}
initial: {hinge.angle: 3}
)");
  EXPECT_LT((p.vector("arm.position") - Vector3(std::cos(3), std::sin(3), 0)).norm(), 1e-14);
  EXPECT_NEAR(p.value("hinge.angle_rate"), 2, 1e-14);
}

Matrix3 about(const Vector3& axis, double angle) {
  return Eigen::AngleAxisd(angle, axis.normalized()).toRotationMatrix();
}

// Open chains of random joints with random axes at random places, all given; bodies stand unturned in the file.
struct RandomChain {
  struct Link {
    char kind;  // r, p, c
    Vector3 at, axis;
    double angle = 0, displacement = 0, angle_rate = 0, displacement_rate = 0;
  };
  std::vector<Link> links;
  std::string text;

  RandomChain(unsigned seed, int count, bool only_hinges) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> number(-1, 1);
    const auto vector = [&] { return Vector3(number(random), number(random), number(random)); };
    std::string joints, values;
    text = "bodies:\n";
    for (int i = 1; i <= count; ++i) {
      Link link{only_hinges ? 'r' : "rpc"[random() % 3], Vector3(i - 1, 0, 0) + 0.3 * vector(), vector()};
      if (link.kind != 'p') link.angle = 3 * number(random), link.angle_rate = 5 * number(random);
      if (link.kind != 'r') link.displacement = number(random), link.displacement_rate = number(random);
      links.push_back(link);
      text += fmt::format("  b{}: {{type: rigid_body, mass: 1, inertia: [1, 2, 2.5], position: [{}, 0, 0]}}\n", i, i);
      joints += fmt::format("  j{}: {{type: {}, between: [{}, b{}], at: [{}, {}, {}], axis: [{}, {}, {}]}}\n", i,
                            link.kind == 'r'   ? "revolute"
                            : link.kind == 'p' ? "prismatic"
                                               : "cylindrical",
                            i == 1 ? std::string("ground") : fmt::format("b{}", i - 1), i, link.at[0], link.at[1],
                            link.at[2], link.axis[0], link.axis[1], link.axis[2]);
      if (link.kind != 'p')
        values += fmt::format("  j{}.angle: {}\n  j{}.angle_rate: {}\n", i, link.angle, i, link.angle_rate);
      if (link.kind != 'r')
        values += fmt::format("  j{}.displacement: {}\n  j{}.displacement_rate: {}\n", i, link.displacement, i,
                              link.displacement_rate);
    }
    text += "joints:\n" + joints + "initial:\n" + values;
  }

  // Direct kinematics: each joint moves everything after it, as it stands in the file, about its axis in the file.
  void calc(double time, Vector3& p, Matrix3& R) const {
    p = Vector3(static_cast<double>(links.size()), 0, 0);
    R = Matrix3::Identity();
    for (auto link = links.rbegin(); link != links.rend(); ++link) {
      const Matrix3 turn = about(link->axis, link->angle + time * link->angle_rate);
      p = link->at + turn * (p - link->at) +
          (link->displacement + time * link->displacement_rate) * link->axis.normalized();
      R = turn * R;
    }
  }
};

void expect_chain(unsigned seed, int count, bool only_hinges) {
  const RandomChain chain(seed, count, only_hinges);
  const Posed posed(chain.text);
  const std::string tip = fmt::format("b{}", count);
  Vector3 p, p0, p1;
  Matrix3 R, R0, R1;
  chain.calc(0, p, R);
  EXPECT_LT((posed.vector(tip + ".position") - p).norm(), 1e-12) << seed;
  for (int i = 0; i < 3; ++i)
    EXPECT_LT((posed.vector(tip + fmt::format(".e{}", i + 1)) - R.col(i)).norm(), 1e-12) << seed;
  constexpr double h = 1e-5;
  chain.calc(-h, p0, R0);
  chain.calc(h, p1, R1);
  EXPECT_LT((posed.vector(tip + ".velocity") - (p1 - p0) / (2 * h)).norm(), 2e-6) << seed;
  EXPECT_LT(posed.residual(), 1e-12) << seed;
  for (int i = 1; i <= count; ++i) {
    const auto& link = chain.links[i - 1];
    if (link.kind != 'p') {
      EXPECT_NEAR(turns_apart(posed.value(fmt::format("j{}.angle", i)), link.angle), 0, 3e-14);
    }
    if (link.kind != 'r') {
      EXPECT_NEAR(posed.value(fmt::format("j{}.displacement", i)), link.displacement, 3e-14);
    }
  }
}

TEST(ModelStart, poses_a_chain_of_ten_spatial_hinges_as_products_of_rotations_say) { expect_chain(1, 10, true); }

TEST(ModelStart, poses_random_open_chains_as_direct_kinematics_says) {
  for (unsigned seed = 2; seed < 32; ++seed) expect_chain(seed, 2 + static_cast<int>(seed % 6), false);
}

TEST(ModelStart, gives_a_boom_the_length_of_its_cylinder) {
  // Triangle foot - pivot - head: sides 1 (ground) and 1.5 (boom), the cylinder is the third.
  const std::string text = R"model(
bodies:
  boom: {type: planar_body, mass: 10, inertia: 1, position: [1.5, 0]}
  barrel: {type: planar_body, mass: 1, inertia: 0.1, position: [0.75, -0.5], angle: "atan2(1, 1.5)"}
  rod: {type: planar_body, mass: 1, inertia: 0.1, position: [0.75, -0.5], angle: "atan2(1, 1.5)"}
markers: {head: {on: boom, at: [0, 0]}}
joints:
  pivot: {type: planar_revolute, between: [ground, boom], at: [0, 0]}
  foot: {type: planar_revolute, between: [ground, barrel], at: [0, -1]}
  slide: {type: planar_prismatic, between: [barrel, rod], at: [0, -1], axis: [1.5, 1, 0]}
  eye: {type: planar_revolute, between: [rod, boom], at: [1.5, 0]}
initial: {slide.displacement: 0.5, slide.displacement_rate: 0.3}
)model";
  const Posed p(text);
  const double l = std::hypot(1.0, 1.5) + 0.5, angle = std::acos((1 + 2.25 - l * l) / 3) - kPi / 2;
  EXPECT_NEAR(p.value("pivot.angle"), angle, 1e-14);
  // l l' = 1.5 cos(angle) angle'
  EXPECT_NEAR(p.value("pivot.angle_rate"), 0.3 * l / (1.5 * std::cos(angle)), 1e-13);
}

TEST(ModelStart, poses_a_platform_on_six_legs_by_their_lengths) {
  std::string text = R"(
parameters: {base: 1, top: 0.6, height: 1, spread: 12*deg}
bodies:
  platform: {type: rigid_body, mass: 50, inertia: [5, 5, 9], position: [0, 0, height]}
)";
  std::string joints = "joints:\n", markers = "markers:\n", values = "initial:\n";
  std::vector<double> lengths;
  for (int k = 1; k <= 6; ++k) {
    const double deg = kPi / 180, sign = k % 2 ? -1 : 1;
    const int i = (k + 1) / 2;
    const double foot = 120 * deg * i + sign * 12 * deg, head = 120 * deg * i + sign * (60 - 12) * deg;
    const Vector3 f(std::cos(foot), std::sin(foot), 0), h(0.6 * std::cos(head), 0.6 * std::sin(head), 1), d = h - f;
    const Vector3 x = f + 0.25 * d, y = f + 0.75 * d;
    for (const auto& [name, at] : {std::pair("barrel", x), std::pair("rod", y)})
      text += fmt::format("  {}_{}: {{type: rigid_body, mass: 1, inertia: [0.1, 0.1, 0.1], position: [{}, {}, {}]}}\n",
                          name, k, at[0], at[1], at[2]);
    const Vector3 arm = d.unitOrthogonal(), other = d.cross(arm);
    joints += fmt::format(
        "  u_{0}: {{type: universal, between: [ground, barrel_{0}], at: [{1}, {2}, {3}], arm_F: [{4}, {5}, {6}], "
        "arm_M: "
        "[{7}, {8}, {9}]}}\n",
        k, f[0], f[1], f[2], arm[0], arm[1], arm[2], other[0], other[1], other[2]);
    joints += fmt::format(
        "  p_{0}: {{type: prismatic, between: [barrel_{0}, rod_{0}], at: [{1}, {2}, {3}], axis: [{4}, {5}, {6}]}}\n", k,
        f[0], f[1], f[2], d[0], d[1], d[2]);
    joints += fmt::format("  s_{0}: {{type: spherical, between: [rod_{0}, platform], at: [{1}, {2}, {3}]}}\n", k, h[0],
                          h[1], h[2]);
    markers += fmt::format("  head_{}: {{on: platform, at: [{}, {}, 0]}}\n", k, h[0], h[1]);
    values += fmt::format("  p_{}.displacement: {}\n", k, 0.05 * k - 0.1);
    lengths.push_back(d.norm() + 0.05 * k - 0.1);
  }
  const Posed p(text + markers + joints + values);
  for (int k = 1; k <= 6; ++k) {
    const double deg = kPi / 180, foot = 120 * deg * ((k + 1) / 2) + (k % 2 ? -1 : 1) * 12 * deg;
    const Vector3 f(std::cos(foot), std::sin(foot), 0);
    EXPECT_NEAR((p.vector(fmt::format("head_{}.position", k)) - f).norm(), lengths[k - 1], 1e-13);
  }
  EXPECT_LT(p.residual(), 1e-13);
}

TEST(ModelStart, keeps_turns_in_the_count_and_hands_them_on_through_gears) {
  const std::string text = R"(
bodies:
  a: {type: rigid_body, mass: 1, inertia: [1, 1, 1]}
  b: {type: rigid_body, mass: 1, inertia: [1, 1, 1], position: [1, 0, 0]}
joints:
  ja: {type: revolute, between: [ground, a], at: [0, 0, 0], axis: [0, 0, 1]}
  jb: {type: revolute, between: [ground, b], at: [1, 0, 0], axis: [0, 0, 1]}
  gear: {type: gear, joints: [ja, jb], ratio: -3}
initial: {ja.angle: 800*deg, ja.angle_rate: 1}
method: {name: ep, step: 0.01, end: 0.05}
outputs: [ja.angle, jb.angle]
)";
  const Posed p(text);
  const double angle = 800 * kPi / 180;
  for (const auto& [name, count] : {std::pair("ja.angle", angle), std::pair("jb.angle", -3 * angle)}) {
    const auto& nodes = p.model->assembly->layout.nodes();
    const auto node = std::find_if(nodes.begin(), nodes.end(), [&](const Node& n) { return n.name == name; });
    ASSERT_NE(node, nodes.end());
    EXPECT_NEAR(p.s.q[node->offset], count, 1e-12);
    EXPECT_NEAR(turns_apart(p.value(name), count), 0, 1e-12);
  }
  EXPECT_NEAR(p.value("jb.angle_rate"), -3, 1e-13);
  const benchmarks::RecordedRun run = benchmarks::run_text(text);
  EXPECT_NEAR(run.at(0, "ja.angle"), angle, 1e-13);
  EXPECT_NEAR(run.last("ja.angle"), angle + 0.05, 1e-5);  // the error of the method
}

TEST(ModelStart, sets_coordinates_of_bodies_without_a_place) {
  const Posed p(
      "bodies: {theta: {type: coordinate, inertia: 2, value: 1}}\ninitial: {theta.value: 4*pi, theta.rate: -2}\n");
  EXPECT_DOUBLE_EQ(p.value("theta.value"), 4 * kPi);
  EXPECT_DOUBLE_EQ(p.value("theta.rate"), -2);
}

TEST(ModelStart, takes_parameters_and_repeat_blocks) {
  const std::string text = R"(
parameters: {N: 3, bend: 20*deg}
bodies:
  repeat: {index: i, from: 1, to: N, items: {"link_${i}": {type: planar_body, mass: 1, inertia: 0.1, position: [i - 0.5, 0]}}}
joints:
  j_1: {type: planar_revolute, between: [ground, link_1], at: [0, 0]}
  repeat:
    {index: i, from: 2, to: N, items: {"j_${i}": {type: planar_revolute, between: ["link_${i-1}", "link_${i}"], at: [i - 1, 0]}}}
initial: {repeat: {index: i, from: 1, to: N, items: {"j_${i}.angle": i*bend}}}
)";
  const Posed p(load_model_text(text, "chain.yaml", {{"bend", "0.1"}}));
  for (int i = 1; i <= 3; ++i) EXPECT_NEAR(p.value(fmt::format("j_{}.angle", i)), 0.1 * i, 1e-15);
}

TEST(ModelStart, can_be_asked_for_in_code_and_is_written_to_the_file) {
  ModelBuilder builder;
  builder.add("bodies", "arm", "planar_body", {{"mass", 1}, {"inertia", 0.1}, {"position", {0.5, 0}}});
  builder.add("joints", "hinge", "planar_revolute", {{"between", {"ground", "arm"}}, {"at", {0, 0}}});
  builder.parameter("start", 2);
  builder.initial("hinge.angle", "start/4").initial("hinge.angle_rate", 3);
  const auto model = builder.finish();
  EXPECT_DOUBLE_EQ(Posed(model).value("hinge.angle"), 0.5);
  const Posed again(model->to_yaml());
  EXPECT_DOUBLE_EQ(again.value("hinge.angle"), 0.5);
  EXPECT_NEAR(again.value("hinge.angle_rate"), 3, 1e-15);
}

TEST(ModelStart, refuses_names_and_numbers_that_it_cannot_set) {
  const std::string model = kDoublePendulum;
  const struct {
    std::string values, words;
  } cases[] = {
      {"{elbow.angel: 1}", "initial.elbow.angel is no coordinate or rate of the model"},
      {"{tip.position: [1, 2, 3]}", "has 3 numbers for 2 components"},
      {"{tip.position: 1}", "has 2 components"},
      {"{elbow.force.x: 1}", "depends on accelerations or forces"},
      {"{elbow.lambda_raw.x: 1}", "does not depend on positions"},
      {"{elbow.angle: 1, elbow: {angle: 2}}", "is given twice"},
      {"{elbow.angle: x}", "initial.elbow.angle"},
      {"[1]", "must be a map from names to values"},
  };
  for (const auto& c : cases) {
    const std::string text = message_of(model + "initial: " + c.values + "\n");
    EXPECT_NE(text.find(c.words), std::string::npos) << c.values << ": " << text;
  }
}

TEST(ModelStart, gives_rates_the_smallest_change_of_kinetic_energy) {
  // Only the elbow's rate is given: momenta conjugate to the shoulder's angle stay zero, as after an impulse at the elbow.
  const Posed p(std::string(kDoublePendulum) + "initial: {elbow.angle: 0, elbow.angle_rate: 1}\n");
  // Straight double pendulum, m = 1, l = 1, J = 0.1: (M11) w1 + (M12) w = 0 for absolute rates w1, w2 = w1 + 1.
  const double m11 = 0.1 + 0.25 + 1, m12 = 0.5, m22 = 0.1 + 0.25;
  EXPECT_NEAR(p.value("shoulder.angle_rate"), -(m12 + m22) / (m11 + 2 * m12 + m22), 1e-13);
}

}  // namespace
}  // namespace invar
