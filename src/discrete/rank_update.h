// K += A^T T B for the few rows of local Jacobians, most of whose entries vanish: a spring moves few of the directions of
// its two bodies. One column after the other, zeros skipped.
#pragma once

#include "invar/core/local_matrix.h"
#include "invar/core/types.h"

namespace invar {

void add_rank_update(const LocalMatrix& A, const LocalMatrix& T, const LocalMatrix& B, MatOut K);

}  // namespace invar
