// The largest absolute value of a vector: the norm of all residuals and corrections here.
#pragma once

#include "invar/core/types.h"

namespace invar {

inline double max_abs(const Vector& x) { return x.size() == 0 ? 0.0 : x.cwiseAbs().maxCoeff(); }

}  // namespace invar
