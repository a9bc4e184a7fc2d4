// Every method on beams: order and energy of each on a soft free beam, with an explicit method of order 8 as reference, and
// what happens where a beam is too stiff for the step.
#include <gtest/gtest.h>

#include <cmath>

#include "benchmarks/model_run.h"

namespace invar::benchmarks {
namespace {

// Tumbles and vibrates, no loads; steps of 10 ms resolve all of its vibrations.
std::string flying_beam(const std::string& stiffness, const std::string& stretch) {
  return "elements:\n  b: {type: beam, from: [6, 0, 0], to: [0, 8, 0], elements: 2, stretch: " + stretch +
         ", velocity: [1, 0.3, -0.2], angular_velocity: [0.3, -0.4, 0.8], section: {stiffness: " + stiffness +
         ", mass: [1, 10, 10]}}\noutputs: [b.start.position, b.end.position]\n";
}
std::string soft_beam() { return flying_beam("[100, 100, 100, 50, 50, 50]", "1.01"); }

RecordedRun run_beam(const std::string& method, const Overrides& options, double step, double end = 1) {
  return run_text(soft_beam(), {.method = method, .options = options, .step = step, .end = end, .every = end});
}

double distance(const RecordedRun& a, const RecordedRun& b) {
  double largest = 0;
  for (const char* place : {"b.start.position.", "b.end.position."})
    for (const char axis : {'x', 'y', 'z'})
      largest = std::max(largest, std::abs(a.last(std::string(place) + axis) - b.last(std::string(place) + axis)));
  return largest;
}

struct Method {
  std::string name;
  Overrides options;
  double order, coarse;  // order measured between steps `coarse` and half of it
  bool conserves;        // energy to round-off
  double error;          // at coarse/2, measured [m]; a third more is allowed
  std::string label() const {
    std::string text = name;
    for (const auto& [key, value] : options) text += "_" + value;
    return text;
  }
};

std::vector<Method> methods() {
  return {{"ep", {}, 2, 0.02, true, 2.4e-4},
          {"ep", {{"order", "4"}}, 4, 0.02, true, 1.1e-7},
          {"ed", {}, 3, 0.02, false, 5.1e-6},
          {"ggl", {}, 2, 0.02, true, 2.4e-4},
          {"newmark", {}, 2, 0.02, false, 2.6e-4},
          {"hht", {}, 2, 0.02, false, 3.2e-4},
          {"generalized_alpha", {}, 2, 0.02, false, 2.7e-4},
          {"al", {}, 2, 0.02, false, 2.6e-4},
          {"al_projection", {}, 2, 0.02, false, 2.6e-4},
          {"al_conserving", {}, 2, 0.02, true, 2.4e-4},
          {"al_conserving_projection", {}, 2, 0.02, false, 2.4e-4},
          {"explicit", {{"integrator", "rk4"}}, 4, 0.02, true, 1.1e-6},
          {"explicit", {{"integrator", "ab3"}}, 3, 0.005, true, 2e-6},
          {"explicit", {{"integrator", "dopri5"}}, 5, 0.04, true, 7.1e-8}};
}

class OnABeam : public ::testing::TestWithParam<Method> {};

TEST_P(OnABeam, has_its_order_and_keeps_what_it_promises) {
  const Method& m = GetParam();
  const RecordedRun exact = run_beam("explicit", {{"integrator", "dop853"}}, 0.005);
  const RecordedRun coarse = run_beam(m.name, m.options, m.coarse), fine = run_beam(m.name, m.options, m.coarse / 2);
  for (const RecordedRun* run : {&exact, &coarse, &fine})
    ASSERT_TRUE(run->certificate.completed()) << run->certificate.message;
  const double order = measured_order(distance(coarse, exact), distance(fine, exact));
  EXPECT_GT(order, m.order - 0.25);
  EXPECT_LT(distance(fine, exact), 1.34 * m.error);
  RecordProperty("order", std::to_string(order));
  RecordProperty("error", std::to_string(distance(fine, exact)));
  const Certificate& c = fine.certificate;
  EXPECT_LT(*c.constraint_position_max, 1e-13);
  if (m.conserves) {
    EXPECT_LT(*c.energy_balance_error_max, 1e-12 * c.energy_initial);
    EXPECT_NEAR(c.energy_final, c.energy_initial, 1e-12 * c.energy_initial);
  } else {
    EXPECT_LT(std::abs(c.energy_final - c.energy_initial), 1e-4 * c.energy_initial);
    EXPECT_LT(*c.linear_momentum_drift_max, 1e-10);
  }
  if (m.name == "ed" || m.name == "al_conserving_projection") {  // what is lost is booked
    EXPECT_LT(*c.energy_balance_error_max, 1e-12 * c.energy_initial);
    EXPECT_LE(c.energy_final, c.energy_initial);
  }
}

INSTANTIATE_TEST_SUITE_P(Methods, OnABeam, ::testing::ValuesIn(methods()),
                         [](const auto& param_info) { return param_info.param.label(); });

// Stretch of EA = 1e7 vibrates with some 1e4 1/s.
TEST(StiffBeam, is_too_fast_for_explicit_steps_which_say_so_and_follow_with_a_tolerance) {
  const std::string text = flying_beam("[1e7, 1e7, 1e7, 500, 500, 500]", "1");
  const Overrides dopri5{{"integrator", "dopri5"}};
  const RecordedRun stopped = run_text(text, {.method = "explicit", .options = dopri5, .step = 0.01, .end = 4});
  EXPECT_EQ(stopped.certificate.status, "stopped");
  EXPECT_NE(stopped.certificate.message.find("too long for the fastest vibration"), std::string::npos)
      << stopped.certificate.message;
  const RecordedRun adaptive =
      run_text(text, {.method = "explicit", .options = dopri5, .tolerance = 1e-6, .end = 0.02});
  EXPECT_TRUE(adaptive.certificate.completed()) << adaptive.certificate.message;
  EXPECT_GT(adaptive.certificate.steps, 50);
}

TEST(StiffBeam, is_no_trouble_for_implicit_methods) {
  const std::string text = flying_beam("[1e7, 1e7, 1e7, 500, 500, 500]", "1");
  for (const char* method : {"ep", "ed", "ggl", "newmark", "hht", "generalized_alpha", "al", "al_projection",
                             "al_conserving", "al_conserving_projection"}) {
    const RecordedRun run = run_text(text, {.method = method, .step = 0.01, .end = 1});
    EXPECT_TRUE(run.certificate.completed()) << method << ": " << run.certificate.message;
    EXPECT_NEAR(run.certificate.energy_final, run.certificate.energy_initial, 1e-3 * run.certificate.energy_initial)
        << method;
  }
}

}  // namespace
}  // namespace invar::benchmarks
