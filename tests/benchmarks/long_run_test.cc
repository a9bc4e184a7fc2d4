// Long runs and step-size control.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "benchmarks/model_run.h"
#include "oracles/n_four_bar.h"
#include "oracles/pendulum.h"

namespace invar::benchmarks {
namespace {

// A closed linkage of unit rods (one window) through thousands of singular positions. Constraints do not drift, because every step
// solves for them anew; energy does not, because what a step leaves over is made good in the next.
TEST(MillionSteps, leave_constraints_and_energy_where_they_were) {
  const RecordedRun run = run_model("n_four_bar", {.set = {{"N", "1"}}, .step = 0.01, .end = 10000, .every = 1});
  EXPECT_EQ(run.certificate.steps, 1000000);
  expect_conserved(run, 1e-12, 1e-13, 1e-12);
  for (size_t i = 0; i < run.rows.size(); ++i) ASSERT_LT(std::abs(run.at(i, "constraint.position")), 1e-14) << run.t(i);
  // What rounding leaves adds up slowly: measured 8e-14 J in the first tenth of the run and 7e-13 J in the last one, of
  // 20 J, which is 2e-4 units in the last place a step; constraints 1e-15 and 7e-15. A step whose error has a bias of the
  // order of its rounding would be seen here: a unit in the last place a step is 4e-9 J.
  double largest = 0;
  for (size_t i = 0; i < run.rows.size(); ++i)
    largest = std::max(largest, std::abs(run.at(i, "energy.total") - run.at(0, "energy.total")));
  constexpr double kUnit = std::numeric_limits<double>::epsilon();
  EXPECT_LT(largest, 5e-4 * kUnit * run.at(0, "energy.total") * 1e6);
}

// A second is half a period of this pendulum: steps of that size fail and are divided.
TEST(FailedSteps, are_divided_and_the_run_goes_on) {
  const RecordedRun run = run_text(R"(
gravity: [0, -9.81]
bodies:
  bob: {type: planar_point_mass, mass: 1, position: [1, 0]}
joints:
  string: {type: distance, between: [ground, bob], at: [0, 0]}
)",
                                   {.step = 1, .end = 10});
  EXPECT_GT(run.certificate.rejected_steps, 0);
  EXPECT_GT(run.certificate.steps, 10);
  EXPECT_EQ(run.certificate.t_reached, 10);
  expect_conserved(run, 1e-12, 1e-13, 1e-12);
}

TEST(StepControl, keeps_the_invariants_and_lowers_the_error_with_the_tolerance) {
  const oracles::Pendulum oracle = oracles::yoon_pendulum();
  double previous = 1;
  for (const double tolerance : {1e-4, 1e-6, 1e-8}) {
    const RecordedRun run = run_model("yoon_pendulum", {.tolerance = tolerance, .every = 0.5});
    expect_conserved(run, 1e-11, 1e-13, 1e-12);
    const double error =
        max_error(run, "mass.position.x", [&](double t) { return static_cast<double>(oracle.state(t).x); });
    EXPECT_LT(error, previous / 5) << "tolerance " << tolerance;
    previous = error;
  }
  EXPECT_LT(previous, 1e-3);
}

TEST(StepControl, passes_singular_positions) {
  const RecordedRun run = run_model("n_four_bar", {.set = {{"N", "3"}}, .tolerance = 1e-6, .end = 5, .every = 0.1});
  expect_conserved(run, 1e-11, 1e-12, 1e-11);
  const oracles::NFourBar oracle(3);
  EXPECT_LT(max_error(run, "tip.position.x", [&](double t) { return static_cast<double>(oracle.state(t).x); }), 1e-2);
}

}  // namespace
}  // namespace invar::benchmarks
