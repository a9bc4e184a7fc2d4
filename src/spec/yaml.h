// YAML text to SpecNode, with the line and column of every key and value.
//
// Stricter than YAML where silence would hurt: keys given twice are an error that names both lines, a second document is
// refused, nesting and the number of nodes (aliases counted as often as they are used) are limited. Anchors, aliases and
// merge keys `<<` work.
#pragma once

#include <string>

#include "invar/spec/spec_node.h"

namespace invar {

// Throws ModelError. `file` is the name shown in messages. Empty text gives a null node.
SpecNode read_yaml_text(const std::string& text, const std::string& file);

}  // namespace invar
