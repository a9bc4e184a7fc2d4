#include "invar/compare/trial.h"

#include <algorithm>
#include <cmath>

#include "invar/compare/loads.h"
#include "invar/core/cpu_clock.h"
#include "invar/run/run_timing.h"

namespace invar::compare {

namespace {

void put(Instants& all, long long index, Vector value) {
  const auto i = static_cast<size_t>(index);
  if (all.size() <= i) all.resize(i + 1);
  all[i] = std::move(value);
}

double over_scale(const Certificate& c, double energy) { return energy / (c.energy_scale > 0 ? c.energy_scale : 1); }

}  // namespace

double Trial::energy_error() const { return over_scale(certificate, certificate.energy_balance_error_max.value_or(0)); }
double Trial::energy_drift() const { return over_scale(certificate, certificate.energy_drift_max.value_or(0)); }

Trial run_trial(const Model& model, const Problem& problem, const Contender& candidate, double step,
                double limit_seconds, const std::function<bool()>& cancelled, double timing_seconds) {
  RunSpec spec{.method = candidate.method,
               .options = MethodOptions::parse(candidate.options),
               .end = problem.end,
               .every = problem.interval};
  (candidate.adaptive ? spec.tolerance : spec.step) = step;
  // The step control alone decides: what it misses shows in the error.
  if (candidate.adaptive) spec.max_step = problem.end;

  Trial trial{.step = step};
  bool too_long = false, stopped = false;
  const double begin = thread_cpu_seconds();
  const RunClient client{.note = {}, .interrupted = [&] {
                           too_long = thread_cpu_seconds() - begin > limit_seconds;
                           stopped = cancelled && cancelled();
                           return too_long || stopped;
                         }};
  ModelRun run(model, spec, client);
  Loads loads(model, run.system());
  StepCallback step_loads([&](const State&, const State& s, const StepReport&) {
    loads.see(s, 0.5 * problem.end);
    return Status{};
  });
  SampleCallback samples([&](const SampledState& sample) {
    put(trial.q, sample.index, sample.state.q);
    put(trial.v, sample.index, sample.state.v);
    if (!loads.empty()) put(trial.loads, sample.index, loads.at(sample.state));
  });
  trial.order = run.traits().order;
  run.options().max_divisions = 0;
  run.sample_every(problem.interval);
  run.add(step_loads);
  run.add(samples);
  const TimedRun timed = execute_timed(run, timing_seconds, client.interrupted);
  const RunResult& result = timed.result;
  trial.seconds = timed.cpu_seconds;
  trial.used = thread_cpu_seconds() - begin;
  trial.load_roughness = loads.roughness();
  trial.certificate = result.certificate;
  if (result.report.status.ok()) {
    trial.outcome = Outcome::kCompleted;
  } else {
    trial.outcome = stopped ? Outcome::kCancelled : too_long ? Outcome::kTooLong : Outcome::kFailed;
    trial.message = result.certificate.message;
  }
  return trial;
}

double largest_difference(const Instants& a, const Instants& b, const Vector& scale) {
  double largest = 0;
  for (size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    if (a[i].size() == 0 || a[i].size() != b[i].size()) continue;
    const Vector difference = (a[i] - b[i]).cwiseAbs();
    largest = std::max(largest, scale.size() > 0 ? difference.cwiseQuotient(scale).maxCoeff() : difference.maxCoeff());
  }
  return largest;
}

}  // namespace invar::compare
