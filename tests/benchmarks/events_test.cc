// Events of model files: instants, losses and books against closed forms, in all methods.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "benchmarks/model_run.h"
#include "invar/model/model_builder.h"
#include "invar/run/model_simulation.h"
#include "invar/run/run_events.h"
#include "invar/testing/check_term.h"

namespace invar::benchmarks {
namespace {

const std::vector<std::string> kAllEventMethods = {"ep",
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

bool balances_events(const std::string& method) { return method == "ep" || method == "em" || method == "ed"; }

double relative_balance(const Certificate& c) { return *c.energy_balance_error_max / c.energy_scale; }

// A panel swings out on a free hub and latches straight. Nothing acts from outside: with the energy T and the angular momentum L
// of the start, the latched body turns with L/J, and T - L^2/(2 J) is lost.
const std::string kPanel = R"(
parameters: {step: 0.01, m1: 20, m2: 4, I1: 3, I2: 0.8, a: 0.5, b: 0.7, w: -0.2, rate: 2}
bodies:
  hub: {type: rigid_body, mass: m1, inertia: [I1, I1, I1], position: [0, 0, 0], angular_velocity: [0, 0, w]}
  panel: {type: rigid_body, mass: m2, inertia: [I2, I2, I2], position: [a, -b, 0], rotation: {axis: [0, 0, 1], angle: -90*deg},
    angular_velocity: [0, 0, w + rate], velocity: [b*(w + rate), a*w, 0]}
joints: {hinge: {type: revolute, between: [hub, panel], at: [a, 0, 0], axis: [0, 0, 1], x_axis: [1, 0, 0]}}
events: {latch: {when: hinge.angle > ANGLE, do: [{lock: hinge}]}}
method: {name: ep, step: step, end: 2}
outputs: [hub.omega.z, panel.omega.z, hinge.angle]
)";

std::string panel_text(const std::string& angle) {
  std::string text = kPanel;
  return text.replace(text.find("ANGLE"), 5, angle);
}

struct PanelExact {
  double loss, omega;
  PanelExact() {
    const double m1 = 20, m2 = 4, I1 = 3, I2 = 0.8, a = 0.5, b = 0.7, w1 = -0.2, w2 = 1.8;
    const double mu = m1 * m2 / (m1 + m2);
    // At the start a and b are at right angles: J12 = 0.
    const double J11 = I1 + mu * a * a, J22 = I2 + mu * b * b;
    const double T = 0.5 * (J11 * w1 * w1 + J22 * w2 * w2), L = J11 * w1 + J22 * w2;
    const double J = I1 + I2 + mu * (a + b) * (a + b);
    loss = T - 0.5 * L * L / J;
    omega = L / J;
  }
};

// The joint stands at zero where the file puts it: a quarter turn later the panel is straight.
TEST(Events, a_latch_of_a_free_panel_loses_what_the_closed_form_says_in_all_methods) {
  const PanelExact exact;
  for (const std::string& method : kAllEventMethods) {
    const RecordedRun run = run_text(panel_text("90*deg"), {.method = method, .step = 0.002});
    const Certificate& c = run.certificate;
    ASSERT_TRUE(c.completed()) << method << ": " << c.message;
    ASSERT_EQ(c.events.size(), 1u) << method;
    EXPECT_EQ(c.events[0].name, "latch");
    EXPECT_EQ(c.events[0].degrees_of_freedom, 6) << method;
    EXPECT_NEAR(c.dissipated_events, exact.loss, 2e-4 * exact.loss) << method;
    EXPECT_NEAR(run.last("hub.omega.z"), exact.omega, 2e-4 * std::abs(exact.omega)) << method;
    EXPECT_NEAR(run.last("panel.omega.z"), run.last("hub.omega.z"), 1e-5) << method;
    EXPECT_NEAR(run.last("hinge.angle"), 0.5 * std::numbers::pi, 1e-5) << method;
    if (balances_events(method)) {
      EXPECT_LT(relative_balance(c), 1e-12) << method;
    }
    if (balances_events(method)) {
      EXPECT_LT(*c.constraint_position_max, 1e-13) << method;
    }
    if (method == "ep" || method == "em") {
      // Energy and momentum are exact before the latch, and so is what is lost, but for the part across the constraints.
      EXPECT_NEAR(c.dissipated_events + c.dissipated_numerical, exact.loss, 1e-10 * exact.loss) << method;
      ASSERT_TRUE(c.angular_momentum_drift_max);
      EXPECT_LT(*c.angular_momentum_drift_max, 1e-12) << method;
    }
  }
}

TEST(Events, instants_converge_with_the_order_of_the_method_and_losses_do) {
  const auto time = [](const std::string& method, const std::string& order, double step) {
    const RecordedRun run =
        run_text(panel_text("90*deg"), {.method = method, .options = {{"order", order}}, .step = step});
    return run.certificate.events.at(0).t;
  };
  for (const auto& [order, step] : {std::pair{"2", 0.02}, std::pair{"4", 0.04}}) {
    const double a = time("ep", order, step), b = time("ep", order, step / 2), c = time("ep", order, step / 4);
    EXPECT_NEAR(std::log2((a - b) / (b - c)), std::stoi(order), 0.5) << "order " << order;
  }
}

// Uniform acceleration is exact in these methods: what is left is the location.
TEST(Events, instants_are_exact_to_rounding_where_the_motion_is) {
  const std::string fall = R"(
gravity: [0, 0, -9.81]
bodies: {ball: {type: point_mass, mass: 2, position: [0, 0, 3], velocity: [1, 0, 0.5]}}
events:
  down: {when: ball.position.z < 1.25, do: [stop]}
method: {step: 0.0173, end: 3}
)";
  const double exact = (0.5 + std::sqrt(0.25 + 2 * 9.81 * 1.75)) / 9.81;
  for (const char* method : {"ep", "em", "ed", "explicit", "al_conserving"}) {
    const Certificate c = run_text(fall, {.method = method, .step = 0.0173}).certificate;
    ASSERT_TRUE(c.completed()) << method << c.message;
    EXPECT_NEAR(c.t_reached, exact, 1e-12) << method;
    EXPECT_NE(c.message.find("down"), std::string::npos) << c.message;
  }
}

// Two flywheels on a shaft, a friction torque C between them until the slip is zero, then a lock.
const std::string kClutch = R"(
parameters: {I1: 0.4, I2: 0.9, w1: 30, w2: -5, C: 12}
bodies:
  driver: {type: planar_body, mass: 3, inertia: I1, position: [0, 0], angular_velocity: w1}
  driven: {type: planar_body, mass: 5, inertia: I2, position: [0, 0], angular_velocity: w2}
joints:
  bearing: {type: planar_revolute, between: [ground, driver], at: [0, 0]}
  clutch: {type: planar_revolute, between: [driver, driven], at: [0, 0]}
forces:
  lining: {type: motor, joint: clutch, torque: C}
events:
  engaged: {when: clutch.angle_rate > 0, do: [{lock: clutch}, {disable: lining}]}
method: {name: ep, step: 0.01, end: 2}
outputs: [driver.omega, driven.omega, work.applied]
)";

