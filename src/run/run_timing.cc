#include "invar/run/run_timing.h"

#include <algorithm>

#include "invar/core/cpu_clock.h"

namespace invar {

namespace {

// Beside steps that cost more, reading the clock twice per step does not matter, and one run is enough.
constexpr double kExpensiveStep = 100e-6;
constexpr int kMostRepetitions = 1000, kFewestRepetitions = 3;
// Asking whether to stop may cost as much as a small step.
constexpr long long kStepsBetweenQuestions = 256;

double repeat(const ModelRun& run, SimulationOptions options, const SimulationReport& seen, double seconds,
              const std::function<bool()>& interrupted) {
  const double steps = static_cast<double>(std::max<long long>(1, seen.steps));
  if (seen.step_seconds > kExpensiveStep * steps) return seen.step_seconds;
  options.time_steps = false;
  options.sample_every.reset();
  double least = seen.step_seconds, total = 0;
  for (int i = 0; i < kMostRepetitions && (i < kFewestRepetitions || total < seconds); ++i) {
    long long count = 0;
    StepCallback question([&](const State&, const State&, const StepReport&) {
      const bool stops = ++count % kStepsBetweenQuestions == 0 && interrupted && interrupted();
      return stops ? Status{StatusCode::kInterrupted, ""} : Status{};
    });
    const double begin = thread_cpu_seconds();
    if (!simulate(run.factory(), run.start(), options, question).status.ok()) break;
    const double used = thread_cpu_seconds() - begin;
    least = std::min(least, used);
    total += used;
    if (total > 10 * seconds) break;
  }
  return least;
}

}  // namespace

TimedRun execute_timed(ModelRun& run, double seconds, const std::function<bool()>& interrupted) {
  run.options().time_steps = seconds > 0;
  TimedRun out{.result = run.execute()};
  const SimulationReport& report = out.result.report;
  if (seconds > 0 && out.result.began)
    out.cpu_seconds =
        report.status.ok() ? repeat(run, run.options(), report, seconds, interrupted) : report.step_seconds;
  return out;
}

}  // namespace invar
