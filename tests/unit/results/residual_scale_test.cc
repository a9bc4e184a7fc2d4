// What the certificate compares residuals and drifts with: sizes of the model, not units of measurement.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <cmath>
#include <sstream>

#include "benchmarks/model_run.h"
#include "invar/audit/residual_scale.h"

namespace invar {
namespace {

std::string certificate_text(const Certificate& certificate) {
  std::ostringstream out;
  print_readable(certificate, out, false);
  return out.str();
}

bool says(const Certificate& certificate, const std::string& text) {
  return certificate_text(certificate).find(text) != std::string::npos;
}

// A point on a rod of a given length, without stabilization, so that the length drifts.
Certificate drifting_pendulum(double length) {
  const double period = 2 * std::acos(-1.0) * std::sqrt(length / 9.81);
  return benchmarks::run_text(
             fmt::format(
                 "gravity: [0, 0, -9.81]\nbodies: {{bob: {{type: point_mass, mass: 1e-9, position: [{0}, 0, 0]}}}}\n"
                 "markers: {{pivot: {{on: ground}}}}\njoints: {{rod: {{type: distance, between: [pivot, bob]}}}}\n",
                 length),
             {.method = "explicit",
              .options = {{"integrator", "rk4"}, {"stabilization", "none"}, {"energy", "none"}},
              .step = period / 50,
              .end = 2 * period})
      .certificate;
}

TEST(ResidualScale, a_drift_of_a_watch_is_judged_like_that_of_a_bridge) {
  const Certificate watch = drifting_pendulum(1e-6), metre = drifting_pendulum(1), bridge = drifting_pendulum(1e3);
  EXPECT_GT(*metre.constraint_position_relative_max, 1e-8);
  for (const Certificate& c : {watch, bridge}) {
    EXPECT_NEAR(*c.constraint_position_relative_max / *metre.constraint_position_relative_max, 1, 1e-3);
    EXPECT_NEAR(*c.constraint_velocity_relative_max / *metre.constraint_velocity_relative_max, 1, 1e-3);
  }
  EXPECT_LT(*watch.constraint_position_max, 1e-10);  // m^2, and yet a part in a thousand
  EXPECT_FALSE(says(watch, "[ok] constraints, positions"));
}

TEST(ResidualScale, nothing_is_said_of_velocities_over_steps_by_methods_that_do_not_enforce_them) {
  const Certificate c = drifting_pendulum(1);
  EXPECT_FALSE(c.constraint_velocity_mid_max.has_value());
  EXPECT_FALSE(says(c, "as enforced"));
  EXPECT_FALSE(says(c, "enforced over steps"));
}

TEST(ResidualScale, gravity_on_a_speck_of_dust_is_seen) {
  const auto run = benchmarks::run_text(
      "gravity: [0, 0, -9.81]\nbodies: {speck: {type: point_mass, mass: 1e-12, velocity: [1, 0, 0]}}\n",
      {.method = "ep", .step = 0.1, .end = 1});
  EXPECT_FALSE(run.certificate.linear_momentum_drift_max.has_value());
}

TEST(ResidualScale, rounding_of_a_ship_is_no_drift) {
  const auto run = benchmarks::run_text(
      "bodies: {ship: {type: rigid_body, mass: 1e9, inertia: [2e13, 3e13, 4e13], position: [1000, 300, 0],\n"
      "  velocity: [10, 3, 1], angular_velocity: [0.01, 0.3, 0.02]}}\n",
      {.method = "ep", .step = 0.1, .end = 50});
  EXPECT_GT(*run.certificate.angular_momentum_drift_max, 1e-4);
  EXPECT_TRUE(says(run.certificate, "[ok] angular momentum")) << certificate_text(run.certificate);
  EXPECT_TRUE(says(run.certificate, "[ok] linear momentum")) << certificate_text(run.certificate);
}

TEST(MomentumConservation, ends_when_a_load_sets_in) {
  const auto momentum = [](const std::string& force, double end) {
    return benchmarks::run_text(
               "bodies: {p: {type: point_mass, mass: 1}}\n"
               "forces: {push: {type: applied_force, on: p, force: ['" +
                   force + "', 0, 0]}}\n",
               {.method = "ep", .step = 0.1, .end = end})
        .certificate.linear_momentum_drift_max;
  };
  EXPECT_TRUE(momentum("t < 5 ? 0 : 1", 4).has_value());
  EXPECT_FALSE(momentum("t < 5 ? 0 : 1", 10).has_value());
}

TEST(MomentumConservation, is_not_claimed_of_rows_that_let_a_rotation_pass_at_the_start_only) {
  const auto run = benchmarks::run_text(
      "bodies: {b: {type: rigid_body, mass: 1, inertia: [1, 1, 1], position: [0, 0.5, 0], angular_velocity: [0, 0, "
      "2],\n"
      "  velocity: [1, 0, 0]}}\n"
      "joints: {line: {type: point_on_line, between: [ground, b], at: [0, 0, 0], axis: [1, 0, 0]}}\n",
      {.method = "ep", .step = 0.01, .end = 1});
  EXPECT_FALSE(run.certificate.angular_momentum_drift_max.has_value());
}

TEST(MomentumConservation, is_decided_where_functions_end_close_to_the_start) {
  const auto run = benchmarks::run_text(
      "bodies: {p: {type: point_mass, mass: 1, position: [1, 0, 0], velocity: [0.001, 0, 0]}}\nmarkers: {wall: {on: "
      "ground}}\n"
      "forces: {s: {type: spring_damper, between: [wall, p], rest_length: 1,\n"
      "  force: {table: [[-0.01, -1], [0, 0], [0.01, 1]], outside: error}}}\n",
      {.method = "ep", .step = 0.01, .end = 1});
  EXPECT_TRUE(run.certificate.completed()) << run.certificate.message;
  EXPECT_FALSE(run.certificate.linear_momentum_drift_max.has_value());
}

TEST(MomentumConservation, is_not_claimed_of_coordinates_without_place) {
  const auto run = benchmarks::run_text("bodies: {x: {type: coordinate, inertia: 1, value: 1}}\n",
                                        {.method = "ep", .step = 0.1, .end = 1});
  EXPECT_FALSE(run.certificate.linear_momentum_drift_max.has_value());
}

// Two arms that whirl, with steps so large that the energy leaks into velocities across the constraints: positions stay
// exact and the balance too, but the arms come to rest.
TEST(NormalVelocities, that_take_the_energy_out_of_the_motion_are_certified_as_large) {
  const std::string text =
      "gravity: [0, -9.81, 0]\n"
      "bodies:\n"
      "  a: {type: rigid_body, mass: 1, inertia: [0.01, 0.1, 0.1], position: [0.5, 0, 0], angular_velocity: [0, 0, "
      "5],\n"
      "    velocity: [0, 2.5, 0]}\n"
      "  b: {type: rigid_body, mass: 1, inertia: [0.01, 0.1, 0.1], position: [1.5, 0, 0], angular_velocity: [0, 0, "
      "5],\n"
      "    velocity: [0, 7.5, 0]}\n"
      "joints:\n"
      "  ha: {type: revolute, between: [ground, a], at: [0, 0, 0], axis: [0, 0, 1]}\n"
      "  hb: {type: revolute, between: [a, b], at: [1, 0, 0], axis: [0, 0, 1]}\n";
  const Certificate coarse = benchmarks::run_text(text, {.method = "ep", .step = 0.05, .end = 60}).certificate;
  EXPECT_GT(*coarse.energy_normal_max, 0.5 * coarse.energy_scale);
  EXPECT_TRUE(says(coarse, "[ok] energy balance"));
  EXPECT_TRUE(says(coarse, "[!!] constraints, velocities")) << certificate_text(coarse);
  const Certificate fine = benchmarks::run_text(text, {.method = "ep", .step = 0.005, .end = 60}).certificate;
  EXPECT_LT(*fine.energy_normal_max, 1e-3 * fine.energy_scale);
  EXPECT_TRUE(says(fine, "enforced over steps, not at ends")) << certificate_text(fine);
  const Certificate projected =
      benchmarks::run_text(text, {.method = "al_conserving_projection", .step = 0.05, .end = 60}).certificate;
  EXPECT_LT(*projected.energy_normal_max, 1e-9 * projected.energy_scale);
}

}  // namespace
}  // namespace invar
