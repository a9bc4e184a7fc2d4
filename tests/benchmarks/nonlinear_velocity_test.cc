// Velocity constraints that are not linear in the velocities ([Braun2012] eq. (2)), against closed forms.
#include <gtest/gtest.h>

#include <cmath>

#include "benchmarks/oracle_error.h"
#include "invar/core/error.h"

namespace invar::benchmarks {
namespace {

// A point of constant speed c in the field g: its direction turns with c theta' = -g cos(theta), theta(0) = 0, so that
//   x = c^2/g gd(g t/c),   y = -c^2/g ln cosh(g t/c),   gd(u) = 2 atan(tanh(u/2)),
// and the constraint takes out what gravity puts in: its work is m g y.
constexpr double kSpeed = 2, kGravity = 9.81, kMass = 1.5;
double exact_x(double t) { return kSpeed * kSpeed / kGravity * 2 * std::atan(std::tanh(0.5 * kGravity * t / kSpeed)); }
double exact_y(double t) { return -kSpeed * kSpeed / kGravity * std::log(std::cosh(kGravity * t / kSpeed)); }

const char* const kConstantSpeed = R"(
parameters: {c: 2}
gravity: [0, -9.81]
bodies: {p: {type: planar_point_mass, mass: 1.5, velocity: [c, 0]}}
nonholonomic: {speed: {type: velocity_constraint, rows: ["p.x_rate^2 + p.y_rate^2 - c^2"]}}
outputs: [p.position, p.velocity, speed.lambda, work.drives]
)";

struct Way {
  std::string name, method;
  Overrides options;
  double step;
  int order;
  bool keeps_energy = true;
};

class ConstantSpeed : public ::testing::TestWithParam<Way> {};

TEST_P(ConstantSpeed, follows_the_closed_form_with_its_order_and_books_the_work) {
  const Way& way = GetParam();
  const auto error = [&](double step) {
    const RecordedRun run =
        run_text(kConstantSpeed, {.method = way.method, .options = way.options, .step = step, .end = 0.8});
    EXPECT_EQ(run.certificate.status, "completed");
    if (way.keeps_energy) {
      EXPECT_LT(*run.certificate.energy_balance_error_max, 1e-12);
    }
    EXPECT_NEAR(run.certificate.work_drives, kMass * kGravity * run.last("p.position.y"),
                1e-6 + 20 * std::pow(step, 2));
    return std::max(max_error(run, "p.position.x", exact_x), max_error(run, "p.position.y", exact_y));
  };
  const double coarse = error(way.step);
  EXPECT_LT(coarse, 0.02);
  EXPECT_NEAR(measured_order(coarse, error(way.step / 2)), way.order, 0.1 * way.order);
}

INSTANTIATE_TEST_SUITE_P(
    Methods, ConstantSpeed,
    ::testing::Values(Way{"ep", "ep", {}, 0.01, 2}, Way{"ep_4", "ep", {{"order", "4"}}, 0.02, 4},
                      Way{"ep_full", "ep", {{"form", "full"}}, 0.01, 2},
                      Way{"rk4", "explicit", {{"energy", "braun"}}, 0.02, 4},
                      Way{"rk4_alone", "explicit", {{"stabilization", "none"}, {"energy", "none"}}, 0.01, 4, false},
                      Way{"sparse", "explicit", {{"linear_solver", "sparse"}, {"energy", "braun"}}, 0.02, 4},
                      Way{"dop853", "explicit", {{"integrator", "dop853"}, {"energy", "braun"}}, 0.2, 8}),
    [](const auto& way) { return way.param.name; });

TEST(ConstantSpeedRun, keeps_the_speed_to_rounding) {
  for (const char* method : {"ep", "explicit"}) {
    const RecordedRun run = run_text(kConstantSpeed, {.method = method, .step = 0.01, .end = 2});
    for (size_t i = 0; i < run.rows.size(); ++i)
      EXPECT_NEAR(std::hypot(run.at(i, "p.velocity.x"), run.at(i, "p.velocity.y")), kSpeed, 1e-13) << method;
  }
}

// Appell and Hamel: z'^2 = k^2 (x'^2 + y'^2). The row is homogeneous, so the reaction does no work; from a start along a
// line the point stays on it, z = k s, and is slowed down by the weight along it: s'' = -g k/(1 + k^2).
TEST(AppellHamel, stays_on_its_line_and_keeps_the_energy) {
  const double k = 0.5, start = 3, a = -kGravity * k / (1 + k * k);
  for (const char* method : {"ep", "explicit"}) {
    const RecordedRun run = run_text(R"yaml(
parameters: {k: 0.5, u: 3}
gravity: [0, 0, -9.81]
bodies: {p: {type: point_mass, mass: 0.7, velocity: [0.6*u, 0.8*u, k*u]}}
nonholonomic: {cone: {type: velocity_constraint, rows: ["p.z_rate^2 - k^2*(p.x_rate^2 + p.y_rate^2)"]
  }
}
outputs: [p.position, p.velocity]
)yaml",
                                     {.method = method, .step = 0.01, .end = 0.5});
    ASSERT_EQ(run.certificate.status, "completed");
    const auto s = [&](double t) { return start * t + 0.5 * a * t * t; };
    EXPECT_LT(max_error(run, "p.position.x", [&](double t) { return 0.6 * s(t); }), 1e-12) << method;
    EXPECT_LT(max_error(run, "p.position.y", [&](double t) { return 0.8 * s(t); }), 1e-12) << method;
    EXPECT_LT(max_error(run, "p.position.z", [&](double t) { return k * s(t); }), 1e-12) << method;
    EXPECT_NEAR(run.certificate.work_drives, 0, 1e-12) << method;
    EXPECT_LT(*run.certificate.energy_balance_error_max, 1e-12) << method;
  }
}

