// Places where a function of one variable or its slope jumps: kinks and steps of formulas with cases, knots of straight lines,
// ends of tables that hold their last value. What follows such a function needs an impulse there.
#pragma once

#include <vector>

namespace invar {

struct FunctionJump {
  double x;
  double value_before, value_after;
  double slope_before, slope_after;
};

// All that a function knows in an interval; `complete` is false if there may be more.
struct FunctionJumps {
  std::vector<FunctionJump> all;
  bool complete = true;
};

}  // namespace invar
