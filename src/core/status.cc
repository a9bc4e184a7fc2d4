#include "invar/core/status.h"

namespace invar {

const char* sentence(StatusCode code) {
  switch (code) {
    case StatusCode::kOk: return "completed";
    case StatusCode::kNotConverged: return "Newton did not converge";
    case StatusCode::kSingular: return "the linear system is singular";
    case StatusCode::kNotFinite: return "a value is not finite";
    case StatusCode::kStepTooSmall: return "the step size became too small";
    case StatusCode::kInterrupted: return "interrupted by the user";
  }
  return "unknown status";
}

bool is_recoverable(StatusCode code) {
  return code == StatusCode::kNotConverged || code == StatusCode::kSingular || code == StatusCode::kNotFinite;
}

}  // namespace invar
