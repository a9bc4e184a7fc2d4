#include "invar/solve/smallest_singular.h"

#include <algorithm>
#include <cmath>

namespace invar {

double SmallestSingular::calc_size(const SparsePattern& K, const Vector& M, const Vector& x) {
  Mx_.setZero(x.size());
  add_product(K, M, x, Mx_);
  return std::sqrt(std::max(0.0, x.dot(Mx_)));
}

double SmallestSingular::find(ConstrainedSolver& solver, const SparsePattern& K, const Vector& M, int rows,
                              int iterations, Vector& x) {
  zero_.setZero(x.size());
  c_.setZero(rows);
  double s = 0;
  for (int k = 0; k < iterations; ++k) {
    const double before = calc_size(K, M, x);
    if (!(before > 0)) return INFINITY;
    solver.solve(Mx_, c_, x, l_);
    solver.solve(zero_, l_, x, c_);
    c_.setZero();
    const double after = calc_size(K, M, x);
    if (!(after > 0) || !std::isfinite(after)) return INFINITY;
    s = std::sqrt(before / after);
    x /= after;
  }
  calc_size(K, M, x);
  return s;
}

}  // namespace invar
