#include "invar/compare/reference.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <optional>

#include "invar/compare/loads.h"
#include "invar/core/cpu_clock.h"
#include "invar/core/error.h"
#include "invar/core/parallel.h"

namespace invar::compare {

namespace {

// The refinements of one method as far as the time went.
struct Refined {
  std::string name;
  Instants q, v, loads;
  std::vector<NamedResult> results;
  double change = std::numeric_limits<double>::infinity();  // by the last refinement
  double velocity_change = std::numeric_limits<double>::infinity();
  double load_change = 0;
  std::string failure;
};

// Methods of different kinds: explicit of high order, symmetric of order four, dissipative of order three.
struct Ladder {
  Contender candidate;
  std::vector<double> steps;  // tolerances, or parts of the step of the model
};

std::vector<Ladder> ladders(const Problem& problem) {
  // From coarse to fine: on a slow model something comes through early.
  std::vector<double> steps;
  for (double h = std::min(4 * problem.step, problem.interval); h > problem.step / 65; h /= 2) steps.push_back(h);
  // The explicit one last: on a stiff model it hardly moves, and the others are done by then.
  return {{{"ep", {{"order", "4"}}}, steps},
          {{"ed"}, steps},
          {{"explicit", {{"integrator", "dop853"}}, true}, {1e-6, 1e-8, 1e-10, 1e-11, 1e-12, 1e-13}}};
}

// How much longer than its share a method may take for its first two runs while no other has two. Beyond, the model is too
// slow to be compared at all.
constexpr double kPatience = 40;

Refined refine(const Model& model, const Problem& problem, const Ladder& ladder, double seconds,
               std::atomic<bool>& one_is_there, const std::function<bool()>& cancelled) {
  Refined result;
  result.failure = "no time for two runs";
  double left = seconds, last_change = std::numeric_limits<double>::infinity();
  try {
    for (const double step : ladder.steps) {
      // One run alone bounds no error: the first must leave time for a second. Until one method has two, limits wait.
      const double limit = result.q.empty() ? left / 3 : left, begin = thread_cpu_seconds();
      const auto over = [&] {
        return (one_is_there && thread_cpu_seconds() - begin > limit) || (cancelled && cancelled());
      };
      Trial trial = run_trial(model, problem, ladder.candidate, step, kPatience * std::max(seconds, 0.1), over);
      if (!trial.completed()) {
        if (trial.outcome == Outcome::kFailed) result.failure = trial.message;
        // A coarse step may fail where a finer one does not.
        if (trial.outcome == Outcome::kFailed && result.q.empty()) continue;
        break;
      }
      const double change =
          result.q.empty() ? std::numeric_limits<double>::infinity() : largest_difference(result.q, trial.q);
      // Refined into rounding: the one before is as good. Steps larger than that of the model may converge by fits.
      if (std::isfinite(last_change) && change > last_change && step < 0.9 * problem.step) break;
      result.change = last_change = change;
      if (!result.v.empty()) {
        result.velocity_change = largest_difference(result.v, trial.v);
        result.load_change = largest_difference(result.loads, trial.loads, load_scale(model, trial.loads));
        one_is_there = true;
      }
      result.q = std::move(trial.q);
      result.v = std::move(trial.v);
      result.loads = std::move(trial.loads);
      result.results = std::move(trial.certificate.results);
      result.name =
          fmt::format("{}, {} {:.3g}", ladder.candidate.name(), ladder.candidate.adaptive ? "tolerance" : "step", step);
      left -= trial.used;
      if (left < 2 * trial.used && std::isfinite(result.change)) break;
    }
  } catch (const ModelError& error) {
    result.failure = error.what();
  }
  if (std::isfinite(result.change)) result.failure.clear();
  return result;
}

double range_of(const Instants& q) {
  Vector low = q.front(), high = q.front();
  for (const Vector& x : q) {
    if (x.size() == 0) continue;
    low = low.cwiseMin(x);
    high = high.cwiseMax(x);
  }
  return (high - low).maxCoeff();
}

}  // namespace

Reference make_reference(const Model& model, const Problem& problem, double seconds,
                         const std::function<bool()>& cancelled) {
  const auto all = ladders(problem);
  std::vector<Refined> refined(all.size());
  std::atomic<bool> one_is_there = false;
  parallel_for(all.size(),
               [&](size_t i) { refined[i] = refine(model, problem, all[i], seconds, one_is_there, cancelled); });

  Reference reference;
  const Refined* best = nullptr;
  for (size_t i = 0; i < all.size(); ++i) {
    if (!refined[i].failure.empty())
      reference.failures.push_back(fmt::format("{}: {}", all[i].candidate.name(), refined[i].failure));
    else if (!best || refined[i].change < best->change)
      best = &refined[i];
  }
  if (!best) return reference;
  reference.made_by = best->name;
  reference.q = best->q;
  reference.size = std::max(range_of(best->q), 1e-12);
  reference.v = best->v;
  reference.velocity_size = std::max(range_of(best->v), 1e-12);
  reference.velocity_accuracy = best->velocity_change / reference.velocity_size;
  reference.loads = best->loads;
  reference.results = best->results;
  reference.load_size = load_scale(model, best->loads);
  reference.load_accuracy = best->load_change;
  double accuracy = best->change;
  // Another method confirms up to its own change. Where they differ by more, one of both has gone astray, and nothing is
  // known better than that.
  double nearest = std::numeric_limits<double>::infinity();
  for (const Refined& other : refined) {
    if (&other == best || !other.failure.empty()) continue;
    const double difference = largest_difference(best->q, other.q);
    if (difference < nearest) {
      nearest = difference;
      reference.confirmed_by = other.name;
      if (difference > 10 * other.change) accuracy = std::max(best->change, difference);
    }
  }
  // A refinement may change less than rounding, by chance.
  reference.accuracy = std::max(accuracy / reference.size, 1e-13);
  return reference;
}

}  // namespace invar::compare
