// The double KKT system (KK) with the six internal constraints of each frame eliminated exactly, node by node. On a frame,
// with directors written as 3 x 3 matrices, the internal rows of G are matrices X_11 (of the first residual by x_1), X_21,
// X_22, the internal columns of B matrices Y_ak (of multiplier k in balance a), and L_k the symmetric matrices of
// multipliers:
//
//   columns  sym(X_11^T dD_1) = S_1                       <=>  dD_1 = X_11^-T (S_1 + ~w_1)
//            sym(X_21^T dD_1) + sym(X_22^T dD_2) = S_2    <=>  dD_2 = X_22^-T (S_2 - sym(X_21^T dD_1) + ~w_2)
//   rows     R_a + sum_k Y_ak L_k = 0   <=>  [Q_1; Q_2] = Y^-1 [R_1; R_2]:  skew(Q_k) = 0,  L_k = -sym(Q_k)
//
// so 12 unknowns (r_1, r_2, w_1, w_2) remain. Multipliers follow from the linearized balance.
#include "invar/math/rotation.h"
#include "invar/solve/double_kkt.h"
#include "invar/solve/frame_kernels.h"
#include "invar/solve/linear_solver.h"
#include "invar/solve/node_blocks.h"

namespace invar {

namespace {

template <int kRows, int kCols>
using ByRows = Eigen::Matrix<double, kRows, kCols, Eigen::RowMajor>;
using DoubleByRows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor, 24, 24>;
using Vector9 = Eigen::Matrix<double, 9, 1>;
using Vector12 = Eigen::Matrix<double, 12, 1>;
using Turns = Eigen::Matrix<double, 9, 3>;
using Matrix6 = Eigen::Matrix<double, 6, 6>;
using Stacked = Eigen::Matrix<double, 6, 3>;

Matrix3 symmetric(const Matrix3& A) { return 0.5 * (A + A.transpose()); }
Vector9 flat(const Matrix3& A) { return Eigen::Map<const Vector9>(A.data()); }

class ReducedDoubleKktSolver final : public DoubleKktSolver {
 public:
  explicit ReducedDoubleKktSolver(const MechanicalSystem& system)
      : blocks_(system, 2),
        G_(system.G_pattern()),
        frames_(blocks_.units().size()),
        values_(blocks_.pattern().nonzeros()),
        x_(blocks_.unknowns()),
        A_(4 * blocks_.dense_entries()),
        solver_(make_linear_solver(blocks_.pattern(), blocks_.nodes())) {
    for (const auto& block : blocks_.stiffness()) {
      if (!block.frames) {
        other_products_.push_back(block);
        continue;
      }
      const int from = blocks_.units()[block.b].offset, to = blocks_.units()[block.a].offset;
      for (int p = 0; p < 2; ++p)
        for (int q = 0; q < 2; ++q)
          frame_products_[p][q].push_back({static_cast<int>(dense(block, p, q) - A_.data()), from, to});
    }
  }

  bool factor(const DoubleKkt& matrix) override {
    for (int a = 0; a < 2; ++a)
      for (int b = 0; b < 2; ++b) {
        B_[a][b] = matrix.B[a][b];
        G_values_[a][b] = matrix.G[a][b];
      }
    for (size_t u = 0; u < frames_.size(); ++u)
      if (blocks_.units()[u].is_frame()) update_frame(blocks_.units()[u], frames_[u]);
    for (const auto& block : blocks_.stiffness()) {
      for (int p = 0; p < 2; ++p)
        for (int q = 0; q < 2; ++q) blocks_.read(block, matrix.A[p][q], dense(block, p, q));
      block.frames ? set_frames_block(block) : set_stiffness_block(block);
    }
    for (const auto& block : blocks_.constraints()) set_constraint_block(block);
    for (size_t r = 0; r < blocks_.rows().size(); ++r)
      for (int a = 0; a < 2; ++a)
        for (int b = 0; b < 2; ++b) values_[blocks_.E_target(r, a) + b] = -matrix.E[a][b][blocks_.rows()[r]];
    return solver_->factor(values_);
  }

  void reset() override { solver_->reset(); }
  void archive(Archive& a) override { a("solver", *solver_); }

