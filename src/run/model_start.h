// Where a model starts: as its bodies stand in the file, moved to the joint coordinates of its section `initial`.
#pragma once

#include <string>

#include "invar/model/model.h"
#include "invar/system/mechanical_system.h"

namespace invar {

// Positions and velocities with the given values, which satisfy all constraints (solve/posed_start.h). Without a section
// `initial` this is model.initial, which is yet to be assembled. Throws ModelError for values that contradict the joints, the
// drives or each other, or are out of reach. `note`: a sentence of what was done; empty if nothing was.
State find_start(const Model& model, const MechanicalSystem& system, std::string* note = nullptr);

}  // namespace invar
