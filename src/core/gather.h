// The coordinates of some nodes, one after the other, as terms see them. The assembled system has a plan of its own for its
// many terms (system/assembly_plan.h); all others go through here.
#pragma once

#include <vector>

#include "invar/core/layout.h"
#include "invar/core/types.h"

namespace invar {

int calc_local_size(const Layout& layout, const std::vector<int>& nodes);
LocalVector gather(const Layout& layout, const std::vector<int>& nodes, Vec global);
// Into a vector of that size.
void gather_into(const Layout& layout, const std::vector<int>& nodes, Vec global, VecOut local);
// global += local at the places of the nodes.
void scatter_add(const Layout& layout, const std::vector<int>& nodes, Vec local, VecOut global);

}  // namespace invar
