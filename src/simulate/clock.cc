#include "invar/simulate/clock.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace invar {

// An instant that is reached up to rounding is over.
double PeriodicClock::next(double t) const { return (std::floor(t / interval_ * (1 + 1e-12) + 1e-9) + 1) * interval_; }

ListedClock::ListedClock(std::vector<double> instants) : instants_(std::move(instants)) {
  std::sort(instants_.begin(), instants_.end());
}

double ListedClock::next(double t) const {
  const auto after = std::upper_bound(instants_.begin(), instants_.end(), t + 4e-16 * std::abs(t));
  return after == instants_.end() ? std::numeric_limits<double>::infinity() : *after;
}

}  // namespace invar
