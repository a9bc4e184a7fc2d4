// What a formula may read at its place, for messages.
#pragma once

#include <string>
#include <vector>

#include "invar/core/error.h"

namespace invar {

// "it may read t and the parameters l, mass"
std::string readable_names(const std::vector<std::string>& variables, const std::vector<std::string>& parameters);

// Throws ModelError for names with a dot, such as hinge.angle: most often a channel, where only variables of the place and
// parameters can be read.
void refuse_dotted_names(const std::string& text, const SourceLocation& where, const std::string& subject,
                         const std::vector<std::string>& variables, const std::vector<std::string>& parameters);

}  // namespace invar
