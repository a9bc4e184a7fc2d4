#include "invar/core/version.h"

namespace invar {

const char* version() { return INVAR_VERSION; }  // defined by src/CMakeLists.txt

}  // namespace invar
