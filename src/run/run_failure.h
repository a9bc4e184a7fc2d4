// Why a run failed, in terms of its parts.
#pragma once

#include "invar/model/model.h"
#include "invar/simulate/simulation.h"
#include "invar/system/assembled_system.h"

namespace invar {

// Adds to the status of a run that failed which part gives values that are not finite, or which constraints contradict each
// other a step further: an iteration can only say where its residual is largest.
void explain_failure(const Model& model, const AssembledSystem& system, double step, SimulationReport& report);

}  // namespace invar
