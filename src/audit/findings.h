// Findings: what a certificate says about each invariant, judged once. The terminal, the JSON, the report page, `compare` and
// `--strict` show these; nobody else decides what is good.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "invar/audit/certificate.h"
#include "invar/audit/verdict.h"

namespace invar {

struct Finding {
  std::string name;
  std::optional<double> value;
  std::string unit;
  Verdict verdict = Verdict::kKept;
  std::string sentence;
  std::vector<std::string> more;  // further sentences
};

// An estimated error of the motion is judged relative to the size of the motion: what a plot does not show is good; more than
// a hundredth is large. Without a converged estimate the verdict is never good.
inline constexpr double kLargeMotionError = 0.01;
Verdict judge_motion(const Certificate& certificate);

// In the order in which they are shown. Empty where no step was made.
std::vector<Finding> judge(const Certificate& certificate);

// "kept", or "not_kept" if one of them is large.
std::string overall_verdict(const std::vector<Finding>& findings);
// The same of a run; "failed" if it did not reach its end.
std::string overall_verdict(const Certificate& certificate);

}  // namespace invar
