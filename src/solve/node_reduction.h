// NodeReduction: the six internal constraints of each frame eliminated exactly from a KKT system (K1), node by node: 6
// unknowns a frame instead of 12 + 6. With X the matrix of directors in B (mean) or G (end), written as 3 x 3 matrices,
//
//   columns  sym(D_f^T dD) = S   <=>  dD = D_f^-T (S + ~w),  w free          (S from the residual of the rows)
//   rows     D_m L + R = 0       <=>  Q = D_m^-1 R: skew(Q) = 0, L = -sym(Q)  (the multipliers follow)
//
// so dq = Y w + y0 and the balance is projected with Z. This is an elimination, not another scheme: the iterates are
// those of the full system up to rounding (and up to the regularization of the internal rows, which is not needed here).
#pragma once

#include <vector>

#include "invar/solve/frame_kernels.h"
#include "invar/solve/node_blocks.h"

namespace invar {

class NodeReduction {
 public:
  NodeReduction(const MechanicalSystem& system, NodeBlocks::Multipliers multipliers);

  const NodeBlocks& blocks() const { return blocks_; }
  // Takes over the matrices and writes the reduced stiffness to its places in `values`.
  void update(const Vector& A, const Vector& B, const Vector& G, Vector& values);
  // The parts of a row of G and of B on a node, reduced: G Y and (Z B^T)^T.
  void reduce(const ConstraintBlock& block, double* g, double* b) const;

  // dq = y0, the part of the increment that the internal residuals fix; x = -Z (r_f + A y0).
  void start(const Vector& r_f, const Vector& r_c, Vector& dq, Vector& x);
  double row_product(int row, const Vector& dq) const;  // of a row of G
  // dq = Y x + y0.
  void expand(const Vector& x, Vector& dq) const;
  // Internal multipliers from the linearized balance r_f + A dq + B^T dlambda = 0 of each frame, given all others and
  // zeros.
  void add_internal_multipliers(const Vector& r_f, const Vector& dq, Vector& dlambda);

 private:
  void set_stiffness_block(const StiffnessBlock& block, Vector& values) const;
  void add_stiffness_product(const Vector& x, Vector& y) const;  // y += A x

  NodeBlocks blocks_;
  SparsePattern G_;
  std::vector<FrameElimination> frames_;  // of each unit
  std::vector<FrameProduct> frame_products_;
  std::vector<StiffnessBlock> other_products_;
  Vector residual_, B_, G_values_;
  Vector A_;  // the stiffness by blocks
};

}  // namespace invar
