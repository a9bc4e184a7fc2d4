// The double KKT system (KK) with the six internal constraints of each frame eliminated exactly, node by node. On a frame,
// with directors written as 3 x 3 matrices, the internal rows of G are matrices X_11 (of the first residual by x_1), X_21, X_22,
// the internal columns of B matrices Y_ak (of multiplier k in balance a), and L_k the symmetric matrices of multipliers:
//
//   columns  sym(X_11^T dD_1) = S_1                       <=>  dD_1 = X_11^-T (S_1 + ~w_1)
//            sym(X_21^T dD_1) + sym(X_22^T dD_2) = S_2    <=>  dD_2 = X_22^-T (S_2 - sym(X_21^T dD_1) + ~w_2)
//   rows     R_a + sum_k Y_ak L_k = 0   <=>  [Q_1; Q_2] = Y^-1 [R_1; R_2]:  skew(Q_k) = 0,  L_k = -sym(Q_k)
//
// so 12 unknowns (r_1, r_2, w_1, w_2) remain. Multipliers follow from the linearized balance.
#include "invar/math/rotation.h"
#include "invar/solve/double_kkt.h"
#include "invar/solve/linear_solver.h"

namespace invar {

namespace {

using Small = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, 24, 24>;
using SmallVector = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, 24, 1>;
using Matrix6 = Eigen::Matrix<double, 6, 6>;
using Stacked = Eigen::Matrix<double, 6, 3>;

Matrix3 symmetric(const Matrix3& A) { return 0.5 * (A + A.transpose()); }

// The matrix S that internal residuals ask for.
Matrix3 make_S(const Vector& c, int row) {
  const double* r = c.data() + row;
  Matrix3 S;
  S << -r[0], -r[5] / 2, -r[4] / 2, -r[5] / 2, -r[1], -r[3] / 2, -r[4] / 2, -r[3] / 2, -r[2];
  return S;
}

class ReducedDoubleKktSolver final : public DoubleKktSolver {
 public:
  explicit ReducedDoubleKktSolver(const MechanicalSystem& system) : K_(system.K_pattern()), G_(system.G_pattern()) {
    make_units(system.layout());
    make_blocks();
    make_pattern();
  }

  bool factor(const DoubleKkt& matrix) override {
    matrix_ = matrix;
    for (auto& unit : units_)
      if (unit.row >= 0) update_frame(unit);
    values_.setZero();
    for (const auto& block : K_blocks_) add_stiffness_block(block);
    for (const auto& block : G_blocks_) add_constraint_block(block);
    for (size_t r = 0; r < rows_.size(); ++r)
      for (int a = 0; a < 2; ++a)
        for (int b = 0; b < 2; ++b) values_[E_at_[4 * r + 2 * a + b]] -= matrix.E[a][b][rows_[r]];
    return solver_->factor(values_);
  }

  void reset() override { solver_->reset(); }

  void solve(const Vector r[2], const Vector c[2], Vector dx[2], Vector dl[2]) override {
    const int n = K_.rows;
    for (int a = 0; a < 2; ++a) dx[a].setZero(n);
    for (const auto& unit : units_) {  // the part of the increments that the internal residuals fix
      if (unit.row < 0) continue;
      const Matrix3 D_1 = unit.P_1 * make_S(c[0], unit.row);
      directors(dx[0], unit) = D_1;
      directors(dx[1], unit) = unit.P_2 * (make_S(c[1], unit.row) - symmetric(unit.X_21.transpose() * D_1));
    }
    calc_residual(r, dx);
    SmallVector local;
    for (const auto& unit : units_) {
      local.resize(2 * unit.size);
      for (int a = 0; a < 2; ++a)
        local.segment(a * unit.size, unit.size) = residual_[a].segment(unit.offset, unit.size);
      if (unit.row < 0) {
        x_.segment(unit.reduced, unit.reduced_size) = -local;
      } else {
        x_.segment(unit.reduced, unit.reduced_size).noalias() = -unit.Z.lazyProduct(local);
      }
    }
    for (size_t i = 0; i < rows_.size(); ++i)
      for (int a = 0; a < 2; ++a) {
        double sum = c[a][rows_[i]];
        for (int k = G_.start[rows_[i]]; k < G_.start[rows_[i] + 1]; ++k)
          sum += matrix_.G[a][0][k] * dx[0][G_.index[k]] + matrix_.G[a][1][k] * dx[1][G_.index[k]];
        x_[multiplier(i, a)] = -sum;
      }
    solver_->solve(x_);
    for (const auto& unit : units_) {
      local = x_.segment(unit.reduced, unit.reduced_size);
      if (unit.row >= 0) local = SmallVector(unit.Y.lazyProduct(local));
      for (int a = 0; a < 2; ++a) dx[a].segment(unit.offset, unit.size) += local.segment(a * unit.size, unit.size);
    }
    for (int k = 0; k < 2; ++k) {
      dl[k].setZero(G_.rows);
      for (size_t i = 0; i < rows_.size(); ++i) dl[k][rows_[i]] = x_[multiplier(i, k)];
    }
    calc_residual(r, dx);
    for (int a = 0; a < 2; ++a)
      for (int k = 0; k < 2; ++k) add_transpose_product(G_, matrix_.B[a][k], dl[k], residual_[a]);
    for (const auto& unit : units_) {
      if (unit.row < 0) continue;
      Stacked R;
      R << directors(residual_[0], unit), directors(residual_[1], unit);
      const Stacked Q = unit.N * R;
      for (int k = 0; k < 2; ++k) {
        const Matrix3 L = -symmetric(Q.block<3, 3>(3 * k, 0));
        dl[k].segment<6>(unit.row) << L(0, 0), L(1, 1), L(2, 2), L(1, 2), L(0, 2), L(0, 1);
      }
    }
  }

