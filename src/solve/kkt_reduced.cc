// The KKT system (K1) with the six internal constraints of each frame eliminated exactly, node by node: 6 unknowns a
// frame instead of 12 + 6. With X the matrix of directors in B (mean) or G (end), written as 3 x 3 matrices,
//
//   columns  sym(D_f^T dD) = S   <=>  dD = D_f^-T (S + ~w),  w free          (S from the residual of the rows)
//   rows     D_m L + R = 0       <=>  Q = D_m^-1 R: skew(Q) = 0, L = -sym(Q)  (the multipliers follow)
//
// so dq = Y w + y0 and the balance is projected with Z. This is an elimination, not another scheme: the iterates are
// those of the full system up to rounding (and up to the regularization of the internal rows, which is not needed here).
#include <cassert>

#include "invar/math/rotation.h"
#include "invar/solve/kkt.h"
#include "invar/solve/linear_solver.h"

namespace invar {

namespace {

class ReducedKktSolver final : public KktSolver {
 public:
  explicit ReducedKktSolver(const MechanicalSystem& system) : K_(system.K_pattern()), G_(system.G_pattern()) {
    make_units(system.layout());
    make_blocks();
    make_pattern();
  }

  bool factor(const Vector& A, const Vector& B, const Vector& G, const Vector& eps) override {
    A_ = A;
    B_ = B;
    G_values_ = G;
    for (auto& unit : units_)
      if (unit.row >= 0) update_frame(unit);
    values_.setZero();
    for (const auto& block : K_blocks_) add_stiffness_block(block, A);
    for (const auto& block : G_blocks_) add_constraint_block(block, B, G);
    for (size_t r = 0; r < rows_.size(); ++r) values_[eps_at_[r]] -= eps[rows_[r]];
    return solver_->factor(values_);
  }

  void reset() override { solver_->reset(); }

  void solve(const Vector& r_f, const Vector& r_c, Vector& dq, Vector& dlambda) override {
    const int n = K_.rows;
    // y0: the part of the increment that the internal residuals fix.
    dq.setZero(n);
    for (const auto& unit : units_) {
      if (unit.row < 0) continue;
      const auto c = r_c.segment<6>(unit.row);
      Matrix3 S;
      S << -c[0], -c[5] / 2, -c[4] / 2, -c[5] / 2, -c[1], -c[3] / 2, -c[4] / 2, -c[3] / 2, -c[2];
      Eigen::Map<Matrix3>(dq.data() + unit.offset + 3) = unit.P * S;
    }
    residual_ = r_f;
    add_product(K_, A_, dq, residual_);
    for (const auto& unit : units_) {
      if (unit.row < 0) {
        x_.segment(unit.reduced, unit.size) = -residual_.segment(unit.offset, unit.size);
      } else {
        x_.segment<3>(unit.reduced) = -residual_.segment<3>(unit.offset);
        x_.segment<3>(unit.reduced + 3).noalias() = -unit.Z * residual_.segment<9>(unit.offset + 3);
      }
    }
    for (size_t r = 0; r < rows_.size(); ++r) {
      double c = r_c[rows_[r]];
      for (int k = G_.start[rows_[r]]; k < G_.start[rows_[r] + 1]; ++k) c += G_values_[k] * dq[G_.index[k]];
      x_[reduced_coordinates_ + static_cast<int>(r)] = -c;
    }
    solver_->solve(x_);
    for (const auto& unit : units_) {
      if (unit.row < 0) {
        dq.segment(unit.offset, unit.size) = x_.segment(unit.reduced, unit.size);
      } else {
        dq.segment<3>(unit.offset) = x_.segment<3>(unit.reduced);
        dq.segment<9>(unit.offset + 3).noalias() += unit.Y * x_.segment<3>(unit.reduced + 3);
      }
    }
    dlambda.setZero(G_.rows);
    for (size_t r = 0; r < rows_.size(); ++r) dlambda[rows_[r]] = x_[reduced_coordinates_ + static_cast<int>(r)];
    // Internal multipliers from the linearized balance r_f + A dq + B^T dlambda = 0 of each frame.
    residual_ = r_f;
    add_product(K_, A_, dq, residual_);
    add_transpose_product(G_, B_, dlambda, residual_);
    for (const auto& unit : units_) {
      if (unit.row < 0) continue;
      const Matrix3 Q = unit.N * Eigen::Map<const Matrix3>(residual_.data() + unit.offset + 3);
      dlambda.segment<6>(unit.row) << -Q(0, 0), -Q(1, 1), -Q(2, 2), -0.5 * (Q(1, 2) + Q(2, 1)),
          -0.5 * (Q(0, 2) + Q(2, 0)), -0.5 * (Q(0, 1) + Q(1, 0));
    }
  }

