// A crane whose trolley stops from one instant to the next: closed forms of the work, the motion of the load afterwards against the
// equation of a pendulum, and the books, in all methods.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "benchmarks/model_run.h"

namespace invar::benchmarks {
namespace {

const std::vector<std::string> kAllJumpMethods = {"ep",
                                                  "em",
                                                  "ed",
                                                  "ggl",
                                                  "newmark",
                                                  "hht",
                                                  "generalized_alpha",
                                                  "al",
                                                  "al_projection",
                                                  "al_conserving",
                                                  "al_conserving_projection",
                                                  "explicit"};

// The load hangs straight and travels with the trolley until it stops.
std::string stopping_crane(const std::string& drive) {
  return R"(
gravity: [0, 0, -9.81]
parameters: {V: 1, stop: 1.003}
bodies:
  trolley: {type: rigid_body, mass: 300, inertia: [50, 50, 50], position: [0, 0, 20], velocity: [V, 0, 0]}
  load: {type: point_mass, mass: 1500, position: [0, 0, 8], velocity: [V, 0, 0]}
joints:
  rail: {type: prismatic, between: [ground, trolley], at: [0, 0, 20], axis: [1, 0, 0]}
  rope: {type: distance, between: [trolley, load]}
drives: {travel: )" +
         drive + R"(}
method: {step: 0.01, end: 6}
outputs: [load.position.x, load.velocity.x, trolley.velocity.x, travel.impulse, travel.work]
)";
}

const std::string kByDisplacement = "{type: displacement, joint: rail, value: \"V*min(t, stop)\"}";
const std::string kBySpeed = "{type: velocity, joint: rail, value: \"t < stop ? V : 0\"}";

// theta'' = -(g/L) sin theta from theta = 0, theta' = V/L, by Taylor steps of fourth order with fine steps.
double pendulum_after_stop(double t) {
  const double g = 9.81, L = 12;
  double theta = 0, rate = 1.0 / L;
  const int n = 20000;
  const double h = t / n;
  const auto f = [&](double x) { return -g / L * std::sin(x); };
  for (int i = 0; i < n; ++i) {
    const double k1 = f(theta), k2 = f(theta + 0.5 * h * rate), k3 = f(theta + 0.5 * h * rate + 0.25 * h * h * k1),
                 k4 = f(theta + h * rate + 0.5 * h * h * k2);
    theta += h * rate + h * h / 6 * (k1 + k2 + k3);
    rate += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
  }
  return L * std::sin(theta);
}

TEST(RateJump, of_a_crane_takes_the_impulse_and_the_work_of_the_closed_form_in_all_methods) {
  const double exact_x = 1.003 + pendulum_after_stop(6 - 1.003);
  for (const std::string& drive : {kByDisplacement, kBySpeed})
    for (const std::string& method : kAllJumpMethods) {
      const RecordedRun run = run_text(stopping_crane(drive), {.method = method, .step = 0.01});
      const Certificate& c = run.certificate;
      ASSERT_TRUE(c.completed()) << method << ": " << c.message;
      EXPECT_TRUE(c.warnings.empty()) << method << ": " << c.warnings.front();
      ASSERT_EQ(c.events.size(), 1u) << method;
      EXPECT_DOUBLE_EQ(c.events[0].t, 1.003) << method;
      EXPECT_NEAR(c.events[0].work_drives, -150, 1e-8) << method << ": the load hangs straight and goes on";
      EXPECT_NEAR(run.last("travel.impulse"), -300, 1e-8) << method;
      EXPECT_NEAR(run.last("travel.work"), -150, 0.01) << method << ": once it stands it does no work";
      EXPECT_NEAR(run.last("trolley.velocity.x"), 0, 1e-9) << method;
      EXPECT_NEAR(run.last("load.position.x"), exact_x, 2e-4) << method;
      EXPECT_NEAR(c.dissipated_events, 0, 1e-9) << method;
      if (method == "ep" || method == "em" || method == "ed") {
        EXPECT_LT(*c.energy_balance_error_max, 1e-11 * c.energy_scale) << method;
      }
    }
}

TEST(RateJump, leaves_the_order_of_the_methods) {
  const auto x = [&](const std::string& method, const Overrides& options, double step) {
    return run_text(stopping_crane(kByDisplacement), {.method = method, .options = options, .step = step})
        .last("load.position.x");
  };
  const double exact = 1.003 + pendulum_after_stop(6 - 1.003);
  const auto order = [&](const std::string& method, const Overrides& options, double step) {
    return std::log2((x(method, options, step) - exact) / (x(method, options, step / 2) - exact));
  };
  EXPECT_NEAR(order("ep", {}, 0.04), 2, 0.15);
  EXPECT_NEAR(order("em", {}, 0.04), 2, 0.15);
  EXPECT_NEAR(order("ep", {{"order", "4"}}, 0.1), 4, 0.4);
  EXPECT_NEAR(order("ed", {}, 0.1), 3, 0.3);
  EXPECT_NEAR(order("generalized_alpha", {}, 0.04), 2, 0.2);
}

// The load swings when the trolley stops, on a point of the grid of steps: -(m1 + m2 sin^2 theta) V^2/2.
TEST(RateJump, under_a_swinging_load_has_the_work_of_the_closed_form) {
  std::string text = stopping_crane(kByDisplacement);
  text.replace(text.find("position: [0, 0, 8], velocity: [V, 0, 0]"), 40,
               "position: [12*sin(0.5), 0, 20 - 12*cos(0.5)], velocity: [V, 0, 0]");
  text.replace(text.find("outputs: ["), 10, "outputs: [load.position.z, ");
  for (const std::string& method : kAllJumpMethods) {
    const RecordedRun run = run_text(text, {.method = method, .step = 0.001, .end = 2});
    ASSERT_TRUE(run.certificate.completed()) << method << run.certificate.message;
    ASSERT_EQ(run.certificate.events.size(), 1u);
    size_t row = 0;
    while (run.t(row) < 1.003 - 1e-9) ++row;
    const double cosine = (20 - run.at(row, "load.position.z")) / 12;
    EXPECT_NEAR(run.certificate.events[0].work_drives, -0.5 * (300 + 1500 * (1 - cosine * cosine)), 1e-3) << method;
    if (method == "ep" || method == "em" || method == "ed") {
      EXPECT_LT(*run.certificate.energy_balance_error_max, 1e-10 * run.certificate.energy_scale) << method;
    }
  }
}

TEST(RateJump, of_one_of_two_drives_of_a_coordinate_stops_the_run_with_their_names) {
  std::string text = stopping_crane(kByDisplacement + ", push: {type: displacement, joint: rail, value: t}");
  const Certificate c = run_text(text, {.method = "ep", .step = 0.01}).certificate;
  EXPECT_FALSE(c.completed());
  EXPECT_NE(c.message.find("travel"), std::string::npos) << c.message;
  EXPECT_NE(c.message.find("push"), std::string::npos) << c.message;
}

}  // namespace
}  // namespace invar::benchmarks
