// The work that explicit methods book, and what the correction of the energy makes of the motion: with drives, velocity
// constraints that move, applied forces and dampers the corrected motion keeps the order of the scheme.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "benchmarks/model_run.h"

namespace invar {
namespace {

using benchmarks::max_difference;
using benchmarks::max_error;
using benchmarks::RecordedRun;
using benchmarks::run_text;

// A uniform ball rolls on a table that turns with W: its centre runs on a circle with 2/7 W.
std::string turntable(double W) {
  return fmt::format(R"(
parameters: {{R: 0.1, m: 1, W: {}, v: 0.3}}
gravity: [0, 0, -9.81]
bodies:
  ball: {{type: rigid_body, mass: m, inertia: [0.4*m*R^2, 0.4*m*R^2, 0.4*m*R^2], position: [0.5, 0, R],
    velocity: [0, v, 0], angular_velocity: [-(v - W*0.5)/R, 0, 1]}}
joints:
  height: {{type: point_on_plane, between: [ground, ball], at: [0.5, 0, R], axis: [0, 0, 1]}}
nonholonomic:
  roll:
    type: pfaffian
    rows:
      - {{ball.r.x: 1, ball.d1.x: -R*ball.d1.z, ball.d2.x: -R*ball.d2.z, ball.d3.x: -R*ball.d3.z, a: W*ball.r.y}}
      - {{ball.r.y: 1, ball.d1.y: -R*ball.d1.z, ball.d2.y: -R*ball.d2.z, ball.d3.y: -R*ball.d3.z, a: -W*ball.r.x}}
method: {{name: explicit, step: 0.005, end: 1, every: 0.1}}
outputs: [ball.position]
)",
                     W);
}

double error_on_turntable(const RecordedRun& run, double W) {
  const double w = 2.0 / 7 * W, r = 0.3 / w;
  return std::max(max_error(run, "ball.position.x", [&](double t) { return 0.5 + r * (std::cos(w * t) - 1); }),
                  max_error(run, "ball.position.y", [&](double t) { return r * std::sin(w * t); }));
}

TEST(WorkOfDrives, on_a_turntable_is_exact_so_that_the_energy_correction_leaves_the_motion_exact) {
  for (const double W : {5.0, -2.0}) {
    for (const char* energy : {"none", "braun"}) {
      const auto run =
          run_text(turntable(W), {.options = {{"integrator", "dop853"}, {"energy", energy}}, .step = 0.0025});
      EXPECT_EQ(run.certificate.status, "completed");
      EXPECT_LT(error_on_turntable(run, W), 1e-12) << W << ' ' << energy;
      EXPECT_LT(*run.certificate.energy_balance_error_max, 1e-12 * run.certificate.energy_scale) << W << ' ' << energy;
    }
  }
}

TEST(WorkOfDrives, of_velocity_rows_with_a_formula_of_time_balances_the_energy) {
  // A blade that is pushed sideways: x' follows cos(2 t) whatever the force. Work is force times this velocity.
  const auto run = run_text(R"(
bodies: {p: {type: planar_point_mass, mass: 2, position: [1, 0], velocity: [1, 1]}}
forces: {s: {type: spring_damper, between: [o, p], stiffness: 7, rest_length: 0.4}}
markers: {o: {on: ground, at: [0, 0, 0]}}
nonholonomic: {push: {type: pfaffian, rows: [{p.x: 1 + 0.1*p.y^2, p.y: 0.2*p.x, a: -cos(2*t)}]}}
method: {name: explicit, step: 0.002, end: 3}
)",
                            {.options = {{"integrator", "dop853"}, {"energy", "none"}}});
  EXPECT_EQ(run.certificate.status, "completed");
  EXPECT_LT(*run.certificate.energy_balance_error_max, 1e-13 * run.certificate.energy_scale);
}

// Driven double pendulum: the free link passes rest again and again while the driven one carries most of the energy.
std::string driven_pendulum(double g, double damping) {
  return fmt::format(R"(
gravity: [0, {}]
bodies:
  a: {{type: planar_body, mass: 1, inertia: 0.1, position: [0.5, 0]}}
  b: {{type: planar_body, mass: 1, inertia: 0.1, position: [1, -0.5], angle: -pi/2}}
joints:
  h: {{type: planar_revolute, between: [ground, a], at: [0, 0]}}
  k: {{type: planar_revolute, between: [a, b], at: [1, 0]}}
drives: {{d: {{type: angle, joint: h, value: '0.7*sin(3*t)'}}}}
forces: {{damper: {{type: torsion_spring, joint: k, stiffness: 0, damping: {}}}}}
method: {{name: explicit, step: 0.01, end: 4, every: 0.1}}
outputs: [b.position, b.velocity, k.angle]
)",
                     -g, damping);
}