TEST(Events, a_clutch_engages_at_the_exact_time_with_the_exact_heat_and_speed) {
  const double I1 = 0.4, I2 = 0.9, dw = 35, C = 12, I = I1 * I2 / (I1 + I2);
  for (const char* method : {"ep", "em", "ed", "explicit"}) {
    const RecordedRun run = run_text(kClutch, {.method = method, .step = 0.0137});
    const Certificate& c = run.certificate;
    ASSERT_TRUE(c.completed()) << method << ": " << c.message;
    ASSERT_EQ(c.events.size(), 1u) << method;
    EXPECT_NEAR(c.events[0].t, I * dw / C, 1e-12) << method;
    EXPECT_NEAR(-c.work_applied, 0.5 * I * dw * dw, 1e-10) << method;
    EXPECT_NEAR(c.dissipated_events, 0, 1e-10) << method;
    EXPECT_NEAR(run.last("driver.omega"), (I1 * 30 - I2 * 5) / (I1 + I2), 1e-11) << method;
    EXPECT_NEAR(run.last("driven.omega"), run.last("driver.omega"), 1e-12) << method;
    EXPECT_LT(relative_balance(c), 1e-12) << method;
  }
}

// The same, then a growing load tears it loose at C: release when the torque of the lock exceeds it.
TEST(Events, a_clutch_slips_again_when_its_torque_exceeds_the_limit) {
  std::string text = kClutch;
  text.replace(text.find("  lining:"), 0,
               "  load: {type: applied_torque, on: driven, torque: [0, 0, '-30*max(t - 1, 0)']}\n");
  text.replace(text.find("method:"), 0,
               "  torn: {when: abs(clutch.lock_torque) > C, do: [{unlock: clutch}, {enable: lining}]}\n");
  // Locked, the torque through the clutch is I1/(I1 + I2) of the load.
  const double exact = 1 + 12 * (0.4 + 0.9) / 0.4 / 30;
  const RecordedRun run = run_text(text, {.method = "ep", .step = 0.01, .end = exact + 0.2});
  ASSERT_TRUE(run.certificate.completed()) << run.certificate.message;
  ASSERT_EQ(run.certificate.events.size(), 2u);
  EXPECT_EQ(run.certificate.events[1].name, "torn");
  EXPECT_NEAR(run.certificate.events[1].t, exact, 1e-9);
  EXPECT_LT(relative_balance(run.certificate), 1e-12);
}

