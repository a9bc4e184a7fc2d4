// The KKT system of accelerations and projections, factored without pivoting:
//
//   [ M   G^T ]
//   [ G   -E  ] = L D L^T,    M positive definite, E > 0
//
// Such a matrix has factors in any order of its unknowns; they are good ones if each multiplier comes after
// the coordinates that it acts on, for its pivot then is -(E + G M^-1 G^T) and not -E. Half of LU to compute and to store, and
// nothing of it depends on what was factored before. Near singular positions pivots become tiny: who solves has to refine, and
// to turn to pivoted factors where that does not converge (solve/acceleration.cc).
#pragma once

#include <memory>

#include "invar/solve/kkt.h"

namespace invar {

// Null where it does not pay: systems of frames are solved by blocks (kkt_reduced.cc), masses that vary have another pattern.
std::unique_ptr<KktSolver> make_symmetric_kkt_solver(const MechanicalSystem& system, const Vector& M);

}  // namespace invar
