// Eigenvalues of small linear systems with internal variables of forces, such as states of controllers:
//
//   (M1)  M y'' + C y' + K y = Q_z z,      z' = f_q y + f_v y' + f_z z
#pragma once

#include <vector>

#include "invar/equilibrium/dense_modes.h"

namespace invar {

struct InternalPart {
  Matrix Q_z, f_q, f_v, f_z;  // on the freedoms y
};

// Pairs with Im >= 0, sorted by |s|, every real s listed; shapes are (y, z). False if some freedom has no mass.
bool solve_with_internals(const Matrix& M, const Matrix& C, const Matrix& K, const InternalPart& part,
                          const Matrix& terms, std::vector<EigenPair>& out);

}  // namespace invar
