#include "invar/solve/double_kkt.h"

namespace invar {

DoubleKktSolver::DoubleKktSolver(const MechanicalSystem& system)
    : n_(system.coordinates()),
      m_(system.rows()),
      K_entries_(system.K_pattern().nonzeros()),
      G_entries_(system.G_pattern().nonzeros()),
      x_(2 * (n_ + m_)) {
  const SparsePattern& K = system.K_pattern();
  const SparsePattern& G = system.G_pattern();
  // Visits every entry of block (a, b) as (kind, row, column).
  const auto for_block = [&](int a, int b, auto&& A, auto&& B, auto&& C, auto&& E) {
    for (int i = 0; i < n_; ++i)
      for (int k = K.start[i]; k < K.start[i + 1]; ++k) A(a * n_ + i, b * n_ + K.index[k]);
    for (int r = 0; r < m_; ++r) {
      E(2 * n_ + a * m_ + r, 2 * n_ + b * m_ + r);
      for (int k = G.start[r]; k < G.start[r + 1]; ++k) {
        B(a * n_ + G.index[k], 2 * n_ + b * m_ + r);
        C(2 * n_ + a * m_ + r, b * n_ + G.index[k]);
      }
    }
  };
  PatternBuilder builder(2 * (n_ + m_), 2 * (n_ + m_));
  const auto add = [&](int i, int j) { builder.add(i, j); };
  for (int a = 0; a < 2; ++a)
    for (int b = 0; b < 2; ++b) for_block(a, b, add, add, add, add);
  const SparsePattern pattern = builder.build();
  const auto to = [&](std::vector<int>& at) { return [&](int i, int j) { at.push_back(pattern.position(i, j)); }; };
  for (int a = 0; a < 2; ++a)
    for (int b = 0; b < 2; ++b) for_block(a, b, to(A_at_[a][b]), to(B_at_[a][b]), to(G_at_[a][b]), to(E_at_[a][b]));
  values_.resize(pattern.nonzeros());
  solver_ = make_linear_solver(pattern);
}

DoubleKkt DoubleKktSolver::make_matrix() const {
  DoubleKkt matrix;
  for (int a = 0; a < 2; ++a)
    for (int b = 0; b < 2; ++b) {
      matrix.A[a][b].setZero(K_entries_);
      matrix.B[a][b].setZero(G_entries_);
      matrix.G[a][b].setZero(G_entries_);
      matrix.E[a][b].setZero(m_);
    }
  return matrix;
}

bool DoubleKktSolver::factor(const DoubleKkt& matrix) {
  for (int a = 0; a < 2; ++a)
    for (int b = 0; b < 2; ++b) {
      for (int k = 0; k < K_entries_; ++k) values_[A_at_[a][b][k]] = matrix.A[a][b][k];
      for (int k = 0; k < G_entries_; ++k) {
        values_[B_at_[a][b][k]] = matrix.B[a][b][k];
        values_[G_at_[a][b][k]] = matrix.G[a][b][k];
      }
      for (int r = 0; r < m_; ++r) values_[E_at_[a][b][r]] = -matrix.E[a][b][r];
    }
  return solver_->factor(values_);
}

void DoubleKktSolver::solve(const Vector r[2], const Vector c[2], Vector dx[2], Vector dl[2]) {
  for (int a = 0; a < 2; ++a) {
    x_.segment(a * n_, n_) = -r[a];
    x_.segment(2 * n_ + a * m_, m_) = -c[a];
  }
  solver_->solve(x_);
  for (int a = 0; a < 2; ++a) {
    dx[a] = x_.segment(a * n_, n_);
    dl[a] = x_.segment(2 * n_ + a * m_, m_);
  }
}

}  // namespace invar
