// Internal variables that are much faster than the steps of a method that takes them in the middle: z' = -z/T with T far below the
// step h becomes z1 = -z0 (1 - 2T/h)/(1 + 2T/h), which changes its sign with every step and hardly decays.
#pragma once

#include <string>

#include "invar/core/state.h"
#include "invar/system/assembled_system.h"

namespace invar {

// The fastest such variable at a state, as a sentence with its time constant and what helps; empty if all are slow enough.
std::string find_ringing(const AssembledSystem& system, State s, double step);

}  // namespace invar
