// Breaks: instants at which a function of time is not smooth. Steps end there, so that no step sees more than one smooth piece.
#pragma once

#include <optional>

namespace invar {

struct Break {
  double t = 0;
  int order = 0;          // lowest derivative that jumps: 0 the value, 1 the rate, 2, or 3 and higher ones
  bool given_up = false;  // there are too many to find them all: t is the end of what was searched, and no break
};

class BreakSource {
 public:
  virtual ~BreakSource() = default;
  // Whether there may be any.
  virtual bool has_breaks() const { return false; }
  // The first one after t, and not after `end`. Where a formula is searched, instants are exact or known to rounding, and the same
  // for the same t and end.
  virtual std::optional<Break> next_break(double /*t*/, double /*end*/) const { return std::nullopt; }
  // Whether it is a straight line from a to b, between two breaks.
  virtual bool is_linear(double /*a*/, double /*b*/) const { return false; }
};

}  // namespace invar
