// A step away from an unstable equilibrium.
#pragma once

#include "invar/equilibrium/newton.h"
#include "invar/equilibrium/stability.h"

namespace invar {

inline constexpr double kDepartureStep = 0.05;  // in the measure of the problem

// Moves x, an unstable equilibrium, along its most negative direction d. Near it, what flows down leaves on the side on which
// it came: that of the point which descent had reached, `before` Newton's method went on to the equilibrium, or else that of
// its `start`, by the sign of (before - x)^T W d. Where both lie on neither side, to the lower energy, the work of loads
// counted; where that is alike as well, to the positive side of the largest component.
void leave_unstable(const EquilibriumProblem& problem, const StabilityReport& stability, double factor, Vec before,
                    Vec start, EquilibriumIterate& x);

}  // namespace invar
