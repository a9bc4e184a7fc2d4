// Small functions of a prescribed function f(t) that drives need as coefficients of their rows. Derivatives by the chain
// rule; a constant f gives a constant.
#pragma once

#include "invar/functions/function1d.h"

namespace invar {

FunctionPtr make_cosine(FunctionPtr f);  // cos f
FunctionPtr make_sine(FunctionPtr f);    // sin f
FunctionPtr make_square(FunctionPtr f);  // f^2

}  // namespace invar
