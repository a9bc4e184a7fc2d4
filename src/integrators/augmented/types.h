// Augmented Lagrangian methods of [Dopico2007].
#pragma once

#include "invar/integrators/integrator.h"

namespace invar {

MethodType al_type();
MethodType al_projection_type();
MethodType al_conserving_type();
MethodType al_conserving_projection_type();

}  // namespace invar