 private:
  struct Unit {  // a node: a frame with its elimination, or coordinates taken as they are
    int offset = 0, size = 0, reduced = 0, reduced_size = 0;
    int row = -1;                     // first internal row of a frame
    int directors[3] = {-1, -1, -1};  // positions of d1, d2, d3 in the values of B and G
    Matrix3 P_1 = Matrix3::Zero(), P_2 = Matrix3::Zero(), X_21 = Matrix3::Zero();
    Matrix6 N = Matrix6::Zero();  // Y^-1
    Small Y, Z;
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
    std::vector<int> G_target[2], B_target[2];
  };

  static Eigen::Map<Matrix3> directors(Vector& x, const Unit& unit) {
    return Eigen::Map<Matrix3>(x.data() + unit.offset + 3);
  }
  int multiplier(size_t row, int k) const { return reduced_coordinates_ + 2 * static_cast<int>(row) + k; }

  void calc_residual(const Vector r[2], const Vector dx[2]) {
    for (int a = 0; a < 2; ++a) {
      residual_[a] = r[a];
      for (int b = 0; b < 2; ++b) add_product(K_, matrix_.A[a][b], dx[b], residual_[a]);
    }
  }

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
      unit.reduced_size = unit.row >= 0 ? 12 : 2 * unit.size;
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
    const int size = reduced_coordinates_ + 2 * static_cast<int>(rows_.size());
    PatternBuilder builder(size, size);
    // Visits what is in the pattern, in the order in which values are stored later.
    const auto visit_all = [&](auto&& stiffness, auto&& G, auto&& B, auto&& E) {
      for (auto& block : K_blocks_) {
        const Unit &a = units_[block.a], &b = units_[block.b];
        for (int j = 0; j < b.reduced_size; ++j)
          for (int i = 0; i < a.reduced_size; ++i) stiffness(block, a.reduced + i, b.reduced + j);
      }
      for (auto& block : G_blocks_)
        for (int a = 0; a < 2; ++a)
          for (int i = 0; i < units_[block.unit].reduced_size; ++i) {
            G(block, a, multiplier(block.row, a), units_[block.unit].reduced + i);
            B(block, a, units_[block.unit].reduced + i, multiplier(block.row, a));
          }
      for (size_t r = 0; r < rows_.size(); ++r)
        for (int a = 0; a < 2; ++a)
          for (int b = 0; b < 2; ++b) E(multiplier(r, a), multiplier(r, b));
    };
    visit_all([&](KBlock&, int i, int j) { builder.add(i, j); }, [&](GBlock&, int, int i, int j) { builder.add(i, j); },
              [&](GBlock&, int, int i, int j) { builder.add(i, j); }, [&](int i, int j) { builder.add(i, j); });
    const SparsePattern pattern = builder.build();
    visit_all([&](KBlock& block, int i, int j) { block.target.push_back(pattern.position(i, j)); },
              [&](GBlock& block, int a, int i, int j) { block.G_target[a].push_back(pattern.position(i, j)); },
              [&](GBlock& block, int a, int i, int j) { block.B_target[a].push_back(pattern.position(i, j)); },
              [&](int i, int j) { E_at_.push_back(pattern.position(i, j)); });
    values_.resize(pattern.nonzeros());
    x_.resize(size);
    for (auto& r : residual_) r.resize(K_.rows);
    solver_ = make_linear_solver(pattern);
  }

