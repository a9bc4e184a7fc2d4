// Strains of the director-based geometrically exact beam at one point of its axis. With P = (r', d1, d2, d3, d1', d2',
// d3') interpolated from the nodes,
//
//   Gamma_i = d_i . r',   K_i = 1/2 eps_ijk d_k . d_j'   (K1 = (d3.d2' - d2.d3')/2 and cyclic),   E = (Gamma, K) - E0
//
// so E is a quadratic form of P: with its gradient B, linear in P,
//   (B1)  E(b) - E(a) = B((a + b)/2) (b - a),
// frame-invariant and independent of the path. Axis 1 is along the beam: E = (stretch, shear 2, shear 3, torsion, bending
// 2, bending 3).
#pragma once

#include "invar/core/types.h"

namespace invar {

using Vector6 = Eigen::Matrix<double, 6, 1>;
using Matrix6 = Eigen::Matrix<double, 6, 6>;
using BeamPoint = Eigen::Matrix<double, 3, 7>;  // columns r', d1, d2, d3, d1', d2', d3'

// (Gamma, K) of P, the reference not subtracted.
Vector6 calc_beam_strain(const BeamPoint& P);

// The symmetric bilinear form behind it: calc_beam_strain(P) = calc_beam_strain(P, P).
Vector6 calc_beam_strain(const BeamPoint& a, const BeamPoint& b);

// B(P)^T S as an array like P: the work of the stress S in a variation dP is its scalar product with dP. Being linear in P, it
// serves components of vectors (three rows) and weights of nodes (a row each) alike.
template <class Points>
Eigen::Matrix<double, Points::RowsAtCompileTime, 7> calc_beam_force(const Eigen::MatrixBase<Points>& P,
                                                                    const Vector6& S) {
  Eigen::Matrix<double, Points::RowsAtCompileTime, 7> F;
  F.setZero();
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;  // K_i = (d_k . d_j' - d_j . d_k')/2
    const double m = 0.5 * S[3 + i];
    F.col(0) += S[i] * P.col(1 + i);
    F.col(1 + i) += S[i] * P.col(0);
    F.col(1 + k) += m * P.col(4 + j);
    F.col(4 + j) += m * P.col(1 + k);
    F.col(1 + j) -= m * P.col(4 + k);
    F.col(4 + k) -= m * P.col(1 + j);
  }
  return F;
}

}  // namespace invar