// A motor that drives one flywheel tears the clutch loose and engages it again: the recipe in docs/recipes/latches-and-clutches.md.
TEST(Events, a_clutch_slips_and_engages_again) {
  std::string text = kClutch;
  text.replace(text.find("torque: C"), 9, "torque: C*sense");
  text.replace(text.find("bodies:"), 0, "inputs: {sense: 1}\n");
  const size_t at = text.find("events:");
  text.replace(at, text.find("method:") - at,
               R"yaml(  load: {type: applied_torque, on: driven, torque: [0, 0, "t > 1 && t < 1.2 ? -60 : 0"]}
events:
  engaged: {when: clutch.angle_rate, direction: both, do: [{lock: clutch}, {disable: lining}]}
  torn: {when: abs(clutch.lock_torque) > C, do: [{set: {sense: "sign(clutch.lock_torque)"}}, {unlock: clutch}, {enable: lining}]}
)yaml");
  const RecordedRun run = run_text(text, {.method = "ep", .step = 0.01, .end = 3});
  const Certificate& c = run.certificate;
  ASSERT_TRUE(c.completed()) << c.message;
  ASSERT_EQ(c.events.size(), 3u);
  EXPECT_EQ(c.events[1].name, "torn");
  EXPECT_NEAR(c.events[1].t, 1, 0.01 + 1e-9);
  EXPECT_EQ(c.events[2].name, "engaged");
  // The momentum of both: that of the start and the load.
  EXPECT_NEAR((0.4 + 0.9) * run.last("driven.omega"), 0.4 * 30 - 0.9 * 5 - 60 * 0.2, 0.7);
  EXPECT_NEAR(run.last("driven.omega"), run.last("driver.omega"), 1e-11);
  EXPECT_LT(relative_balance(c), 1e-12);
}

// A lock of a driven mechanism without freedom left stops all of it: all energy is lost. Two locks of one freedom do the same.
const std::string kFourBar = R"(
gravity: [0, -9.81]
bodies:
  crank: {type: planar_body, mass: 1, inertia: 0.1, position: [0, 0.5], velocity: [-1.5, 0], angular_velocity: 3}
  coupler: {type: planar_body, mass: 1, inertia: 0.35, position: [1, 1.25], velocity: [-3, 0]}
  rocker: {type: planar_body, mass: 1, inertia: 0.2, position: [2, 0.75], velocity: [-1.5, 0], angular_velocity: 2}
joints:
  A: {type: planar_revolute, between: [ground, crank], at: [0, 0]}
  B: {type: planar_revolute, between: [crank, coupler], at: [0, 1]}
  C: {type: planar_revolute, between: [coupler, rocker], at: [2, 1.5]}
  D: {type: planar_revolute, between: [rocker, ground], at: [2, 0]}
