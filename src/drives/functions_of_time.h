// Small functions of a prescribed function f(t) that drives need as coefficients of their rows. Derivatives by the chain
// rule; a constant f gives a constant.
#pragma once

#include "invar/core/function1d.h"
#include "invar/core/params.h"

namespace invar {

FunctionPtr make_cosine(FunctionPtr f);  // cos f
FunctionPtr make_sine(FunctionPtr f);    // sin f
FunctionPtr make_square(FunctionPtr f);  // f^2

// The key `range` of a drive: what its value may be. Beyond it the drive cannot go: evaluation throws ModelError with the
// place of the key, which ends a run with the name of the drive and the time reached.
void add_range(Schema& schema, const std::string& unit);
// The function of the key `value`, held to the range where there is one. Refuses a start beyond it.
FunctionPtr read_value_in_range(const Params& params, const std::string& drive);

}  // namespace invar
