// Rolling and blades against closed forms, and integrated motions against the reference solutions.
#include <gtest/gtest.h>

#include <cmath>

#include "invar/integrators/integrator.h"
#include "oracles/nonholonomic.h"
#include "unit/forces/test_model.h"

namespace invar {
namespace {

// Runs the energy-preserving scheme over n steps; returns the last state and the largest change of energy.
std::pair<State, double> run(const AssembledSystem& system, State s, double t_end, int n) {
  const MethodType& type = method_types().at("ep");
  const auto ep = type.make(system, Params(SpecNode(), type.schema));
  PointEval eval;
  const Vector lambda = Vector::Zero(system.rows());
  const auto energy = [&](const State& x) {
    system.eval(x, lambda, kEnergy, eval);
    return eval.T + eval.U;
  };
  const double E0 = energy(s);
  double drift = 0;
  State next;
  for (int i = 0; i < n; ++i) {
    const StepReport report = ep->step(s, t_end / n, next);
    EXPECT_TRUE(report.status.ok()) << report.status.message();
    if (!report.status.ok()) break;
    s = next;
    drift = std::max(drift, std::abs(energy(s) - E0));
  }
  return {s, drift};
}

TEST(KnifeEdge, side_force_on_an_incline_is_that_of_the_closed_form) {
  const oracles::KnifeEdge oracle;
  TestModel m(R"(gravity: [9.81*sin(pi/4), 0]
bodies: {b: {type: planar_body, mass: 1.25, inertia: 0.3, angular_velocity: pi/3}}
nonholonomic: {f: {type: knife_edge, on: b}}
)");
  const auto s = oracle.state(1.3);
  m.snapshot().q = Vector3(double(s.x), double(s.y), double(s.phi));
  m.snapshot().v = Vector3(double(s.vx), double(s.vy), M_PI / 3);
  m.solve();
  EXPECT_NEAR(m.channel("f.force.x"), -std::sin(double(s.phi)) * double(s.reaction), 1e-12);
  EXPECT_NEAR(m.channel("f.force.y"), std::cos(double(s.phi)) * double(s.reaction), 1e-12);
}

TEST(Pfaffian, written_rows_act_like_the_built_in_blade) {
  const std::string body =
      "gravity: [3, 1]\nbodies: {b: {type: planar_body, mass: 1.25, inertia: 0.3, angle: 0.4, "
      "velocity: [cos(0.4), sin(0.4)], angular_velocity: 2}}\n";
  const TestModel blade(body + "nonholonomic: {f: {type: knife_edge, on: b}}\n");
  const TestModel rows(body + "nonholonomic: {f: {type: pfaffian, rows: [{b.x: -sin(b.theta), b.y: cos(b_theta)}]}}\n");
  EXPECT_NEAR(rows.channel("b.acceleration.x"), blade.channel("b.acceleration.x"), 1e-9);
  EXPECT_NEAR(rows.channel("b.acceleration.y"), blade.channel("b.acceleration.y"), 1e-9);
  EXPECT_NEAR(rows.channel("f.lambda.row_1"), blade.channel("f.lambda.side"), 1e-9);
}

TEST(RollingBall, rolls_down_an_incline_with_five_sevenths) {
  const TestModel m(R"(gravity: [9.81*sin(0.3), 0, -9.81*cos(0.3)]
bodies: {b: {type: rigid_body, mass: 3, inertia: [0.4*3*0.25, 0.4*3*0.25, 0.4*3*0.25], position: [1, 2, 0.5],
             rotation: {axis: [1, 2, 3], angle: 0.7}}}
nonholonomic: {f: {type: rolling_ball, on: b, radius: 0.5}}
)");
  const double g = 9.81 * std::sin(0.3);
  EXPECT_NEAR(m.channel("b.acceleration.x"), 5.0 / 7 * g, 1e-12);
  EXPECT_NEAR(m.channel("b.alpha.y"), 5.0 / 7 * g / 0.5, 1e-12);
  EXPECT_NEAR(m.channel("f.force.x"), -2.0 / 7 * 3 * g, 1e-12);
  EXPECT_NEAR(m.channel("f.force.z"), 3 * 9.81 * std::cos(0.3), 1e-12);
  EXPECT_NEAR(m.channel("f.contact.z"), 0, 1e-15);
}

TEST(KnifeEdge, chaplygins_sleigh_follows_the_reference_with_second_order_and_keeps_its_energy) {
  // Blade at the origin, heading along x, mass center 0.1 ahead: v = 0.2, w = 2.
  const TestModel m(
      R"(bodies: {b: {type: planar_body, mass: 1, inertia: 0.1, position: [0.1, 0],
             velocity: [0.2, 0.2], angular_velocity: 2}}
nonholonomic: {f: {type: knife_edge, on: b, at: [0, 0], direction: [1, 0, 0]}}
)");
  const oracles::ChaplyginSleigh oracle;
  const auto exact = oracle.state(2);
  double error[2];
  for (int i = 0; i < 2; ++i) {
    const auto [s, drift] = run(m.system(), m.initial(), 2, 200 << i);
    EXPECT_LT(drift, 1e-13);
    error[i] = Vector3(s.q[0] - double(exact.com_x), s.q[1] - double(exact.com_y), s.q[2] - double(exact.theta)).norm();
  }
  EXPECT_LT(error[1], 1e-4);
  EXPECT_NEAR(error[0] / error[1], 4, 0.4);
}

