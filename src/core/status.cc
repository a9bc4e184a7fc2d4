#include "invar/core/status.h"

namespace invar {

const char* sentence(StatusCode code) {
  switch (code) {
    case StatusCode::kOk:
      return "completed";
    case StatusCode::kNotConverged:
      return "Newton did not converge";
    case StatusCode::kSingular:
      return "the linear system is singular";
    case StatusCode::kNotFinite:
      return "a value is not finite";
    case StatusCode::kStepTooSmall:
      return "the step size became too small";
    case StatusCode::kBranchLost:
      return "a singular position cannot be passed with certainty";
    case StatusCode::kBeyondTheory:
      return "beyond the range of the theory";
    case StatusCode::kModelError:
      return "the model cannot be evaluated";
    case StatusCode::kInterrupted:
      return "interrupted by the user";
  }
  return "unknown status";
}

bool is_recoverable(StatusCode code) {
  // A trial configuration of Newton may leave the range of a table while the solution stays inside.
  return code == StatusCode::kNotConverged || code == StatusCode::kSingular || code == StatusCode::kNotFinite ||
         code == StatusCode::kModelError;
}

}  // namespace invar
