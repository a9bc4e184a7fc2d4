// The controlled models that ship against independent equations (reference/oracles) and closed-loop poles against the characteristic
// polynomial.
#include <gtest/gtest.h>

#include <cmath>
#include <complex>

#include "benchmarks/model_run.h"
#include "invar/run/modes_analysis.h"
#include "oracles/cylinder_engine.h"
#include "oracles/servo_pendulum.h"

namespace invar::benchmarks {
namespace {

double servo_error(const Settings& settings) {
  static const oracles::ServoPendulum oracle;
  const RecordedRun run = run_model("servo_pendulum", settings);
  EXPECT_EQ(run.certificate.status, "completed");
  EXPECT_LT(run.certificate.energy_balance_error_max, 1e-12 * run.certificate.energy_scale);
  const auto s = oracle.state(run.t(run.rows.size() - 1));
  return std::max({std::abs(run.last("hinge.angle") - static_cast<double>(s.theta)),
                   std::abs(run.last("hold.integral") - static_cast<double>(s.integral)),
                   0.01 * std::abs(run.last("valve.output") - static_cast<double>(s.valve))});
}

TEST(ServoPendulum, converges_to_the_equations_of_arm_controller_and_valve) {
  for (const char* method : {"ep", "em", "ed"}) {
    const bool third = std::string(method) == "ed";
    const double coarse = servo_error({.method = method, .step = 0.004, .end = 2}),
                 fine = servo_error({.method = method, .step = 0.002, .end = 2});
    EXPECT_LT(fine, 2e-3) << method;
    EXPECT_GT(std::log2(coarse / fine), third ? 2.5 : 1.8) << method << " " << coarse << " " << fine;
  }
  const Overrides fourth{{"order", "4"}};
  const double coarse = servo_error({.method = "ep", .options = fourth, .step = 0.004, .end = 2}),
               fine = servo_error({.method = "ep", .options = fourth, .step = 0.002, .end = 2});
  EXPECT_GT(std::log2(coarse / fine), 3.5) << coarse << " " << fine;
}

TEST(ServoPendulum, has_the_poles_of_its_characteristic_polynomial) {
  const auto model = load_model(model_path("servo_pendulum"), {{"amplitude", "0"}});
  ModesAnalysis analysis(*model, {});
  ASSERT_TRUE(analysis.run().ok()) << analysis.run().detail;
  // (J s^2 + c s + m g l) s (1 + T s) + kp s + ki + kd s^2/(1 + Tf s) = 0
  const double J = 0.1 + 2 * 0.25, c = 0.3, w = 2 * 9.81 * 0.5, T = 0.01, Tf = 0.02, kp = 60, ki = 80, kd = 8;
  const auto p = [&](std::complex<double> s) {
    return ((J * s * s + c * s + w) * s * (1.0 + T * s) + kp * s + ki) * (1.0 + Tf * s) + kd * s * s;
  };
  const auto slope = [&](std::complex<double> s) { return (p(s + 1e-5) - p(s - 1e-5)) / 2e-5; };
  int poles = 0;
  for (const Mode& mode : analysis.report().modes) {
    // The distance to the pole by Newton's formula.
    EXPECT_LT(std::abs(p(mode.value) / slope(mode.value)), 1e-9 * std::abs(mode.value)) << mode.value;
    poles += mode.value.imag() > 0 ? 2 : 1;
  }
  EXPECT_EQ(poles, 5);
}

// A lag of a hundredth of a step answers a step of its input at once, and a force through it does as it would without: nothing rings.
TEST(StiffController, follows_its_input_without_ringing) {
  const auto run = [](const std::string& stiff, double h) {
    return run_text(
        "bodies: {ball: {type: point_mass, mass: 1, position: [1, 0, 0]}}\ncontrollers:\n"
        "  fast: {type: lag, input: -4*ball.position.x - ball.velocity.x, time: 1e-4, stiff: " +
            stiff +
            "}\nforces: {pull: {type: applied_force, on: ball, force: [fast, 0, 0]}}\n"
            "outputs: [ball.position.x, fast.output, fast.input]\nmethod: {name: ep, step: 0.01, end: 2}\n",
        {.step = h});
  };
  // x'' + x' + 4 x = 0 up to the lag of 1e-4 s.
  const double w = std::sqrt(3.75);
  const auto exact = [&](double t) { return std::exp(-t / 2) * (std::cos(w * t) + std::sin(w * t) / (2 * w)); };
  double worst = 0;
  const RecordedRun quiet = run("true", 0.01);
  for (size_t i = 2; i < quiet.rows.size(); ++i)
    worst = std::max(worst, std::abs(quiet.at(i, "fast.output") - quiet.at(i, "fast.input")));
  EXPECT_LT(worst, 0.02) << "of 4";
  EXPECT_LT(max_error(quiet, "ball.position.x", exact), 1e-3);
  EXPECT_LT(quiet.certificate.energy_balance_error_max, 1e-13);
  const RecordedRun ringing = run("false", 0.01);
  EXPECT_GT(std::abs(ringing.at(4, "fast.output") - ringing.at(4, "fast.input")), 1) << "what stiff is good for";
}

TEST(CylinderEngine, turns_as_its_equation_in_the_crank_angle) {
  const oracles::CylinderEngine oracle;
  double error[2];
  for (int k = 0; k < 2; ++k) {
    const RecordedRun run = run_model("cylinder_engine", {.step = k == 0 ? 4e-4 : 2e-4, .end = 0.2});
    EXPECT_LT(run.certificate.energy_balance_error_max, 1e-11 * run.certificate.energy_scale);
    EXPECT_GT(run.last("crank.angle"), 4 * 3.14) << "more than one cycle";
    const auto s = oracle.state(run.t(run.rows.size() - 1));
    error[k] = std::max(std::abs(run.last("crank.angle") - static_cast<double>(s.theta)),
                        std::abs(run.last("piston.position.x") - static_cast<double>(s.piston)));
  }
  EXPECT_LT(error[1], 1e-3);
  EXPECT_GT(std::log2(error[0] / error[1]), 1.8) << error[0] << " " << error[1];
}

}  // namespace
}  // namespace invar::benchmarks
