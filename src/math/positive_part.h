// The positive semidefinite part of a symmetric matrix: negative eigenvalues replaced by zero.
#pragma once

#include "invar/core/types.h"

namespace invar {

void add_positive_part(MatIn A, MatOut out);

}  // namespace invar
