// Functions of time, as terms read them. In a step that is being made (core/step_window.h), the ends of the step belong to the
// piece of the function inside it.
#pragma once

#include "invar/functions/function1d.h"

namespace invar {

// f itself, if it has no breaks.
FunctionPtr make_time_function(FunctionPtr f);

}  // namespace invar
