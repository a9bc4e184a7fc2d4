// A frame node with its six internal constraints, marked so that solvers may eliminate them locally.
#pragma once

#include <string>

#include "invar/terms/assembly.h"

namespace invar {

// Returns the node.
int add_frame(Assembly& assembly, const std::string& name);

}  // namespace invar
