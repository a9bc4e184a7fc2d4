// Machines under control against exact solutions and their books. A mass with a PID controller is a linear system; its exact motion
// is the exponential of a matrix. The books of nonlinear mechanisms must balance whatever the controllers do.
#include <gtest/gtest.h>

#include <cmath>

#include "benchmarks/matrix_exponential.h"
#include "benchmarks/model_run.h"
#include "catalog/integrator_samples.h"
#include "catalog/method_configurations.h"
#include "invar/run/run_setup.h"
#include "invar/simulate/simulation.h"

namespace invar::benchmarks {
namespace {

// x along a line under F = kp e + ki i + kd d through a lag of time T, e = 1 - x, i' = e, d = (e - f)/Tf, f' = d.
constexpr double kServoLoad = 2, kServoKp = 30, kServoKi = 12, kServoKd = 9, kServoFilter = 0.1, kServoLag = 0.05;
constexpr const char* kServo = R"(
bodies: {ball: {type: point_mass, mass: 2, position: [0.3, 0, 0], velocity: [0.4, 0, 0]}}
controllers:
  pid: {type: pid, input: 1 - ball.position.x, kp: 30, ki: 12, kd: 9, filter: 0.1, filtered_start: 0.7}
  valve: {type: lag, input: pid, time: 0.05, start: 2}
forces: {push: {type: applied_force, on: ball, force: [valve, 0, 0]}}
)";

// x, x', F, i, f.
Eigen::Matrix<double, 5, 1> servo_at(double t) {
  Matrix A = Matrix::Zero(6, 6);  // the last is 1
  A(0, 1) = 1;
  A(1, 2) = 1 / kServoLoad;
  const double ke = kServoKp + kServoKd / kServoFilter;
  A.row(2) << -ke, 0, -1, kServoKi, -kServoKd / kServoFilter, ke;
  A.row(2) /= kServoLag;
  A.row(3) << -1, 0, 0, 0, 0, 1;
  A.row(4) << -1 / kServoFilter, 0, 0, 0, -1 / kServoFilter, 1 / kServoFilter;
  Vector start(6);
  start << 0.3, 0.4, 2, 0, 0.7, 1;
  return (calc_exponential(A, t) * start).head(5);
}

Vector run_servo(const catalog::MethodConfiguration& c, double h, double end) {
  const catalog::ReadySystem ready(kServo);
  const MethodType& type = method_types().at(c.method);
  const Params params(SpecNode::make_map(c.options, "test"), type.schema);
  SimulationOptions options;
  options.step = h;
  Simulation simulation([&] { return type.make(ready.system, params); }, options);
  simulation.start(ready.start);
  const SimulationReport& report = simulation.run_to(end);
  EXPECT_TRUE(report.status.ok()) << report.message();
  const auto z = [&](const std::string& name) {
    const auto& all = ready.system.layout().internals();
    for (std::size_t i = 0; i < all.size(); ++i)
      if (all[i].full_name() == name) return report.state.z[static_cast<Eigen::Index>(i)];
    ADD_FAILURE() << "no internal variable " << name;
    return 0.0;
  };
  Vector out(5);
  out << report.state.q[0], report.state.v[0], z("valve.output"), z("pid.integral"), z("pid.filtered");
  return out;
}

class ControlledMass : public ::testing::TestWithParam<catalog::MethodConfiguration> {};

TEST_P(ControlledMass, follows_the_matrix_exponential_with_the_order_of_the_method) {
  const catalog::MethodConfiguration& c = GetParam();
  const double end = 0.2, h = c.order >= 6 ? 0.02 : c.order >= 4 ? 0.005 : 0.002;
  const Vector exact = servo_at(end);
  const double coarse = (run_servo(c, h, end) - exact).norm(), fine = (run_servo(c, h / 2, end) - exact).norm();
  EXPECT_LT(coarse, c.order > 1 ? 0.05 : 0.5);
  if (fine > 1e-13) {
    EXPECT_GT(std::log2(coarse / fine), c.order - 0.35) << coarse << " " << fine;
  }
}

INSTANTIATE_TEST_SUITE_P(Catalog, ControlledMass, ::testing::ValuesIn(catalog::method_configurations()),
                         [](const auto& param_info) { return param_info.param.method + "_" + param_info.param.label; });

// Two bodies in space with everything at once: a controller with limits that it reaches, formulas with turns, distances, products of
// rates, a tension by formula.
constexpr const char* kMachine = R"yaml(
gravity: [0, 0, -9.81]
functions: {gas: {table: [[0, 0], [1, 2], [2, -1], [4, 0]], outside: repeat}}
inputs: {gain: 1.5}
measures: {speed: magnitude(tip.velocity)}
bodies:
  upper: {type: rigid_body, mass: 1, inertia: [0.01, 0.09, 0.08], position: [0.5, 0, 0], angular_velocity: [0, 0, 1], velocity: [0, 0.5, 0]}
  lower: {type: rigid_body, mass: 1, inertia: [0.02, 0.08, 0.09], position: [1.5, 0, 0], angular_velocity: [0.5, 0, 1], velocity: [0, 1.5, 0]}
markers:
  tip: {on: lower, at: [2, 0, 0]}
  wall: {on: ground, at: [1, 1, 1]}
joints:
  shoulder: {type: revolute, between: [ground, upper], at: [0, 0, 0], axis: [0, 0.6, 0.8]}
  elbow: {type: revolute, between: [upper, lower], at: [1, 0, 0], axis: [0, 1, 0.3]}
controllers:
  hold: {type: pid, input: "0.5*sin(3*t) - elbow.angle", kp: 60, ki: 40, kd: 3, filter: 0.02, limits: [-9, 9], tracking: 0.2}
forces:
  actuator: {type: motor, joint: elbow, torque: hold.output}
  friction: {type: motor, joint: shoulder, torque: "-gain*shoulder.angle_rate - gas(shoulder.angle)"}
  thrust: {type: applied_force, on: tip, axes: body, force: [-speed*lower.omega_body.y, 0, 2*cos(t)]}
  spin: {type: applied_torque, on: lower, torque: [-0.2*lower.omega.x*speed, 0, 0]}
  rope: {type: spring_damper, between: [tip, wall], tension: "20*(rope.length - 1) + 5*rope.length_rate"}
method: {name: ep, step: 0.005, end: 1.5}
)yaml";

