// Dense LU with partial pivoting for small systems, on preallocated storage.
#include <cmath>

#include "invar/solve/linear_solver.h"

namespace invar {

namespace {

class DenseSolver final : public LinearSolver {
 public:
  explicit DenseSolver(const SparsePattern& pattern)
      : pattern_(pattern), A_(pattern.rows, pattern.cols), pivot_(pattern.rows) {}

  bool factor(const Vector& values) override {
    const int n = pattern_.rows;
    A_.setZero();
    for (int i = 0; i < n; ++i)
      for (int k = pattern_.start[i]; k < pattern_.start[i + 1]; ++k) A_(i, pattern_.index[k]) = values[k];
    for (int k = 0; k < n; ++k) {
      int p = k;
      for (int i = k + 1; i < n; ++i)
        if (std::abs(A_(i, k)) > std::abs(A_(p, k))) p = i;
      pivot_[k] = p;
      if (!(std::abs(A_(p, k)) > 0)) return false;
      if (p != k) A_.row(k).swap(A_.row(p));
      const double inverse = 1 / A_(k, k);
      for (int i = k + 1; i < n; ++i) A_(i, k) *= inverse;
      for (int j = k + 1; j < n; ++j) {
        const double factor = A_(k, j);
        if (factor == 0) continue;
        for (int i = k + 1; i < n; ++i) A_(i, j) -= A_(i, k) * factor;
      }
    }
    return true;
  }

  void solve(Vector& b) const override {
    const int n = pattern_.rows;
    for (int k = 0; k < n; ++k) {
      if (pivot_[k] != k) std::swap(b[k], b[pivot_[k]]);
    }
    for (int k = 0; k < n; ++k)
      for (int i = k + 1; i < n; ++i) b[i] -= A_(i, k) * b[k];
    for (int k = n - 1; k >= 0; --k) {
      b[k] /= A_(k, k);
      for (int i = 0; i < k; ++i) b[i] -= A_(i, k) * b[k];
    }
  }

 private:
  SparsePattern pattern_;
  Matrix A_;
  std::vector<int> pivot_;
};

}  // namespace

std::unique_ptr<LinearSolver> make_dense_solver(const SparsePattern& pattern) {
  return std::make_unique<DenseSolver>(pattern);
}

std::unique_ptr<LinearSolver> make_linear_solver(const SparsePattern& pattern, const std::vector<int>& nodes) {
  return pattern.rows <= kDenseLimit ? make_dense_solver(pattern) : make_klu_solver(pattern, nodes);
}

}  // namespace invar
