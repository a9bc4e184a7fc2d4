// Leaf spring: its laws (L1), (L2) by hand, the direction of its force, and energy through the stops.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "benchmarks/model_run.h"

namespace invar {
namespace {

using benchmarks::run_text;

constexpr double kStiffness = 35906, kFree = 0.152, kBump = 0.006, kRebound = 0.2, kStop = 1e7;

std::string on_a_spring(const std::string& position, const std::string& more = "") {
  return "gravity: [0, 0, -9.81]\nbodies: {m: {type: point_mass, mass: 100, position: " + position + more +
         "}}\nforces:\n  s: {type: leaf_spring, between: [ground, m], axis: [0, 0, 1], stiffness: 35906, free_length: "
         "0.152, bump_stop: 0.006, rebound_stop: 0.2, stop_stiffness: 1e7}\n"
         "outputs: [m.position, m.velocity, s.length, s.tension, s.force, s.energy]\n";
}

TEST(LeafSpring, has_the_tension_and_the_energy_of_its_law_between_and_beyond_the_stops) {
  for (const double L : {0.152, 0.1, 0.19, 0.006, 0.0055, -0.01, 0.2, 0.201}) {
    const auto run = run_text(on_a_spring("[0.3, -0.2, " + std::to_string(L) + "]"), {.step = 1e-3, .end = 1e-3});
    double tension = kStiffness * (std::clamp(L, kBump, kRebound) - kFree);
    const double beyond = L < kBump ? L - kBump : std::max(L - kRebound, 0.0);
    const double at_stop = tension;
    tension += kStop * beyond;
    EXPECT_NEAR(run.at(0, "s.length"), L, 1e-15) << L;
    EXPECT_NEAR(run.at(0, "s.tension"), tension, 1e-15 * kStop) << L;
    // On the mass, along the axis of the first body, wherever the mass is sideways.
    EXPECT_NEAR(run.at(0, "s.force.z"), -tension, 1e-15 * kStop) << L;
    EXPECT_EQ(run.at(0, "s.force.x"), 0) << L;
    EXPECT_EQ(run.at(0, "s.force.y"), 0) << L;
    // Integrals of the straight pieces; the channel may count from any length, the free one is subtracted.
    const auto free = run_text(on_a_spring("[0, 0, 0.152]"), {.step = 1e-3, .end = 1e-3});
    const double up_to = std::clamp(L, kBump, kRebound) - kFree;
    const double energy = 0.5 * kStiffness * up_to * up_to + at_stop * beyond + 0.5 * kStop * beyond * beyond;
    EXPECT_NEAR(run.at(0, "s.energy") - free.at(0, "s.energy"), energy, 1e-12 * (1 + energy)) << L;
  }
}

// 100 kg with 2 m/s: the spring alone would take them 0.13 m below its rest, the bump stop some mm.
TEST(LeafSpring, keeps_the_energy_through_its_bump_stop) {
  const auto run =
      run_text(on_a_spring("[0, 0, 0.1]", ", velocity: [0, 0, -2.5]"), {.method = "ep", .step = 1e-3, .end = 2});
  ASSERT_EQ(run.certificate.status, "completed") << run.certificate.message;
  double lowest = 1, highest = 0;
  for (size_t i = 0; i < run.rows.size(); ++i) {
    lowest = std::min(lowest, run.at(i, "s.length"));
    highest = std::max(highest, run.at(i, "s.length"));
  }
  EXPECT_LT(lowest, kBump);  // in the stop, again and again
  EXPECT_GT(highest, kRebound);
  EXPECT_LT(run.certificate.energy_balance_error_max.value_or(1e300), 1e-12 * run.certificate.energy_scale);
  EXPECT_EQ(run.certificate.dissipated_physical, 0);
}

// Deepest point from the energy alone: m v^2/2 + m g (L0 - L) = U(L) - U(L0).
TEST(LeafSpring, is_pressed_into_its_stop_as_deep_as_the_energy_says) {
  const double m = 100, v = 2.5, L0 = 0.1, g = 9.81;
  const auto U = [&](double L) {
    const double up_to = std::max(L, kBump) - kFree, beyond = std::min(L - kBump, 0.0);
    return 0.5 * kStiffness * up_to * up_to + kStiffness * (kBump - kFree) * beyond + 0.5 * kStop * beyond * beyond;
  };
  double low = -0.1, high = L0;  // U - work grows monotonically downwards there
  for (int i = 0; i < 200; ++i) {
    const double L = 0.5 * (low + high);
    (U(L) - U(L0) > 0.5 * m * v * v + m * g * (L0 - L) ? low : high) = L;
  }
  const auto run =
      run_text(on_a_spring("[0, 0, 0.1]", ", velocity: [0, 0, -2.5]"), {.method = "ep", .step = 2e-5, .end = 0.12});
  double lowest = 1;
  for (size_t i = 0; i < run.rows.size(); ++i) lowest = std::min(lowest, run.at(i, "s.length"));
  ASSERT_LT(high, kBump);
  // Between two instants 2e-5 s apart at most a h^2/8 is missed, a = 450 m/s^2: 2e-8 m; and as much by the method.
  EXPECT_NEAR(lowest, high, 1e-7);
}

}  // namespace
}  // namespace invar
