// How a numerical operation ended. Trouble in a step is a value, never an exception (house rule): the loop decides
// whether to retry with a smaller step or to stop and report.
#pragma once

#include <string>

namespace invar {

enum class StatusCode {
  kOk,
  kNotConverged,  // the iteration did not reach its tolerance
  kSingular,      // a linear system could not be solved
  kNotFinite,     // a number became infinite or undefined
  kStepTooSmall,  // the step size fell below its minimum
  kBranchLost,    // beside a singular position it is not determined how the motion goes on
  kBeyondTheory,  // a part is where its theory has ended, e.g. an element that is bent too far
  kModelError,    // a part of the model refused to be evaluated, e.g. a table outside its range
  kInterrupted,   // the user asked to stop
};

// One sentence for each code, used in every message.
const char* sentence(StatusCode code);

// Whether trying again with a smaller step may help.
bool is_recoverable(StatusCode code);

struct Status {
  StatusCode code = StatusCode::kOk;
  std::string detail;  // numbers and names: "residual 3.1e-2 > 1e-8, largest in joint "hinge", row 4"

  bool ok() const { return code == StatusCode::kOk; }
  std::string message() const { return detail.empty() ? sentence(code) : std::string(sentence(code)) + ": " + detail; }
};

}  // namespace invar
