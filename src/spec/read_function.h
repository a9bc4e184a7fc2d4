// Functions as a model writes them: a number, a formula, {table: ...}, {polynomial: ...}, {pieces: ...}, {file: ...}.
#pragma once

#include <string>

#include "invar/functions/function1d.h"
#include "invar/functions/function_table.h"
#include "invar/spec/spec_node.h"

namespace invar {

// As a function of `variable`. Throws ModelError at the node.
FunctionPtr read_function(const SpecNode& node, const std::string& variable);

// Whether it is a formula that reads more than `variable`, the names of its scope and its functions: channels, for example. True
// also for a text that is no formula.
bool reads_signals(const SpecNode& node, const std::string& variable);

// The section `functions` of a model: functions of x, or of x and y. Each may call those before it.
FunctionTablePtr read_functions(const SpecNode& section);

}  // namespace invar