 private:
  // A node: a frame with its elimination, or coordinates taken as they are.
  struct Unit {
    int offset = 0, size = 0, reduced = 0, reduced_size = 0;
    int row = -1;                                      // first internal row of a frame
    int directors[3] = {-1, -1, -1};                   // positions of d1, d2, d3 in the values of B and G
    Matrix3 P = Matrix3::Zero(), N = Matrix3::Zero();  // D_f^-T and D_m^-1
    Eigen::Matrix<double, 9, 3> Y = Eigen::Matrix<double, 9, 3>::Zero();
    Eigen::Matrix<double, 3, 9> Z = Eigen::Matrix<double, 3, 9>::Zero();
  };
  struct Entry {
    int i, j, position;
  };
  struct KBlock {
    int a, b;
    std::vector<Entry> entries;
    std::vector<int> target;
  };
  struct GBlock {
    int row, unit;
    std::vector<Entry> entries;
    std::vector<int> G_target, B_target;
  };

  void make_units(const Layout& layout) {
    unit_of_.resize(layout.coordinates());
    std::vector<int> row_at(layout.coordinates(), -1);
    for (const auto& block : layout.internal_blocks()) row_at[block.coordinate] = block.row;
    std::vector<bool> internal(layout.rows(), false);
    for (const auto& node : layout.nodes()) {
      Unit unit;
      unit.offset = node.offset;
      unit.size = node_size(node.kind);
      unit.row = row_at[node.offset];
      unit.reduced = reduced_coordinates_;
      unit.reduced_size = unit.row >= 0 ? 6 : unit.size;
      reduced_coordinates_ += unit.reduced_size;
      for (int i = 0; i < unit.size; ++i) unit_of_[unit.offset + i] = static_cast<int>(units_.size());
      if (unit.row >= 0) {
        for (int i = 0; i < 6; ++i) internal[unit.row + i] = true;
        for (int i = 0; i < 3; ++i) unit.directors[i] = G_.position(unit.row + i, unit.offset + 3 + 3 * i);
      }
      units_.push_back(unit);
    }
    for (int r = 0; r < layout.rows(); ++r)
      if (!internal[r]) rows_.push_back(r);
  }

  void make_blocks() {
    std::vector<int> block_of(units_.size(), -1);
    for (size_t a = 0; a < units_.size(); ++a) {
      const size_t first = K_blocks_.size();
      for (int i = 0; i < units_[a].size; ++i) {
        const int row = units_[a].offset + i;
        for (int k = K_.start[row]; k < K_.start[row + 1]; ++k) {
          const int b = unit_of_[K_.index[k]];
          if (block_of[b] < static_cast<int>(first)) {
            block_of[b] = static_cast<int>(K_blocks_.size());
            K_blocks_.push_back({static_cast<int>(a), b, {}, {}});
          }
          K_blocks_[block_of[b]].entries.push_back({i, K_.index[k] - units_[b].offset, k});
        }
      }
    }
    for (size_t r = 0; r < rows_.size(); ++r) {
      for (int k = G_.start[rows_[r]]; k < G_.start[rows_[r] + 1]; ++k) {
        const int u = unit_of_[G_.index[k]];
        if (G_blocks_.empty() || G_blocks_.back().row != static_cast<int>(r) || G_blocks_.back().unit != u)
          G_blocks_.push_back({static_cast<int>(r), u, {}, {}, {}});
        G_blocks_.back().entries.push_back({0, G_.index[k] - units_[u].offset, k});
      }
    }
  }

  void make_pattern() {
    const int size = reduced_coordinates_ + static_cast<int>(rows_.size());
    PatternBuilder builder(size, size);
    const auto for_block = [&](const KBlock& block, auto&& visit) {
      const Unit &a = units_[block.a], &b = units_[block.b];
      for (int j = 0; j < b.reduced_size; ++j)
        for (int i = 0; i < a.reduced_size; ++i) visit(a.reduced + i, b.reduced + j);
    };
    for (const auto& block : K_blocks_) for_block(block, [&](int i, int j) { builder.add(i, j); });
    for (const auto& block : G_blocks_)
      for (int i = 0; i < units_[block.unit].reduced_size; ++i) {
        builder.add(reduced_coordinates_ + block.row, units_[block.unit].reduced + i);
        builder.add(units_[block.unit].reduced + i, reduced_coordinates_ + block.row);
      }
    for (size_t r = 0; r < rows_.size(); ++r)
      builder.add(reduced_coordinates_ + static_cast<int>(r), reduced_coordinates_ + static_cast<int>(r));
    const SparsePattern pattern = builder.build();
    for (auto& block : K_blocks_)
      for_block(block, [&](int i, int j) { block.target.push_back(pattern.position(i, j)); });
    for (auto& block : G_blocks_)
      for (int i = 0; i < units_[block.unit].reduced_size; ++i) {
        block.G_target.push_back(pattern.position(reduced_coordinates_ + block.row, units_[block.unit].reduced + i));
        block.B_target.push_back(pattern.position(units_[block.unit].reduced + i, reduced_coordinates_ + block.row));
      }
    for (size_t r = 0; r < rows_.size(); ++r)
      eps_at_.push_back(
          pattern.position(reduced_coordinates_ + static_cast<int>(r), reduced_coordinates_ + static_cast<int>(r)));
    values_.resize(pattern.nonzeros());
    x_.resize(size);
    residual_.resize(K_.rows);
    solver_ = make_linear_solver(pattern);
  }

