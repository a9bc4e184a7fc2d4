// Which derivative jumps where two smooth pieces of a function of time meet.
#pragma once

#include <algorithm>
#include <cmath>

#include "invar/functions/expression.h"

namespace invar {

// A jump below this part of the numbers that it is a difference of is rounding of the pieces or of the instant. `bends`: size of the
// second derivatives nearby.
inline int find_break_order(const ExpressionJet& before, const ExpressionJet& after, double t, double bends = 0) {
  constexpr double kRelative = 1e-9, kInstant = 1e-12;
  const auto jumps = [](double a, double b, double by_instant) {
    if (!std::isfinite(a) || !std::isfinite(b)) return !(std::isnan(a) && std::isnan(b));
    return std::abs(b - a) > kRelative * (std::abs(a) + std::abs(b)) + by_instant;
  };
  const double slope = std::abs(before.first) + std::abs(after.first),
               bend = std::abs(before.second) + std::abs(after.second),
               rounding = kInstant * std::max(1.0, std::abs(t));
  if (jumps(before.value, after.value, rounding * slope)) return 0;
  if (jumps(before.first, after.first, rounding * bend)) return 1;
  return jumps(before.second, after.second, std::isfinite(bends) ? kRelative * bends : 0) ? 2 : 3;
}

}  // namespace invar
