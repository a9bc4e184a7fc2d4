// Lowest modes of large conservative systems, K z = w2 M z on the constraints G z = 0: block Lanczos with full
// reorthogonalization on the operator (K - shift M)^-1 M, one factorization of the KKT matrix for all ([Grimes1994]).
// Redundant rows are regularized as everywhere (solve/kkt.h) and the solutions refined. The rank of the constraints limits
// the number of modes: beyond it, the iteration would only find what rounding leaves of their violation.
#pragma once

#include "invar/equilibrium/dense_modes.h"
#include "invar/system/mechanical_system.h"

namespace invar {

struct LanczosReport {
  bool ok = false;
  std::vector<EigenPair> pairs;  // ascending w2; shapes are dq
  int solves = 0;
};

// The `count` lowest ones above `shift` [1/s^2], which must lie below them all: not ok if one is found below. `freedoms` is
// their number as it follows from the rank (system/constraint_rank.h).
LanczosReport find_lowest_modes(const MechanicalSystem& system, const Vector& M, const Vector& K, const Vector& G,
                                int count, double shift, int freedoms);

}  // namespace invar
