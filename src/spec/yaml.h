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

// The tree as YAML text that reads back as the same tree. Names of files under a key `file` become absolute, so that the text
// may be stored anywhere. Throws ModelError for a function that a program gave: no text has it.
std::string write_yaml(const SpecNode& root);

}  // namespace invar