  void solve(const Vector r[2], const Vector c[2], Vector dx[2], Vector dl[2]) override {
    const auto& units = blocks_.units();
    const auto& rows = blocks_.rows();
    for (int a = 0; a < 2; ++a) dx[a].setZero(r[a].size());
    for (size_t u = 0; u < units.size(); ++u) {  // the part of the increments that the internal residuals fix
      if (!units[u].is_frame()) continue;
      const Frame& frame = frames_[u];
      const Matrix3 D_1 = frame.P_1 * make_internal_S(c[0], units[u].row);
      directors(dx[0], units[u]) = D_1;
      directors(dx[1], units[u]) =
          frame.P_2 * (make_internal_S(c[1], units[u].row) - symmetric(frame.X_21.transpose() * D_1));
    }
    calc_residual(r, dx);
    for (size_t u = 0; u < units.size(); ++u) {
      const NodeUnit& unit = units[u];
      const int kept = unit.is_frame() ? 3 : unit.size;
      for (int a = 0; a < 2; ++a) x_.segment(unit.reduced + a * kept, kept) = -residual_[a].segment(unit.offset, kept);
      if (!unit.is_frame()) continue;
      Eigen::Matrix<double, 18, 1> turning;
      turning << residual_[0].segment<9>(unit.offset + 3), residual_[1].segment<9>(unit.offset + 3);
      x_.segment<6>(unit.reduced + 6).noalias() = -frames_[u].Z.lazyProduct(turning);
    }
    for (size_t i = 0; i < rows.size(); ++i)
      for (int a = 0; a < 2; ++a) {
        double sum = c[a][rows[i]];
        for (int k = G_.start[rows[i]]; k < G_.start[rows[i] + 1]; ++k)
          sum += G_values_[a][0][k] * dx[0][G_.index[k]] + G_values_[a][1][k] * dx[1][G_.index[k]];
        x_[blocks_.multiplier(i, a)] = -sum;
      }
    solver_->solve(x_);
    for (size_t u = 0; u < units.size(); ++u) {
      const NodeUnit& unit = units[u];
      const int kept = unit.is_frame() ? 3 : unit.size;
      for (int a = 0; a < 2; ++a) dx[a].segment(unit.offset, kept) += x_.segment(unit.reduced + a * kept, kept);
      if (!unit.is_frame()) continue;
      const Frame& frame = frames_[u];
      const Vector3 w_1 = x_.segment<3>(unit.reduced + 6), w_2 = x_.segment<3>(unit.reduced + 9);
      dx[0].segment<9>(unit.offset + 3) += frame.Y_11 * w_1;
      dx[1].segment<9>(unit.offset + 3) += frame.Y_21 * w_1 + frame.Y_22 * w_2;
    }
    for (int k = 0; k < 2; ++k) {
      dl[k].setZero(G_.rows);
      for (size_t i = 0; i < rows.size(); ++i) dl[k][rows[i]] = x_[blocks_.multiplier(i, k)];
    }
    calc_residual(r, dx);
    for (int a = 0; a < 2; ++a)
      for (int k = 0; k < 2; ++k) add_transpose_product(G_, B_[a][k], dl[k], residual_[a]);
    for (size_t u = 0; u < units.size(); ++u) {
      if (!units[u].is_frame()) continue;
      Stacked R;
      R << directors(residual_[0], units[u]), directors(residual_[1], units[u]);
      const Stacked Q = frames_[u].N * R;
      for (int k = 0; k < 2; ++k) {
        const Matrix3 L = -symmetric(Q.block<3, 3>(3 * k, 0));
        dl[k].segment<6>(units[u].row) << L(0, 0), L(1, 1), L(2, 2), L(1, 2), L(0, 2), L(0, 1);
      }
    }
  }

 private:
  // The elimination of a frame: dD_1 = Y_11 w_1, dD_2 = Y_21 w_1 + Y_22 w_2, and Z for the axial vectors of Q.
  struct Frame {
    Matrix3 P_1 = Matrix3::Zero(), P_2 = Matrix3::Zero(), X_21 = Matrix3::Zero();
    Matrix6 N = Matrix6::Zero();  // Y^-1
    Turns Y_11 = Turns::Zero(), Y_21 = Turns::Zero(), Y_22 = Turns::Zero();
    Eigen::Matrix<double, 6, 18> Z = Eigen::Matrix<double, 6, 18>::Zero();
  };

