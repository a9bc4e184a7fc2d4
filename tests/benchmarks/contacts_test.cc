// Contacts and friction against closed forms and against integrations of their own equations.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "benchmarks/model_run.h"
#include "invar/audit/findings.h"

namespace invar::benchmarks {
namespace {

constexpr double kFallGravity = 9.81;

void expect_books_balance(const RecordedRun& run, double tolerance = 1e-11) {
  const Certificate& c = run.certificate;
  EXPECT_TRUE(c.completed()) << c.message;
  EXPECT_LE(*c.energy_balance_error_max, tolerance * c.energy_scale);
  EXPECT_GE(c.dissipated_contact.value_or(0), -1e-14 * c.energy_scale);
  EXPECT_GE(c.dissipated_friction.value_or(0), -1e-14 * c.energy_scale);
}

// Largest height between the k-th and the next touch.
std::vector<double> peaks_of(const RecordedRun& run, const std::string& z, double floor) {
  std::vector<double> peaks;
  for (size_t i = 1; i + 1 < run.rows.size(); ++i) {
    const double a = run.at(i - 1, z), b = run.at(i, z), c = run.at(i + 1, z);
    if (b > a && b >= c && b > floor) peaks.push_back(b);
  }
  return peaks;
}

TEST(BouncingBall, rises_to_the_square_of_the_restitution) {
  for (const char* e : {"0.5", "0.7", "0.9"}) {
    const RecordedRun run = run_model("bouncing_ball", {.set = {{"rebound", e}}, .end = 0.9, .every = 1e-3});
    expect_books_balance(run);
    const auto peaks = peaks_of(run, "ball.position.z", 0.1 + 1e-3);
    ASSERT_GE(peaks.size(), 1u);
    // The error of e is below 0.005, that of its square twice as large.
    EXPECT_NEAR((peaks[0] - 0.1) / std::pow(std::stod(e), 2), 1, 0.01) << e;
    EXPECT_NEAR(run.last("energy.total") + run.certificate.dissipated_contact.value(), run.certificate.energy_initial,
                1e-11);
  }
}

// Without gravity, so that nothing but the contact acts: speed of rebound over three decades and for three exponents.
TEST(FreeImpact, leaves_with_the_restitution_asked_for) {
  for (const double e : {0.05, 0.3, 0.7, 0.95})
    for (const double n : {1.0, 1.5, 2.5})
      for (const double v0 : {0.02, 1.0, 20.0}) {
        // Force k d^n with the depth 1 mm at this speed: (n + 1) m v^2/2 = k d^(n+1).
        const double k = (n + 1) * 0.5 * v0 * v0 / std::pow(1e-3, n + 1), h = 1e-3 / v0 / 20;
        const std::string text = fmt::format(R"(
bodies: {{ball: {{type: point_mass, mass: 1, position: [0, 0, 0.1037e-3], velocity: [0, 0, {0}]}}}}
shapes: {{hull: {{type: point, on: ball}}, table: {{type: plane, on: ground}}}}
contacts: {{floor: {{between: [hull, table], law: {{stiffness: {1}, exponent: {2}, restitution: {3}}}}}}}
outputs: [ball.velocity.z, floor.gap]
)",
                                             -v0, k, n, e);
        const RecordedRun run = run_text(text, {.method = "ep", .step = h, .end = 8e-3 / v0 / e});
        EXPECT_GT(run.last("floor.gap"), 0);
        EXPECT_NEAR(run.last("ball.velocity.z") / v0, e, 0.005) << n << " " << v0;
        EXPECT_LE(*run.certificate.energy_balance_error_max, 1e-13 * v0 * v0);
      }
}

TEST(BouncingBall, comes_to_rest_after_the_sum_of_its_flights) {
  const double e = 0.5, H = 1, rest = std::sqrt(2 * H / kFallGravity) * (1 + e) / (1 - e);
  const RecordedRun run = run_model("bouncing_ball", {.set = {{"rebound", "0.5"}}, .end = 1.5, .every = 1e-3});
  double last_flight = 0;
  for (size_t i = 0; i < run.rows.size(); ++i)
    if (run.at(i, "floor.gap") > 1e-4) last_flight = run.t(i);
  EXPECT_NEAR(last_flight, rest, 0.03 * rest);
  EXPECT_NEAR(run.last("floor.normal_force"), kFallGravity, 1e-3 * kFallGravity);
}

TEST(BallBetweenWalls, keeps_its_energy_over_a_hundred_thousand_impacts) {
  // 16 steps from wall to wall, one or two in contact.
  const RecordedRun run = run_model("ball_between_walls", {.step = 0.05, .end = 85000, .every = 50});
  const double v = 1;
  EXPECT_TRUE(run.certificate.completed()) << run.certificate.message;
  // Not more than half a rounding of the energy per step, all on one side.
  const double rounding = 1.1e-16 * 0.5 * v * v * static_cast<double>(run.certificate.steps);
  EXPECT_LE(*run.certificate.energy_balance_error_max, rounding);
  EXPECT_NEAR(run.certificate.energy_final, 0.5 * v * v, rounding);
  EXPECT_EQ(*run.certificate.dissipated_contact, 0);
}

TEST(BallBetweenWalls, has_the_period_of_flights_and_contacts) {
  const double period = 2 * 0.8 + 2 * M_PI * std::sqrt(1 / 1e4);
  const RecordedRun run = run_model("ball_between_walls", {.step = 2e-4, .end = 10 * period});
  EXPECT_NEAR(run.last("ball.position.x"), 0, 1e-3);
  EXPECT_NEAR(run.last("ball.velocity.x"), 1, 1e-6);
}

TEST(BlockOnIncline, slips_by_the_closed_form_in_both_directions) {
  const double alpha = 20 * M_PI / 180, mu = 0.2, g = kFallGravity;
  for (const double v0 : {1.0, -1.0}) {
    const RecordedRun run =
        run_model("block_on_incline", {.set = {{"mu", "0.2"}, {"v0", std::to_string(v0)}}, .end = 0.15});
    expect_books_balance(run);
    const double a = g * (std::sin(alpha) - (v0 > 0 ? 1 : -1) * mu * std::cos(alpha));
    EXPECT_LT(max_error(run, "block.velocity.x", [&](double t) { return v0 + a * t; }), 2e-4);
    EXPECT_LT(max_error(run, "block.position.x", [&](double t) { return v0 * t + 0.5 * a * t * t; }), 3e-5);
  }
}

TEST(BlockOnIncline, stops_and_sticks_without_creep) {
  const double alpha = 20 * M_PI / 180, mu = 0.5;
  const RecordedRun run = run_model("block_on_incline", {.end = 3, .every = 0.01});
  expect_books_balance(run);
  const double stop = -0.5 / (kFallGravity * (std::sin(alpha) + mu * std::cos(alpha)));
  // It springs back by the travel of the bristles at most.
  EXPECT_NEAR(run.last("block.position.x"), stop, 5e-5);
  EXPECT_EQ(run.last("floor.state"), 1);
  EXPECT_NEAR(run.last("floor.friction_force"), 2 * kFallGravity * std::sin(alpha), 1e-6);
  const size_t before = run.rows.size() / 2;
  EXPECT_NEAR(run.last("block.position.x"), run.at(before, "block.position.x"), 1e-12);
}

TEST(SlidingToRolling, ends_with_the_closed_form_of_the_compliant_ball) {
  const double v0 = 2, mu = 0.2, R = 0.1, m = 1, d = m * kFallGravity / 1e6, lever = R - 0.5 * d;
  const double v = v0 * lever * lever / (0.4 * R * R + lever * lever);
  double last = 0;
  for (const double h : {0.002, 0.001}) {
    const RecordedRun run = run_model("sliding_to_rolling", {.step = h});
    expect_books_balance(run);
    const double error = std::abs(run.last("ball.velocity.x") / v - 1);
    // Rolling over a step is 2 R tan(theta/2): of second order in the step, (theta^2/12) of the slip condition.
    EXPECT_LT(error, std::pow(v / R * h, 2) / 12);
    if (last > 0) {
      EXPECT_LT(error, 0.3 * last + 1e-9);
    }
    last = error;
    EXPECT_NEAR(*run.certificate.dissipated_friction, 0.5 * m * (v0 * v0 - 1.4 * v * v), 1e-3);
    for (size_t i = 0; i < run.rows.size(); ++i)
      if (run.t(i) > 2 * v0 / (7 * mu * kFallGravity) + 0.01) {
        EXPECT_EQ(run.at(i, "floor.state"), 1) << run.t(i);
      }
  }
}

TEST(Billiard, keeps_both_momenta_and_the_books_through_an_oblique_impact) {
  for (const double step : {2e-5, 1e-3}) {
    const RecordedRun run = run_model("billiard", {.step = step});
    expect_books_balance(run);
    const Certificate& c = run.certificate;
    ASSERT_TRUE(c.linear_momentum_drift_max && c.angular_momentum_drift_max);
    EXPECT_LE(*c.linear_momentum_drift_max, 1e-12 * *c.linear_momentum_scale);
    EXPECT_LE(*c.angular_momentum_drift_max, 1e-12 * *c.angular_momentum_scale);
    EXPECT_GT(*c.dissipated_friction, 1e-4);
    EXPECT_GT(std::abs(run.last("ball_2.omega.z")), 1);
  }
}

// Balls in a row with Hertz contacts, by Runge-Kutta steps of their own equations of motion.
std::vector<double> integrate_row(int n, double m, double R, double gap, double k, double v0, double end) {
  std::vector<double> y(2 * n, 0.0);
  for (int i = 0; i < n; ++i) y[i] = i * (2 * R + gap);
  y[0] -= 0.01;
  y[n] = v0;
  const auto rate = [&](const std::vector<double>& s) {
    std::vector<double> f(2 * n, 0.0);
    for (int i = 0; i < n; ++i) f[i] = s[n + i];
    for (int i = 0; i + 1 < n; ++i) {
      const double d = 2 * R - (s[i + 1] - s[i]), F = d > 0 ? k * std::pow(d, 1.5) : 0;
      f[n + i] -= F / m;
      f[n + i + 1] += F / m;
    }
    return f;
  };
  const auto add = [&](const std::vector<double>& s, const std::vector<double>& f, double h) {
    auto out = s;
    for (int i = 0; i < 2 * n; ++i) out[i] += h * f[i];
    return out;
  };
  const int steps = 200000;
  const double h = end / steps;
  for (int i = 0; i < steps; ++i) {
    const auto k1 = rate(y), k2 = rate(add(y, k1, h / 2)), k3 = rate(add(y, k2, h / 2)), k4 = rate(add(y, k3, h));
    for (int j = 0; j < 2 * n; ++j) y[j] += h / 6 * (k1[j] + 2 * k2[j] + 2 * k3[j] + k4[j]);
  }
  return {y.begin() + n, y.end()};
}

std::string row_of_balls(double gap) {
  std::string text = "bodies:\n  b0: {type: point_mass, mass: 0.05, position: [-0.01, 0, 0], velocity: [1, 0, 0]}\n";
  for (int i = 1; i < 4; ++i)
    text += fmt::format("  b{}: {{type: point_mass, mass: 0.05, position: [{:.17g}, 0, 0]}}\n", i, i * (0.04 + gap));
  text += "shapes:\n";
  for (int i = 0; i < 4; ++i) text += fmt::format("  s{0}: {{type: sphere, on: b{0}, radius: 0.02}}\n", i);
  text += "contacts:\n";
  for (int i = 1; i < 4; ++i)
    text += fmt::format("  c{0}: {{between: [s{1}, s{0}], law: {{stiffness: 1e8}}}}\n", i, i - 1);
  return text + "outputs: [b0.velocity.x, b1.velocity.x, b2.velocity.x, b3.velocity.x]\n";
}

TEST(RowOfBalls, agrees_with_an_integration_of_the_hertz_chain_to_second_order) {
  // Touching balls: all of them move in the end, the last one fastest.
  const auto exact = integrate_row(4, 0.05, 0.02, 0, 1e8, 1, 0.012);
  EXPECT_LT(exact[0], 0);
  EXPECT_GT(exact[3], 0.95);
  double last = 0;
  for (const double h : {4e-6, 2e-6}) {
    const RecordedRun run = run_text(row_of_balls(0), {.method = "ep", .step = h, .end = 0.012, .every = 0.012});
    double error = 0;
    for (int i = 0; i < 4; ++i)
      error = std::max(error, std::abs(run.last(fmt::format("b{}.velocity.x", i)) - exact[i]));
    EXPECT_LT(error, 0.01);
    if (last > 0) {
      EXPECT_GT(measured_order(last, error), 1.5);
    }
    last = error;
    EXPECT_LE(*run.certificate.linear_momentum_drift_max, 1e-13);
  }
}

TEST(RowOfBalls, exchanges_velocities_where_there_are_gaps) {
  const RecordedRun run = run_text(row_of_balls(1e-3), {.method = "ep", .step = 2e-6, .end = 0.02, .every = 0.02});
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(run.last(fmt::format("b{}.velocity.x", i)), 0, 1e-3);
  EXPECT_NEAR(run.last("b3.velocity.x"), 1, 1e-3);
}

TEST(BlockStack, rests_with_the_weights_above_on_each_contact) {
  const RecordedRun run = run_model("block_stack", {.end = 2, .every = 0.1});
  EXPECT_TRUE(run.certificate.completed()) << run.certificate.message;
  EXPECT_NEAR(run.last("base.normal_force"), 5 * kFallGravity, 1e-6);
  EXPECT_NEAR(run.last("joint_5.normal_force"), kFallGravity, 1e-6);
  EXPECT_NEAR(run.last("block_5.position.x"), 0, 1e-10);
  EXPECT_NEAR(run.last("block_5.position.y"), run.at(0, "block_5.position.y"), 1e-9);
}

TEST(ChainOnTable, books_balance_while_it_falls_and_settles) {
  const RecordedRun run = run_model("chain_on_table");
  expect_books_balance(run);
  EXPECT_GT(*run.certificate.dissipated_contact, 0);
  EXPECT_GT(*run.certificate.dissipated_friction, 0);
  // One ball cannot take more than the potential energy of all: k/2.5 d^2.5.
  double energy = 0;
  for (int i = 0; i < 8; ++i) energy += 0.02 * kFallGravity * (0.02 + 0.1 * std::sqrt(1 - 0.09) * i);
  EXPECT_LT(*run.certificate.penetration_max, std::pow(2.5 * energy / 1e4, 0.4));
}

TEST(Contacts, runs_with_steps_beyond_the_contact_are_flagged) {
  const RecordedRun rough = run_model("bouncing_ball", {.set = {{"rebound", "1"}}, .step = 5e-3, .end = 2});
  const RecordedRun fine = run_model("bouncing_ball", {.set = {{"rebound", "1"}}, .end = 2});
  const auto has_warning = [](const RecordedRun& run) {
    for (const std::string& text : run.certificate.warnings)
      if (text.find("contact \"floor\"") != std::string::npos) return true;
    return false;
  };
  EXPECT_TRUE(has_warning(rough));
  EXPECT_FALSE(has_warning(fine));
  EXPECT_EQ(overall_verdict(rough.certificate), "not_kept");
  // The energy is kept all the same.
  EXPECT_LE(*rough.certificate.energy_balance_error_max, 1e-11);
}

TEST(Contacts, step_control_resolves_impacts) {
  const RecordedRun run = run_model("bouncing_ball", {.tolerance = 1e-7, .end = 1.2, .every = 1e-3});
  expect_books_balance(run);
  EXPECT_TRUE(run.certificate.warnings.empty());
  const auto peaks = peaks_of(run, "ball.position.z", 0.1 + 1e-3);
  ASSERT_GE(peaks.size(), 1u);
  EXPECT_NEAR((peaks[0] - 0.1) / 0.49, 1, 0.01);
}

// A spring hand between two stops: q'' = -w^2 q until |q| = 1 rad; elastic.
constexpr const char* kStopped = R"(
bodies: {arm: {type: planar_body, mass: 1, inertia: 0.1, angular_velocity: 2}}
joints: {hinge: {type: planar_revolute, between: [ground, arm], at: [0, 0], limits: {low: -0.5, high: 1, stiffness: 1e3, restitution: E}}}
outputs: [hinge.angle, hinge.angle_rate, hinge.limits.gap, hinge.limits.effort]
)";

