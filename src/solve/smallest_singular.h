// The smallest singular value s of C = G R^-1, the constraints in the metric of the mass M = R^T R, by inverse iteration with factors
// at hand:  l = C^+T R x,  R^-1 C^+ l = x/s^2.
#pragma once

#include "invar/solve/constrained_solver.h"
#include "invar/system/sparse_pattern.h"

namespace invar {

class SmallestSingular {
 public:
  // x: a guess at the direction, and the direction, of unit size. Infinity where there is none.
  double find(ConstrainedSolver& solver, const SparsePattern& K, const Vector& M, int rows, int iterations, Vector& x);
  const Vector& Mx() const { return Mx_; }  // of the direction
  // |x| in the metric of M; leaves M x.
  double calc_size(const SparsePattern& K, const Vector& M, const Vector& x);

 private:
  Vector zero_, c_, l_, Mx_;
};

}  // namespace invar