State disc_state(const oracles::RollingDisc::State& s) {
  State x;
  x.q.resize(12);
  x.v.resize(12);
  x.q.head<3>() = s.center.cast<double>();
  x.v.head<3>() = s.center_velocity.cast<double>();
  for (int i = 0; i < 3; ++i) {
    x.q.segment<3>(3 + 3 * i) = s.R.col(i).cast<double>();
    x.v.segment<3>(3 + 3 * i) = s.omega.cross(s.R.col(i)).cast<double>();
  }
  return x;
}

const char* kDisc = R"(gravity: [0, 0, -9.81]
bodies: {b: {type: rigid_body, mass: 1, inertia: [0.0625, 0.0625, 0.125], position: [0, 0, 0.5],
             rotation: {axis: [1, 0, 0], angle: 1.2}}}
nonholonomic: {f: {type: rolling_disc, on: b, radius: 0.5}}
)";

TEST(RollingDisc, contact_and_accelerations_are_those_of_the_reference) {
  const oracles::RollingDisc oracle;
  TestModel m(kDisc);
  const oracles::Real t = 0.4, h = 1e-3;
  const auto s = oracle.state(t), before = oracle.state(t - h), after = oracle.state(t + h);
  const State x = disc_state(s);
  m.snapshot().q = x.q;
  m.snapshot().v = x.v;
  m.solve();
  PointEval eval;
  m.system().eval({0, x.q, x.v}, m.snapshot().lambda, kPosition | kVelocity, eval);
  EXPECT_LT(eval.Phi.cwiseAbs().maxCoeff(), 1e-13);
  EXPECT_LT(eval.Phi_dot.cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_LT((m.vector("f.contact") - s.contact.cast<double>()).norm(), 1e-12);
  const Vector3 a = ((after.center_velocity - before.center_velocity) / (2 * h)).cast<double>();
  const Vector3 alpha = ((after.omega - before.omega) / (2 * h)).cast<double>();
  EXPECT_LT((m.vector("b.acceleration") - a).norm(), 1e-4 * a.norm());  // differences of second order
  EXPECT_LT((m.vector("b.alpha") - alpha).norm(), 1e-4 * alpha.norm());
  // All the force on the disc is gravity and the contact.
  EXPECT_LT((m.vector("f.force") - (m.vector("b.acceleration") + Vector3(0, 0, 9.81))).norm(), 1e-12);
}

TEST(RollingDisc, follows_the_reference_with_second_order_and_keeps_energy_and_contact) {
  const oracles::RollingDisc oracle;
  const TestModel m(kDisc);
  const auto exact = oracle.state(0.5);
  double error[2];
  for (int i = 0; i < 2; ++i) {
    const auto [s, drift] = run(m.system(), disc_state(oracle.state(0)), 0.5, 250 << i);
    EXPECT_LT(drift, 1e-11);
    PointEval eval;
    m.system().eval({0, s.q, s.v}, Vector::Zero(m.system().rows()), kPosition, eval);
    EXPECT_LT(eval.Phi.cwiseAbs().maxCoeff(), 1e-12);
    error[i] = (s.q - disc_state(exact).q).norm();
  }
  EXPECT_LT(error[1], 2e-3);
  EXPECT_NEAR(error[0] / error[1], 4, 0.4);
}

}  // namespace
}  // namespace invar
