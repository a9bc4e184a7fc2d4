// Methods of the energy-momentum family.
#pragma once

#include "invar/integrators/integrator.h"

namespace invar {

MethodType ep_type();
MethodType em_type();
MethodType ed_type();
MethodType ggl_type();

}  // namespace invar
