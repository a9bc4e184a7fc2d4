// Rank of the constraints: how many rows are independent, which are redundant, and the true number of freedoms.
#pragma once

#include <vector>

#include "invar/core/state.h"
#include "invar/system/mechanical_system.h"

namespace invar {

struct RankReport {
  int rank = 0;
  int freedoms = 0;            // coordinates - rank: the motions possible here to first order
  std::vector<int> redundant;  // rows that depend on the rows before them
};

// Remainder of a row of unit size, orthogonal to those before it, below which it counts as dependent. Independent rows of real
// mechanisms stay above 1e-4.
inline constexpr double kDependentRow = 1e-8;

// At the configuration q, with the rows that hold there. Rows that are switched off count as redundant.
RankReport find_rank(const MechanicalSystem& system, const At& at, double dependent = kDependentRow);
inline RankReport find_rank(const MechanicalSystem& system, double t, const VecView& q) {
  return find_rank(system, At(t, q));
}

}  // namespace invar
