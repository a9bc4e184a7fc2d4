#include "invar/compare/trial.h"

#include <algorithm>
#include <cmath>

#include "invar/compare/loads.h"
#include "invar/core/cpu_clock.h"
#include "invar/run/run.h"

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

Trial run_trial(const Problem& problem, const Candidate& candidate, double step, double limit_seconds,
                const std::function<bool()>& cancelled, double timing_seconds) {
  const auto model = load_model(problem.model, problem.set);
  RunRequest request;
  request.model = problem.model;
  request.method = candidate.method;
  request.options = candidate.options;
  (candidate.adaptive ? request.tolerance : request.step) = step;
  // The step control alone decides: what it misses shows in the error.
  if (candidate.adaptive) request.max_step = problem.end;
  request.end = problem.end;
  request.every = problem.interval;

  Trial trial{.step = step};
  Loads loads(*model);
  bool too_long = false, stopped = false;
  const double begin = thread_cpu_seconds();
  RunHooks hooks;
  hooks.timing_seconds = timing_seconds;
  hooks.divide_steps = false;
  hooks.step = [&](const State& s, const StepReport&) { loads.see(s, 0.5 * problem.end); };
  hooks.sample = [&](long long index, const State& s) {
    put(trial.q, index, s.q);
    put(trial.v, index, s.v);
    if (!loads.empty()) put(trial.loads, index, loads.at(s));
  };
  hooks.interrupted = [&] {
    too_long = thread_cpu_seconds() - begin > limit_seconds;
    stopped = cancelled && cancelled();
    return too_long || stopped;
  };
  hooks.prepared = [&](const PreparedRun& prepared) -> StepObserver* {
    trial.order = prepared.traits.order;
    return nullptr;
  };
  const RunResult result = run(*model, request, hooks);
  trial.seconds = result.cpu_seconds;
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
