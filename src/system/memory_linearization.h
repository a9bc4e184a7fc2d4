// Forces with internal variables, linearized with these variables as unknowns of their own (elsewhere they are condensed):
//
//   dQ = Q_q dq + Q_v dv + Q_z dz,    dz' = f_q dq + f_v dv + f_z dz
//
// Q_q and Q_v are in the matrices of the system at given z (PointEval::K, C).
#pragma once

#include "invar/core/state.h"
#include "invar/terms/assembly.h"

namespace invar {

struct MemoryLinearization {
  Matrix Q_z, f_q, f_v, f_z;  // coordinates x internals, internals x coordinates, the same, internals x internals
};

// At a state of the system with its internal variables and inputs.
MemoryLinearization linearize_memories(const Assembly& assembly, const At& at);

}  // namespace invar
