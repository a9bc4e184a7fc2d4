// Constraints by formula and mechanisms started in joint coordinates: a cam with a table, a pantograph in a groove, a walking
// linkage and a delta robot, against closed forms; energy in all methods that keep it.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "benchmarks/model_run.h"
#include "invar/model/model.h"
#include "oracles/linkages.h"

namespace invar::benchmarks {
namespace {

// The spline through points of f with distance h misses f by 5/384 h^4 M, f' by h^3 M/24, f'' by 3/8 h^2 M, M = max |f''''|, up to
// what its ends do [de Boor]; the table goes on beyond them by itself.
TEST(CamFollowerModel, follows_the_closed_form_of_lift_and_torque) {
  const double lift = 0.02, speed = 10, m = 0.5, k = 2000, preload = 50, g = 9.81;
  const RecordedRun run = run_model("cam_follower");
  expect_conserved(run, 1e-12, 1e-13, 1e-11);
  const double h = 15 * M_PI / 180, M = 0.5 * lift;
  const double e0 = 5.0 / 384 * std::pow(h, 4) * M, e1 = std::pow(h, 3) * M / 24, e2 = 3.0 / 8 * h * h * M;
  double largest_force = 0;
  for (size_t i = 0; i < run.rows.size(); ++i) {
    const double phi = speed * run.t(i), y = 0.5 * lift * (1 - std::cos(phi)), slope = 0.5 * lift * std::sin(phi),
                 force = m * (0.5 * lift * std::cos(phi) * speed * speed + g) + k * y + preload;
    EXPECT_NEAR(run.at(i, "bearing.angle"), phi, 1e-12);
    EXPECT_NEAR(run.at(i, "guide.displacement"), y, e0);
    EXPECT_NEAR(run.at(i, "guide.displacement_rate"), slope * speed, e1 * speed);
    const double force_error = m * speed * speed * e2 + k * e0;
    EXPECT_NEAR(run.at(i, "motor.torque"), slope * force, e1 * force + (std::abs(slope) + e1) * force_error);
    EXPECT_NEAR(run.at(i, "cam.force.guide"), force, force_error);
    largest_force = std::max(largest_force, force);
  }
  EXPECT_GT(largest_force, preload + k * lift);  // it went up
}

// Energy at round-off in all methods that promise it; the pen is twice as far away as the tracer, the tracer in its groove.
TEST(PantographModel, copies_the_groove_at_twice_the_size_in_all_methods_that_keep_energy) {
  for (const char* method : {"ep", "em", "ed", "ggl", "al_conserving"}) {
    const RecordedRun run = run_model("pantograph", {.method = method, .end = 3});
    EXPECT_TRUE(run.certificate.completed()) << method;
    EXPECT_LT(*run.certificate.energy_balance_error_max, 1e-11 * run.certificate.energy_initial) << method;
    for (size_t i = 0; i < run.rows.size(); ++i) {
      const double x = run.at(i, "tracer.position.x"), y = run.at(i, "tracer.position.y");
      ASSERT_NEAR(run.at(i, "pen.position.x"), 2 * x, 1e-12) << method;
      ASSERT_NEAR(run.at(i, "pen.position.y"), 2 * y, 1e-12) << method;
      ASSERT_NEAR(std::hypot((x - 0.35) / 0.15, (y - 0.3) / 0.1), 1, 1e-12) << method;
    }
  }
}

// ep and em approach the same motion with their orders.
TEST(PantographModel, moves_with_order_two_and_four) {
  const auto run = [](const char* method, const std::string& order, double step) {
    return run_model("pantograph",
                     {.method = method, .options = {{"order", order}}, .step = step, .end = 1, .every = 0.1});
  };
  const RecordedRun fine = run("em", "4", 5e-4);
  for (const char* method : {"ep", "em"}) {
    const auto error = [&](double step, const std::string& order) {
      const RecordedRun coarse = run(method, order, step);
      return max_difference(coarse, fine, "pen.position.x") + max_difference(coarse, fine, "pen.position.y");
    };
    EXPECT_NEAR(measured_order(error(0.004, "2"), error(0.002, "2")), 2, 0.1) << method;
    EXPECT_NEAR(measured_order(error(0.01, "4"), error(0.005, "4")), 4, 0.3) << method;
  }
}

TEST(JansenLegModel, is_where_intersections_of_circles_say) {
  const RecordedRun run = run_model("jansen_leg");
  expect_conserved(run, 1e-12, 1e-13, 1e-11);
  for (size_t i = 0; i < run.rows.size(); ++i) {
    const oracles::JansenLeg leg(3 * run.t(i));
    ASSERT_NEAR(run.at(i, "axle.angle"), 3 * run.t(i), 1e-12);
    ASSERT_NEAR(run.at(i, "foot.position.x"), 0.01 * static_cast<double>(leg.foot.x()), 1e-13);
    ASSERT_NEAR(run.at(i, "foot.position.y"), 0.01 * static_cast<double>(leg.foot.y()), 1e-13);
    ASSERT_NEAR(run.at(i, "W.position.x"), 0.01 * static_cast<double>(leg.W.x()), 1e-13);
  }
}

TEST(DeltaRobotModel, starts_and_stays_where_three_spheres_meet) {
  const oracles::DeltaRobot robot;
  for (const auto& [a, b, c] :
       {std::tuple(40.0, 15.0, -10.0), std::tuple(-20.0, 60.0, 30.0), std::tuple(75.0, 70.0, 10.0)}) {
    const RecordedRun run = run_model("delta_robot", {.set = {{"angle_1", fmt::format("{}*deg", a)},
                                                              {"angle_2", fmt::format("{}*deg", b)},
                                                              {"angle_3", fmt::format("{}*deg", c)}},
                                                      .end = 0.5});
    expect_conserved(run, 1e-12, 1e-13, 1e-11);
    const double deg = M_PI / 180;
    EXPECT_NEAR(run.at(0, "shoulder_1.angle"), a * deg, 1e-15);
    EXPECT_NEAR(run.at(0, "shoulder_2.angle"), b * deg, 1e-15);
    EXPECT_NEAR(run.at(0, "shoulder_3.angle"), c * deg, 1e-15);
    for (size_t i = 0; i < run.rows.size(); ++i) {
      std::array<oracles::Real, 3> angles;
      for (int k = 0; k < 3; ++k) angles[k] = run.at(i, fmt::format("shoulder_{}.angle", k + 1));
      const oracles::Vec3 p = robot.platform(angles);
      for (int k = 0; k < 3; ++k)
        ASSERT_NEAR(run.at(i, std::string("platform.position.") + "xyz"[k]), static_cast<double>(p[k]), 1e-12);
      ASSERT_NEAR(std::abs(run.at(i, "platform.quaternion.w")), 1, 1e-12);
    }
    // Rates given: 1, 0, -2.
    const oracles::Real h = 1e-6L;
    const auto at = [&](oracles::Real t) { return robot.platform({a * deg + t * 1, b * deg, c * deg - 2 * t}); };
    const oracles::Vec3 v = (at(h) - at(-h)) / (2 * h);
    for (int k = 0; k < 3; ++k)
      EXPECT_NEAR(run.at(0, std::string("platform.velocity.") + "xyz"[k]), static_cast<double>(v[k]), 1e-10);
  }
}

// Two flywheels on shafts whose ratio varies, in the plane and in space: x_2 = f(x_1). Without loads the energy
// 1/2 (I + J f'^2) w^2 stays, which gives the speed at any angle.
TEST(Relation, turns_a_wheel_with_a_variable_ratio_and_keeps_the_energy) {
  for (const bool in_plane : {true, false}) {
    const std::string body = in_plane ? "planar_body, mass: 1, inertia: " : "rigid_body, mass: 1, inertia: ";
    const auto inertia = [&](double I) { return in_plane ? fmt::format("{}", I) : fmt::format("[{0}, {0}, {0}]", I); };
    const std::string joint = in_plane ? "planar_revolute" : "revolute", axis = in_plane ? "" : ", axis: [0, 0, 1]",
                      zero = in_plane ? "" : ", 0";
    const std::string text = fmt::format(R"model(
bodies:
  a: {{type: {0}{1}}}
  b: {{type: {0}{2}, position: [1, 0{5}]}}
joints:
  ja: {{type: {3}, between: [ground, a], at: [0, 0{5}]{4}}}
  jb: {{type: {3}, between: [ground, b], at: [1, 0{5}]{4}}}
  link: {{type: relation, joints: [ja, jb], law: "x + 0.6*sin(x)"}}
initial: {{ja.angle: 0.5, ja.angle_rate: 3}}
method: {{name: ep, step: 0.005, end: 5}}
outputs: [ja.angle, ja.angle_rate, jb.angle, link.torque.ja, link.torque.jb]
)model",
                                         body, inertia(2), inertia(0.5), joint, axis, zero);
    const RecordedRun run = run_text(text);
    expect_conserved(run, 1e-12, 1e-13, 1e-11);
    const auto mass = [](double x) { return 2 + 0.5 * std::pow(1 + 0.6 * std::cos(x), 2); };
    for (size_t i = 0; i < run.rows.size(); ++i) {
      const double x = run.at(i, "ja.angle");
      ASSERT_NEAR(run.at(i, "jb.angle"), x + 0.6 * std::sin(x), 1e-11);
      ASSERT_NEAR(run.at(i, "ja.angle_rate"), 3 * std::sqrt(mass(0.5) / mass(x)), 1e-3);
      // No power: torque_a w_a + torque_b w_b = 0.
      ASSERT_NEAR(run.at(i, "link.torque.ja"), -(1 + 0.6 * std::cos(x)) * run.at(i, "link.torque.jb"), 1e-12);
    }
    EXPECT_GT(run.last("ja.angle"), 4 * M_PI);  // over several turns
  }
}

// A formula with t is a drive: the product of two positions is prescribed, and the work is what the energy gains.
TEST(FormulaConstraint, books_the_work_of_a_formula_that_depends_on_time) {
  const std::string text = R"model(
gravity: [0, -9.81]
bodies:
  a: {type: planar_body, mass: 1, inertia: 0.1, position: [0.5, 0]}
  b: {type: planar_body, mass: 2, inertia: 0.3, position: [2.5, 0]}
joints:
  ja: {type: planar_revolute, between: [ground, a], at: [0, 0]}
  jb: {type: planar_revolute, between: [ground, b], at: [2, 0]}
  tie: {type: constraint, formula: "jb.angle + ja.angle^2 - 0.3*sin(2*t)*(1 + ja.angle)"}
method: {name: ep, step: 0.005, end: 4}
outputs: [ja.angle, jb.angle, energy.total]
)model";
  for (const char* method : {"ep", "em", "ed"}) {
    std::string used = text;
    used.replace(used.find("name: ep"), 8, std::string("name: ") + method);
    const RecordedRun run = run_text(used);
    EXPECT_TRUE(run.certificate.completed());
    EXPECT_GT(std::abs(run.certificate.work_drives), 0.1);
    EXPECT_LT(*run.certificate.energy_balance_error_max, 1e-11) << method;
    for (size_t i = 0; i < run.rows.size(); ++i) {
      const double a = run.at(i, "ja.angle");
      ASSERT_NEAR(run.at(i, "jb.angle"), 0.3 * std::sin(2 * run.t(i)) * (1 + a) - a * a, 1e-12) << method;
    }
  }
}

