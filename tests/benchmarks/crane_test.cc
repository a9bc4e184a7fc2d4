// models/crane.yaml: what swings after a move of the trolley, against the linear pendulum on a moving support. With the acceleration
// a = D W^2/(2 pi) sin(W t), W = 2 pi/T, over one period, and w^2 = g/L,
//
//   amplitude = 1/(L w) |int a exp(i w t) dt| = D W^3 2 |sin(w T/2)| / (2 pi L w |W^2 - w^2|)
//
// and zero for the shaped move.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "invar/run/model_simulation.h"
#include "paths.h"

namespace invar {
namespace {

// Of the angle of the rope, once the trolley rests.
double find_swing(const char* method, const ValueMap& options, double step, double distance, bool shaped) {
  const auto model = load_model(source_path("models/crane.yaml"),
                                {{"distance", fmt::format("{}", distance)}, {"shaped", shaped ? "1" : "0"}});
  ModelSimulation sim(model, method, options, {.step = step});
  EXPECT_TRUE(sim.run_to(9).status.ok()) << method;
  const double L = 12, w = std::sqrt(9.81 / L);
  const double x = sim.value("load.position.x") - sim.value("trolley.position.x");
  return std::hypot(x, sim.value("load.velocity.x") / w) / L;
}

TEST(Crane, swings_after_a_smooth_move_as_a_linear_pendulum_does) {
  const double D = 0.01, T = 4, L = 12, w = std::sqrt(9.81 / L), W = 2 * std::numbers::pi / T;
  const double exact =
      D * W * W * W * 2 * std::abs(std::sin(w * T / 2)) / (2 * std::numbers::pi * L * w * std::abs(W * W - w * w));
  struct Setting {
    const char* method;
    ValueMap options;
    double step;
    bool second_order;
  };
  for (const auto& [method, options, step, second_order] :
       std::vector<Setting>{{"ep", {}, 0.01, true},
                            {"ep", {{"order", "4"}}, 0.05, false},
                            {"em", {}, 0.01, true},
                            {"ed", {}, 0.02, false},
                            {"generalized_alpha", {}, 0.01, true},
                            {"explicit", {{"integrator", "rk4"}}, 0.05, false}}) {
    // Swings are linear up to the square of their angle.
    const double accuracy = second_order ? W * W * step * step : 1e-5;
    EXPECT_NEAR(find_swing(method, options, step, D, false), exact, accuracy * exact) << method;
    EXPECT_LT(find_swing(method, options, step, D, true), (accuracy + 1e-4) * exact) << method;
  }
}

// A swing of several degrees is no longer linear, and the shaped move leaves little of it.
TEST(Crane, hardly_swings_after_a_shaped_move) {
  const double plain = find_swing("ep", {}, 0.02, 6, false), shaped = find_swing("ep", {}, 0.02, 6, true);
  EXPECT_GT(plain, 0.1);
  EXPECT_LT(shaped, 0.02 * plain);
}

}  // namespace
}  // namespace invar