TEST(ControlledMachine, balances_its_energy_to_round_off_at_any_step) {
  for (const char* method : {"ep", "em", "ed", "ggl", "al_conserving"})
    for (const double h : {0.005, 0.03}) {
      const RecordedRun run = run_text(kMachine, {.method = method, .step = h});
      EXPECT_EQ(run.certificate.status, "completed") << method << " " << h << ": " << run.certificate.message;
      EXPECT_GT(std::abs(run.certificate.work_applied), 1) << "nothing happened";
      EXPECT_LT(run.certificate.energy_balance_error_max, 1e-12 * run.certificate.energy_scale) << method << " " << h;
    }
}

// A damper written as a formula is one at any step: with c h/m = 4 its work is never positive, so the mass stays slow.
TEST(ControlledMachine, is_damped_by_a_formula_at_any_step) {
  const RecordedRun run = run_text(R"(
bodies: {ball: {type: point_mass, mass: 1, position: [1, 0, 0], velocity: [3, 0, 0]}}
forces: {damper: {type: applied_force, on: ball, force: [-400*ball.velocity.x, 0, 0]}}
outputs: [work.applied, energy.kinetic]
method: {name: ep, step: 0.01, end: 1}
)");
  double last = 0;
  for (size_t i = 0; i < run.rows.size(); ++i) {
    EXPECT_LE(run.at(i, "work.applied"), last + 1e-15);
    last = run.at(i, "work.applied");
  }
  EXPECT_NEAR(last, -4.5, 1e-6);  // all of it
}

}  // namespace
}  // namespace invar::benchmarks
