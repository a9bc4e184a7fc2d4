// What both kinds of step-size control share.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "invar/simulate/step_control.h"

namespace invar {

inline double longest_step(const SimulationOptions& options) {
  return options.max_step.value_or(std::numeric_limits<double>::infinity());
}

// Below it time would no longer advance: a few roundings of the largest time.
inline double smallest_step(double t_start, double t, double end) {
  return 1e-14 * std::max({std::abs(t_start), std::isfinite(end) ? std::abs(end) : std::abs(t)});
}

inline Status tolerance_not_met() { return {StatusCode::kStepTooSmall, "the tolerance cannot be met"}; }

}  // namespace invar