  static Eigen::Map<Matrix3> directors(Vector& x, const NodeUnit& unit) {
    return Eigen::Map<Matrix3>(x.data() + unit.offset + 3);
  }
  double* dense(const StiffnessBlock& block, int p, int q) {
    const int size = blocks_.units()[block.a].size * blocks_.units()[block.b].size;
    return A_.data() + 4 * block.dense + (2 * p + q) * size;
  }

  void update_frame(const NodeUnit& unit, Frame& frame) {
    frame.P_1 = unit.read_directors(G_values_[0][0]).transpose().inverse();
    frame.P_2 = unit.read_directors(G_values_[1][1]).transpose().inverse();
    frame.X_21 = unit.read_directors(G_values_[1][0]);
    Matrix6 Y;
    for (int a = 0; a < 2; ++a)
      for (int k = 0; k < 2; ++k) Y.block<3, 3>(3 * a, 3 * k) = unit.read_directors(B_[a][k]);
    frame.N = Y.inverse();
    for (int k = 0; k < 3; ++k) {
      const Matrix3 turn = skew(Vector3::Unit(k)), D_1 = frame.P_1 * turn;
      frame.Y_11.col(k) = flat(D_1);
      frame.Y_21.col(k) = flat(-frame.P_2 * symmetric(frame.X_21.transpose() * D_1));
      frame.Y_22.col(k) = flat(frame.P_2 * turn);
    }
    // Axial vectors of Q_k - Q_k^T, Q_k = sum over a of the block (k, a) of N times R_a, R_a by columns.
    frame.Z.setZero();
    for (int k = 0; k < 2; ++k)
      for (int axis = 0; axis < 3; ++axis) {
        const int p = (axis + 1) % 3, q = (axis + 2) % 3;  // Q(q, p) - Q(p, q)
        for (int a = 0; a < 2; ++a) {
          frame.Z.block<1, 3>(3 * k + axis, 9 * a + 3 * p) += frame.N.block<1, 3>(3 * k + q, 3 * a);
          frame.Z.block<1, 3>(3 * k + axis, 9 * a + 3 * q) -= frame.N.block<1, 3>(3 * k + p, 3 * a);
        }
      }
  }

  void set_frames_block(const StiffnessBlock& block) {
    const Frame &a = frames_[block.a], &b = frames_[block.b];
    ByRows<12, 12> left[2];  // rows reduced, columns of x_1 and x_2
    ByRows<18, 12> turning;
    for (int q = 0; q < 2; ++q) {
      for (int p = 0; p < 2; ++p) {
        const Eigen::Map<const ByRows<12, 12>> D(dense(block, p, q));
        left[q].middleRows<3>(3 * p) = D.topRows<3>();
        turning.middleRows<9>(9 * p) = D.bottomRows<9>();
      }
      left[q].bottomRows<6>().noalias() = a.Z.lazyProduct(turning);
    }
    ByRows<12, 12> R;
    for (int q = 0; q < 2; ++q) R.middleCols<3>(3 * q) = left[q].leftCols<3>();
    R.middleCols<3>(6).noalias() = left[0].rightCols<9>().lazyProduct(b.Y_11);
    R.middleCols<3>(6).noalias() += left[1].rightCols<9>().lazyProduct(b.Y_21);
    R.middleCols<3>(9).noalias() = left[1].rightCols<9>().lazyProduct(b.Y_22);
    const int* target = blocks_.stiffness_target(block);
    for (int i = 0; i < 12; ++i) values_.segment<12>(target[i]) = R.row(i);
  }

