// The local equations of internal variables (terms/memory_force.h), solved by Newton's method.
#pragma once

#include <algorithm>
#include <cmath>

#include "invar/core/term_failure.h"
#include "invar/core/types.h"

namespace invar {

// Along a path a force has two sets of unknowns.
using MemoryMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, 2 * 12, 2 * 12>;

// equations(r, J) sets the residual at the present z, and its derivative unless J is null; `size` is that of the numbers z is
// made of. False, and the term has failed, if there is no solution nearby.
template <class Equations>
bool solve_memory_equations(VecOut z, double size, const Equations& equations) {
  constexpr int kMostIterations = 30;
  constexpr double kRoundOff = 4 * 2.2e-16;
  constexpr double kStalled = 1e-11;  // corrections that no longer become smaller are rounding of the equations
  LocalVector r(z.size()), dz(z.size());
  MemoryMatrix J(z.size(), z.size());
  double last = INFINITY;
  for (int k = 0; k < kMostIterations; ++k) {
    equations(VecOut(r), &J);
    dz = J.partialPivLu().solve(r);
    const double change = dz.cwiseAbs().maxCoeff();
    if (!(change < INFINITY)) break;
    z -= dz;
    size = std::max({size, change, z.cwiseAbs().maxCoeff()});
    if (change <= kRoundOff * size) return true;
    if (change >= 0.5 * last && change <= kStalled * size) return true;
    last = change;
  }
  fail_term("its internal variables cannot be found: no solution of their equations is near");
  return false;
}

}  // namespace invar
