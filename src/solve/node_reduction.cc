#include "invar/solve/node_reduction.h"

#include <algorithm>

namespace invar {

namespace {

template <int kRows, int kCols>
using ByRows = Eigen::Matrix<double, kRows, kCols, Eigen::RowMajor>;
using SmallByRows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor, 12, 12>;

}  // namespace

NodeReduction::NodeReduction(const MechanicalSystem& system, NodeBlocks::Multipliers multipliers)
    : blocks_(system, 1, multipliers),
      G_(system.G_pattern()),
      frames_(blocks_.units().size()),
      A_(blocks_.dense_entries()) {
  for (const auto& block : blocks_.stiffness())
    if (block.frames)
      frame_products_.push_back({block.dense, blocks_.units()[block.b].offset, blocks_.units()[block.a].offset});
    else
      other_products_.push_back(block);
}

void NodeReduction::update(const Vector& A, const Vector& B, const Vector& G, Vector& values) {
  B_ = B;
  G_values_ = G;
  for (size_t u = 0; u < frames_.size(); ++u)
    if (const NodeUnit& unit = blocks_.units()[u]; unit.is_frame())
      frames_[u].set(unit.read_directors(G).transpose().inverse(), unit.read_directors(B).inverse());
  for (const auto& block : blocks_.stiffness()) {
    blocks_.read(block, A, A_.data() + block.dense);
    if (block.frames)
      reduce_frame_block(A_.data() + block.dense, frames_[block.a], frames_[block.b], blocks_.stiffness_target(block),
                         values.data());
    else
      set_stiffness_block(block, values);
  }
}

void NodeReduction::start(const Vector& r_f, const Vector& r_c, Vector& dq, Vector& x) {
  const auto& units = blocks_.units();
  dq.setZero(r_f.size());
  for (size_t u = 0; u < units.size(); ++u)
    if (units[u].is_frame())
      Eigen::Map<Matrix3>(dq.data() + units[u].offset + 3) = frames_[u].P * make_internal_S(r_c, units[u].row);
  residual_ = r_f;
  add_stiffness_product(dq, residual_);
  for (size_t u = 0; u < units.size(); ++u) {
    const NodeUnit& unit = units[u];
    if (unit.is_frame()) {
      x.segment<3>(unit.reduced) = -residual_.segment<3>(unit.offset);
      x.segment<3>(unit.reduced + 3).noalias() = -frames_[u].project(residual_.segment<9>(unit.offset + 3));
    } else {
      x.segment(unit.reduced, unit.size) = -residual_.segment(unit.offset, unit.size);
    }
  }
}

double NodeReduction::row_product(int row, const Vector& dq) const {
  double sum = 0;
  for (int k = G_.start[row]; k < G_.start[row + 1]; ++k) sum += G_values_[k] * dq[G_.index[k]];
  return sum;
}

void NodeReduction::expand(const Vector& x, Vector& dq) const {
  for (size_t u = 0; u < frames_.size(); ++u) {
    const NodeUnit& unit = blocks_.units()[u];
    if (unit.is_frame()) {
      dq.segment<3>(unit.offset) = x.segment<3>(unit.reduced);
      dq.segment<9>(unit.offset + 3).noalias() += frames_[u].expand(x.segment<3>(unit.reduced + 3));
    } else {
      dq.segment(unit.offset, unit.size) = x.segment(unit.reduced, unit.size);
    }
  }
}

void NodeReduction::add_internal_multipliers(const Vector& r_f, const Vector& dq, Vector& dlambda) {
  residual_ = r_f;
  add_stiffness_product(dq, residual_);
  for (const int r : blocks_.rows())
    for (int k = G_.start[r]; k < G_.start[r + 1]; ++k) residual_[G_.index[k]] += B_[k] * dlambda[r];
  for (size_t u = 0; u < frames_.size(); ++u) {
    const NodeUnit& unit = blocks_.units()[u];
    if (!unit.is_frame()) continue;
    const Matrix3 Q = frames_[u].N * Eigen::Map<const Matrix3>(residual_.data() + unit.offset + 3);
    dlambda.segment<6>(unit.row) << -Q(0, 0), -Q(1, 1), -Q(2, 2), -0.5 * (Q(1, 2) + Q(2, 1)),
        -0.5 * (Q(0, 2) + Q(2, 0)), -0.5 * (Q(0, 1) + Q(1, 0));
  }
}

void NodeReduction::set_stiffness_block(const StiffnessBlock& block, Vector& values) const {
  const NodeUnit &a = blocks_.units()[block.a], &b = blocks_.units()[block.b];
  const Eigen::Map<const SmallByRows> D(A_.data() + block.dense, a.size, b.size);
  SmallByRows left = D, R;
  if (a.is_frame()) {
    left.resize(6, b.size);
    left.topRows(3) = D.topRows(3);
    left.bottomRows(3).noalias() = frames_[block.a].Z_transposed.leftCols<3>().transpose().lazyProduct(D.bottomRows(9));
  }
  R = left;
  if (b.is_frame()) {
    R.resize(left.rows(), 6);
    R.leftCols(3) = left.leftCols(3);
    R.rightCols(3).noalias() = left.rightCols(9).lazyProduct(frames_[block.b].Y.leftCols<3>());
  }
  const int* target = blocks_.stiffness_target(block);
  for (int i = 0; i < R.rows(); ++i) values.segment(target[i], R.cols()) = R.row(i);
}

void NodeReduction::reduce(const ConstraintBlock& block, double* g, double* b) const {
  const NodeUnit& unit = blocks_.units()[block.unit];
  const auto row_G = blocks_.read(block, G_values_), row_B = blocks_.read(block, B_);
  if (unit.is_frame()) {
    reduce_frame_row(row_G.data(), frames_[block.unit].Y, g);
    reduce_frame_row(row_B.data(), frames_[block.unit].Z_transposed, b);
  } else {
    std::copy_n(row_G.data(), unit.size, g);
    std::copy_n(row_B.data(), unit.size, b);
  }
}

void NodeReduction::add_stiffness_product(const Vector& x, Vector& y) const {
  add_frame_products(frame_products_, A_.data(), x.data(), y.data());
  for (const auto& block : other_products_) {
    const NodeUnit &a = blocks_.units()[block.a], &b = blocks_.units()[block.b];
    y.segment(a.offset, a.size).noalias() +=
        Eigen::Map<const SmallByRows>(A_.data() + block.dense, a.size, b.size).lazyProduct(x.segment(b.offset, b.size));
  }
}

}  // namespace invar
