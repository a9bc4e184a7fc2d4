// ConstrainedSolver: the one linear problem behind explicit methods for constrained systems. Of all x that satisfy
// G x = c, the one closest to the unconstrained M^-1 f in the metric of the mass,
//
//   M x + G^T l = f,   G x = c     <=>     x = a + R^-1 C^+ (c - G a),   a = M^-1 f,   M = R^T R,   C = G R^-1
//
// [Braun2012] eq. (13). Accelerations, corrections of positions and velocities, and the tangential projection of a
// velocity (f = M v, c = 0) are all of this form and share one factorization.
//
//   dense    truncated singular value decomposition of C: exact at singular positions and with redundant rows. Its rows
//            are scaled, and frames have their six physical coordinates.
//   sparse   the KKT matrix with -eps in the multiplier block, eps = truncation^2: singular values below the truncation
//            are damped as sigma/(sigma^2 + truncation^2) instead of cut. Cost grows with the number of bodies only.
#pragma once

#include <memory>
#include <vector>

#include "invar/core/archive.h"
#include "invar/solve/node_mass.h"
#include "invar/system/mechanical_system.h"

namespace invar {

class ConstrainedSolver {
 public:
  virtual ~ConstrainedSolver() = default;
  // Another mass matrix, in K_pattern, for systems where it varies: before `factor`. False if it cannot be inverted.
  virtual bool set_mass(const Vector& M) = 0;
  // Values of the constraint matrix in G_pattern. False if it cannot be factored.
  virtual bool factor(const Vector& G) = 0;
  virtual void solve(const Vector& f, const Vector& c, Vector& x, Vector& l) = 0;
  // Rows that follow from others wherever all constraints hold: they are not asked for (sparse), or as many combinations of
  // rows as there are (dense).
  virtual void leave_out(const std::vector<int>& rows) = 0;
  // How far the forces of the constraints that are asked for have canceled each other since the last call of leave_out, as a
  // ratio: large where those that are left out are no longer a good choice. 0 if that does not matter.
  virtual double cancellation() const { return 0; }
  // Of the constraints where they were factored last; 0 if the solver does not know.
  virtual int rank() const { return 0; }
  // Results depend on nothing that was factored before.
  virtual void reset() {}
  virtual void archive(Archive& a) = 0;
};

enum class ConstrainedSolverKind { kAuto, kDense, kSparse };

// Automatic: dense for small systems with a regular mass matrix whose masses do not lie far apart.
std::unique_ptr<ConstrainedSolver> make_constrained_solver(const MechanicalSystem& system, ConstrainedSolverKind kind,
                                                           double truncation, bool redundant = false);
std::unique_ptr<ConstrainedSolver> make_dense_constrained_solver(const MechanicalSystem& system, double truncation);

// The mass matrix with something on every massless coordinate, in K_pattern, so that it can be inverted: `relative` times
// the largest inertia of the node, or of the system if the node has none.
Vector calc_invertible_mass(const MechanicalSystem& system, const Vector& M, double relative);
// Of the constant part of the mass: coordinates that have a variable one alone count as massless. A metric, no more.
Vector calc_invertible_mass(const MechanicalSystem& system, double relative);

}  // namespace invar
