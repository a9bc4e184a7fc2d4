// Orders 4 and 6 by composition, with and without constraints (see integrators/composition.h for what constraints do).
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
  static const RecordedRun reference = run(0.01, "6");
  return max_difference(run(step, order), reference, "planet.position.x");
}

TEST(Composition, of_an_orbit_has_the_order_asked_for) {
  EXPECT_NEAR(measured_order(difference("2", 0.05), difference("2", 0.025)), 2, 0.05);
  EXPECT_NEAR(measured_order(difference("4", 0.05), difference("4", 0.025)), 4, 0.1);
  EXPECT_NEAR(measured_order(difference("6", 0.1), difference("6", 0.05)), 6, 0.15);
}

struct CompositionCase {
  std::string model, channel;
  double step, end;
};

void PrintTo(const CompositionCase& c, std::ostream* out) { *out << c.model; }

class OrderSix : public ::testing::TestWithParam<CompositionCase> {};

// Errors against the same scheme with a fifth of the finer step: its own error is then 2e4 times smaller.
TEST_P(OrderSix, is_reached_under_constraints) {
  const CompositionCase& c = GetParam();
  const auto run = [&](double h) {
    return run_model(c.model, {.options = {{"order", "6"}}, .step = h, .end = c.end, .every = 10 * c.step});
  };
  const RecordedRun reference = run(c.step / 10), coarse = run(c.step), fine = run(c.step / 2);
  expect_conserved(coarse, 1e-12, 1e-12, 1e-11);
  const double order =
      measured_order(max_difference(coarse, reference, c.channel), max_difference(fine, reference, c.channel));
  EXPECT_NEAR(order, 6, 0.1);
}

INSTANTIATE_TEST_SUITE_P(Models, OrderSix,
                         ::testing::Values(CompositionCase{"bauchau_rigid_body", "body.e1.x", 0.05, 5},
                                           CompositionCase{"bauchau_universal_joint", "body.e1.x", 0.05, 5},
                                           CompositionCase{"yoon_pendulum", "mass.position.x", 0.1, 5},
                                           CompositionCase{"double_pendulum", "tip.position.x", 0.01, 3},
                                           CompositionCase{"braun_slider_crank", "slider.position.x", 0.02, 5},
                                           CompositionCase{"rolling_disc", "disc.position.x", 0.02, 5},
                                           CompositionCase{"chaplygin_sleigh", "blade.position.x", 0.1, 5}),
                         [](const auto& param_info) { return param_info.param.model; });

}  // namespace
}  // namespace invar::benchmarks