  void set_stiffness_block(const StiffnessBlock& block) {
    const NodeUnit &a = blocks_.units()[block.a], &b = blocks_.units()[block.b];
    DoubleByRows D(2 * a.size, 2 * b.size);
    for (int p = 0; p < 2; ++p)
      for (int q = 0; q < 2; ++q)
        D.block(p * a.size, q * b.size, a.size, b.size) =
            Eigen::Map<const DoubleByRows>(dense(block, p, q), a.size, b.size);
    DoubleByRows left = D;
    if (a.is_frame()) {
      const Frame& frame = frames_[block.a];
      left.resize(12, D.cols());
      for (int p = 0; p < 2; ++p) left.middleRows(3 * p, 3) = D.middleRows(12 * p, 3);
      left.bottomRows(6).noalias() = frame.Z.leftCols<9>().lazyProduct(D.middleRows(3, 9));
      left.bottomRows(6).noalias() += frame.Z.rightCols<9>().lazyProduct(D.middleRows(15, 9));
    }
    DoubleByRows R = left;
    if (b.is_frame()) {
      const Frame& frame = frames_[block.b];
      R.resize(left.rows(), 12);
      for (int q = 0; q < 2; ++q) R.middleCols(3 * q, 3) = left.middleCols(12 * q, 3);
      R.middleCols(6, 3).noalias() = left.middleCols(3, 9).lazyProduct(frame.Y_11);
      R.middleCols(6, 3).noalias() += left.middleCols(15, 9).lazyProduct(frame.Y_21);
      R.middleCols(9, 3).noalias() = left.middleCols(15, 9).lazyProduct(frame.Y_22);
    }
    const int* target = blocks_.stiffness_target(block);
    for (int i = 0; i < R.rows(); ++i) values_.segment(target[i], R.cols()) = R.row(i);
  }

  void set_constraint_block(const ConstraintBlock& block) {
    const NodeUnit& unit = blocks_.units()[block.unit];
    const int* target = blocks_.B_target(block);
    const int kept = unit.is_frame() ? 3 : unit.size;
    for (int k = 0; k < 2; ++k) {
      const Vector12 g[2] = {blocks_.read(block, G_values_[k][0]), blocks_.read(block, G_values_[k][1])};
      const Vector12 b[2] = {blocks_.read(block, B_[0][k]), blocks_.read(block, B_[1][k])};
      double *G = values_.data() + blocks_.G_target(block, k), *B = values_.data() + k;
      for (int a = 0; a < 2; ++a)
        for (int i = 0; i < kept; ++i) {
          G[a * kept + i] = g[a][i];
          B[target[a * kept + i]] = b[a][i];
        }
      if (!unit.is_frame()) continue;
      const Frame& frame = frames_[block.unit];
      Eigen::Matrix<double, 6, 1> gw, bw;
      gw.head<3>() = frame.Y_11.transpose() * g[0].tail<9>() + frame.Y_21.transpose() * g[1].tail<9>();
      gw.tail<3>() = frame.Y_22.transpose() * g[1].tail<9>();
      bw = frame.Z.leftCols<9>() * b[0].tail<9>() + frame.Z.rightCols<9>() * b[1].tail<9>();
      for (int i = 0; i < 6; ++i) {
        G[6 + i] = gw[i];
        B[target[6 + i]] = bw[i];
      }
    }
  }

  // residual = r + A x.
  void calc_residual(const Vector r[2], const Vector x[2]) {
    for (int p = 0; p < 2; ++p) {
      residual_[p] = r[p];
      for (int q = 0; q < 2; ++q)
        add_frame_products(frame_products_[p][q], A_.data(), x[q].data(), residual_[p].data());
    }
    for (const auto& block : other_products_) {
      const NodeUnit &a = blocks_.units()[block.a], &b = blocks_.units()[block.b];
      for (int p = 0; p < 2; ++p)
        for (int q = 0; q < 2; ++q)
          residual_[p].segment(a.offset, a.size).noalias() +=
              Eigen::Map<const DoubleByRows>(dense(block, p, q), a.size, b.size)
                  .lazyProduct(x[q].segment(b.offset, b.size));
    }
  }

  NodeBlocks blocks_;
  SparsePattern G_;
  std::vector<Frame> frames_;  // of each unit
  std::vector<FrameProduct> frame_products_[2][2];
  std::vector<StiffnessBlock> other_products_;
  Vector B_[2][2], G_values_[2][2];
  Vector values_, x_, residual_[2];
  Vector A_;  // the four stiffnesses by blocks
  std::unique_ptr<LinearSolver> solver_;
};

}  // namespace

std::unique_ptr<DoubleKktSolver> make_reduced_double_kkt_solver(const MechanicalSystem& system) {
  return std::make_unique<ReducedDoubleKktSolver>(system);
}

}  // namespace invar
