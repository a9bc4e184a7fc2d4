// Lowest curvature of a matrix A on the constraints, A x = c W x with G x = 0, estimated from solutions of the KKT system
// that has just been factored: a few Lanczos steps on A^-1 W, whose spectrum begins with the smallest c. A negative value
// proves that A is indefinite; a positive one makes it very likely that A is not.
#pragma once

#include "invar/solve/kkt.h"

namespace invar {

// [1/s^2] where A is a stiffness and W a mass. `seed` is a direction worth looking at, e.g. the last step; may be empty.
// NaN where the solutions are not finite. `below` becomes the number of curvatures from 0 up to `limit` that were found.
double estimate_lowest_curvature(const MechanicalSystem& system, KktSolver& factored, const Vector& W,
                                 const Vector& seed, double limit = 0, int* below = nullptr);

}  // namespace invar
