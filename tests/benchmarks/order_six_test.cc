// Order six by composition: reached without constraints. The scheme reverses the normal part of the velocity in every
// step, so that under constraints a step is no small perturbation of the identity there, and nine steps of different size
// do not cancel what this feeds back into the motion at fourth order.
#include <gtest/gtest.h>

#include "benchmarks/model_run.h"

namespace invar::benchmarks {
namespace {

// Kepler ellipse with semi-major axis a = 1/(2 - 0.49): radius 1 at the far end, where it starts.
const char* kOrbit = R"(
model: orbit
bodies: {planet: {type: planar_point_mass, mass: 1, position: [1, 0], velocity: [0, 0.7]}}
markers: {sun: {on: ground, at: [0, 0]}}
forces: {gravity: {type: central_gravity, between: [sun, planet], strength: 1}}
outputs: [planet.position]
)";

double difference(const std::string& order, double step) {
  const auto run = [&](double h, const std::string& o) {
    return run_text(kOrbit, {.options = {{"order", o}}, .step = h, .end = 5, .every = 0.5});
  };
  static const ModelRun reference = run(0.01, "6");
  return max_difference(run(step, order), reference, "planet.position.x");
}

TEST(Composition, of_an_orbit_has_the_order_asked_for) {
  EXPECT_NEAR(measured_order(difference("2", 0.05), difference("2", 0.025)), 2, 0.05);
  EXPECT_NEAR(measured_order(difference("4", 0.05), difference("4", 0.025)), 4, 0.1);
  EXPECT_NEAR(measured_order(difference("6", 0.1), difference("6", 0.05)), 6, 0.15);
}

}  // namespace
}  // namespace invar::benchmarks
