// Long runs and step-size control.
#include <gtest/gtest.h>

#include <cmath>

#include "benchmarks/model_run.h"
#include "oracles/n_four_bar.h"
#include "oracles/pendulum.h"

namespace invar::benchmarks {
namespace {

// A closed linkage of unit rods (one window) through thousands of singular positions. Constraints do not drift, because every step
// solves for them anew; energy does not, because what a step leaves over is made good in the next.
TEST(MillionSteps, leave_constraints_and_energy_where_they_were) {
  const ModelRun run = run_model("n_four_bar", {.set = {{"N", "1"}}, .step = 0.01, .end = 10000, .every = 100});
  EXPECT_EQ(run.certificate.steps, 1000000);
  expect_conserved(run, 1e-12, 1e-13, 1e-12);
  for (size_t i = 0; i < run.rows.size(); ++i) ASSERT_LT(std::abs(run.at(i, "constraint.position")), 1e-14) << run.t(i);
}

TEST(StepControl, keeps_the_invariants_and_lowers_the_error_with_the_tolerance) {
  const oracles::Pendulum oracle = oracles::yoon_pendulum();
  double previous = 1;
  for (const double tolerance : {1e-4, 1e-6, 1e-8}) {
    const ModelRun run = run_model("yoon_pendulum", {.tolerance = tolerance, .every = 0.5});
    expect_conserved(run, 1e-11, 1e-13, 1e-12);
    const double error =
        max_error(run, "mass.position.x", [&](double t) { return static_cast<double>(oracle.state(t).x); });
    EXPECT_LT(error, previous / 5) << "tolerance " << tolerance;
    previous = error;
  }
  EXPECT_LT(previous, 1e-3);
}

TEST(StepControl, passes_singular_positions) {
  const ModelRun run = run_model("n_four_bar", {.set = {{"N", "3"}}, .tolerance = 1e-6, .end = 5, .every = 0.1});
  expect_conserved(run, 1e-11, 1e-12, 1e-11);
  const oracles::NFourBar oracle(3);
  EXPECT_LT(max_error(run, "tip.position.x", [&](double t) { return static_cast<double>(oracle.state(t).x); }), 1e-2);
}

}  // namespace
}  // namespace invar::benchmarks