events: {jam: {when: A.angle > 0.3, do: [{lock: LOCKS}]}}
method: {step: 0.005, end: 0.4}
outputs: [A.angle, energy.kinetic]
)";

TEST(Events, a_locked_four_bar_stops_and_loses_its_motion) {
  for (const char* locks : {"A", "[A, C]"}) {
    std::string text = kFourBar;
    text.replace(text.find("LOCKS"), 5, locks);
    for (const std::string& method : kAllEventMethods) {
      const RecordedRun run = run_text(text, {.method = method, .step = 0.005});
      const Certificate& c = run.certificate;
      ASSERT_TRUE(c.completed()) << method << ": " << c.message;
      EXPECT_EQ(c.events.at(0).degrees_of_freedom, 0) << method;
      EXPECT_LT(run.last("energy.kinetic"), 1e-8 * c.energy_scale) << method << " " << locks;
      EXPECT_GT(c.dissipated_events, 1) << method;
      if (balances_events(method)) {
        EXPECT_LT(relative_balance(c), 1e-12) << method << " " << locks;
      }
    }
  }
}

// Rows that hold nothing leave no trace.
TEST(Events, a_lock_that_is_open_changes_no_bit) {
  std::string with = kFourBar;
  with.replace(with.find("LOCKS"), 5, "A");
  with.replace(with.find("A.angle > 0.3"), 13, "A.angle > 100");
  std::string without = with;
  without.replace(without.find("events:"), without.find("method:") - without.find("events:"), "");
  for (const char* method : {"ep", "em", "ed", "hht"}) {
    const RecordedRun a = run_text(with, {.method = method}), b = run_text(without, {.method = method});
    ASSERT_TRUE(a.certificate.completed()) << method << a.certificate.message;
    EXPECT_LT(max_difference(a, b, "A.angle"), 1e-13) << method;
    EXPECT_EQ(a.certificate.constraints, b.certificate.constraints);
    EXPECT_EQ(a.certificate.redundant_constraints, b.certificate.redundant_constraints);
    EXPECT_EQ(a.certificate.degrees_of_freedom, b.certificate.degrees_of_freedom);
    EXPECT_EQ(a.certificate.newton_iterations, b.certificate.newton_iterations) << method;
  }
}

const std::string kThrow = R"(
gravity: [0, 0, -9.81]
bodies: {ball: {type: point_mass, mass: 1, position: [0, 0, 0], velocity: [0, 0, 2.1]}}
)";

TEST(Events, a_crossing_that_comes_and_goes_within_a_step_is_seen) {
  const double peak = 2.1 * 2.1 / (2 * 9.81), t_peak = 2.1 / 9.81;
  for (const double below : {1e-3, 1e-5, 1e-7}) {
    const std::string text = kThrow + fmt::format(
                                          "events: {{top: {{when: ball.position.z > {:.17g}, do: stop}}}}\n"
                                          "method: {{step: 0.05, end: 1}}\n",
                                          peak - below);
    const Certificate c = run_text(text, {.method = "ep", .step = 0.05}).certificate;
    ASSERT_EQ(c.event_count, 1) << below;
    EXPECT_NEAR(c.t_reached, t_peak - std::sqrt(2 * below / 9.81), 1e-11) << below;
  }
}

// Three at an instant, one of which lets a fourth happen there as well.
TEST(Events, of_one_instant_happen_together_and_in_rounds) {
  const std::string model = R"(
inputs: {armed: 0, done: 0}
bodies: {cart: {type: point_mass, mass: 1, position: [0, 0, 0], velocity: [1, 0, 0]}}
events:
  a: {when: cart.position.x > 0.5, do: [{set: {armed: 1}}]}
  b: {when: 2*cart.position.x > 1, do: [{set: {done: done + 1}}]}
  d: {when: armed > 0.5, do: [{set: {done: done + 10}}]}
method: {step: 0.03, end: 1}
outputs: [cart.position.x, inputs.done]
)";
  const RecordedRun run = run_text(model, {.method = "ep", .step = 0.03});
  ASSERT_TRUE(run.certificate.completed()) << run.certificate.message;
  ASSERT_EQ(run.certificate.event_count, 3);
  for (const EventRecord& event : run.certificate.events) EXPECT_NEAR(event.t, 0.5, 1e-12) << event.name;
  EXPECT_EQ(run.certificate.events[2].name, "d");
  EXPECT_EQ(run.last("inputs.done"), 11);
}

