#include "reproduce/claim.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "invar/plot/markup.h"
#include "invar/plot/ticks.h"

namespace invar::reproduce {

namespace {

bool all_pass(const std::vector<Check>& checks) {
  return std::all_of(checks.begin(), checks.end(), [](const Check& c) { return c.passes(); });
}

}  // namespace

std::string to_text(ClaimVerdict verdict) {
  switch (verdict) {
    case ClaimVerdict::kHolds:
      return "holds";
    case ClaimVerdict::kHoldsWithRemedy:
      return "holds with remedy";
    case ClaimVerdict::kDoesNotHold:
      break;
  }
  return "does not hold";
}

bool Check::passes() const {
  if (!std::isfinite(value)) return false;
  switch (relation) {
    case Relation::kBelow:
      return value < bound;
    case Relation::kAbove:
      return value > bound;
    case Relation::kNear:
      break;
  }
  return std::abs(value - target) <= bound;
}

std::string Check::bound_text() const {
  const std::string tail = unit.empty() ? "" : " " + unit;
  const std::string number = plot::number_text(bound, 2) + tail;
  switch (relation) {
    case Relation::kBelow:
      return "< " + number;
    case Relation::kAbove:
      return "> " + number;
    case Relation::kNear:
      break;
  }
  return fmt::format("{} \u00b1 {}", plot::number_text(target), number);
}

std::string Check::plain_bound() const {
  const std::string tail = unit.empty() ? "" : " " + plot::to_plain(unit);
  if (relation == Relation::kNear) return fmt::format("{:.3g} +- {:.2g}{}", target, bound, tail);
  return fmt::format("{} {:.2g}{}", relation == Relation::kBelow ? "<" : ">", bound, tail);
}

Check below(std::string what, double value, double bound, std::string unit) {
  return {std::move(what), value, Check::Relation::kBelow, bound, 0, std::move(unit)};
}

Check above(std::string what, double value, double bound, std::string unit) {
  return {std::move(what), value, Check::Relation::kAbove, bound, 0, std::move(unit)};
}

Check near(std::string what, double value, double target, double distance, std::string unit) {
  return {std::move(what), value, Check::Relation::kNear, distance, target, std::move(unit)};
}

Check timed(Check check) {
  check.repeatable = false;
  return check;
}

ClaimVerdict Claim::verdict() const {
  if (!printed.empty() && all_pass(printed)) return ClaimVerdict::kHolds;
  if (!remedy.empty() && all_pass(remedy)) return ClaimVerdict::kHoldsWithRemedy;
  return ClaimVerdict::kDoesNotHold;
}

bool Claim::as_expected() const { return verdict() == expected && all_pass(evidence); }

std::vector<const Check*> Claim::checks() const {
  std::vector<const Check*> all;
  for (const auto* list : {&printed, &remedy, &evidence})
    for (const Check& check : *list) all.push_back(&check);
  return all;
}

}  // namespace invar::reproduce
