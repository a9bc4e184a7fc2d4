// Methods of the explicit family.
#pragma once

#include "invar/integrators/integrator.h"

namespace invar {

MethodType explicit_type();

}  // namespace invar
