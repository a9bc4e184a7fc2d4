// Runs beside their certificate: samples that do not disturb the steps, and CPU time without observers.
#include "invar/run/run_timing.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "benchmarks/model_run.h"
#include "oracles/pendulum.h"

namespace invar {
namespace {

RunSpec pendulum(const char* method, std::optional<double> step, std::optional<double> tolerance) {
  RunSpec spec;
  spec.method = method;
  if (tolerance) spec.options = {{"integrator", "dop853"}};
  spec.step = step;
  spec.tolerance = tolerance;
  spec.end = 4;
  return spec;
}

TEST(Samples, of_an_adaptive_method_do_not_change_its_steps_and_are_as_accurate) {
  const auto model = load_model(benchmarks::model_path("yoon_pendulum"));
  RunSpec spec = pendulum("explicit", {}, 1e-10);
  const RunResult free = run(*model, spec, {});
  spec.every = 0.05;
  const RunResult forced = run(*model, spec, {});
  ASSERT_GT(forced.report.steps, free.report.steps) << "rows at every 0.05 s cut steps short";

  std::map<long long, State> samples;
  SampleCallback keep([&](const SampledState& sample) { samples[sample.index] = sample.state; });
  ModelRun with_samples(*model, spec);
  with_samples.sample_every(0.05);
  with_samples.add(keep);
  const RunResult sampled = with_samples.execute();
  EXPECT_EQ(sampled.report.steps, free.report.steps);
  EXPECT_EQ(sampled.report.state.q, free.report.state.q);
  ASSERT_EQ(samples.size(), 81u);
  const oracles::Pendulum exact = oracles::yoon_pendulum();
  for (const auto& [index, s] : samples) {
    const double t = 0.05 * static_cast<double>(index);
    EXPECT_NEAR(s.t, t, 1e-12);
    const auto e = exact.state(t);
    // Local errors of 1e-10 over some hundred steps.
    EXPECT_LT(std::hypot(s.q[0] - static_cast<double>(e.x), s.q[1] - static_cast<double>(e.y)), 1e-7) << t;
  }
}

TEST(Samples, of_a_fixed_step_are_the_ends_of_steps_that_fall_on_them) {
  const auto model = load_model(benchmarks::model_path("yoon_pendulum"));
  RunSpec spec = pendulum("ep", 0.1, {});
  spec.every = 0.05;
  std::vector<long long> seen;
  SampleCallback keep([&](const SampledState& sample) { seen.push_back(sample.index); });
  ModelRun with_samples(*model, spec);
  with_samples.sample_every(0.05);
  with_samples.add(keep);
  with_samples.execute();
  ASSERT_EQ(seen.size(), 41u);
  for (size_t i = 0; i < seen.size(); ++i) EXPECT_EQ(seen[i], static_cast<long long>(2 * i));
}

TEST(CpuTime, is_that_of_the_steps_without_what_observers_cost) {
  const auto model = load_model(benchmarks::model_path("yoon_pendulum"));
  const RunSpec spec = pendulum("ep", 0.01, {});
  double sum = 0;
  // Slow on purpose: some 20 microseconds a step, more than the step itself.
  StepCallback waste([&](const State&, const State& s, const StepReport&) {
    for (int i = 0; i < 2000; ++i) sum += std::sin(s.t + i);
    return Status{};
  });
  ModelRun watched(*model, spec), bare(*model, spec), untimed(*model, spec);
  watched.add(waste);
  const TimedRun slow = execute_timed(watched, 0.01), plain = execute_timed(bare, 0.01);
  ASSERT_TRUE(std::isfinite(sum));
  EXPECT_GT(plain.cpu_seconds, 0);
  EXPECT_LT(slow.cpu_seconds, 2 * plain.cpu_seconds);
  EXPECT_GT(slow.result.report.wall_seconds, 2 * slow.cpu_seconds);
  EXPECT_EQ(execute_timed(untimed, 0).cpu_seconds, 0) << "not asked for";
}

}  // namespace
}  // namespace invar
