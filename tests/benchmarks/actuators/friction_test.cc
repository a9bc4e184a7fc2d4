// Clutches and brakes against closed forms: flywheels that a clutch brings together, a shaft that a brake holds, tears loose and stops.
#include <gtest/gtest.h>

#include <cmath>

#include "benchmarks/model_run.h"

namespace invar::benchmarks {
namespace {

constexpr double kI1 = 0.2, kI2 = 0.3, kC = 50;
const char* const kFlywheels = R"(
bodies:
  a: {type: planar_body, mass: 1, inertia: 0.2, position: [0, 0], angular_velocity: 100}
  b: {type: planar_body, mass: 1, inertia: 0.3, position: [0, 0], angular_velocity: -20}
joints:
  input: {type: planar_revolute, between: [ground, a], at: [0, 0]}
  output: {type: planar_revolute, between: [ground, b], at: [0, 0]}
)";

// While the clutch slips its torque is the capacity. It sticks at t = I_red dw/C; then I_red dw^2/2 is heat.
TEST(Clutch, brings_flywheels_to_one_speed_and_turns_the_rest_into_heat) {
  const double I_red = kI1 * kI2 / (kI1 + kI2), dw = 120, w = (kI1 * 100 - kI2 * 20) / (kI1 + kI2);
  const double sticks = I_red * dw / kC, heat = I_red * dw * dw / 2;
  for (const char* method : {"ep", "em", "ed", "generalized_alpha", "al_conserving", "explicit"}) {
    const RecordedRun run =
        run_text(std::string(kFlywheels) +
                     "forces:\n  f: {type: clutch, joints: [input, output], capacity: 50, stiffness: 5e4}\n"
                     "outputs: [a.omega, b.omega, f.torque, f.deflection, f.loss]\n",
                 {.method = method, .step = 1e-3, .end = 0.6});
    ASSERT_EQ(run.certificate.status, "completed") << method << run.certificate.message;
    const size_t early = 200;  // t = 0.2
    ASSERT_LT(run.t(early), sticks);
    // Explicit steps go over the kink between slip and stick, and correct velocities by the energy.
    const double close = std::string(method) == "explicit" ? 1e-4 : 1e-9;
    EXPECT_NEAR(run.at(early, "a.omega"), 100 - kC / kI1 * run.t(early), close) << method;
    EXPECT_NEAR(run.at(early, "b.omega"), -20 + kC / kI2 * run.t(early), close) << method;
    EXPECT_NEAR(run.at(early, "f.torque"), -kC, 1e-12) << method;
    EXPECT_NEAR(run.at(early, "f.loss"), kC * (120 - kC / I_red * run.t(early)), 1e-3 * kC * dw) << method;
    const auto slip = [&](size_t i) { return run.at(i, "a.omega") - run.at(i, "b.omega"); };
    EXPECT_GT(slip(static_cast<size_t>((sticks - 0.005) * 1000)), 1) << method;
    EXPECT_LT(slip(static_cast<size_t>((sticks + 0.005) * 1000)), 0.5) << method;
    EXPECT_NEAR(run.last("a.omega"), w, close) << method;
    EXPECT_NEAR(run.last("b.omega"), w, close) << method;
    // What the time scheme itself takes, of ed, is that of the vibration as the surfaces stick.
    const Certificate& c = run.certificate;
    const double lost = c.dissipated_physical + (std::string(method) == "ed" ? c.dissipated_numerical : 0);
    const bool balances = std::string(method) != "generalized_alpha" && std::string(method) != "explicit";
    EXPECT_NEAR(lost, heat, (balances ? 1e-9 : 1e-3) * heat) << method;
    EXPECT_GE(c.dissipated_physical, (1 - 1e-6) * heat) << method;
    EXPECT_LT(std::abs(run.certificate.work_applied), 1e-9 * heat) << method;
    if (std::string(method) == "ep" || std::string(method) == "em") {
      EXPECT_LT(run.certificate.energy_balance_error_max, 1e-12 * run.certificate.energy_scale) << method;
    }
  }
}

// Steps longer than the phase in which the surfaces yield change nothing of the sum: momentum and energy are exact.
TEST(Clutch, takes_the_same_heat_with_any_step) {
  const double I_red = kI1 * kI2 / (kI1 + kI2), heat = I_red * 120 * 120 / 2;
  for (const double h : {1e-4, 3e-3, 0.02}) {
    const RecordedRun run =
        run_text(std::string(kFlywheels) +
                     "forces:\n  f: {type: clutch, joints: [input, output], capacity: 50, stiffness: 5e4}\n"
                     "outputs: [a.omega, b.omega, f.energy]\n",
                 {.method = "ep", .step = h, .end = 6});
    const double slip = run.last("a.omega") - run.last("b.omega");
    EXPECT_NEAR(kI1 * run.last("a.omega") + kI2 * run.last("b.omega"), kI1 * 100 - kI2 * 20, 1e-10) << h;
    EXPECT_NEAR(run.certificate.dissipated_physical, heat - run.last("f.energy") - I_red * slip * slip / 2, 1e-9) << h;
    EXPECT_LT(std::abs(slip), 1e-6) << h;
  }
}

// A load that swings between 0.2 and 0.8 of the capacity: the shaft yields by load/stiffness and does not creep.
TEST(Brake, holds_a_swinging_load_without_creep) {
  for (const char* method : {"ep", "em", "ed", "generalized_alpha"}) {
    const RecordedRun run = run_text(R"(
bodies: {a: {type: planar_body, mass: 1, inertia: 0.2, position: [0, 0]}}
joints: {hinge: {type: planar_revolute, between: [ground, a], at: [0, 0]}}
forces:
  load: {type: motor, joint: hinge, torque: '25 - 15*cos(10*pi*t)'}
  f: {type: brake, joint: hinge, capacity: 50, stiffness: 5e4}
outputs: [hinge.angle, f.deflection]
)",
                                     {.method = method, .step = 1e-3, .end = 20});
    ASSERT_EQ(run.certificate.status, "completed") << method;
    for (const size_t i : {5000u, 12000u, 20000u})  // whole periods, once the start has died away
      EXPECT_NEAR(run.at(i, "hinge.angle"), run.at(1000, "hinge.angle"), 1e-12) << method << " " << i;
    if (std::string(method) !=
        "generalized_alpha") {  // it takes angles and internal variables at different instants of a step
      EXPECT_NEAR(run.last("hinge.angle"), run.last("f.deflection"), 1e-15) << method;
    }
    EXPECT_LT(run.last("hinge.angle"), 40 / 5e4);
  }
}

