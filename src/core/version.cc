#include "invar/core/version.h"

namespace invar {

const char* version() { return "0.1.0"; }

}  // namespace invar