  void update_frame(Unit& unit) {
    Matrix3 D_m, D_f;
    for (int i = 0; i < 3; ++i) {
      D_m.col(i) = B_.segment<3>(unit.directors[i]);
      D_f.col(i) = G_values_.segment<3>(unit.directors[i]);
    }
    unit.P = D_f.transpose().inverse();
    unit.N = D_m.inverse();
    for (int j = 0; j < 3; ++j) unit.Y.block<3, 3>(3 * j, 0) = -unit.P * skew(Vector3::Unit(j));
    unit.Z.setZero();
    // Axial vector of Q - Q^T, Q = N R with R the directors' residual by columns.
    unit.Z.block<1, 3>(0, 3) = unit.N.row(2);
    unit.Z.block<1, 3>(0, 6) = -unit.N.row(1);
    unit.Z.block<1, 3>(1, 6) = unit.N.row(0);
    unit.Z.block<1, 3>(1, 0) = -unit.N.row(2);
    unit.Z.block<1, 3>(2, 0) = unit.N.row(1);
    unit.Z.block<1, 3>(2, 3) = -unit.N.row(0);
  }

  void add_stiffness_block(const KBlock& block, const Vector& A) {
    const Unit &a = units_[block.a], &b = units_[block.b];
    Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, 12, 12> D(a.size, b.size), left(a.reduced_size, b.size),
        R(a.reduced_size, b.reduced_size);
    D.setZero();
    for (const auto& e : block.entries) D(e.i, e.j) = A[e.position];
    if (a.row >= 0) {
      left.topRows(3) = D.topRows(3);
      left.bottomRows(3).noalias() = a.Z.lazyProduct(D.bottomRows(9));
    } else {
      left = D;
    }
    if (b.row >= 0) {
      R.leftCols(3) = left.leftCols(3);
      R.rightCols(3).noalias() = left.rightCols(9).lazyProduct(b.Y);
    } else {
      R = left;
    }
    for (int k = 0; k < static_cast<int>(block.target.size()); ++k) values_[block.target[k]] += R.data()[k];
  }

  void add_constraint_block(const GBlock& block, const Vector& B, const Vector& G) {
    const Unit& unit = units_[block.unit];
    Eigen::Matrix<double, 12, 1> g = Eigen::Matrix<double, 12, 1>::Zero(), b = g;
    for (const auto& e : block.entries) {
      g[e.j] = G[e.position];
      b[e.j] = B[e.position];
    }
    if (unit.row >= 0) {
      const Eigen::Matrix<double, 3, 1> gw = unit.Y.transpose().lazyProduct(g.tail<9>());
      const Eigen::Matrix<double, 3, 1> bw = unit.Z.lazyProduct(b.tail<9>());
      for (int i = 0; i < 3; ++i) {
        values_[block.G_target[i]] = g[i];
        values_[block.B_target[i]] = b[i];
        values_[block.G_target[3 + i]] = gw[i];
        values_[block.B_target[3 + i]] = bw[i];
      }
    } else {
      for (int i = 0; i < unit.size; ++i) {
        values_[block.G_target[i]] = g[i];
        values_[block.B_target[i]] = b[i];
      }
    }
  }

  SparsePattern K_, G_;
  std::vector<Unit> units_;
  std::vector<int> unit_of_;  // unit of each coordinate
  std::vector<int> rows_;     // rows that are not internal
  std::vector<KBlock> K_blocks_;
  std::vector<GBlock> G_blocks_;
  std::vector<int> eps_at_;
  int reduced_coordinates_ = 0;
  Vector values_, x_, residual_, A_, B_, G_values_;
  std::unique_ptr<LinearSolver> solver_;
};

}  // namespace

std::unique_ptr<KktSolver> make_reduced_kkt_solver(const MechanicalSystem& system) {
  return std::make_unique<ReducedKktSolver>(system);
}

}  // namespace invar