TEST(FormulaConstraint, drives_the_orientation_of_a_body_in_space) {
  // Three direction cosines make a rotation vector's angle follow: the body on a ball turns about [0, 0, 1] and nods.
  const std::string text = R"model(
bodies: {a: {type: rigid_body, mass: 1, inertia: [1, 2, 2.5]}}
joints:
  ball: {type: spherical, between: [ground, a], at: [0, 0, 0]}
  yaw: {type: constraint, formula: "a.e1.y*cos(t) - a.e1.x*sin(t)"}
  nod: {type: constraint, formula: "a.e1.z - 0.5*sin(t)"}
  roll: {type: constraint, formula: "a.e2.z"}
method: {name: ep, step: 0.005, end: 3}
outputs: [a.e1, a.e2]
)model";
  const RecordedRun run = run_text(text);
  expect_conserved(run, 1e-11, 1e-12, 1e-10);
  for (size_t i = 0; i < run.rows.size(); ++i) {
    const double t = run.t(i), z = 0.5 * std::sin(t), c = std::sqrt(1 - z * z);
    ASSERT_NEAR(run.at(i, "a.e1.x"), c * std::cos(t), 1e-12);
    ASSERT_NEAR(run.at(i, "a.e1.y"), c * std::sin(t), 1e-12);
    ASSERT_NEAR(run.at(i, "a.e2.x"), -std::sin(t), 1e-12);
  }
}

