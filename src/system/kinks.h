// Kinks: springs, dampers and other forces whose stiffness or damping jumps exactly where a model is linearized, e.g. a dead
// zone that is left on either side, a stop that is just touched, a cable that is just taut. The linearization takes the
// value that the term gives there, which is that of one side at best.
#pragma once

#include <string>
#include <vector>

#include "invar/system/assembled_system.h"

namespace invar {

// Names of the parts at a kink, each once, in the order of the model: the change of their forces a little to either side of
// (q, v) is not that of their derivatives, however small the distance.
std::vector<std::string> find_kinks(const AssembledSystem& system, double t, Vec q, Vec v, double length);

}  // namespace invar
