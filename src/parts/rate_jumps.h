// Instants at which a prescribed motion demands an impulse: the rate of a driven coordinate jumps, or the coordinate itself.
#pragma once

#include <string>

#include "invar/functions/function1d.h"
#include "invar/parts/break_list.h"

namespace invar {

// One sentence about the jumps of `f` between t0 and t1, both excluded, or nothing if there are none. `who` begins it, e.g.
// drive "travel"; `unit` is that of the coordinate, if there is one.
std::string describe_rate_jumps(const std::string& who, const Function1D& f, Prescribes what, const std::string& unit,
                                double t0, double t1);

}  // namespace invar
