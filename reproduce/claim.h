// A claim of a paper, and what was measured about it. The verdict follows from checks, never from an opinion:
//
//   holds               all checks of `printed` are true
//   holds with remedy   those are not, but all checks of `remedy` are
//   does not hold       neither
//
// `printed` holds what the paper says: its bounds come from there. An observation of ours is marked as such; it is tested
// like the others, listed apart from them, and not counted as a claim of the paper.
//
// The verdict we expect is part of the claim; together with `evidence`, checks that must be true whatever the verdict is
// (they show why), it makes a claim a test.
#pragma once

#include <string>
#include <vector>

namespace invar::reproduce {

enum class ClaimVerdict { kHolds, kHoldsWithRemedy, kDoesNotHold };
std::string to_text(ClaimVerdict verdict);

// A measured number and the bound it is held against. A number that is not finite never passes.
struct Check {
  enum class Relation { kBelow, kAbove, kNear };
  std::string what;
  double value = 0;
  Relation relation = Relation::kBelow;
  double bound = 0;        // of kNear: the largest distance
  double target = 0;       // of kNear
  std::string unit;        // empty for pure numbers
  bool repeatable = true;  // false for times: they do not belong into tables that are kept

  bool passes() const;
  // "< 10^{-12} J", "3 ± 0.1"; with marks of plot/markup.h
  std::string bound_text() const;
  // "< 1e-12 J", for the terminal
  std::string plain_bound() const;
};

Check below(std::string what, double value, double bound, std::string unit = "");
Check above(std::string what, double value, double bound, std::string unit = "");
Check near(std::string what, double value, double target, double distance, std::string unit = "");
// The same for a time: shown, judged, not kept.
Check timed(Check check);

struct Claim {
  std::string key = {};    // short name, unique in the example
  std::string says = {};   // the paper, quoted or in short
  std::string where = {};  // "Fig. 4", "sec. 6.1", "eq. (11)"
  ClaimVerdict expected = ClaimVerdict::kHolds;
  std::vector<Check> printed = {}, remedy = {}, evidence = {};
  bool ours = false;         // an observation of ours, not a claim of the paper
  std::string comment = {};  // why it does not hold as printed, what the remedy is, what the reader should know

  ClaimVerdict verdict() const;
  bool as_expected() const;
  // All checks in the order of the report.
  std::vector<const Check*> checks() const;
};

}  // namespace invar::reproduce
