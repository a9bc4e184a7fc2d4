// The identity (D3) of terms/constraint.h for any row psi(t, q, v) with a two-point derivative B by v: an approximate J, for
// holonomic rows the derivative by q in the middle, is made exact along the increment,
//
//   (D4)  J += [ psi_1 - psi_0 - J dq - B dv - psi_t_bar ] dq^T / (dq . dq),    dq = q1 - q0, dv = v1 - v0
//
// The remainder is of third order in the step. J does not change when the ends change places, if the approximate one does not.
// Where dq is zero there is nothing to add: (D3) then says psi_1 - psi_0 = B dv + psi_t_bar, which is exact for rows that are
// linear in v.
#pragma once

#include "invar/core/types.h"

namespace invar {

template <class Rows, class Jacobian, class Increment>
void close_rate_identity(const Rows& psi_increment, const Jacobian& B, const Increment& dq, const Increment& dv,
                         const Rows& psi_t_bar, MatOut J) {
  const double square = dq.squaredNorm();
  if (!(square > 0)) return;
  for (int r = 0; r < J.rows(); ++r) {
    const double rest = psi_increment[r] - J.row(r).dot(dq) - B.row(r).dot(dv) - psi_t_bar[r];
    J.row(r) += (rest / square) * dq.transpose();
  }
}

}  // namespace invar
