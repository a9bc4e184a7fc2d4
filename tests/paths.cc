#include "paths.h"

namespace invar {

std::string source_path(const std::string& relative) { return INVAR_SOURCE_DIR "/" + relative; }

}  // namespace invar
