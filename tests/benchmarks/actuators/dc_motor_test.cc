// The DC motor against the exact motion of a flywheel, and its books in a mechanism.
#include <gtest/gtest.h>

#include <cmath>

#include "benchmarks/actuators/linear_run.h"
#include "benchmarks/model_run.h"
#include "invar/core/error.h"

namespace invar::benchmarks {
namespace {

constexpr double kWheelInertia = 0.02, kWheelDrag = 0.01, kCoilVoltage = 12, kCoilResistance = 0.8,
                 kCoilInductance = 0.05, kShaftConstant = 0.05 * 4;  // with its gear

std::string make_flywheel(const std::string& keys = "voltage: 12, inductance: 0.05, current: 1") {
  return R"(
bodies: {wheel: {type: planar_body, mass: 3, inertia: 0.02, position: [0, 0], angle: 0.3, angular_velocity: 5}}
joints: {axle: {type: planar_revolute, between: [ground, wheel], at: [0, 0]}}
forces:
  motor: {type: dc_motor, joint: axle, resistance: 0.8, constant: 0.05, gear: 4, )" +
         keys + R"(}
  drag: {type: motor, joint: axle, torque: 0, droop: 0.01}
outputs: [wheel.angle, wheel.omega, motor.current, motor.torque, motor.heat, motor.electrical_power, energy.total]
)";
}

class MotorMethods : public ::testing::TestWithParam<catalog::MethodConfiguration> {};

TEST_P(MotorMethods, turn_a_flywheel_like_the_matrix_exponential_with_their_order) {
  Matrix A(3, 3);  // angle, rate, current
  A << 0, 1, 0, 0, -kWheelDrag / kWheelInertia, kShaftConstant / kWheelInertia, 0, -kShaftConstant / kCoilInductance,
      -kCoilResistance / kCoilInductance;
  const double end = 0.2;
  const Vector exact = calc_linear(A, Vector3(0, 0, kCoilVoltage / kCoilInductance), Vector3(0.3, 5, 1), end);
  expect_order(make_flywheel(), 2, GetParam(), exact, end);
}

INSTANTIATE_TEST_SUITE_P(Catalog, MotorMethods, ::testing::ValuesIn(catalog::method_configurations()),
                         [](const auto& param_info) { return param_info.param.method + "_" + param_info.param.label; });

// V K/(R c + K^2), whatever the inductance; with limits that of the limit.
TEST(DcMotor, reaches_the_final_speed_of_its_voltage) {
  const double per_volt = kShaftConstant / (kCoilResistance * kWheelDrag + kShaftConstant * kShaftConstant);
  for (const auto& [keys, voltage] : {std::pair{"voltage: 12, inductance: 0.05", 12.0},
                                      {"voltage: 12", 12.0},
                                      {"voltage: 12, limits: [-5, 9], inductance: 0.01", 9.0},
                                      {"voltage: '-3*t - 6', limits: [-5, 9]", -5.0}}) {
    const RecordedRun run = run_text(make_flywheel(keys), {.method = "ep", .step = 0.02, .end = 20});
    EXPECT_NEAR(run.last("wheel.omega"), voltage * per_volt, 1e-9 * std::abs(voltage) * per_volt) << keys;
    EXPECT_NEAR(run.last("motor.current") * kShaftConstant, kWheelDrag * voltage * per_volt, 1e-9) << keys;
    EXPECT_NEAR(run.last("motor.torque"), run.last("motor.current") * kShaftConstant, 1e-12) << keys;
  }
}

// Short-circuited, it brakes at any step: kinetic energy and that of the coil fall without end, although h is 16 L/R.
TEST(DcMotor, brakes_when_short_circuited_at_any_step) {
  for (const char* method : {"ep", "em", "ed"})
    for (const double h : {0.001, 0.1, 1.0}) {
      const RecordedRun run = run_text(make_flywheel("voltage: 0, inductance: 0.05, current: 9"),
                                       {.method = method, .step = h, .end = 20 * h});
      for (std::size_t i = 1; i < run.rows.size(); ++i)
        EXPECT_LE(run.at(i, "energy.total"), run.at(i - 1, "energy.total") * (1 + 1e-14)) << method << " " << h;
      EXPECT_LT(run.certificate.energy_balance_error_max, 1e-13 * run.certificate.energy_scale);
    }
}

// An arm in space under voltage control with a limit that it reaches.
constexpr const char* kDrivenArm = R"yaml(
gravity: [0, 0, -9.81]
bodies:
  upper: {type: rigid_body, mass: 1, inertia: [0.01, 0.09, 0.08], position: [0.5, 0, 0]}
  lower: {type: rigid_body, mass: 1, inertia: [0.02, 0.08, 0.09], position: [1.5, 0, 0]}
joints:
  shoulder: {type: revolute, between: [ground, upper], at: [0, 0, 0], axis: [0, 0.6, 0.8]}
  elbow: {type: revolute, between: [upper, lower], at: [1, 0, 0], axis: [0, 1, 0.3]}
forces:
  lift: {type: dc_motor, joint: shoulder, voltage: 20*sin(5*t) + 2*lift.current, resistance: 3, inductance: 0.02, constant: 0.1, gear: 10}
  bend: {type: dc_motor, joint: elbow, voltage: "60*(0.5 - elbow.angle)", limits: [-15, 15], resistance: 2, inductance: 0.01, constant: 0.05, gear: -30}
outputs: [lift.electrical_power, lift.heat, bend.electrical_power, bend.heat, work.applied, dissipated.physical]
method: {name: ep, step: 0.005, end: 1}
)yaml";

