// The first change of case of a formula of time: an interval on which it may change is halved, the left half first, until it is as
// short as rounding. An instant that is a number of the formula is then found exactly, since a case that only single points
// have does not count.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace invar {

// `keeps(lo, hi)` is true if no case changes between. Of (a, b], without what is closer to a than rounding.
template <class Keeps>
class FirstChange {
 public:
  FirstChange(const Keeps& keeps, double a, double b)
      : keeps_(keeps), shortest_(1e-3 * kUnit * (b - a)), a_(a + kSame * width_at(a)) {
    if (a_ < b && !split(a_, b) && !given_up() && !keep(b - width_at(b), b + width_at(b))) found_ = {b, b};
    if (found_) polish();
  }
  std::optional<double> place() const { return place_; }
  // Too many changes may lie between; it is not known whether there are any.
  bool given_up() const { return budget_ <= 0; }

 private:
  struct Span {
    double lo, hi;
  };
  static constexpr double kUnit = std::numeric_limits<double>::epsilon(), kSame = 8;
  static constexpr int kCandidates =
      2048;  // numbers next to each other; beyond, the instant is too close to zero to matter

  double width_at(double x) const { return 2 * kUnit * std::abs(x) + shortest_; }
  bool keep(double lo, double hi) { return --budget_ < 0 || keeps_(lo, hi); }
  bool split(double lo, double hi) {
    if (keep(lo, hi)) {
      if (lo > a_ && !keep(lo - width_at(lo), lo + width_at(lo))) found_ = {lo, lo};
      return found_.has_value();
    }
    if (hi - lo <= 2 * width_at(std::max(std::abs(lo), std::abs(hi)))) {
      found_ = {lo, hi};
      return true;
    }
    const double middle = lo + 0.5 * (hi - lo);
    return split(lo, middle) || split(middle, hi);
  }
  void polish() {
    const double near = width_at(found_->hi), far = 64 * near;
    place_ = found_->lo + 0.5 * (found_->hi - found_->lo);
    double x = found_->lo - 4 * near;
    for (int i = 0; i < kCandidates && x <= found_->hi + 4 * near; ++i) {
      if (keeps_(x - far, x) && keeps_(x, x + far)) {
        place_ = x;
        return;
      }
      x = std::nextafter(x, std::numeric_limits<double>::infinity());
    }
  }

  const Keeps& keeps_;
  double shortest_, a_;
  int budget_ = 30000;  // 1 ms and more
  std::optional<Span> found_;
  std::optional<double> place_;
};

}  // namespace invar
