// Blocks of measured numbers in the documentation: found, compared, written.
#pragma once

#include <string>

#include "reproduce/example.h"

namespace invar::reproduce {

// A table in Markdown, cells with HTML marks.
std::string to_markdown(const PageTable& table);

// What stands between the marks of a block; empty if the text has no such block.
std::string find_block(const std::string& text, const std::string& key);
// The text with the block replaced. Throws std::runtime_error if there is none.
std::string replace_block(const std::string& text, const DocBlock& block);

// The same words, and numbers that agree to `relative`. Numbers that are rounding, below 1e-9 in both, may differ by a factor
// of 30: they change from machine to machine.
bool same_up_to_numbers(const std::string& a, const std::string& b, double relative = 0.1);

}  // namespace invar::reproduce
