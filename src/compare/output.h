// A comparison for readers: rows of a table, JSON, and a page with diagrams.
#pragma once

#include <string>
#include <vector>

#include "invar/compare/advice.h"

namespace invar::compare {

// With a heading; one row a candidate.
std::vector<std::vector<std::string>> table_rows(const Comparison& comparison);
std::string to_json(const Comparison& comparison, const Advice& advice);
// One self-contained HTML file. `command` is what was typed.
std::string to_page(const Comparison& comparison, const Advice& advice, const std::string& command);

}  // namespace invar::compare
