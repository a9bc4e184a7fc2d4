// Findings: what a certificate says about each invariant, judged once. The terminal, the JSON, the report page, `compare` and
// `--strict` show these; nobody else decides what is good.
#pragma once

#include <string>
#include <vector>

#include "invar/audit/certificate.h"

namespace invar {

enum class FindingVerdict {
  kKept,          // holds at round-off, or is as accurate as a plot shows
  kSmall,         // an error that is there, and small
  kLarge,         // an error that spoils the result: the run did not keep its invariants
  kNotConserved,  // the system itself does not keep this
  kNotEstimated,  // nobody asked (--verify)
};
const char* name(FindingVerdict verdict);  // "kept", "small", "large", "not_conserved", "not_estimated"

struct Finding {
  std::string name;
  std::optional<double> value;
  std::string unit;
  FindingVerdict verdict = FindingVerdict::kKept;
  std::string sentence;
  std::vector<std::string> more;  // further sentences
};

// In the order in which they are shown. Empty where no step was made.
std::vector<Finding> judge(const Certificate& certificate);

// "kept", "not_kept" (a finding is large) or "failed" (the run did not reach its end).
std::string overall_verdict(const Certificate& certificate);

}  // namespace invar
