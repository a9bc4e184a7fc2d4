// Where a formula of one variable changes its case: an interval on which it may is halved until it does not, or is as short as
// rounding.
#pragma once

#include <cmath>
#include <limits>
#include <vector>

#include "invar/functions/expression.h"

namespace invar {

class CaseChanges {
 public:
  struct Place {
    double lo, hi;  // the change lies between; equal if it is known exactly
  };

  CaseChanges(const Expression& formula, double a, double b)
      : formula_(formula), a_(a), shortest_(1e-3 * kUnit * (b - a)) {
    split(a, b);
  }
  const std::vector<Place>& places() const { return places_; }
  bool complete() const { return budget_ > 0; }
  // Beyond this distance from a place, the formula is in its other case.
  double width_at(double x) const { return 2.0 * kUnit * std::abs(x) + shortest_; }

 private:
  static constexpr double kUnit = std::numeric_limits<double>::epsilon();

  void split(double lo, double hi) {
    if (keeps(lo, hi)) {
      const double near = width_at(lo);
      if (lo > a_ && !keeps(lo - near, lo + near)) add(lo, lo);
      return;
    }
    if (hi - lo <= 2.0 * width_at(std::max(std::abs(lo), std::abs(hi)))) return add(lo, hi);
    const double middle = lo + 0.5 * (hi - lo);
    split(lo, middle);
    split(middle, hi);
  }
  bool keeps(double lo, double hi) { return --budget_ < 0 || formula_.keeps_its_case(lo, hi); }
  void add(double lo, double hi) {
    // The same change seen from two neighbouring intervals.
    if (!places_.empty() && lo - places_.back().hi <= 4 * width_at(lo)) {
      places_.back().hi = hi;
    } else {
      places_.push_back({lo, hi});
    }
  }

  const Expression& formula_;
  double a_, shortest_;
  std::vector<Place> places_;
  int budget_ = 30000;  // about 200 changes, 1 ms
};

}  // namespace invar
