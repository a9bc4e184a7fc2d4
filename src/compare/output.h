// A comparison for readers: rows of a table, JSON, and a page with diagrams.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "invar/compare/advice.h"

namespace invar::compare {

// With a heading; one row a candidate.
using Rows = std::vector<std::vector<std::string>>;
Rows advice_rows(const Comparison& comparison);
// Errors and invariants at the step of the model file.
Rows invariant_rows(const Comparison& comparison);
// The section `results` of the model: those of the reference and of the same trials; the heading alone if the model has none.
Rows result_rows(const Comparison& comparison);
// Motions without a degree of freedom: what steps show of the outputs, and the methods with their reactions.
std::string prescribed_text(const Comparison& comparison);
Rows resolution_rows(const Comparison& comparison);
Rows reaction_rows(const Comparison& comparison);
// What a reader must know beside: another end, limits of the reference.
std::vector<std::string> notes_of(const Comparison& comparison);
std::string to_json(const Comparison& comparison, const Advice& advice);
// One self-contained HTML file. `command` is what was typed; `shown` gives texts as readers know them, e.g. options for keys.
std::string to_page(const Comparison& comparison, const Advice& advice, const std::string& command,
                    const std::function<std::string(const std::string&)>& shown = std::identity());

}  // namespace invar::compare
