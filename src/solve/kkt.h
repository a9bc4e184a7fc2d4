// KktSolver: the linear systems of constrained dynamics,
//
//   (K1)  [ A   B^T ] [dq]      = - [r_f]
//         [ G   -E  ] [dlambda]     [r_c]
//
// with A in the pattern of the stiffness, B and G in the pattern of the constraints, and E = diag(eps) a tiny
// regularization that lets redundant rows and singular positions pass: it changes the direction of an iteration, never
// its residual, so nothing is conserved less. The multipliers then are close to those of smallest norm.
//
// Four ways to solve the same system: full, with the frames' internal constraints eliminated (reduced), with all
// multipliers eliminated (augmented, eps = 1/penalty [Dopico2007] eq. (2)), and with both eliminated, the internal
// constraints exactly and the others by their penalties (reduced augmented).
#pragma once

#include <memory>

#include "invar/core/archive.h"
#include "invar/system/mechanical_system.h"

namespace invar {

enum class KktForm { kFull, kReduced, kAugmented, kReducedAugmented };
inline bool is_augmented(KktForm form) { return form == KktForm::kAugmented || form == KktForm::kReducedAugmented; }

class KktSolver {
 public:
  virtual ~KktSolver() = default;
  virtual bool factor(const Vector& A, const Vector& B, const Vector& G, const Vector& eps) = 0;
  virtual void solve(const Vector& r_f, const Vector& r_c, Vector& dq, Vector& dlambda) = 0;
  virtual void reset() = 0;  // see LinearSolver
  virtual void archive(Archive& a) = 0;
  // What the regularization has left of the rows in a solution with these multipliers: r_c + G dq = E dlambda. Eliminated rows
  // have none.
  virtual void calc_rest(const Vector& dlambda, Vector& rest) const = 0;
};

// Stiffness alone, or with a tiny shift, may be singular or indefinite: only a general solver chooses its pivots among all
// unknowns. Systems with the whole mass matrix are eliminated along trees (solve/tree_solver.h).
enum class Pivots { kAlongTrees, kGeneral };
std::unique_ptr<KktSolver> make_kkt_solver(const MechanicalSystem& system, KktForm form,
                                           Pivots pivots = Pivots::kAlongTrees);

// What calc_regularization takes from A alone: for a constant A it is read once.
class RowResistances {
 public:
  void read(const MechanicalSystem& system, const Vector& A);
  void calc_regularization(const SparsePattern& G_pattern, const Vector& G, double epsilon, Vector& eps) const;

 private:
  Vector divisor_;              // of the square of each entry of G
  std::vector<char> has_mass_;  // of each row: on some coordinate
};

// eps_i = epsilon s_i, where s_i estimates the i-th diagonal entry of the Schur complement G A^-1 B^T.
void calc_regularization(const MechanicalSystem& system, const Vector& A, const Vector& G, double epsilon, Vector& eps);

// Relative regularization. Tried from 1e-12 to 1e-5 on the N-four-bar started exactly in its singular position and with
// every row doubled: 1e-10 to 1e-8 all keep round-off accuracy at 3 to 4 iterations a step.
inline constexpr double kRegularization = 1e-9;

}  // namespace invar
