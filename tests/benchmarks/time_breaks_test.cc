// Motions across jumps and kinks of loads that lie off the grid of steps: every method keeps its order, and no pulse is missed.
// The reference integrates the equation of the pendulum from break to break with small steps.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "invar/model/model.h"
#include "invar/run/model_simulation.h"
#include "invar/run/run.h"

namespace invar {
namespace {

using Load = std::function<double(double t, double angle, double rate)>;

// 0.8 theta'' = -9.81 cos(theta) + torque: a rod of 2 kg, 0.3 kg m^2 about its center, which is 0.5 m from the pin.
double integrate_pendulum(double end, const std::vector<double>& breaks, const Load& torque) {
  long double angle = 0, rate = 0, t = 0;
  std::vector<double> ends = breaks;
  ends.push_back(end);
  for (const double to : ends) {
    if (to <= t) continue;
    constexpr int kParts = 20000;
    const long double h = (to - t) / kParts;
    // Cases of the load are those of the piece.
    const auto a = [&](long double x, long double v, long double at) {
      const long double within = std::clamp(at, t + 1e-9L * (to - t), to - 1e-9L * (to - t));
      return (-9.81L * std::cos(x) +
              torque(static_cast<double>(within), static_cast<double>(x), static_cast<double>(v))) /
             0.8L;
    };
    long double now = t;
    for (int i = 0; i < kParts; ++i) {
      const long double k1 = a(angle, rate, now), x2 = angle + 0.5L * h * rate, v2 = rate + 0.5L * h * k1,
                        k2 = a(x2, v2, now + 0.5L * h), x3 = angle + 0.5L * h * v2, v3 = rate + 0.5L * h * k2,
                        k3 = a(x3, v3, now + 0.5L * h), x4 = angle + h * v3, v4 = rate + h * k3,
                        k4 = a(x4, v4, now + h);
      angle += h / 6 * (rate + 2 * v2 + 2 * v3 + v4);
      rate += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
      now = t + (i + 1) * h;
    }
    t = to;
  }
  return static_cast<double>(angle);
}

std::shared_ptr<const Model> make_pendulum(const std::string& torque) {
  return load_model_text(R"(
model: pendulum
gravity: [0, -9.81]
bodies: {a: {type: planar_body, mass: 2, inertia: 0.3, position: [0.5, 0]}}
joints: {j: {type: planar_revolute, between: [ground, a], at: [0, 0]}}
forces: {f: {type: motor, joint: j, torque: ")" +
                         torque + "\"}}\n");
}

struct BreakMethod {
  std::string name;
  ValueMap options;
  double lowest;  // order that is expected
  double step = 0.02;
};

std::vector<BreakMethod> break_methods() {
  return {{"ep", {}, 2},
          {"ep", {{"order", "4"}}, 4, 0.05},
          {"em", {}, 2},
          {"em", {{"order", "4"}}, 4, 0.05},
          {"ed", {}, 3},
          {"ggl", {}, 2},
          {"newmark", {}, 2},
          {"hht", {}, 2},
          {"generalized_alpha", {}, 2},
          {"al_projection", {}, 2},
          {"al_conserving", {}, 2},
          {"al_conserving_projection", {}, 2},
          {"explicit", {{"integrator", "rk4"}}, 4, 0.025},
          {"explicit", {{"integrator", "ab3"}}, 3, 0.01},
          {"explicit", {{"integrator", "dop853"}}, 8, 0.2}};
}

double swing_pendulum(const std::shared_ptr<const Model>& model, const BreakMethod& m, double step, double end,
                      std::optional<double> tolerance = {}) {
  SimulationOptions options{.step = step, .tolerance = tolerance};
  if (tolerance) options.max_step = 0.05;
  ModelSimulation sim(model, m.name, m.options, options);
  const SimulationReport& report = sim.run_to(end);
  EXPECT_TRUE(report.status.ok()) << m.name << " " << report.message();
  EXPECT_NEAR(report.state.t, end, 1e-9);
  return report.state.q[2];
}

struct LoadCase {
  std::string what, text;
  std::vector<double> breaks;
  Load torque;
};

std::vector<LoadCase> load_cases() {
  return {{"jump",
           "t < 0.3137 ? 0 : t < 1.1219 ? 9 : -2",
           {0.3137, 1.1219},
           [](double t, double, double) { return t < 0.3137   ? 0
                                                 : t < 1.1219 ? 9
                                                              : -2; }},
          {"kink",
           "40*max(t - 0.3137, 0) - 70*max(t - 1.1219, 0)",
           {0.3137, 1.1219},
           [](double t, double, double) { return 40 * std::max(t - 0.3137, 0.0) - 70 * std::max(t - 1.1219, 0.0); }},
          {"signal",
           "(t < 0.3137 ? 0 : t < 1.1219 ? 9 : -2)*cos(j.angle) - 0.3*j.angle_rate",
           {0.3137, 1.1219},
           [](double t, double x, double v) {
             return (t < 0.3137 ? 0 : t < 1.1219 ? 9 : -2) * std::cos(x) - 0.3 * v;
           }}};
}

TEST(TimeBreaks, leave_every_method_its_order) {
  constexpr double kEnd = 1.5;
  for (const LoadCase& load : load_cases()) {
    const auto model = make_pendulum(load.text);
    const double exact = integrate_pendulum(kEnd, load.breaks, load.torque);
    for (const BreakMethod& m : break_methods()) {
      std::vector<double> errors;
      for (const double part : {1.0, 0.5, 0.25})
        errors.push_back(std::abs(swing_pendulum(model, m, part * m.step, kEnd) - exact));
      // Over both halvings: the constants of the pieces change a little with where the breaks lie in their steps. A method that reads the
      // wrong side of a jump, or goes on with its history, has order 1.
      const double order = std::log2(errors[0] / errors[2]) / 2;
      EXPECT_GT(order, m.lowest - (m.lowest < 4 ? 0.35 : 0.5))
          << load.what << " " << m.name << ": " << errors[0] << " " << errors[1] << " " << errors[2];
    }
  }
}

// 0.8 ms of 5000 N m between two steps: 4 N m s, which turn the rod by 2 rad until the end.
TEST(TimeBreaks, let_no_method_miss_a_pulse_between_two_steps) {
  const auto model = make_pendulum("t > 0.1031 && t < 0.1039 ? 5000 : 0");
  const double exact = integrate_pendulum(0.5, {0.1031, 0.1039},
                                          [](double t, double, double) { return t > 0.1031 && t < 0.1039 ? 5000 : 0; });
  for (const BreakMethod& m : break_methods()) {
    EXPECT_NEAR(swing_pendulum(model, m, 0.01, 0.5), exact, 2e-3) << m.name;
    EXPECT_NEAR(swing_pendulum(model, m, 0.01, 0.5, 1e-7), exact, 2e-3) << m.name;
  }
}

// A half sine of 1 ms is divided: its ends alone show nothing of it. It turns the rod by 0.7 rad, and the trapezoidal rule sees
// pi/8 cot(pi/8) of it in four steps, 0.037 rad less; the damping of hht adds as much. ab3 extrapolates over the half of it.
TEST(TimeBreaks, divide_a_short_pulse_that_is_no_straight_line) {
  const char* text = "t > 0.1031 && t < 0.1041 ? 3000*sin(1000*pi*(t - 0.1031)) : 0";
  const double pi = std::acos(-1.0);
  const double exact = integrate_pendulum(0.4, {0.1031, 0.1041}, [&](double t, double, double) {
    return t > 0.1031 && t < 0.1041 ? 3000 * std::sin(1000 * pi * (t - 0.1031)) : 0;
  });
  for (const std::string& signal : {std::string(), std::string(" + 0*j.angle")}) {
    const auto model = make_pendulum(text + signal);
    for (const BreakMethod& m : break_methods())
      EXPECT_NEAR(swing_pendulum(model, m, 0.01, 0.4), exact,
                  m.lowest > 3           ? 2e-3
                  : m.name == "explicit" ? 0.25
                                         : 0.074)
          << m.name << signal;
  }
}

}  // namespace
}  // namespace invar
