// Quantities that the user declares as conserved: audited in every method, corrected by `explicit` ([Braun2012] eq. (18)).
#include <gtest/gtest.h>

#include "benchmarks/oracle_error.h"
#include "invar/core/error.h"

namespace invar::benchmarks {
namespace {

std::string spherical_pendulum(const std::string& formula) {
  return R"(
parameters: {m: 1.5}
gravity: [0, 0, -9.81]
bodies: {bob: {type: point_mass, mass: m, position: [0.8, 0, -0.6], velocity: [0, 1.5, 0]}}
markers: {pivot: {on: ground, at: [0, 0, 0]}}
joints: {string: {type: distance, between: [pivot, bob]}}
outputs: [bob.position]
)" + (formula.empty() ? ""
                      : "nonholonomic: {axial: {type: conserved, unit: kg m^2/s, formula: \"" + formula + "\"}}\n");
}
const char* const kAxial = "m*(bob.x*bob.y_rate - bob.y*bob.x_rate)";

TEST(Conserved, explicit_keeps_it_to_rounding_beside_the_energy) {
  const Settings settings{.method = "explicit", .step = 0.05, .end = 100};
  const RecordedRun with = run_text(spherical_pendulum(kAxial), settings);
  ASSERT_EQ(with.certificate.status, "completed");
  EXPECT_LT(*with.certificate.conserved_drift_max, 1e-12);
  EXPECT_EQ(with.certificate.conserved_worst, "axial");
  EXPECT_LT(*with.certificate.constraint_position_max, 1e-14);
  // Without the control it drifts: the declaration alone is an audit.
  Settings alone = settings;
  alone.options = {{"energy", "none"}};
  const RecordedRun without = run_text(spherical_pendulum(kAxial), alone);
  EXPECT_GT(*without.certificate.conserved_drift_max, 1e-6);
  EXPECT_LT(*with.certificate.energy_balance_error_max, 1e-3 * *without.certificate.energy_balance_error_max);
}

TEST(Conserved, order_of_the_motion_is_kept) {
  const auto run = [](double step, const char* integrator) {
    return run_text(
        spherical_pendulum(kAxial),
        {.method = "explicit", .options = {{"integrator", integrator}}, .step = step, .end = 4, .every = 0.4});
  };
  const RecordedRun exact = run(0.0125, "dop853");
  const double coarse = max_difference(run(0.04, "rk4"), exact, "bob.position.x");
  EXPECT_NEAR(measured_order(coarse, max_difference(run(0.02, "rk4"), exact, "bob.position.x")), 4, 0.4);
}

TEST(Conserved, drift_is_reported_by_every_method) {
  const RecordedRun ep = run_text(spherical_pendulum(kAxial), {.method = "ep", .step = 0.02, .end = 5});
  EXPECT_LT(*ep.certificate.conserved_drift_max, 1e-12);  // ep keeps angular momentum of points
  const RecordedRun hht = run_text(spherical_pendulum(kAxial), {.method = "hht", .step = 0.02, .end = 5});
  EXPECT_GT(*hht.certificate.conserved_drift_max, 1e-12);
  EXPECT_FALSE(run_text(spherical_pendulum(""), {.step = 0.02, .end = 0.1}).certificate.conserved_drift_max);
}

TEST(Conserved, formula_that_is_not_conserved_is_refused) {
  for (const char* wrong :
       {"m*(bob.x*bob.z_rate - bob.z*bob.x_rate)", "bob.x_rate", "m*(bob.x*bob.y_rate + bob.y*bob.x_rate)"})
    EXPECT_THROW(run_text(spherical_pendulum(wrong), {.method = "explicit", .step = 0.01, .end = 0.1}), ModelError)
        << wrong;
}

// Two quantities at once, one of them a multiple of the other: the dependent one changes nothing.
TEST(Conserved, dependent_quantities_do_no_harm) {
  const std::string text = spherical_pendulum(kAxial);
  const std::string both = text.substr(0, text.rfind('}')) +
                           ", twice: {type: conserved, formula: \"2*m*(bob.x*bob.y_rate - bob.y*bob.x_rate)\"}}\n";
  const Settings settings{.method = "explicit", .step = 0.05, .end = 10};
  const RecordedRun one = run_text(text, settings), two = run_text(both, settings);
  EXPECT_LT(max_difference(one, two, "bob.position.x"), 1e-9);
  EXPECT_LT(*two.certificate.conserved_drift_max, 1e-12);
}

}  // namespace
}  // namespace invar::benchmarks