TEST(Events, that_set_each_other_off_for_ever_are_named) {
  const std::string model = R"(
inputs: {x: 0}
bodies: {cart: {type: point_mass, mass: 1, position: [0, 0, 0], velocity: [1, 0, 0]}}
events:
  begin: {at: 0.5, do: [{set: {x: 1}}]}
  off: {when: x > 0.5, do: [{set: {x: 0}}]}
  on: {when: x < 0.5, do: [{set: {x: 1}}]}
method: {step: 0.03, end: 1}
)";
  const Certificate c = run_text(model, {.method = "ep", .step = 0.03}).certificate;
  EXPECT_FALSE(c.completed());
  EXPECT_NE(c.message.find("set each other off"), std::string::npos) << c.message;
  EXPECT_NE(c.message.find("\"o"), std::string::npos) << c.message;
}

// A relay on its sliding surface switches for ever, unless it has a hysteresis.
TEST(Events, that_chatter_are_reported_with_advice) {
  const std::string relay = R"yaml(
inputs: {side: 1}
bodies: {cart: {type: point_mass, mass: 1, position: [0.3, 0, 0]}}
forces: {drive: {type: applied_force, on: cart, force: ["-side - 0.5*sin(t)", 0, 0]}}
events:
  left: {when: cart.position.x + cart.velocity.x < -WIDTH, do: [{set: {side: -1}}]}
  right: {when: cart.position.x + cart.velocity.x > WIDTH, do: [{set: {side: 1}}]}
method: {step: 0.01, end: 3}
outputs: [cart.position.x]
)yaml";
  const auto with = [&](const std::string& width) {
    std::string text = relay;
    for (int i = 0; i < 2; ++i) text.replace(text.find("WIDTH"), 5, width);
    return run_text(text, {.method = "ep", .step = 0.01});
  };
  const Certificate chattering = with("0").certificate;
  EXPECT_FALSE(chattering.completed());
  EXPECT_NE(chattering.message.find("hysteresis"), std::string::npos) << chattering.message;
  const RecordedRun wide = with("0.01");
  ASSERT_TRUE(wide.certificate.completed()) << wide.certificate.message;
  EXPECT_GT(wide.certificate.event_count, 50);
  EXPECT_NEAR(wide.last("cart.position.x"), 0, 0.05);
  EXPECT_LT(relative_balance(wide.certificate), 1e-12);
}

// A spring that is switched on stretched brings its energy, as work of the event; one that is switched off takes it away.
TEST(Events, that_switch_potentials_are_booked) {
  const std::string model = R"(
bodies:
  a: {type: point_mass, mass: 1, position: [0, 0, 0], velocity: [-1, 0, 0]}
  b: {type: point_mass, mass: 2, position: [1, 0, 0], velocity: [0.5, 0.3, 0]}
forces: {spring: {type: spring_damper, between: [a, b], stiffness: 40, rest_length: 1}}
events:
  off: {at: [0, 0.61], do: [{disable: spring}]}
  on: {at: 0.3333, do: [{enable: spring}]}
method: {step: 0.01, end: 1}
outputs: [spring.enabled]
)";
  for (const std::string& method : kAllEventMethods) {
    const RecordedRun run = run_text(model, {.method = method, .step = 0.01});
    const Certificate& c = run.certificate;
    ASSERT_TRUE(c.completed()) << method << ": " << c.message;
    ASSERT_EQ(c.events.size(), 3u) << method;
    const double x = 1 + 1.5 * 0.3333, y = 0.3 * 0.3333, stretch = std::hypot(x, y) - 1;
    EXPECT_NEAR(c.events[1].work_events, 20 * stretch * stretch, 1e-9) << method;
    EXPECT_LT(c.events[2].work_events, 0) << method;
    EXPECT_EQ(run.last("spring.enabled"), 0);
    if (balances_events(method)) {
      EXPECT_LT(relative_balance(c), 1e-13) << method;
    }
  }
}

