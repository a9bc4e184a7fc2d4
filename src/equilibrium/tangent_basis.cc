#include "invar/equilibrium/tangent_basis.h"

#include "invar/math/rotation.h"

namespace invar {

namespace {
// Remainder of a scaled row below which it depends on the others (system/constraint_rank.cc uses the same).
constexpr double kDependent = 1e-8;
}  // namespace

RigidBasis::RigidBasis(const Layout& layout, Vec q) : n_(layout.coordinates()), q_(q) {
  std::vector<bool> frame(layout.coordinates(), false);
  for (const auto& block : layout.internal_blocks()) frame[block.coordinate] = true;
  for (std::size_t i = 0; i < layout.nodes().size(); ++i) {
    const Node& node = layout.node(static_cast<int>(i));
    const bool is_frame = frame[node.offset];
    const int size = node_size(node.kind), y_size = is_frame ? 6 : size;
    blocks_.push_back({static_cast<int>(i), node.offset, size, size_, y_size, is_frame});
    size_ += y_size;
  }
}

Matrix RigidBasis::expand(const Matrix& B) const {
  Matrix out(n_, B.cols());
  for (const Block& b : blocks_) {
    if (!b.frame) {
      out.middleRows(b.offset, b.size) = B.middleRows(b.y, b.size);
      continue;
    }
    out.middleRows(b.offset, 3) = B.middleRows(b.y, 3);
    for (int i = 1; i <= 3; ++i)
      out.middleRows(b.offset + 3 * i, 3) = -skew(Vector3(q_.segment<3>(b.offset + 3 * i))) * B.middleRows(b.y + 3, 3);
  }
  return out;
}

Matrix RigidBasis::contract(const Matrix& dq) const {
  Matrix out = Matrix::Zero(size_, dq.cols());
  for (const Block& b : blocks_) {
    if (!b.frame) {
      out.middleRows(b.y, b.size) = dq.middleRows(b.offset, b.size);
      continue;
    }
    out.middleRows(b.y, 3) = dq.middleRows(b.offset, 3);
    for (int i = 1; i <= 3; ++i)
      out.middleRows(b.y + 3, 3) +=
          0.5 * skew(Vector3(q_.segment<3>(b.offset + 3 * i))) * dq.middleRows(b.offset + 3 * i, 3);
  }
  return out;
}

Matrix dense_matrix(const SparsePattern& pattern, const Vector& values) {
  Matrix A = Matrix::Zero(pattern.rows, pattern.cols);
  for (int i = 0; i < pattern.rows; ++i)
    for (int k = pattern.start[i]; k < pattern.start[i + 1]; ++k) A(i, pattern.index[k]) = values[k];
  return A;
}

Matrix dense_rows(const MechanicalSystem& system, const Vector& G, bool holonomic_only) {
  const SparsePattern& pattern = system.G_pattern();
  std::vector<int> rows;
  for (int r = 0; r < system.rows(); ++r)
    if (!system.layout().row(r).internal && (!holonomic_only || system.layout().row(r).holonomic)) rows.push_back(r);
  Matrix A = Matrix::Zero(static_cast<int>(rows.size()), system.coordinates());
  for (int i = 0; i < A.rows(); ++i) {
    for (int k = pattern.start[rows[i]]; k < pattern.start[rows[i] + 1]; ++k) A(i, pattern.index[k]) = G[k];
    const double largest = A.row(i).cwiseAbs().maxCoeff();
    if (largest > 0) A.row(i) /= largest;
  }
  return A;
}

Matrix calc_null_space(const Matrix& A, int& rank) {
  rank = 0;
  if (A.rows() == 0) return Matrix::Identity(A.cols(), A.cols());
  Eigen::ColPivHouseholderQR<Matrix> qr(A.transpose());
  qr.setThreshold(kDependent);
  rank = static_cast<int>(qr.rank());
  Matrix N = Matrix::Zero(A.cols(), A.cols() - rank);
  N.bottomRows(N.cols()).setIdentity();
  N.applyOnTheLeft(qr.householderQ());
  return N;
}

Matrix calc_freedoms(const MechanicalSystem& system, double t, Vec q) {
  PointEval eval;
  system.eval(t, q, Vector::Zero(system.coordinates()), Vector::Zero(system.rows()), kVelocity, eval);
  const RigidBasis basis(system.layout(), q);
  const Matrix rows = dense_rows(system, eval.G);
  // G Y by columns of Y: (Y^T G^T)^T would need the transpose of expand; contraction of an identity is cheap enough.
  const Matrix GY = rows * basis.expand(Matrix::Identity(basis.size(), basis.size()));
  int rank = 0;
  return basis.expand(calc_null_space(GY, rank));
}

}  // namespace invar
