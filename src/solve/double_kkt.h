// DoubleKktSolver: the linear systems of schemes with two unknowns a coordinate and two multipliers a constraint row,
//
//   (KK)  [ A_11  A_12  B_11^T  B_12^T ] [dx_1]     [r_1]
//         [ A_21  A_22  B_21^T  B_22^T ] [dx_2] = - [r_2]
//         [ G_11  G_12  -E_11   -E_12  ] [dl_1]     [c_1]
//         [ G_21  G_22  -E_21   -E_22  ] [dl_2]     [c_2]
//
// with A in the pattern of the stiffness, B and G in that of the constraints, and diagonal E. E regularizes redundant and
// singular rows, or pins multipliers that a scheme does not use; the residual stays exact (see solve/kkt.h).
#pragma once

#include <memory>

#include "invar/solve/linear_solver.h"
#include "invar/system/mechanical_system.h"

namespace invar {

struct DoubleKkt {
  Vector A[2][2], B[2][2], G[2][2], E[2][2];
};

class DoubleKktSolver {
 public:
  explicit DoubleKktSolver(const MechanicalSystem& system);
  // A matrix of the right sizes, all zero.
  DoubleKkt make_matrix() const;

  bool factor(const DoubleKkt& matrix);
  void solve(const Vector r[2], const Vector c[2], Vector dx[2], Vector dl[2]);
  void reset() { solver_->reset(); }

 private:
  int n_, m_, K_entries_, G_entries_;
  std::vector<int> A_at_[2][2], B_at_[2][2], G_at_[2][2], E_at_[2][2];
  Vector values_, x_;
  std::unique_ptr<LinearSolver> solver_;
};

}  // namespace invar
