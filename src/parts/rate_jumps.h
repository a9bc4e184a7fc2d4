// Instants at which a prescribed motion demands an impulse: the rate of a driven coordinate jumps, or the coordinate itself.
#pragma once

#include <string>
#include <vector>

#include "invar/functions/function1d.h"
#include "invar/parts/break_list.h"

namespace invar {

struct RateJumps {
  std::string who, text;  // empty: there are none
  // Where velocities jump, and whether that is all: no coordinate jumps, and all instants are known.
  std::vector<double> instants;
  bool can_follow = true;
};
RateJumps find_rate_jumps(const std::string& who, const Function1D& f, Prescribes what, const std::string& unit,
                          double t0, double t1);

// One sentence about the jumps of `f` between t0 and t1, both excluded, or nothing if there are none. `who` begins it, e.g.
// drive "travel"; `unit` is that of the coordinate, if there is one.
std::string describe_rate_jumps(const std::string& who, const Function1D& f, Prescribes what, const std::string& unit,
                                double t0, double t1);

}  // namespace invar
