// The KKT system (K1) with the six internal constraints of each frame eliminated exactly, node by node: 6 unknowns a
// frame instead of 12 + 6. With X the matrix of directors in B (mean) or G (end), written as 3 x 3 matrices,
//
//   columns  sym(D_f^T dD) = S   <=>  dD = D_f^-T (S + ~w),  w free          (S from the residual of the rows)
//   rows     D_m L + R = 0       <=>  Q = D_m^-1 R: skew(Q) = 0, L = -sym(Q)  (the multipliers follow)
//
// so dq = Y w + y0 and the balance is projected with Z. This is an elimination, not another scheme: the iterates are
// those of the full system up to rounding (and up to the regularization of the internal rows, which is not needed here).
#include "invar/math/rotation.h"
#include "invar/solve/frame_product.h"
#include "invar/solve/kkt.h"
#include "invar/solve/linear_solver.h"
#include "invar/solve/node_blocks.h"

namespace invar {

namespace {

template <int kRows, int kCols>
using ByRows = Eigen::Matrix<double, kRows, kCols, Eigen::RowMajor>;
using SmallByRows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor, 12, 12>;

class ReducedKktSolver final : public KktSolver {
 public:
  explicit ReducedKktSolver(const MechanicalSystem& system)
      : blocks_(system, 1),
        G_(system.G_pattern()),
        frames_(blocks_.units().size()),
        values_(blocks_.pattern().nonzeros()),
        x_(blocks_.unknowns()),
        A_(blocks_.dense_entries()),
        solver_(make_linear_solver(blocks_.pattern(), blocks_.nodes())) {
    for (const auto& block : blocks_.stiffness())
      if (block.frames)
        frame_products_.push_back({block.dense, blocks_.units()[block.b].offset, blocks_.units()[block.a].offset});
      else
        other_products_.push_back(block);
  }

  bool factor(const Vector& A, const Vector& B, const Vector& G, const Vector& eps) override {
    B_ = B;
    G_values_ = G;
    for (size_t u = 0; u < frames_.size(); ++u)
      if (blocks_.units()[u].is_frame()) update_frame(blocks_.units()[u], frames_[u]);
    for (const auto& block : blocks_.stiffness()) {
      blocks_.read(block, A, A_.data() + block.dense);
      block.frames ? set_frames_block(block) : set_stiffness_block(block);
    }
    for (const auto& block : blocks_.constraints()) set_constraint_block(block);
    for (size_t r = 0; r < blocks_.rows().size(); ++r) values_[blocks_.E_target(r, 0)] = -eps[blocks_.rows()[r]];
    return solver_->factor(values_);
  }

  void reset() override { solver_->reset(); }

  void solve(const Vector& r_f, const Vector& r_c, Vector& dq, Vector& dlambda) override {
    const auto& units = blocks_.units();
    const auto& rows = blocks_.rows();
    // y0: the part of the increment that the internal residuals fix.
    dq.setZero(r_f.size());
    for (size_t u = 0; u < units.size(); ++u)
      if (units[u].is_frame())
        Eigen::Map<Matrix3>(dq.data() + units[u].offset + 3) = frames_[u].P * make_internal_S(r_c, units[u].row);
    residual_ = r_f;
    add_stiffness_product(dq, residual_);
    for (size_t u = 0; u < units.size(); ++u) {
      const NodeUnit& unit = units[u];
      if (unit.is_frame()) {
        x_.segment<3>(unit.reduced) = -residual_.segment<3>(unit.offset);
        x_.segment<3>(unit.reduced + 3).noalias() = -frames_[u].Z * residual_.segment<9>(unit.offset + 3);
      } else {
        x_.segment(unit.reduced, unit.size) = -residual_.segment(unit.offset, unit.size);
      }
    }
    for (size_t r = 0; r < rows.size(); ++r) {
      double c = r_c[rows[r]];
      for (int k = G_.start[rows[r]]; k < G_.start[rows[r] + 1]; ++k) c += G_values_[k] * dq[G_.index[k]];
      x_[blocks_.multiplier(r, 0)] = -c;
    }
    solver_->solve(x_);
    for (size_t u = 0; u < units.size(); ++u) {
      const NodeUnit& unit = units[u];
      if (unit.is_frame()) {
        dq.segment<3>(unit.offset) = x_.segment<3>(unit.reduced);
        dq.segment<9>(unit.offset + 3).noalias() += frames_[u].Y * x_.segment<3>(unit.reduced + 3);
      } else {
        dq.segment(unit.offset, unit.size) = x_.segment(unit.reduced, unit.size);
      }
    }
    dlambda.setZero(G_.rows);
    for (size_t r = 0; r < rows.size(); ++r) dlambda[rows[r]] = x_[blocks_.multiplier(r, 0)];
    // Internal multipliers from the linearized balance r_f + A dq + B^T dlambda = 0 of each frame.
    residual_ = r_f;
    add_stiffness_product(dq, residual_);
    add_transpose_product(G_, B_, dlambda, residual_);
    for (size_t u = 0; u < units.size(); ++u) {
      if (!units[u].is_frame()) continue;
      const Matrix3 Q = frames_[u].N * Eigen::Map<const Matrix3>(residual_.data() + units[u].offset + 3);
      dlambda.segment<6>(units[u].row) << -Q(0, 0), -Q(1, 1), -Q(2, 2), -0.5 * (Q(1, 2) + Q(2, 1)),
          -0.5 * (Q(0, 2) + Q(2, 0)), -0.5 * (Q(0, 1) + Q(1, 0));
    }
  }