TEST(FormulaConstraint, calls_named_functions) {
  const RecordedRun run = run_text(R"model(
functions: {bend: {formula: "0.2*x^2"}, hill: {table: [[-4, 1], [-2, 0.5], [0, 0], [2, 0.5], [4, 1]]}}
bodies:
  a: {type: planar_body, mass: 1, inertia: 0.1, position: [0.5, 0]}
  b: {type: planar_body, mass: 2, inertia: 0.3, position: [2.5, 0]}
joints:
  ja: {type: planar_revolute, between: [ground, a], at: [0, 0]}
  jb: {type: planar_revolute, between: [ground, b], at: [2, 0]}
  tie: {type: constraint, formula: "jb.angle - bend(ja.angle) - 0.1*hill(ja.angle)"}
initial: {ja.angle_rate: 2}
method: {name: ep, step: 0.005, end: 0.9}
outputs: [ja.angle, jb.angle]
)model");
  expect_conserved(run, 1e-12, 1e-13, 1e-10);
  EXPECT_GT(run.last("ja.angle"), 1);
  EXPECT_GT(run.last("jb.angle"), 0.2 * std::pow(run.last("ja.angle"), 2));
}

TEST(FormulaConstraint, refuses_what_it_cannot_read_with_the_reason) {
  const std::string model = R"model(
bodies:
  a: {type: planar_body, mass: 1, inertia: 0.1, position: [0.5, 0]}
  p: {type: planar_point_mass, mass: 1, position: [1, 1]}
joints:
  ja: {type: planar_revolute, between: [ground, a], at: [0, 0]}
  tie: {type: constraint, formula: "FORMULA"}
)model";
  const struct {
    const char *formula, *words;
  } cases[] = {
      {"jx.angle - 1", "names the unknown joint \"jx\""},
      {"ja.displacement", "but a planar_revolute joint has no displacement"},
      {"ja.speed", "which is no position of anything"},
      {"p.e1.x", "but \"p\" is a point"},
      {"t - 1", "reads nothing that moves"},
      {"sqrt(ja.angle - 1)", "is not finite"},
      {"ja.angle +", "is not a formula"},
      {"a", "which is a body and no number"},
  };
  for (const auto& c : cases) {
    std::string text = model;
    text.replace(text.find("FORMULA"), 7, c.formula);
    try {
      load_model_text(text);
      ADD_FAILURE() << c.formula << " was accepted";
    } catch (const ModelError& error) {
      EXPECT_NE(std::string(error.what()).find(c.words), std::string::npos) << error.what();
      EXPECT_NE(std::string(error.what()).find("joints.tie.formula"), std::string::npos) << error.what();
    }
  }
}

}  // namespace
}  // namespace invar::benchmarks
