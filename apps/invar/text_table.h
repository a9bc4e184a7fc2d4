// Aligned columns for the terminal; the last one is wrapped.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace invar::app {

// Columns of the terminal on stdout, 100 if it is none; at least 60.
std::size_t output_width();

// Lines of at most `width` characters, broken at blanks. Never empty.
std::vector<std::string> wrapped(std::string_view text, std::size_t width);

// Rows of cells, two blanks between columns, each line after `indent` blanks. Columns that are empty in all rows but the
// first (the heading, if there is one) are left out.
std::string aligned(std::vector<std::vector<std::string>> rows, bool has_heading, std::size_t indent,
                    std::size_t width);

}  // namespace invar::app
