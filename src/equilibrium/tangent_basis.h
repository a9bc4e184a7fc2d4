// Small changes of the coordinates that the constraints allow. A frame moves by a displacement and a small rotation in
// world axes, dd_i = phi x d_i, which keeps its six internal rows; everything else by its coordinates. On these,
// dq = Y y, the remaining rows G Y y = 0 leave the freedoms z, y = N z, with N from a rank-revealing QR factorization:
// redundant rows drop out by themselves. Dense: for systems of a few hundred freedoms.
#pragma once

#include <vector>

#include "invar/system/mechanical_system.h"

namespace invar {

// Columns of Y, sparse by construction.
class RigidBasis {
 public:
  RigidBasis(const Layout& layout, Vec q);
  int size() const { return size_; }
  // Y B.
  Matrix expand(const Matrix& B) const;
  // Least-squares inverse: the y of a dq that keeps the internal rows (rotation 1/2 sum d_i x dd_i).
  Matrix contract(const Matrix& dq) const;
  // One block a node.
  struct Block {
    int node, offset, size;  // of the coordinates
    int y, y_size;
    bool frame;
  };
  const std::vector<Block>& blocks() const { return blocks_; }
  // The i-th director of a frame, i = 1 to 3.
  Vector3 director(const Block& b, int i) const { return q_.segment<3>(b.offset + 3 * i); }

 private:
  int n_ = 0, size_ = 0;
  Vector q_;
  std::vector<Block> blocks_;
};

// Dense matrix of values in a pattern.
Matrix dense_matrix(const SparsePattern& pattern, const Vector& values);
// Orthonormal basis of the null space of A (rows scaled), and the rank.
Matrix calc_null_space(const Matrix& A, int& rank);

// Motions y of the rows of G (without those internal to frames), as columns: an orthonormal basis, found apart for each part
// of the system that neither constraints nor inertia connect with the others.
Matrix calc_free_motions(const MechanicalSystem& system, const RigidBasis& basis, const Vector& G,
                         bool holonomic_only = false);

// All freedoms at q: dq = Z z. Columns are scaled to a mass of one, summed without signs, so that heavy and light parts
// count alike.
Matrix calc_freedoms(const MechanicalSystem& system, double t, Vec q);

}  // namespace invar
