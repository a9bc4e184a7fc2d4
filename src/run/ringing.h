// Internal variables that are much faster than the steps. For z' = -z/T with T far below the step h, the rule of the middle gives
// z1 = -z0 (1 - 2T/h)/(1 + 2T/h), which changes its sign with every step and hardly decays; explicit steps make it grow.
#pragma once

#include <string>

#include "invar/core/state.h"
#include "invar/integrators/integrator.h"
#include "invar/system/assembled_system.h"

namespace invar {

// The fastest such variable at a state, as a sentence with its time constant and what helps; empty if all are slow enough for constant
// steps of a method with these traits.
std::string find_ringing(const AssembledSystem& system, State s, double step, const Traits& traits);

}  // namespace invar
