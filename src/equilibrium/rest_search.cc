#include "invar/equilibrium/rest_search.h"

#include <algorithm>

#include "invar/equilibrium/departure.h"

namespace invar {

namespace {
constexpr int kDepartures = 6;        // from unstable equilibria
constexpr double kFirstShare = 0.25;  // of the loads, tried first where they grow; then its square and so on
constexpr double kLeastShare = 1e-3;
}  // namespace

void restart_from(const EquilibriumIterate& start, EquilibriumIterate& x) {
  const int iterations = x.iterations, factorizations = x.factorizations;
  x = start;
  x.iterations = iterations;
  x.factorizations = factorizations;
}

NewtonOptions RestSearch::newton_options(double factor) const {
  NewtonOptions out{options_.tolerance, options_.max_iterations, {}};
  if (options_.progress) {
    out.progress = [this, factor](int iteration, double residual) { options_.progress(factor, iteration, residual); };
  }
  return out;
}

Status RestSearch::descend(double factor, EquilibriumIterate& x, FoundEquilibrium& found) {
  const NewtonOptions options = newton_options(factor);
  const Vector start = x.q;
  for (int departure = 0;; ++departure) {
    if (interrupted()) return {StatusCode::kInterrupted, ""};
    Status status = go_down(factor, options, x);
    if (!status.ok()) return departure > 0 ? Status{} : status;
    EquilibriumIterate polished = x;
    status = newton_.solve(factor, options, polished);
    x.iterations = polished.iterations;
    x.factorizations = polished.factorizations;
    if (!status.ok() || problem_.step_measure(polished.q - x.q) > kDepartureStep) {
      // In neutral directions Newton's matrix is singular; that of descent is not.
      polished = x;
      if (!minimizer_.solve(factor, options, polished, 1e-4 * options.tolerance).ok() &&
          !is_balanced(problem_, polished, options.tolerance))
        return status.ok() ? Status{StatusCode::kNotConverged, "Newton's method leaves the place of least energy"}
                           : status;
    }
    found = {polished, find_stability(problem_, polished.q, polished.lambda, factor)};
    const Vector before = x.q;
    x = polished;
    if (found.is_settled() || options_.accept_unstable || departure >= kDepartures) return {};
    ++left_unstable;
    leave_unstable(problem_, found.stability, factor, before, start, x);
  }
}

// Relaxation follows the forces; where it does not get through (kinks), the energy alone decides.
Status RestSearch::go_down(double factor, const NewtonOptions& options, EquilibriumIterate& x) {
  EquilibriumIterate relaxed = x;
  Status status = relaxation_.solve(factor, options, relaxed);
  x.iterations = relaxed.iterations;
  x.factorizations = relaxed.factorizations;
  met_several_ = met_several_ || relaxation_.negative_directions() > 1;
  if (status.ok()) {
    x = relaxed;
    return status;
  }
  return minimizer_.solve(factor, options, x);
}

bool RestSearch::rest(double factor, const EquilibriumIterate& from, EquilibriumIterate& x, FoundEquilibrium& found,
                      bool may_descend) {
  NewtonOptions options = newton_options(factor);
  options.watch_curvature = true;
  EquilibriumIterate trial = from;
  trial.iterations = x.iterations;
  trial.factorizations = x.factorizations;
  trial.indefinite = false;
  estimate_multipliers(problem_, factor, trial);
  const bool ok = newton_.solve(factor, options, trial).ok();
  x.iterations = trial.iterations;
  x.factorizations = trial.factorizations;
  if (ok && !trial.indefinite) {
    found = {trial, find_stability(problem_, trial.q, trial.lambda, factor)};
    if (found.is_settled()) {
      x = trial;
      return true;
    }
  }
  if (!may_descend) return false;
  restart_from(from, x);
  return descend(factor, x, found).ok() && found.is_settled();
}

bool RestSearch::grow(const EquilibriumIterate& start, const EquilibriumIterate& counts, FoundEquilibrium& found) {
  if (problem_.loads().empty()) return false;
  const int left = left_unstable;
  EquilibriumIterate x = start;
  x.iterations = counts.iterations;
  x.factorizations = counts.factorizations;
  double factor = 1;
  for (bool stable = false; !stable;) {
    factor *= kFirstShare;
    if (factor < kLeastShare || interrupted()) return false;
    restart_from(start, x);
    stable = rest(factor, start, x, found, false);
  }
  while (factor < 1) {
    factor = std::min(1.0, 2 * factor);
    if (interrupted()) return false;
    const EquilibriumIterate from = x;
    if (!rest(factor, from, x, found, true)) return false;
  }
  left_unstable = left;
  return true;
}

void RestSearch::hold_neutral(const EquilibriumIterate& start, const StabilityReport& stability,
                              EquilibriumIterate& x) {
  if (stability.neutral_directions.cols() == 0) return;
  EquilibriumIterate held = start;
  held.iterations = x.iterations;
  held.factorizations = x.factorizations;
  estimate_multipliers(problem_, 1, held);
  NewtonOptions options = newton_options(1);
  options.held_directions = &stability.neutral_directions;
  options.held_forms = &stability.neutral_forms;
  if (!newton_.solve(1, options, held).ok()) return;
  // The multipliers of the last step belong to what it left out as well.
  EquilibriumIterate refined = held;
  estimate_multipliers(problem_, 1, refined);
  EquilibriumEval eval;
  problem_.eval(refined.q, refined.lambda, 1, kBalance | kTangentMatrix, eval);
  note_residual(problem_, eval, refined);
  x = refined.residual < held.residual ? refined : held;
}

}  // namespace invar
