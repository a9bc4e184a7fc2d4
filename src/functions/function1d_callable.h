// A function of one variable that a program gives as any callable, e.g. a lambda: derivatives by differences
// (core/differences.h), the integral by quadrature. The callable must be smooth and may be called from several threads.
#pragma once

#include <functional>

#include "invar/functions/function1d.h"

namespace invar {

FunctionPtr make_callable(std::function<double(double)> value);
// With its derivative, which is then differentiated once more for the second.
FunctionPtr make_callable(std::function<double(double)> value, std::function<double(double)> derivative);

}  // namespace invar
