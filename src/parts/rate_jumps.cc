#include "invar/parts/rate_jumps.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "invar/core/error.h"

namespace invar {

namespace {

struct RateJump {
  double t, before, after;
  double size() const { return std::abs(after - before); }
};

// A jump below this part of the largest value is rounding of a smooth end.
constexpr double kLeastJump = 1e-8;
constexpr double kInstantRounding = 1e-12;
constexpr const char* kImpulse = "that takes an impulse";
constexpr int kSamples = 200;
constexpr std::size_t kNamed = 3;  // instants listed one by one

// Largest |f| or |f'| that is seen, so that jumps have something to be compared with.
double find_scale(const Function1D& f, bool slope, double t0, double t1) {
  double largest = 0;
  for (int i = 0; i <= kSamples; ++i) {
    const double t = t0 + (t1 - t0) * i / kSamples, y = slope ? f.derivative(t) : f.value(t);
    if (std::isfinite(y)) largest = std::max(largest, std::abs(y));
  }
  return largest;
}

std::vector<RateJump> choose_jumps(const FunctionJumps& found, const Function1D& f, bool slope, double t0, double t1) {
  double scale = find_scale(f, slope, t0, t1);
  std::vector<RateJump> all;
  for (const FunctionJump& jump : found.all) {
    const double before = slope ? jump.slope_before : jump.value_before,
                 after = slope ? jump.slope_after : jump.value_after;
    if (!std::isfinite(before) || !std::isfinite(after)) continue;
    scale = std::max({scale, std::abs(before), std::abs(after)});
    // Rounding of the instant makes a kink look like a tiny jump of the value.
    const double steepest = std::max(std::abs(jump.slope_before), std::abs(jump.slope_after));
    const double least = slope ? 0 : kInstantRounding * std::max(std::abs(t0), std::abs(t1)) * steepest;
    if (std::abs(after - before) > least) all.push_back({jump.x, before, after});
  }
  std::erase_if(all, [&](const RateJump& jump) { return !(jump.size() > kLeastJump * scale); });
  return all;
}

std::string describe(const std::vector<RateJump>& jumps, bool complete, const std::string& unit) {
  const auto largest = std::max_element(jumps.begin(), jumps.end(),
                                        [](const RateJump& a, const RateJump& b) { return a.size() < b.size(); });
  const auto shown = [](double x, double size) { return std::abs(x) < 1e-9 * size ? 0.0 : x; };
  const std::string change = fmt::format("from {:.4g} to {:.4g}{}", shown(largest->before, largest->size()),
                                         shown(largest->after, largest->size()), unit);
  std::string times;
  for (std::size_t i = 0; i < std::min(jumps.size(), kNamed); ++i)
    times += fmt::format("{}{:.6g}", i == 0 ? "" : i + 1 == jumps.size() ? " and " : ", ", jumps[i].t);
  times += " s";
  if (jumps.size() > kNamed)
    times += fmt::format(" and {}{} more times", complete ? "" : "at least ", jumps.size() - kNamed);
  if (jumps.size() == 1) return fmt::format("{} at t = {}", change, times);
  return fmt::format("at t = {}, at most {}", times, change);
}

}  // namespace

RateJumps find_rate_jumps(const std::string& who, const Function1D& f, Prescribes what, const std::string& unit,
                          double t0, double t1) try {
  if (!(t1 > t0)) return {};
  const FunctionJumps found = f.find_jumps(t0, t1);
  if (found.all.empty()) return {};
  RateJumps out{who, {}, {}, found.complete};
  const bool of_coordinate = what == Prescribes::kCoordinate;
  const std::string rate_unit = unit.empty() ? "" : " " + unit + "/s";
  if (const auto values = choose_jumps(found, f, false, t0, t1); !values.empty()) {
    if (of_coordinate) {
      out.text = fmt::format("{}: its value jumps {}; that takes an infinite velocity", who,
                             describe(values, found.complete, " " + unit));
      out.can_follow = false;
      return out;
    }
    out.text = fmt::format("{}: its {} jumps {}; {}", who, what == Prescribes::kRate ? "rate" : "coefficient",
                           describe(values, found.complete, rate_unit), kImpulse);
    for (const RateJump& jump : values) out.instants.push_back(jump.t);
    return out;
  }
  if (!of_coordinate) return {};
  const auto slopes = choose_jumps(found, f, true, t0, t1);
  if (slopes.empty()) return {};
  out.text = fmt::format("{}: its rate jumps {}; {}", who, describe(slopes, found.complete, rate_unit), kImpulse);
  for (const RateJump& jump : slopes) out.instants.push_back(jump.t);
  return out;
} catch (const ModelError&) {  // a table that ends before the run: the run reports it
  return {};
}

std::string describe_rate_jumps(const std::string& who, const Function1D& f, Prescribes what, const std::string& unit,
                                double t0, double t1) {
  return find_rate_jumps(who, f, what, unit, t0, t1).text;
}

}  // namespace invar
