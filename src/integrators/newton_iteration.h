// The Newton iteration that all implicit steps share: down to the rounding of what is summed, with factors that are kept
// while they make corrections shrink fast. What is summed, and what rounding leaves of it, is known to the scheme alone.
#pragma once

#include <cmath>
#include <initializer_list>

#include "invar/core/max_abs.h"
#include "invar/integrators/integrator.h"

namespace invar {

struct NewtonLimits {
  int max_iterations = 20;
  double tolerance = 3e-16;  // of NewtonResidual::size
};

struct NewtonResidual {
  double size = 0;  // relative to what is summed in it
  // The same, relative also to the rounding that nearly singular and stiff systems leave. Below kRoundingFloor the
  // iteration is done once residuals no longer shrink,
  double floor = 0;
  double lost_correction = 0;  // and so it is after a correction that is lost in the rounding of the coordinates.
};

inline constexpr double kRoundingFloor = 1e-11;

struct NewtonOutcome {
  StatusCode code = StatusCode::kOk;
  int iterations = 0;
  double residual = 0, tolerance = 0;
};

// `evaluate(with_tangent)` gives the NewtonResidual of the iterate, `refactor()` is false for a singular matrix,
// `correct()` solves, applies the correction and returns its size (not finite if anything in it is not).
template <class Evaluate, class Refactor, class Correct>
NewtonOutcome iterate_newton(const NewtonLimits& limits, StepReport& report, Evaluate&& evaluate, Refactor&& refactor,
                             Correct&& correct) {
  double last_size = 0, last_correction = 0;
  bool want_factor = true;
  int rises = 0;
  for (int k = 0;; ++k) {
    const NewtonResidual residual = evaluate(want_factor);
    const auto end = [&](StatusCode code) { return NewtonOutcome{code, k, residual.size, limits.tolerance}; };
    if (!std::isfinite(residual.size)) return end(StatusCode::kNotFinite);
    if (k > 0 && residual.size <= limits.tolerance) return end(StatusCode::kOk);
    if (k > 1 && residual.size > last_size) ++rises;
    const bool at_floor = residual.floor <= kRoundingFloor || last_correction <= residual.lost_correction;
    if (k > 1 && at_floor && residual.size > 0.5 * last_size) return end(StatusCode::kOk);
    if (k == limits.max_iterations || rises > 2) return end(StatusCode::kNotConverged);
    if (want_factor) {
      if (!refactor()) return end(StatusCode::kSingular);
      ++report.factorizations;
    }
    const double correction = correct();
    ++report.iterations;
    if (!std::isfinite(correction)) return end(StatusCode::kNotFinite);
    want_factor = k == 0 ? correction > 1e-3 : correction > 0.02 * last_correction;
    last_size = residual.size;
    last_correction = correction;
  }
}

// Largest change of the coordinates; not finite if anything in it or in the change of the multipliers is not.
double largest_correction(std::initializer_list<const Vector*> dq, std::initializer_list<const Vector*> dl);

// The outcome in words, with the worst of the constraint residuals c (one vector, or two that hold the same rows).
Status explain(const NewtonOutcome& outcome, const Layout& layout, std::initializer_list<const Vector*> c);

// Beside a singular position the Schur complement G A^-1 B^T has small eigenvalues of either sign, and the regularization
// may hit one of them exactly: then another one is tried. `attempt(factor)` is a whole iteration with the regularization
// times that factor.
template <class Attempt>
Status try_regularizations(std::initializer_list<double> factors, Attempt&& attempt) {
  Status status;
  for (const double factor : factors) {
    status = attempt(factor);
    if (status.ok() || !is_recoverable(status.code)) break;
  }
  return status;
}

}  // namespace invar