TEST(VelocityConstraint, linear_row_runs_like_the_pfaffian) {
  const std::string skate =
      "gravity: [6.9, 0]\nbodies:\n  skate: {type: planar_body, mass: 1.25, inertia: 0.13, angular_velocity: 1.05, "
      "velocity: [0.3, 0]}\noutputs: [skate.position, skate.angle]\nnonholonomic:\n  edge: ";
  for (const char* method : {"ep", "explicit"}) {
    Settings settings{.method = method, .step = 0.01, .end = 4};
    if (settings.method == "explicit") settings.options = {{"energy", "braun"}};  // auto: none where rows may do work
    const RecordedRun a = run_text(
        skate + "{type: pfaffian, rows: [{skate.x: sin(skate.theta), skate.y: -cos(skate.theta)}]}\n", settings);
    const RecordedRun b = run_text(
        skate +
            "{type: velocity_constraint, rows: [\"sin(skate.theta)*skate.x_rate - cos(skate.theta)*skate.y_rate\"]}\n",
        settings);
    for (const char* channel : {"skate.position.x", "skate.position.y", "skate.angle"})
      EXPECT_LT(max_difference(a, b, channel), 1e-9) << method << " " << channel;
  }
}

TEST(VelocityConstraint, is_refused_by_methods_that_cannot_treat_it) {
  for (const char* method : {"ed", "ggl", "newmark", "hht", "al", "al_projection", "al_conserving"})
    EXPECT_THROW(run_text(kConstantSpeed, {.method = method, .step = 0.01, .end = 0.1}), ModelError) << method;
}

TEST(VelocityConstraint, start_is_projected_onto_the_row) {
  std::string text = kConstantSpeed;
  text.replace(text.find("velocity: [c, 0]"), 16, "velocity: [3, 0]");
  const RecordedRun run = run_text(text, {.step = 0.01, .end = 0.1});
  EXPECT_NEAR(run.at(0, "p.velocity.x"), kSpeed, 1e-13);
}

}  // namespace
}  // namespace invar::benchmarks
