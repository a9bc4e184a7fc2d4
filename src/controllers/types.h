// The controllers Invar comes with.
#pragma once

#include "invar/controllers/controller_type.h"

namespace invar {

ControllerType pid_type();
ControllerType lag_type();
ControllerType transfer_function_type();
ControllerType state_space_type();
ControllerType delay_type();
ControllerType hysteresis_type();
ControllerType equations_type();
ControllerType sampled_type();

}  // namespace invar