TEST(JointLimits, throw_the_joint_back_with_the_restitution_asked_for) {
  for (const double e : {1.0, 0.6}) {
    std::string text = kStopped;
    text.replace(text.find("restitution: E"), 14, fmt::format("restitution: {}", e));
    const RecordedRun run = run_text(text, {.method = "ep", .step = 2e-4, .end = 1});
    expect_books_balance(run);
    // At the high stop after 0.5 s; back by then.
    EXPECT_NEAR(run.last("hinge.angle_rate"), -2 * e, 0.005);
    EXPECT_GT(run.certificate.penetration_max.value(), 0);
  }
}

constexpr const char* kRubbing = R"(
bodies: {wheel: {type: planar_body, mass: 1, inertia: 0.5, angular_velocity: 3}}
joints: {hub: {type: planar_revolute, between: [ground, wheel], at: [0, 0], friction: {preload: 0.8}}}
outputs: [hub.angle, hub.angle_rate, hub.friction.effort, hub.friction.state]
)";

TEST(JointFriction, stops_a_wheel_by_the_closed_form_and_sticks) {
  const RecordedRun run = run_text(kRubbing, {.method = "ep", .step = 1e-3, .end = 4});
  expect_books_balance(run);
  const double slow_down = 0.8 / 0.5, stop = 3 / slow_down;
  for (size_t i = 0; i < run.rows.size() && run.t(i) < stop - 0.01; ++i)
    EXPECT_NEAR(run.at(i, "hub.angle_rate"), 3 - slow_down * run.t(i), 1e-9);
  EXPECT_NEAR(run.last("hub.angle"), 0.5 * 3 * stop, 3e-5);
  EXPECT_NEAR(run.last("hub.angle_rate"), 0, 1e-12);
  EXPECT_NEAR(*run.certificate.dissipated_friction, 0.5 * 0.5 * 9, 1e-9);
}

}  // namespace
}  // namespace invar::benchmarks