// The load exceeds the capacity from t = 0.5 to t = 1: the speed grows by the difference, then the brake stops the shaft.
TEST(Brake, tears_loose_and_stops_the_shaft_again) {
  const double I = 0.2, C = 50, T = 80;
  for (const char* method : {"ep", "em", "ed"}) {
    const RecordedRun run = run_text(R"(
bodies: {a: {type: planar_body, mass: 1, inertia: 0.2, position: [0, 0]}}
joints: {hinge: {type: planar_revolute, between: [ground, a], at: [0, 0]}}
forces:
  load: {type: motor, joint: hinge, torque: {pieces: [{polynomial: [0, 160], to: 0.5}, {polynomial: [80], to: 1}, {polynomial: [8080, -8000], to: 1.01}, {polynomial: [0]}]}}
  f: {type: brake, joint: hinge, capacity: 50, stiffness: 5e4}
outputs: [a.omega, hinge.angle, f.torque]
)",
                                     {.method = method, .step = 1e-3, .end = 2.6});
    ASSERT_EQ(run.certificate.status, "completed") << method;
    const auto omega = [&](double t) { return run.at(static_cast<size_t>(std::lround(t * 1000)), "a.omega"); };
    EXPECT_NEAR(omega(0.3), 160 / 5e4, 1e-3) << method << ": it only yields, with the load";
    EXPECT_NEAR(omega(0.95) - omega(0.6), (T - C) / I * 0.35, 1e-9) << method;
    EXPECT_NEAR(omega(1.2) - omega(1.1), -C / I * 0.1, 1e-9) << method;
    EXPECT_NEAR(omega(2.6), 0, 1e-9) << method;
    // The energy of the shaft as the load ends is heat in the end.
    const Certificate& c = run.certificate;
    EXPECT_NEAR(c.dissipated_physical + c.dissipated_numerical, c.work_applied, 1e-9 * c.work_applied) << method;
    EXPECT_LT(c.dissipated_numerical, 1e-6 * c.work_applied) << method;
    EXPECT_LT(run.certificate.energy_balance_error_max, 1e-11 * run.certificate.energy_scale) << method;
  }
}

// A clutch that a controller closes shares its term with what else reads the controller. Its friction stays dissipated, and what the
// motor does stays work.
TEST(Clutch, keeps_its_account_beside_a_controller_and_a_motor) {
  const auto run_with = [&](const char* method, const std::string& torque) {
    return run_text(std::string(kFlywheels) +
                        "controllers:\n  valve: {type: lag, input: 50, time: 0.1}\n"
                        "forces:\n  f: {type: clutch, joints: [input, output], capacity: valve, stiffness: 5e4}\n"
                        "  motor: {type: motor, joint: input, torque: '" +
                        torque + "'}\noutputs: [a.omega, b.omega, motor.power, f.loss]\n",
                    {.method = method, .step = 1e-3, .end = 0.7});
  };
  for (const char* method : {"ep", "em", "ed", "generalized_alpha", "explicit"}) {
    const RecordedRun apart = run_with(method, "10 - 0.1*input.angle_rate"),
                      together = run_with(method, "10 - 0.1*input.angle_rate + 1e-13*f.deflection + 1e-14*valve");
    const double size = apart.certificate.dissipated_physical;
    EXPECT_GT(size, 500) << method;
    EXPECT_NEAR(together.certificate.dissipated_physical, size, 1e-8 * size) << method;
    EXPECT_NEAR(together.certificate.work_applied, apart.certificate.work_applied, 1e-8 * size) << method;
    EXPECT_NEAR(together.last("a.omega"), apart.last("a.omega"), 1e-8) << method;
  }
}

