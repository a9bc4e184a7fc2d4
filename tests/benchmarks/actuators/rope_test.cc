// Ropes over pulleys and winches against Euler and Eytelwein, closed forms of hoists, and their books.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "benchmarks/model_run.h"
#include "invar/core/error.h"

namespace invar::benchmarks {
namespace {

// Two loads hang from a rope over two pulleys of the ground, a quarter turn each.
std::string make_atwood(double light, double heavy, double friction) {
  return R"(
gravity: [0, 0, -9.81]
bodies:
  light: {type: point_mass, mass: )" +
         std::to_string(light) + R"(, position: [-1, 0, 0]}
  heavy: {type: point_mass, mass: )" +
         std::to_string(heavy) + R"(, position: [1, 0, 0]}
markers: {left: {on: ground, at: [-1, 0, 5]}, right: {on: ground, at: [1, 0, 5]}}
forces:
  rope: {type: rope_over_pulleys, along: [light, left, right, heavy], rest_length: 11.99, stiffness: 2e5, damping: 1e4, friction: )" +
         std::to_string(friction) + R"(}
outputs: [light.velocity.z, heavy.velocity.z, rope.tension_1, rope.tension_3, rope.wrap_1, rope.friction_power, work.applied,
          energy.total]
)";
}

TEST(RopeOverPulleys, falls_as_euler_and_eytelwein_say) {
  for (const double mu : {0.0, 0.2}) {
    const double e = std::exp(mu * std::numbers::pi), light = 2, heavy = 6;
    const RecordedRun run = run_text(make_atwood(light, heavy, mu), {.method = "ep", .step = 5e-4, .end = 1});
    EXPECT_EQ(run.certificate.status, "completed") << run.certificate.message;
    const std::size_t a = run.rows.size() / 2, b = run.rows.size() - 1;
    const double fall = 9.81 * (heavy - light * e) / (heavy + light * e);
    // The stretch of the rope changes with its length: hence the tolerance.
    EXPECT_NEAR((run.at(b, "light.velocity.z") - run.at(a, "light.velocity.z")) / (run.t(b) - run.t(a)), fall,
                5e-3 * fall);
    EXPECT_NEAR(run.last("rope.tension_3") / run.last("rope.tension_1"), e, 1e-6);
    EXPECT_NEAR(run.last("rope.tension_1"), light * (9.81 + fall), 0.01 * light * 9.81);
    EXPECT_NEAR(run.last("rope.wrap_1"), std::numbers::pi / 2, 1e-9);
  }
}

// Loads that differ by less than the friction holds creep only, by the smoothing: at less than the slip speed.
TEST(RopeOverPulleys, holds_loads_within_its_friction) {
  const double mu = 0.2, e = std::exp(mu * std::numbers::pi);
  const RecordedRun run =
      run_text(make_atwood(4, 4 * (1 + 0.5 * (e - 1)), mu), {.method = "ep", .step = 1e-3, .end = 3});
  EXPECT_LT(std::abs(run.last("light.velocity.z")), 1e-3);
}

// A swinging load on a moving trolley: nothing is lost by friction but what the pulley takes.
constexpr const char* kHoist = R"yaml(
gravity: [0, 0, -9.81]
bodies:
  trolley: {type: rigid_body, mass: 5, inertia: [1, 1, 1], position: [0, 0, 4]}
  load: {type: point_mass, mass: 3, position: [0.5, 0.2, 0], velocity: [0, 1, 0]}
  weight: {type: point_mass, mass: 3.5, position: [2, 0.1, 1]}
joints: {rail: {type: prismatic, between: [ground, trolley], at: [0, 0, 4], axis: [1, 0, 0]}}
markers:
  sheave: {on: trolley, at: [0.3, 0, 0]}
  post: {on: ground, at: [2, 0, 4]}
forces:
  rope: {type: TYPE, along: [load, sheave, post, weight], stiffness: 3e4, damping: 200, friction: 0.15, slip_speed: 0.01}
  buffer: {type: spring_damper, between: [ground, trolley], stiffness: 200, at_1: [-1, 0, 4]}
outputs: [rope.length, rope.tension, rope.friction_power, work.applied]
method: {name: ep, step: 0.002, end: 1}
)yaml";

std::string make_hoist(const std::string& type, const std::string& keys) {
  std::string text = kHoist;
  const std::size_t at = text.find("TYPE");
  return text.replace(at, 4, type + ", " + keys);
}

TEST(RopeOverPulleys, balances_energy_to_round_off_at_any_step) {
  for (const auto& [type, keys] : {std::pair{"rope_over_pulleys", "rest_length: 8.7 + 0.1*sin(3*t)"},
                                   {"winch", "rest_length: 8.7, speed: 0.3*sin(3*t)"}})
    for (const char* method : {"ep", "em", "ed", "ggl"})
      for (const double h : {0.002, 0.01}) {
        const RecordedRun run = run_text(make_hoist(type, keys), {.method = method, .step = h});
        EXPECT_EQ(run.certificate.status, "completed") << method << " " << h << ": " << run.certificate.message;
        EXPECT_LT(run.certificate.energy_balance_error_max, 1e-12 * run.certificate.energy_scale) << method << " " << h;
        for (std::size_t i = 0; i < run.rows.size(); ++i) EXPECT_GE(run.at(i, "rope.friction_power"), 0);
      }
}

// EA (l - l_0)/l = m g holds all the time if it holds at the start, l and l_0 growing in proportion. These methods are exact
// where rates are constant.
TEST(Winch, lifts_a_load_evenly) {
  const double strain = 2 * 9.81 / 1e4, rest = 3, speed = -0.4, end = 2;
  const std::string text = R"(
parameters: {strain: 2*9.81/1e4, rest: 3, speed: -0.4}
gravity: [0, 0, -9.81]
bodies: {load: {type: point_mass, mass: 2, position: [0, 0, -rest/(1 - strain)], velocity: [0, 0, -speed/(1 - strain)]}}
forces: {winch: {type: winch, along: [ground, load], rest_length: rest, speed: speed, stiffness: 1e4}}
outputs: [load.position.z, winch.rest, winch.tension, winch.drum_power]
)";
  for (const char* method : {"ep", "em", "ed", "explicit"}) {
    const RecordedRun run = run_text(text, {.method = method, .step = 0.01, .end = end});
    EXPECT_NEAR(run.last("winch.rest"), rest + speed * end, 1e-12) << method;
    EXPECT_NEAR(run.last("load.position.z"), -(rest + speed * end) / (1 - strain), 1e-7) << method;
    EXPECT_NEAR(run.last("winch.tension"), 2 * 9.81, 1e-3) << method;
  }
}

TEST(RopeOverPulleys, refuses_places_that_leave_it_without_a_direction) {
  for (const auto& [along, words] : {std::pair{"[light, light, heavy]", "at the same point"},
                                     {"[left, right]", "ground only"},
                                     {"[light]", "two places"}}) {
    std::string text = make_atwood(1, 2, 0);
    text.replace(text.find("[light, left, right, heavy]"), 27, along);
    try {
      load_model_text(text);
      FAIL() << along;
    } catch (const ModelError& error) {
      EXPECT_NE(std::string(error.what()).find(words), std::string::npos) << error.what();
    }
  }
}

}  // namespace
}  // namespace invar::benchmarks
