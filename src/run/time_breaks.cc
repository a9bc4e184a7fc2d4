#include "invar/run/time_breaks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace invar {

namespace {

constexpr double kStretch = 64;          // steps
constexpr double kMostStretches = 1024;  // that are searched at once where steps have no limit
constexpr int kParts = 4;
// Formulas such as max(max(t, 0), t) seem to change their case everywhere: changes in a row, closer than rounding lets steps be.
constexpr int kMostClose = 64;
constexpr std::size_t kKept = 4096;  // stops that are remembered behind the present step
// Breaks closer than this to another instant, as a part of a step, are that instant.
constexpr double kSameInstant = 1e-9;

// How often what is prescribed is integrated, compared with a load.
int integrations_less(Prescribes what) {
  switch (what) {
    case Prescribes::kCoordinate:
      return 2;
    case Prescribes::kRate:
    case Prescribes::kCoefficient:
      return 1;
    default:
      return 0;
  }
}

}  // namespace

TimeBreaks::TimeBreaks(const BreakList& sources, double start, double step, double longest, int order)
    : start_(start),
      step_(step),
      stretch_(kStretch * step),
      reach_(std::max(2 * stretch_, std::min(2 * longest, kMostStretches * stretch_))),
      order_(order) {
  for (const PlacedBreaks& placed : sources)
    if (placed.source && placed.source->has_breaks()) sources_.push_back(placed);
}

// (T1): a jump of the k-th derivative of a load limits the order to k + 1.
// A step that ended where a prescribed position jumps would hide what cannot be: the step across is refused or fails.
bool TimeBreaks::matters(const PlacedBreaks& placed, const Break& found) const {
  if (placed.what == Prescribes::kCoordinate && found.order == 0) return false;
  const int k = found.order - integrations_less(placed.what);
  return k <= 0 || (k == 1 && placed.what == Prescribes::kLoad) || k + 1 < order_;
}

void TimeBreaks::give_up(const PlacedBreaks& placed, double a, double b) const {
  if (std::exchange(has_given_up_, true) || !note_) return;
  note_(fmt::format(
      "{} changes its case too often between t = {:.6g} and {:.6g} s: steps may pass jumps and kinks; write its "
      "formula with fewer cases, or give it as a table",
      placed.owner, a, b));
}

void TimeBreaks::search_stretch(double a, double b) const {
  std::vector<Stop> found;
  for (const PlacedBreaks& placed : sources_) {
    double from = a;
    int close = 0;
    bool seen = false;  // anything that jumps
    while (const auto next = placed.source->next_break(from, b)) {
      close = next->t - from < kSameInstant * step_ ? close + 1 : 0;
      seen = seen || next->order < 3;
      if (next->given_up || close > kMostClose) {
        if (seen || next->given_up) give_up(placed, from, b);
        break;
      }
      from = next->t;
      if (matters(placed, *next)) found.push_back({next->t, true});
    }
  }
  std::sort(found.begin(), found.end(), [](const Stop& x, const Stop& y) { return x.t < y.t; });
  for (const Stop& stop : found) {
    if (!stops_.empty() && stop.t - stops_.back().t <= kSameInstant * step_) continue;
    // (T2)
    if (!stops_.empty() && stop.t - stops_.back().t < kParts * step_) {
      const double from = stops_.back().t, length = stop.t - from;
      const bool linear = std::all_of(sources_.begin(), sources_.end(), [&](const PlacedBreaks& placed) {
        return placed.source->is_linear(from, stop.t);
      });
      for (int i = 1; i < kParts && !linear; ++i) stops_.push_back({from + i * length / kParts, false});
    }
    stops_.push_back(stop);
  }
}

// The stretch before counts for the piece that reaches into the one of t.
void TimeBreaks::restart_search(double t) const {
  stops_.clear();
  first_ = std::max(0LL, static_cast<long long>(std::floor((t - start_) / stretch_)) - 1);
  searched_ = first_ - 1;
}

void TimeBreaks::forget_before(double t) const {
  first_ = std::max(first_, static_cast<long long>(std::floor((t - start_) / stretch_)) - 1);
  std::erase_if(stops_, [start = stretch_start(first_)](const Stop& stop) { return stop.t < start; });
}

void TimeBreaks::search(double until) const {
  while (stretch_start(searched_ + 1) < until) {
    ++searched_;
    search_stretch(stretch_start(searched_), stretch_start(searched_ + 1));
  }
}

double TimeBreaks::next(double t) const {
  constexpr double kNever = std::numeric_limits<double>::infinity();
  if (sources_.empty()) return kNever;
  if (searched_ < first_ || t < stretch_start(first_)) restart_search(t);
  if (stops_.size() > kKept) forget_before(t);
  search(t + reach_);
  const auto after = std::upper_bound(stops_.begin(), stops_.end(), t + kSameInstant * step_ + 4e-16 * std::abs(t),
                                      [](double x, const Stop& stop) { return x < stop.t; });
  if (after != stops_.end()) return after->t;
  return reach_ < kMostStretches * stretch_ ? kNever : stretch_start(searched_ + 1);
}

bool TimeBreaks::interrupts(double t) const {
  const double near = kSameInstant * step_ + 4e-16 * std::abs(t);
  const auto at =
      std::lower_bound(stops_.begin(), stops_.end(), t - near, [](const Stop& stop, double x) { return stop.t < x; });
  return at != stops_.end() && at->t <= t + near && at->is_break;
}

}  // namespace invar
