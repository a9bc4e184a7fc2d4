#include "invar/equilibrium/tangent_basis.h"

#include <algorithm>
#include <cmath>
#include <numeric>

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

namespace {

// Parts of the system that neither constraints nor inertia connect, as a number for each node: what one of them does is
// found without the others, so that a part of a milligram beside one of a thousand tons keeps its digits.
std::vector<int> find_connected_nodes(const MechanicalSystem& system, const RigidBasis& basis, int& count) {
  const auto& blocks = basis.blocks();
  std::vector<int> parent(blocks.size()), node_of(system.coordinates());
  std::iota(parent.begin(), parent.end(), 0);
  for (std::size_t b = 0; b < blocks.size(); ++b)
    for (int k = 0; k < blocks[b].size; ++k) node_of[blocks[b].offset + k] = static_cast<int>(b);
  const auto root = [&](int i) {
    while (parent[i] != i) i = parent[i] = parent[parent[i]];
    return i;
  };
  const auto join = [&](int i, int j) { parent[root(node_of[i])] = root(node_of[j]); };
  const SparsePattern &G = system.G_pattern(), &K = system.K_pattern();
  for (int r = 0; r < G.rows; ++r)
    for (int k = G.start[r] + 1; k < G.start[r + 1]; ++k) join(G.index[k], G.index[k - 1]);
  for (int i = 0; i < K.rows; ++i)
    for (int k = K.start[i]; k < K.start[i + 1]; ++k)
      if (system.M()[k] != 0) join(i, K.index[k]);
  std::vector<int> number(blocks.size(), -1), out(blocks.size());
  count = 0;
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    int& at = number[root(static_cast<int>(b))];
    if (at < 0) at = count++;
    out[b] = at;
  }
  return out;
}

}  // namespace

Matrix calc_free_motions(const MechanicalSystem& system, const RigidBasis& basis, const Vector& G,
                         bool holonomic_only) {
  int parts = 0;
  const std::vector<int> part_of = find_connected_nodes(system, basis, parts);
  const auto& blocks = basis.blocks();
  std::vector<std::vector<int>> nodes(parts), rows(parts);
  std::vector<int> node_of(system.coordinates());
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    nodes[part_of[b]].push_back(static_cast<int>(b));
    for (int k = 0; k < blocks[b].size; ++k) node_of[blocks[b].offset + k] = static_cast<int>(b);
  }
  const SparsePattern& pattern = system.G_pattern();
  for (int r = 0; r < system.rows(); ++r) {
    if (system.layout().row(r).internal || (holonomic_only && !system.layout().row(r).holonomic)) continue;
    if (pattern.start[r] < pattern.start[r + 1]) rows[part_of[node_of[pattern.index[pattern.start[r]]]]].push_back(r);
  }
  std::vector<Matrix> motions(parts);
  int columns = 0;
  for (int p = 0; p < parts; ++p) {
    std::vector<int> at(blocks.size(), -1);  // places of the nodes in this part
    int size = 0;
    for (const int b : nodes[p]) {
      at[b] = size;
      size += blocks[b].y_size;
    }
    Matrix A = Matrix::Zero(static_cast<int>(rows[p].size()), size);
    for (int i = 0; i < A.rows(); ++i) {
      const int r = rows[p][i];
      double largest = 0;
      for (int k = pattern.start[r]; k < pattern.start[r + 1]; ++k) largest = std::max(largest, std::abs(G[k]));
      for (int k = pattern.start[r]; k < pattern.start[r + 1] && largest > 0; ++k) {
        const int c = pattern.index[k];
        const RigidBasis::Block& b = blocks[node_of[c]];
        const double g = G[k] / largest;
        const int local = c - b.offset, y = at[node_of[c]];
        if (!b.frame || local < 3) {
          A(i, y + local) += g;
        } else {
          Vector3 e = Vector3::Zero();
          e[local % 3] = g;
          A.row(i).segment<3>(y + 3) += Vector3(basis.director(b, local / 3).cross(e)).transpose();
        }
      }
    }
    int rank = 0;
    motions[p] = calc_null_space(A, rank);
    columns += static_cast<int>(motions[p].cols());
  }
  Matrix N = Matrix::Zero(basis.size(), columns);
  int column = 0;
  for (int p = 0; p < parts; ++p) {
    int row = 0;
    for (const int b : nodes[p]) {
      N.block(blocks[b].y, column, blocks[b].y_size, motions[p].cols()) = motions[p].middleRows(row, blocks[b].y_size);
      row += blocks[b].y_size;
    }
    column += static_cast<int>(motions[p].cols());
  }
  return N;
}

Matrix calc_freedoms(const MechanicalSystem& system, double t, Vec q) {
  PointEval eval;
  const Vector rest = Vector::Zero(system.coordinates());
  system.eval({t, q, rest}, Vector::Zero(system.rows()), kVelocity, eval);
  const RigidBasis basis(system.layout(), q);
  Matrix Z = basis.expand(calc_free_motions(system, basis, eval.G));
  const SparsePattern& K = system.K_pattern();
  for (int j = 0; j < Z.cols(); ++j) {
    double mass = 0;
    for (int i = 0; i < K.rows; ++i)
      for (int k = K.start[i]; k < K.start[i + 1]; ++k) mass += std::abs(Z(i, j) * system.M()[k] * Z(K.index[k], j));
    if (mass > 0) Z.col(j) /= std::sqrt(mass);
  }
  return Z;
}

}  // namespace invar
