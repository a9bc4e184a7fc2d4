// Rank of the constraints where they are generic: at the start, and a small way along some motion that the constraints
// allow, since a singular position has a lower rank for an instant.
#pragma once

#include "invar/system/constraint_rank.h"

namespace invar {

struct GenericRank {
  RankReport start, generic;
  bool moved = false;  // a configuration nearby was found; else both are those of the start
};

// At s, which satisfies the constraints.
GenericRank find_generic_rank(const MechanicalSystem& system, const State& s);

}  // namespace invar
