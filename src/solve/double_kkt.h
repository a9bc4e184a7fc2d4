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

#include "invar/solve/kkt.h"
#include "invar/system/mechanical_system.h"

namespace invar {

struct DoubleKkt {
  Vector A[2][2], B[2][2], G[2][2], E[2][2];
};

class DoubleKktSolver {
 public:
  virtual ~DoubleKktSolver() = default;
  virtual bool factor(const DoubleKkt& matrix) = 0;
  virtual void solve(const Vector r[2], const Vector c[2], Vector dx[2], Vector dl[2]) = 0;
  virtual void reset() = 0;  // see LinearSolver
  virtual void archive(Archive& a) = 0;
};

// A matrix of the right sizes, all zero.
DoubleKkt make_double_kkt(const MechanicalSystem& system);

// kFull: all unknowns. kReduced: the internal constraints of frames eliminated node by node, 12 unknowns a frame instead of
// 24 + 12; needs G_12 = 0 and a regular G_22 on internal rows.
std::unique_ptr<DoubleKktSolver> make_double_kkt_solver(const MechanicalSystem& system, KktForm form);

}  // namespace invar
