// Methods of structural dynamics on the index-3 equations.
#pragma once

#include "invar/integrators/integrator.h"

namespace invar {

MethodType newmark_type();
MethodType hht_type();
MethodType generalized_alpha_type();

}  // namespace invar