 private:
  // The elimination of a frame.
  struct Frame {
    Matrix3 P = Matrix3::Zero(), N = Matrix3::Zero();  // D_f^-T and D_m^-1
    Eigen::Matrix<double, 9, 3> Y = Eigen::Matrix<double, 9, 3>::Zero();
    Eigen::Matrix<double, 3, 9> Z = Eigen::Matrix<double, 3, 9>::Zero();
  };

  void update_frame(const NodeUnit& unit, Frame& frame) {
    frame.P = unit.read_directors(G_values_).transpose().inverse();
    frame.N = unit.read_directors(B_).inverse();
    for (int j = 0; j < 3; ++j) frame.Y.block<3, 3>(3 * j, 0) = -frame.P * skew(Vector3::Unit(j));
    // Axial vector of Q - Q^T, Q = N R with R the directors' residual by columns.
    frame.Z.setZero();
    frame.Z.block<1, 3>(0, 3) = frame.N.row(2);
    frame.Z.block<1, 3>(0, 6) = -frame.N.row(1);
    frame.Z.block<1, 3>(1, 6) = frame.N.row(0);
    frame.Z.block<1, 3>(1, 0) = -frame.N.row(2);
    frame.Z.block<1, 3>(2, 0) = frame.N.row(1);
    frame.Z.block<1, 3>(2, 3) = -frame.N.row(0);
  }

  void set_frames_block(const StiffnessBlock& block) {
    const Eigen::Map<const ByRows<12, 12>> D(A_.data() + block.dense);
    ByRows<6, 12> left;
    left.topRows<3>() = D.topRows<3>();
    left.bottomRows<3>().noalias() = frames_[block.a].Z.lazyProduct(D.bottomRows<9>());
    ByRows<6, 6> R;
    R.leftCols<3>() = left.leftCols<3>();
    R.rightCols<3>().noalias() = left.rightCols<9>().lazyProduct(frames_[block.b].Y);
    const int* target = blocks_.stiffness_target(block);
    for (int i = 0; i < 6; ++i) values_.segment<6>(target[i]) = R.row(i);
  }

  void set_stiffness_block(const StiffnessBlock& block) {
    const NodeUnit &a = blocks_.units()[block.a], &b = blocks_.units()[block.b];
    const Eigen::Map<const SmallByRows> D(A_.data() + block.dense, a.size, b.size);
    SmallByRows left = D, R;
    if (a.is_frame()) {
      left.resize(6, b.size);
      left.topRows(3) = D.topRows(3);
      left.bottomRows(3).noalias() = frames_[block.a].Z.lazyProduct(D.bottomRows(9));
    }
    R = left;
    if (b.is_frame()) {
      R.resize(left.rows(), 6);
      R.leftCols(3) = left.leftCols(3);
      R.rightCols(3).noalias() = left.rightCols(9).lazyProduct(frames_[block.b].Y);
    }
    const int* target = blocks_.stiffness_target(block);
    for (int i = 0; i < R.rows(); ++i) values_.segment(target[i], R.cols()) = R.row(i);
  }

  void set_constraint_block(const ConstraintBlock& block) {
    const NodeUnit& unit = blocks_.units()[block.unit];
    const auto g = blocks_.read(block, G_values_), b = blocks_.read(block, B_);
    double *G = values_.data() + blocks_.G_target(block, 0), *x = values_.data();
    const int* target = blocks_.B_target(block);
    const int kept = unit.is_frame() ? 3 : unit.size;
    for (int i = 0; i < kept; ++i) {
      G[i] = g[i];
      x[target[i]] = b[i];
    }
    if (!unit.is_frame()) return;
    const Frame& frame = frames_[block.unit];
    const Vector3 gw = frame.Y.transpose().lazyProduct(g.tail<9>()), bw = frame.Z.lazyProduct(b.tail<9>());
    for (int i = 0; i < 3; ++i) {
      G[3 + i] = gw[i];
      x[target[3 + i]] = bw[i];
    }
  }

  // y += A x.
  void add_stiffness_product(const Vector& x, Vector& y) const {
    add_frame_products(frame_products_, A_.data(), x.data(), y.data());
    for (const auto& block : other_products_) {
      const NodeUnit &a = blocks_.units()[block.a], &b = blocks_.units()[block.b];
      y.segment(a.offset, a.size).noalias() += Eigen::Map<const SmallByRows>(A_.data() + block.dense, a.size, b.size)
                                                   .lazyProduct(x.segment(b.offset, b.size));
    }
  }

  NodeBlocks blocks_;
  SparsePattern G_;
  std::vector<Frame> frames_;  // of each unit
  std::vector<FrameProduct> frame_products_;
  std::vector<StiffnessBlock> other_products_;
  Vector values_, x_, residual_, B_, G_values_;
  Vector A_;  // the stiffness by blocks
  std::unique_ptr<LinearSolver> solver_;
};

}  // namespace

std::unique_ptr<KktSolver> make_reduced_kkt_solver(const MechanicalSystem& system) {
  return std::make_unique<ReducedKktSolver>(system);
}

}  // namespace invar
