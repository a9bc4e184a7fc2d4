#include "invar/run/run_timing.h"

#include <algorithm>

#include "invar/core/cpu_clock.h"

namespace invar {

namespace {

// Looks at nothing but the clock of who is waiting.
class Bystander final : public StepObserver {
 public:
  explicit Bystander(const RunHooks& hooks) : hooks_(hooks) {}
  Status start(const State&) override { return {}; }
  Status step(const State&, const State&, const StepReport&, const Vector&) override {
    // Asking may cost as much as a small step.
    if (++steps_ % 256 == 0 && hooks_.interrupted && hooks_.interrupted()) return {StatusCode::kInterrupted, ""};
    return {};
  }

 private:
  const RunHooks& hooks_;
  long long steps_ = 0;
};

// Beside steps that cost more, reading the clock twice a step does not matter, and one run is enough.
constexpr double kDearStep = 100e-6;
constexpr int kMostRepetitions = 1000, kFewestRepetitions = 3;

}  // namespace

double time_run(const IntegratorFactory& make, const State& start, SimulationOptions options, const RunHooks& hooks,
                const SimulationReport& seen) {
  const double steps = static_cast<double>(std::max<long long>(1, seen.steps));
  if (seen.step_seconds > kDearStep * steps) return seen.step_seconds;
  options.time_steps = false;
  options.sample_every.reset();
  double least = seen.step_seconds, total = 0;
  for (int i = 0; i < kMostRepetitions && (i < kFewestRepetitions || total < hooks.timing_seconds); ++i) {
    Bystander bystander(hooks);
    const double begin = thread_cpu_seconds();
    if (!simulate(make, start, options, bystander).status.ok()) break;
    const double used = thread_cpu_seconds() - begin;
    least = std::min(least, used);
    total += used;
    if (total > 10 * hooks.timing_seconds) break;
  }
  return least;
}

}  // namespace invar
