// Which nodes turn with the second body of a joint, found from what the terms connect.
#pragma once

#include <string>
#include <vector>

#include "invar/terms/assembly.h"

namespace invar {

// Nodes that turn with the second body of a joint: all that is connected with it otherwise than through the joint. Gives
// the name of a part that also connects them with the first body in `conflict`, if there is one.
std::vector<bool> find_turning_nodes(const Assembly& assembly, const std::vector<int>& F, const std::vector<int>& M,
                                     std::string& conflict);

}  // namespace invar