// Play 2 b, flanks of stiffness k: period 4 b/w + 2 pi sqrt(J/k).
TEST(Backlash, lets_a_wheel_swing_between_its_flanks) {
  const double J = 0.2, w = 3, b = 0.01, k = 2e3, period = 4 * b / w + 2 * M_PI * std::sqrt(J / k);
  const auto error = [&](const char* method, int steps) {
    const RecordedRun run = run_text(R"(
bodies: {a: {type: planar_body, mass: 1, inertia: 0.2, position: [0, 0], angular_velocity: 3}}
joints: {hinge: {type: planar_revolute, between: [ground, a], at: [0, 0]}}
forces: {f: {type: backlash, joint: hinge, play: 0.02, stiffness: 2e3}}
outputs: [hinge.angle, f.gap, a.omega]
)",
                                     {.method = method, .step = period / steps, .end = 3 * period});
    EXPECT_EQ(run.certificate.status, "completed") << method;
    if (std::string(method) != "explicit") {
      EXPECT_LT(run.certificate.energy_balance_error_max, 1e-12 * run.certificate.energy_scale) << method;
    }
    EXPECT_NEAR(run.last("hinge.angle"), run.last("f.gap"), 1e-15);
    return std::abs(run.last("hinge.angle"));
  };
  for (const char* method : {"ep", "em", "ed"}) {
    const double coarse = error(method, 100), fine = error(method, 400);
    EXPECT_LT(fine, 2e-2 * b) << method;
    EXPECT_LT(fine, 0.2 * coarse + 1e-6) << method;
  }
  EXPECT_LT(error("explicit", 2000), 1e-3 * b);
}

// Two wheels geared by -2, the play at the second: e = 2 phi_1 + phi_2 oscillates with the reduced inertia.
TEST(Backlash, between_gears_acts_on_the_sum_of_the_angles) {
  const double J1 = 0.2, J2 = 0.3, J = 1 / (4 / J1 + 1 / J2), w = 6, b = 0.02, k = 2e3,
               period = 4 * b / w + 2 * M_PI * std::sqrt(J / k);
  const RecordedRun run = run_text(R"(
bodies:
  a: {type: planar_body, mass: 1, inertia: 0.2, position: [0, 0], angular_velocity: 3}
  b: {type: planar_body, mass: 1, inertia: 0.3, position: [1, 0]}
joints:
  input: {type: planar_revolute, between: [ground, a], at: [0, 0]}
  output: {type: planar_revolute, between: [ground, b], at: [1, 0]}
forces: {f: {type: backlash, joints: [input, output], factors: [2, 1], play: 0.04, stiffness: 2e3}}
outputs: [a.omega, b.omega, f.gap, f.gap_rate]
)",
                                   {.method = "ep", .step = period / 1000, .end = 2 * period});
  EXPECT_NEAR(run.last("f.gap"), 0, 2e-2 * b);
  EXPECT_NEAR(run.last("f.gap_rate"), w, 1e-2 * w);
  // The impulse on the first is twice that on the second.
  for (size_t i = 0; i < run.rows.size(); i += 50)
    EXPECT_NEAR(J1 * (run.at(i, "a.omega") - 3), 2 * J2 * run.at(i, "b.omega"), 1e-11);
  EXPECT_LT(run.certificate.energy_balance_error_max, 1e-12 * run.certificate.energy_scale);
}

// With damping an impact on a flank comes back slower; the loss is booked and the flank never pulls. The coefficient of restitution
// e of N = k d (1 + a d') obeys A (1 + e) = ln((1 + A)/(1 - e A)), A = a w.
TEST(Backlash, damps_impacts_as_the_law_says) {
  const double w = 3, a = 0.2, A = a * w;
  double e = 0.5;
  for (int i = 0; i < 50; ++i) {
    const double f = A * (1 + e) - std::log((1 + A) / (1 - e * A));
    e -= f / (A - A / (1 - e * A));
  }
  ASSERT_GT(e, 0.3);
  ASSERT_LT(e, 0.9);
  for (const char* method : {"ep", "em", "ed"}) {
    const RecordedRun run = run_text(R"(
bodies: {a: {type: planar_body, mass: 1, inertia: 0.2, position: [0, 0], angular_velocity: 3}}
joints: {hinge: {type: planar_revolute, between: [ground, a], at: [0, 0]}}
forces: {f: {type: backlash, joint: hinge, play: 0.02, stiffness: 2e3, damping: 0.2}}
outputs: [a.omega, f.flank]
)",
                                     {.method = method, .step = 1e-4, .end = 0.038});
    EXPECT_NEAR(run.last("a.omega"), -e * w, 2e-3) << method;
    for (size_t i = 0; i < run.rows.size(); ++i) EXPECT_LE(run.at(i, "f.flank"), 0) << method << run.t(i);
    EXPECT_NEAR(run.certificate.dissipated_physical, 0.1 * (w * w - std::pow(run.last("a.omega"), 2)), 1e-6) << method;
    EXPECT_LT(run.certificate.energy_balance_error_max, 1e-12 * run.certificate.energy_scale) << method;
  }
}

}  // namespace
}  // namespace invar::benchmarks
