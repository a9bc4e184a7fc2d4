// Directions without inertia that nothing holds: no equation determines how they move.
#pragma once

#include "invar/core/state.h"
#include "invar/model/model.h"
#include "invar/system/assembled_system.h"

namespace invar {

// Throws ModelError with the body and the direction. A spring or damper along the direction determines it, too.
void check_inertia(const AssembledSystem& system, const Model& model, const State& start);

}  // namespace invar