// Without a potential, rest is passed where nothing but the motor and the damper act.
const char* const kMotor = R"(
bodies: {a: {type: planar_body, mass: 1, inertia: 0.1, position: [0.5, 0]}}
joints: {h: {type: planar_revolute, between: [ground, a], at: [0, 0]}}
forces:
  m: {type: motor, joint: h, torque: '2*cos(3*t)'}
  d: {type: torsion_spring, joint: h, damping: 0.1}
method: {name: explicit, step: 0.01, end: 4, every: 0.1}
outputs: [a.position, a.velocity]
)";

const char* const kForced = R"(
gravity: [0, -9.81]
bodies:
  a: {type: planar_body, mass: 1, inertia: 0.1, position: [0.5, 0]}
  b: {type: planar_body, mass: 1, inertia: 0.1, position: [1, -0.5], angle: -pi/2}
joints:
  h: {type: planar_revolute, between: [ground, a], at: [0, 0]}
  k: {type: planar_revolute, between: [a, b], at: [1, 0]}
forces:
  s: {type: torsion_spring, joint: k, stiffness: 2, rest_angle: -pi/2, damping: 0.3}
  f: {type: applied_force, on: b, force: ['5*cos(4*t)', '2*sin(3*t)', '0']}
method: {name: explicit, step: 0.01, end: 3, every: 0.1}
outputs: [b.position, b.velocity, k.angle]
)";

double calc_difference(const RecordedRun& a, const RecordedRun& b) {
  double largest = 0;
  for (const std::string& name : a.names)
    if (!name.starts_with("energy") && !name.starts_with("constraint") && name != "t")
      largest = std::max(largest, max_difference(a, b, name));
  return largest;
}

struct OrderCase {
  const char* integrator;
  double coarse, fine, order;
};

// The order of the corrected motion, from steps that differ by eight, so that it does not depend on how close to rest a step
// happens to end; and an error that is not of another size than without the correction.
void expect_order_with_correction(const std::string& text, bool with_ab3 = true) {
  const auto exact = run_text(text, {.options = {{"integrator", "dop853"}, {"energy", "none"}}, .step = 5e-4});
  for (const OrderCase& c : {OrderCase{"rk4", 0.01, 0.00125, 4}, OrderCase{"dopri5", 0.02, 0.0025, 5},
                             OrderCase{"ab3", 0.005, 0.000625, 3}}) {
    if (c.order == 3 && !with_ab3) continue;
    const auto error = [&](const char* energy, double step) {
      return calc_difference(
          run_text(text, {.options = {{"integrator", c.integrator}, {"energy", energy}}, .step = step}), exact);
    };
    const double coarse = error("auto", c.coarse), fine = error("auto", c.fine), without = error("none", c.fine);
    if (fine > 1e-13) {  // above rounding
      EXPECT_GT(std::log(coarse / fine) / std::log(8.0), c.order - 0.5) << c.integrator;
    }
    EXPECT_LT(fine, 10 * without + 1e-13) << c.integrator;
  }
  const double left = calc_difference(run_text(text, {.options = {{"integrator", "dop853"}}, .step = 0.0025}), exact);
  EXPECT_LT(left, 2e-12) << "rounding of the energy is not to be turned into motion";
}

TEST(EnergyCorrection, of_a_driven_pendulum_keeps_the_order) { expect_order_with_correction(driven_pendulum(9.81, 0)); }
TEST(EnergyCorrection, of_a_driven_and_damped_pendulum_keeps_the_order) {
  expect_order_with_correction(driven_pendulum(9.81, 0.5));
}
TEST(EnergyCorrection,
     of_a_motor_without_a_potential_keeps_the_order) {  // Of ab3 the error keeps a factor log(1/h) there.
  expect_order_with_correction(kMotor, false);
}
TEST(EnergyCorrection, with_applied_forces_keeps_the_order) { expect_order_with_correction(kForced); }

TEST(EnergyCorrection, of_a_system_that_nothing_drives_leaves_the_energy_at_round_off) {
  std::string text = kForced;
  text.replace(text.find("  f: {type: applied_force"), text.find("method:") - text.find("  f: {type: applied_force"),
               "");
  const auto run = run_text(text, {});
  EXPECT_LT(*run.certificate.energy_balance_error_max, 1e-12 * run.certificate.energy_scale);
}

}  // namespace
}  // namespace invar