  void update_frame(Unit& unit) {
    const auto read = [&](const Vector& values) {
      Matrix3 X;
      for (int i = 0; i < 3; ++i) X.col(i) = values.segment<3>(unit.directors[i]);
      return X;
    };
    unit.P_1 = read(matrix_.G[0][0]).transpose().inverse();
    unit.P_2 = read(matrix_.G[1][1]).transpose().inverse();
    unit.X_21 = read(matrix_.G[1][0]);
    Matrix6 Y;
    for (int a = 0; a < 2; ++a)
      for (int k = 0; k < 2; ++k) Y.block<3, 3>(3 * a, 3 * k) = read(matrix_.B[a][k]);
    unit.N = Y.inverse();
    unit.Y.setZero(24, 12);
    unit.Z.setZero(12, 24);
    for (int a = 0; a < 2; ++a) {
      unit.Y.block<3, 3>(12 * a, 3 * a).setIdentity();
      unit.Z.block<3, 3>(3 * a, 12 * a).setIdentity();
    }
    for (int k = 0; k < 3; ++k) {
      const Matrix3 turn = skew(Vector3::Unit(k)), D_1 = unit.P_1 * turn;
      const Matrix3 D_2 = -unit.P_2 * symmetric(unit.X_21.transpose() * D_1), own = unit.P_2 * turn;
      unit.Y.block<9, 1>(3, 6 + k) = Eigen::Map<const Eigen::Matrix<double, 9, 1>>(D_1.data());
      unit.Y.block<9, 1>(15, 6 + k) = Eigen::Map<const Eigen::Matrix<double, 9, 1>>(D_2.data());
      unit.Y.block<9, 1>(15, 9 + k) = Eigen::Map<const Eigen::Matrix<double, 9, 1>>(own.data());
    }
    // Axial vectors of Q_k - Q_k^T, Q_k = sum over a of the block (k, a) of N times R_a, R_a by columns.
    for (int k = 0; k < 2; ++k)
      for (int axis = 0; axis < 3; ++axis) {
        const int p = (axis + 1) % 3, q = (axis + 2) % 3;  // Q(q, p) - Q(p, q)
        for (int a = 0; a < 2; ++a) {
          unit.Z.block<1, 3>(6 + 3 * k + axis, 12 * a + 3 + 3 * p) += unit.N.block<1, 3>(3 * k + q, 3 * a);
          unit.Z.block<1, 3>(6 + 3 * k + axis, 12 * a + 3 + 3 * q) -= unit.N.block<1, 3>(3 * k + p, 3 * a);
        }
      }
  }

  void add_stiffness_block(const KBlock& block) {
    const Unit &a = units_[block.a], &b = units_[block.b];
    Small D = Small::Zero(2 * a.size, 2 * b.size);
    for (const auto& e : block.entries)
      for (int p = 0; p < 2; ++p)
        for (int q = 0; q < 2; ++q) D(p * a.size + e.i, q * b.size + e.j) = matrix_.A[p][q][e.position];
    if (a.row >= 0) D = Small(a.Z.lazyProduct(D));
    if (b.row >= 0) D = Small(D.lazyProduct(b.Y));
    for (size_t k = 0; k < block.target.size(); ++k) values_[block.target[k]] += D.data()[k];
  }

  void add_constraint_block(const GBlock& block) {
    const Unit& unit = units_[block.unit];
    SmallVector g(2 * unit.size), b(2 * unit.size);
    for (int k = 0; k < 2; ++k) {
      g.setZero();
      b.setZero();
      for (const auto& e : block.entries)
        for (int a = 0; a < 2; ++a) {
          g[a * unit.size + e.j] = matrix_.G[k][a][e.position];
          b[a * unit.size + e.j] = matrix_.B[a][k][e.position];
        }
      const SmallVector g_reduced = unit.row >= 0 ? SmallVector(unit.Y.transpose().lazyProduct(g)) : g;
      const SmallVector b_reduced = unit.row >= 0 ? SmallVector(unit.Z.lazyProduct(b)) : b;
      for (int i = 0; i < unit.reduced_size; ++i) {
        values_[block.G_target[k][i]] = g_reduced[i];
        values_[block.B_target[k][i]] = b_reduced[i];
      }
    }
  }

  SparsePattern K_, G_;
  std::vector<Unit> units_;
  std::vector<int> unit_of_;  // unit of each coordinate
  std::vector<int> rows_;     // rows that are not internal
  std::vector<KBlock> K_blocks_;
  std::vector<GBlock> G_blocks_;
  std::vector<int> E_at_;
  int reduced_coordinates_ = 0;
  DoubleKkt matrix_;
  Vector values_, x_, residual_[2];
  std::unique_ptr<LinearSolver> solver_;
};

}  // namespace

std::unique_ptr<DoubleKktSolver> make_reduced_double_kkt_solver(const MechanicalSystem& system) {
  return std::make_unique<ReducedDoubleKktSolver>(system);
}

}  // namespace invar
