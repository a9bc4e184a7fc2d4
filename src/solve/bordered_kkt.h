// The linear system of a start: constraints G and further rows C, each with a compliance of its own,
//
//   (B1)  [ A   G^T   C^T  ] [dq]       [r_f]
//         [ G  -E_G    0   ] [l]   = -  [r_c]
//         [ C   0    -E_C  ] [m]        [r_e]
//
// A row with a tiny compliance holds exactly once the iteration ends, redundant or not, if its multiplier is summed up; one with
// a larger compliance e is a spring, (C dq + r_e)^2/(2 e). Rows that are left out have no entries and the compliance 1.
#pragma once

#include <memory>
#include <vector>

#include "invar/solve/linear_solver.h"
#include "invar/system/mechanical_system.h"

namespace invar {

class BorderedKkt {
 public:
  // `columns`: of each row of C.
  BorderedKkt(const MechanicalSystem& system, std::vector<std::vector<int>> columns);

  struct Rows {
    const Vector& G;    // in G_pattern
    const Vector& E_G;  // of each row
    const std::vector<Vector>& C;
    const Vector& E_C;
    const std::vector<char>& G_is_out;  // of each row; empty: none
    const std::vector<char>& C_is_out;
  };
  // A in K_pattern.
  bool factor(const Vector& A, const Rows& rows);
  // Of rows that are left out r_c and r_e must be zero.
  void solve(const Vector& r_f, const Vector& r_c, const Vector& r_e, Vector& dq, Vector& l, Vector& m);

 private:
  const MechanicalSystem& system_;
  std::vector<std::vector<int>> columns_;
  SparsePattern pattern_;
  std::unique_ptr<LinearSolver> solver_;
  std::vector<int> of_A_, of_G_, of_G_transposed_, of_diagonal_;
  std::vector<std::vector<int>> of_C_, of_C_transposed_;
  Vector values_, b_;
};

}  // namespace invar