TEST(Events, can_release_a_joint) {
  const std::string model = R"(
gravity: [0, 0, -9.81]
bodies:
  arm: {type: rigid_body, mass: 2, inertia: [0.01, 0.17, 0.17], position: [0.5, 0, 0]}
joints: {hinge: {type: revolute, between: [ground, arm], at: [0, 0, 0], axis: [0, 1, 0]}}
events: {break: {when: "arm.e1.z < -0.5", do: [{disable: hinge}]}}
method: {step: 0.005, end: 1}
outputs: [arm.position, arm.velocity]
)";
  for (const std::string& method : kAllEventMethods) {
    const RecordedRun run = run_text(model, {.method = method, .step = 0.005});
    const Certificate& c = run.certificate;
    ASSERT_TRUE(c.completed()) << method << ": " << c.message;
    EXPECT_EQ(c.events.at(0).degrees_of_freedom, 6) << method;
    // Free flight: the centre keeps its velocity along x.
    const size_t n = run.rows.size();
    EXPECT_NEAR(run.at(n - 1, "arm.velocity.x"), run.at(n - 20, "arm.velocity.x"), 1e-9) << method;
    EXPECT_NEAR(run.at(n - 20, "arm.velocity.z") - run.at(n - 1, "arm.velocity.z"),
                9.81 * (run.t(n - 1) - run.t(n - 20)), 1e-9)
        << method;
    EXPECT_NEAR(c.dissipated_events, 0, 1e-12) << method;
    if (balances_events(method)) {
      EXPECT_LT(relative_balance(c), 1e-12) << method;
    }
  }
}

TEST(Events, stay_the_same_to_the_last_bit_when_a_run_is_resumed) {
  const auto model = load_model_text(kClutch);
  for (const char* method : {"ep", "em", "ed", "generalized_alpha", "explicit"}) {
    for (const double cut : {0.5, 1.3}) {  // before and after the lock
      ModelSimulation whole(model, method, ValueMap(), {.step = 0.01, .t_end = 2});
      whole.run_to(2);
      ModelSimulation first(model, method, ValueMap(), {.step = 0.01, .t_end = 2});
      first.run_to(cut);
      Archive written;
      first.archive(written);
      ModelSimulation second(model, method, ValueMap(), {.step = 0.01, .t_end = 2});
      Archive read(written.bytes());
      second.archive(read);
      second.run_to(2);
      EXPECT_EQ(whole.state().q, second.state().q) << method << cut;
      EXPECT_EQ(whole.state().v, second.state().v) << method << cut;
    }
  }
}

TEST(Events, held_rows_keep_what_constraints_promise) {
  const auto model = load_model_text(R"(
bodies:
  a: {type: rigid_body, mass: 1, inertia: [1, 1, 1], position: [1, 0, 0]}
  b: {type: rigid_body, mass: 1, inertia: [1, 1, 1], position: [2, 0, 0]}
joints:
  tube: {type: cylindrical, between: [a, b], at: [1.5, 0, 0], axis: [0, 1, 0.2]}
events: {hold: {at: 1, do: [{lock: tube}]}}
)");
  ASSERT_EQ(model->locks.size(), 2u);
  for (const Lock& lock : model->locks) {
    const auto& placed = model->assembly->constraints[static_cast<size_t>(lock.constraint)];
    CheckOptions options;
    for (const int node : placed.nodes) options.nodes.push_back(model->assembly->layout.node(node).kind);
    EXPECT_EQ(check_constraint(*placed.term, options).violation, "") << lock.name;
  }
}

TEST(Events, of_a_model_built_in_code_are_those_of_its_text) {
  ModelBuilder builder;
  builder.add("bodies", "p", "point_mass", {{"mass", 1}, {"position", {0, 0, 0}}, {"velocity", {1, 0, 0}}});
  builder.event("far", {{"when", "p.position.x > 0.25"}, {"do", "stop"}});
  builder.method({{"step", 0.1}, {"end", 1}});
  const auto built = builder.finish();
  const auto read = load_model_text(built->to_yaml());
  for (const auto& model : {built, read}) {
    const RunResult result = run(*model, {});
    EXPECT_NEAR(result.certificate.t_reached, 0.25, 1e-13);
  }
}

