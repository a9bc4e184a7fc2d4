// The time loop on its own: what observers throw, and steps that are refused.
#include "invar/simulate/simulation.h"

#include <gtest/gtest.h>

#include "catalog/integrator_samples.h"
#include "invar/core/error.h"

namespace invar {
namespace {

constexpr const char* kFalling = R"(
gravity: [0, 0, -9.81]
bodies: {b: {type: point_mass, mass: 1}}
)";

// Cannot show what it sees after the start.
struct Thrower final : StepObserver {
  Status start(const State&) override { return {}; }
  Status step(const State&, const State&, const StepReport&, const Vector&) override { return {}; }
  void sample(const SampledState& sampled) override {
    const long long index = sampled.index;
    if (index > 2) throw ModelError({}, "table", "ends here", "make it longer");
  }
};

SimulationReport simulate_fall(const SimulationOptions& options) {
  const catalog::ReadySystem ready(kFalling);
  const MethodType& type = method_types().at("ep");
  const auto make = [&] { return type.make(ready.system, Params(SpecNode::make_map({}, "test"), type.schema)); };
  Thrower observer;
  return simulate(make, ready.start, options, observer);
}

TEST(Simulation, ends_with_a_status_where_a_sample_cannot_be_shown) {
  SimulationOptions options;
  options.step = options.sample_every.emplace(0.1);
  const SimulationReport report = simulate_fall(options);
  EXPECT_EQ(report.status.code, StatusCode::kModelError);
  EXPECT_NEAR(report.state.t, 0.3, 1e-12);
  EXPECT_NE(report.message().find("ends here"), std::string::npos) << report.message();
}

TEST(Simulation, divides_a_step_that_is_refused) {
  SimulationOptions options;
  options.step = 0.1;
  options.refuse_step = [](double t0, double t1) { return t1 - t0 > 0.07 ? "too long" : ""; };
  SimulationReport report = simulate_fall(options);
  EXPECT_TRUE(report.status.ok()) << report.message();
  EXPECT_EQ(report.steps, 20);
  EXPECT_EQ(report.rejected_steps, 10);
  options.max_divisions = 0;
  report = simulate_fall(options);
  EXPECT_EQ(report.message(), "stopped at t = 0 s, step 0, h = 0.1: the model cannot be evaluated: too long");
  options.refuse_step = [](double, double) -> std::string { throw ModelError({}, "table", "ends here", ""); };
  report = simulate_fall(options);
  EXPECT_EQ(report.status.code, StatusCode::kModelError) << report.message();
}

// A step longer than the run is cut to its end; nothing that took no step is called completed.
TEST(Simulation, takes_one_step_to_the_end_where_the_step_is_longer_than_the_run) {
  for (const double step : {0.05, 0.06, 1.0, 1e8, 1e300}) {
    for (const double end : {0.05, 1e-12, 1e-100}) {
      if (step < end) continue;
      SimulationOptions options;
      options.step = step;
      options.t_end = end;
      const SimulationReport report = simulate_fall(options);
      EXPECT_TRUE(report.status.ok()) << step << ' ' << end << ' ' << report.message();
      EXPECT_EQ(report.steps, 1) << step << ' ' << end;
      EXPECT_EQ(report.state.t, end);
      EXPECT_NEAR(report.state.v[2], -9.81 * end, 1e-14 * end);
    }
  }
}

// Parts of a divided step end at a tiny share of a step that is far longer than the run.
TEST(Simulation, reaches_the_end_in_parts_of_a_step_longer_than_the_run) {
  for (const double step : {1.0, 1e3, 1e8, 1e9, 1e12, 1e300}) {
    for (const double longest : {0.5, 0.3, 0.06}) {  // times the run
      SimulationOptions options;
      options.step = step;
      options.t_end = 0.7;
      options.refuse_step = [&](double t0, double t1) { return t1 - t0 > longest * options.t_end ? "too long" : ""; };
      const SimulationReport report = simulate_fall(options);
      EXPECT_TRUE(report.status.ok()) << step << ' ' << longest << ' ' << report.message();
      EXPECT_EQ(report.state.t, options.t_end) << step << ' ' << longest;
      EXPECT_NEAR(report.state.v[2], -9.81 * options.t_end, 1e-13) << step << ' ' << longest;
      EXPECT_GT(report.steps, 1);
    }
  }
}

TEST(Simulation, with_step_control_reaches_an_end_that_is_next_to_the_start) {
  SimulationOptions options;
  options.tolerance = 1e-8;
  options.t_end = 1e-12;
  const SimulationReport report = simulate_fall(options);
  EXPECT_TRUE(report.status.ok()) << report.message();
  EXPECT_GT(report.steps, 0);
  EXPECT_EQ(report.state.t, 1e-12);
}

}  // namespace
}  // namespace invar