TEST(DcMotor, balances_energy_to_round_off_at_any_step) {
  for (const char* method : {"ep", "em", "ed", "ggl", "al_conserving"})
    for (const double h : {0.005, 0.02}) {
      const RecordedRun run = run_text(kDrivenArm, {.method = method, .step = h});
      EXPECT_EQ(run.certificate.status, "completed") << method << " " << h << ": " << run.certificate.message;
      EXPECT_LT(run.certificate.energy_balance_error_max, 1e-12 * run.certificate.energy_scale) << method << " " << h;
    }
}

// A second derivation of the books: V i less R i^2, by the trapezoidal rule over the recorded channels.
TEST(DcMotor, books_what_the_supply_gives_less_the_heat_of_the_coil) {
  for (const char* method : {"ep", "ed", "hht", "explicit"}) {
    const RecordedRun run = run_text(kDrivenArm, {.method = method, .step = 0.0005});
    double supplied = 0, heat = 0;
    for (std::size_t i = 1; i < run.rows.size(); ++i)
      for (const char* motor : {"lift.", "bend."}) {
        const auto mean = [&](const char* quantity) {
          return 0.5 * (run.at(i - 1, motor + std::string(quantity)) + run.at(i, motor + std::string(quantity)));
        };
        supplied += (run.t(i) - run.t(i - 1)) * mean("electrical_power");
        heat += (run.t(i) - run.t(i - 1)) * mean("heat");
      }
    EXPECT_GT(heat, 1);
    EXPECT_NEAR(run.last("work.applied") - run.last("dissipated.physical"), supplied - heat, 1e-3 * supplied) << method;
  }
}

TEST(DcMotor, refuses_limits_in_the_wrong_order_and_a_current_without_a_coil) {
  for (const auto& [keys, words] :
       {std::pair{"voltage: 1, limits: [3, -3]", "[low, high]"}, {"voltage: 1, current: 2", "without inductance"}}) {
    try {
      load_model_text(make_flywheel(keys));
      FAIL() << keys;
    } catch (const ModelError& error) {
      EXPECT_NE(std::string(error.what()).find(words), std::string::npos) << error.what();
    }
  }
}

}  // namespace
}  // namespace invar::benchmarks