std::string refusal(const std::string& events) {
  try {
    load_model_text(
        "inputs: {gain: 1}\n"
        "bodies: {arm: {type: planar_body, mass: 1, inertia: 0.1, position: [1, 0]}}\n"
        "joints: {hinge: {type: planar_revolute, between: [ground, arm], at: [0, 0]}}\n"
        "controllers: {lag: {type: lag, input: hinge.angle, time: 1}}\n"
        "forces: {motor: {type: motor, joint: hinge, torque: lag}}\n"
        "events:\n  e: " +
            events + "\n",
        "m.yaml");
  } catch (const ModelError& error) {
    return error.what();
  }
  return "";
}

TEST(Events, that_are_wrong_are_refused_with_line_and_advice) {
  const auto expect = [](const std::string& events, const std::vector<std::string>& words) {
    const std::string text = refusal(events);
    EXPECT_NE(text.find("m.yaml:7"), std::string::npos) << events << "\n" << text;
    for (const std::string& word : words) EXPECT_NE(text.find(word), std::string::npos) << events << "\n" << text;
  };
  expect("{do: stop}", {"does not say when"});
  expect("{when: hinge.angle > 1, at: 3, do: stop}", {"both"});
  expect("{when: hinge.angle > 1}", {"do"});
  expect("{when: hinge.angle > 1, do: []}", {"does nothing"});
  expect("{when: hinge.angle > 1, do: [{look: hinge}]}", {"unknown action", "lock"});
  expect("{when: hinge.angle > 1, do: [{lock: hings}]}", {"nothing that can be locked", "hinge"});
  expect("{when: hinge.angle > 1, do: [{lock: hinge.displacement}]}", {"no displacement"});
  expect("{when: hinge.angle > 1, do: [{disable: moto}]}", {"motor"});
  expect("{when: hinge.angle > 1, do: [{disable: lag}]}", {"controller", "set"});
  expect("{when: hinge.angle > 1, do: [{set: {gian: 2}}]}", {"no input", "gain"});
  expect("{at: 3, hysteresis: 1, do: stop}", {"no effect"});
  expect("{when: hinge.angle > 1, hysteresis: -1, do: stop}", {"hysteresis"});
}

TEST(Events, read_channels_and_name_what_they_do_not_know) {
  const auto model = load_model_text(
      "bodies: {p: {type: point_mass, mass: 1, position: [0, 0, 0]}}\n"
      "events: {e: {when: p.positon.x > 1, do: stop}}\nmethod: {end: 1}\n",
      "m.yaml");
  try {
    const AssembledSystem system(model->assembly);
    const RunEvents events(*model, system, 0, 1);
    FAIL() << "an unknown name was accepted";
  } catch (const ModelError& error) {
    EXPECT_NE(std::string(error.what()).find("m.yaml:2"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("p.position.x"), std::string::npos) << error.what();
  }
}

TEST(Events, that_hold_at_the_start_wait_and_those_that_never_happen_are_named) {
  const auto model = load_model_text(R"(
bodies: {p: {type: point_mass, mass: 1, position: [2, 0, 0], velocity: [1, 0, 0]}}
events: {e: {when: p.position.x > 1, do: stop}}
method: {step: 0.1, end: 1}
)");
  std::string notes;
  ModelRun run(*model, {}, {.note = [&](const std::string& text) { notes += text + "\n"; }, .interrupted = {}});
  const RunResult result = run.execute();
  EXPECT_EQ(result.certificate.event_count, 0);
  EXPECT_EQ(result.certificate.t_reached, 1);
  EXPECT_NE(notes.find("event \"e\": its condition holds at the start already"), std::string::npos) << notes;
  EXPECT_NE(notes.find("event \"e\" has not happened"), std::string::npos) << notes;
}

}  // namespace
}  // namespace invar::benchmarks
