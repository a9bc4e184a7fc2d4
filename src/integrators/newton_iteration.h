// The Newton iteration that all implicit steps share: down to the rounding of what is summed, with factors that are kept
// while few iterations with them are expected to be left. What is summed, and what rounding leaves of it, is known to the
// scheme alone.
#pragma once

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <utility>

#include "invar/core/max_abs.h"
#include "invar/integrators/integrator.h"

namespace invar {

struct NewtonLimits {
  int max_iterations = 20;
  double tolerance = 3e-16;  // of NewtonResidual::size
  bool strict = false;       // no end with constraints that are unmet
};

struct NewtonResidual {
  double size = 0;  // relative to what is summed in it
  // The same, relative also to the rounding that nearly singular and stiff systems leave. Below kRoundingFloor the
  // iteration is done once residuals no longer shrink,
  double floor = 0;
  // and so it is after a correction that is lost in the rounding of the coordinates; zero: no correction counts as lost.
  // Rows that contradict each other make corrections vanish while their residual stays: that is no end of an iteration.
  double lost_correction = 0;
  // Constraints above the rounding of the coordinates. Beside a singular position residuals may stand there while other factors
  // or another regularization reduce them; multipliers are large, and what is left of a constraint then costs energy.
  bool unmet = false;
  // An end by the scheme's own measure, although `size` is above the tolerance.
  bool met = false;
  // Part of the unknowns joins with the next correction: this is no end, and what that one leaves says nothing about a rate.
  bool incomplete = false;
};

inline constexpr double kRoundingFloor = 1e-11;
inline constexpr double kMetConstraint = 1e-9;  // relative constraint residual above which no rounding is to blame
inline constexpr double kRounding = 1e-15;      // what is left of a relative residual that is as small as it can be
inline constexpr int kMostStalls = 4;           // times that fresh factors are tried on unmet constraints

// Corrections that grow by this factor twice in a row run away. What is summed may grow faster still than what is left of
// it, so relative residuals alone would call that an end.
inline constexpr double kLeap = 1e3;

// What an evaluation is asked for: the residual, the tangent at the iterate whose residual was evaluated last, or both.
enum class NewtonParts { kResidual, kTangent, kBoth };
inline bool with_residual(NewtonParts parts) { return parts != NewtonParts::kTangent; }
inline bool with_tangent(NewtonParts parts) { return parts != NewtonParts::kResidual; }

// Whether a new tangent pays: residuals shrink by `rate` an iteration, and with the factors at hand more than four
// iterations would be left down to `end`. A tangent of beams with its factorization costs five to seven iterations.
inline bool wants_factor(double size, double rate, double end) {
  const double square = rate * rate;
  return size > kRoundingFloor && size > end && !(size * square * square <= end);
}

struct NewtonOutcome {
  StatusCode code = StatusCode::kOk;
  int iterations = 0;
  double residual = 0, tolerance = 0;
  bool unmet = false;  // it would have been an end but for NewtonResidual::unmet
};

// `evaluate(parts)` gives the NewtonResidual of the iterate, `refactor()` is false for a singular matrix, `correct()`
// solves, applies the correction and returns its size (not finite if anything in it is not).
template <class Evaluate, class Refactor, class Correct>
NewtonOutcome iterate_newton(const NewtonLimits& limits, StepReport& report, Evaluate&& evaluate, Refactor&& refactor,
                             Correct&& correct) {
  double last_size = 0, last_floor = 0, last_correction = 0;
  int rises = 0, leaps = 0, stalls = 0;
  bool was_incomplete = false;
  for (int k = 0;; ++k) {
    const NewtonResidual residual = evaluate(k == 0 ? NewtonParts::kBoth : NewtonParts::kResidual);
    const auto end = [&](StatusCode code) { return NewtonOutcome{code, k, residual.size, limits.tolerance}; };
    if (!std::isfinite(residual.size)) return end(StatusCode::kNotFinite);
    if (k > 0 && (residual.met || residual.size <= limits.tolerance) && !residual.incomplete)
      return end(StatusCode::kOk);
    const bool joined = std::exchange(was_incomplete, residual.incomplete) && !residual.incomplete;
    if (k > 1 && residual.size > last_size && !joined) ++rises;
    const bool lost = residual.lost_correction > 0 && last_correction <= residual.lost_correction;
    const bool at_floor = residual.floor <= kRoundingFloor || lost;
    const bool stands =
        residual.size > 0.5 * last_size && (residual.floor > 0.5 * last_floor || residual.floor <= kRounding);
    const bool ends = k > 1 && at_floor && stands && !residual.incomplete && !joined,
               stalled = ends && limits.strict && residual.unmet;
    if (ends && !stalled) return end(StatusCode::kOk);
    if (stalled && ++stalls > kMostStalls) return {StatusCode::kNotConverged, k, residual.size, limits.tolerance, true};
    if (k == limits.max_iterations || rises > 2) return end(StatusCode::kNotConverged);
    // Of what a correction with fresh factors leaves, the next one with the same factors will leave twice that part.
    const double rate = (k == 1 ? 2 : 1) * residual.floor / last_floor;
    if (k == 0 || stalled || (!joined && wants_factor(residual.floor, rate, std::max(limits.tolerance, kRounding)))) {
      if (k > 0) evaluate(NewtonParts::kTangent);
      if (!refactor()) return end(StatusCode::kSingular);
      ++report.factorizations;
    }
    const double correction = correct();
    ++report.iterations;
    if (!std::isfinite(correction)) return end(StatusCode::kNotFinite);
    leaps = k > 0 && correction > kLeap * last_correction ? leaps + 1 : 0;
    if (leaps == 2) return end(StatusCode::kNotConverged);
    last_size = residual.size;
    last_floor = residual.floor;
    last_correction = correction;
  }
}

// Largest change of the coordinates; not finite if anything in it or in the change of the multipliers is not.
double largest_correction(std::initializer_list<const Vector*> dq, std::initializer_list<const Vector*> dl);

// The outcome in words, with the worst of the constraint residuals c (one vector, or two that hold the same rows).
Status explain(const NewtonOutcome& outcome, const Layout& layout, std::span<const Vector> c);

}  // namespace invar
