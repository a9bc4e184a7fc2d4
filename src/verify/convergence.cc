#include "invar/verify/convergence.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace invar::verify {

namespace {

// Differences of more than this part of the range no longer grow with the step: the coarsest run has lost the motion, and the
// order is taken from the time before.
constexpr double kSaturated = 0.1;
// Even the two finest runs have lost each other.
constexpr double kLost = 0.3;
// The order is not taken from the first instants, whose differences are few steps old.
constexpr double kLeastTime = 0.1;
// An observed order below this part of that of the method is not the behavior of a converged pair.
constexpr double kLeastOrder = 0.5;
// With a smaller ratio of the differences (2) would divide by a number that is not known.
constexpr double kLeastRatio = 1.5;

// The largest up to each instant; NaN does not count.
std::vector<double> running_largest(const std::vector<double>& values) {
  std::vector<double> largest(values.size());
  double so_far = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values[i] > so_far) so_far = values[i];
    largest[i] = so_far;
  }
  return largest;
}

// The last instant at which the coarse difference is not saturated, if it is late enough; else the last of all.
std::size_t order_instant(const std::vector<double>& coarse, double size, std::size_t instants) {
  std::size_t last = coarse.size() - 1;
  while (last > 0 && coarse[last] > kSaturated * size) --last;
  return static_cast<double>(last) >= kLeastTime * static_cast<double>(instants) ? last : coarse.size() - 1;
}

}  // namespace

ErrorEstimate estimate_error(const Differences& d, double order, double ratio) {
  ErrorEstimate e;
  if (d.fine.empty()) {
    e.kind = ConvergenceKind::kFailed;
    e.message = "there are no common instants";
    return e;
  }
  const std::vector<double> fine = running_largest(d.fine), coarse = running_largest(d.coarse);
  const double largest = fine.back();
  // Differences at the level of rounding: those of the run itself are part of them, so they are the estimate.
  if (largest <= d.rounding) {
    e.kind = ConvergenceKind::kRoundOff;
    e.error = largest;
    e.factor = 1;
    return e;
  }
  const auto set = [&](double factor) {
    e.factor = factor;
    e.error = factor * largest;
  };
  if (static_cast<double>(coarse.size()) < kLeastTime * static_cast<double>(fine.size()) || coarse.empty()) {
    e.kind = ConvergenceKind::kNotConverged;
    e.message = "the order was not observed";
    set(std::max(1.0, 1 / (std::pow(ratio, order) - 1)));
    return e;
  }
  const std::size_t at = order_instant(coarse, d.size, fine.size());
  const double shrinks = fine[at] > 0 ? coarse[at] / fine[at] : std::numeric_limits<double>::infinity();
  const double observed = std::log(shrinks) / std::log(ratio);
  if (std::isfinite(observed)) e.order = observed;
  if (shrinks < kLeastRatio) {
    e.kind = ConvergenceKind::kNotConverged;
    e.message = "the differences between the runs do not shrink with the step";
    set(2 * std::max(1.0, shrinks));
    return e;
  }
  set(1 / (std::min(shrinks, std::pow(ratio, order)) - 1));
  if (largest > kLost * d.size) {
    e.kind = ConvergenceKind::kNotConverged;
    e.message = "the run with the next larger step has lost the motion";
    set(std::max(e.factor, 1.0));
  } else if (observed < kLeastOrder * order) {
    e.kind = ConvergenceKind::kNotConverged;
    e.message = fmt::format("the observed order is {:.1f}, that of the method {:g}", observed, order);
  }
  return e;
}

}  // namespace invar::verify
