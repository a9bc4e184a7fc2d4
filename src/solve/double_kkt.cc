// The double KKT system with all coordinates and all multipliers as unknowns.
#include "invar/solve/double_kkt.h"

#include "invar/solve/linear_solver.h"

namespace invar {

std::unique_ptr<DoubleKktSolver> make_reduced_double_kkt_solver(const MechanicalSystem& system);

namespace {

class FullDoubleKktSolver final : public DoubleKktSolver {
 public:
  explicit FullDoubleKktSolver(const MechanicalSystem& system);
  bool factor(const DoubleKkt& matrix) override;
  void solve(const Vector r[2], const Vector c[2], Vector dx[2], Vector dl[2]) override;
  void reset() override { solver_->reset(); }
  void archive(Archive& a) override { a("solver", *solver_); }

 private:
  int n_, m_, K_entries_, G_entries_;
  std::vector<int> A_at_[2][2], B_at_[2][2], G_at_[2][2], E_at_[2][2];
  Vector values_, x_;
  std::unique_ptr<LinearSolver> solver_;
};

FullDoubleKktSolver::FullDoubleKktSolver(const MechanicalSystem& system)
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

bool FullDoubleKktSolver::factor(const DoubleKkt& matrix) {
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

void FullDoubleKktSolver::solve(const Vector r[2], const Vector c[2], Vector dx[2], Vector dl[2]) {
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

}  // namespace

DoubleKkt make_double_kkt(const MechanicalSystem& system) {
  DoubleKkt matrix;
  for (int a = 0; a < 2; ++a)
    for (int b = 0; b < 2; ++b) {
      matrix.A[a][b].setZero(system.K_pattern().nonzeros());
      matrix.B[a][b].setZero(system.G_pattern().nonzeros());
      matrix.G[a][b].setZero(system.G_pattern().nonzeros());
      matrix.E[a][b].setZero(system.rows());
    }
  return matrix;
}

std::unique_ptr<DoubleKktSolver> make_double_kkt_solver(const MechanicalSystem& system, KktForm form) {
  if (form == KktForm::kReduced && !system.layout().internal_blocks().empty())
    return make_reduced_double_kkt_solver(system);
  return std::make_unique<FullDoubleKktSolver>(system);
}

}  // namespace invar
