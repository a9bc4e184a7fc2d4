// KLU: sparse LU for circuit-like matrices [Davis2010]. A pattern stored by rows is the transpose stored by columns, so
// KLU factors A^T and solves with klu_tsolve: no copy of the values is needed.
#include <klu.h>

#include <stdexcept>

#include "invar/solve/linear_solver.h"

namespace invar {

namespace {

class KluSolver final : public LinearSolver {
 public:
  explicit KluSolver(const SparsePattern& pattern) : pattern_(pattern) {
    klu_defaults(&common_);
    common_.scale = -1;  // the callers scale their systems; no check of the pattern, which never changes
    symbolic_ = klu_analyze(pattern_.rows, pattern_.start.data(), pattern_.index.data(), &common_);
    if (!symbolic_) throw std::runtime_error("KLU could not analyse the pattern of the system matrix");
  }
  ~KluSolver() override {
    if (numeric_) klu_free_numeric(&numeric_, &common_);
    klu_free_symbolic(&symbolic_, &common_);
  }
  KluSolver(const KluSolver&) = delete;
  KluSolver& operator=(const KluSolver&) = delete;

  bool factor(const Vector& values) override {
    double* x = const_cast<double*>(values.data());  // KLU's interface is not const-correct
    int* start = pattern_.start.data();
    int* index = pattern_.index.data();
    if (numeric_ && klu_refactor(start, index, x, symbolic_, numeric_, &common_) && common_.status == KLU_OK &&
        klu_rcond(symbolic_, numeric_, &common_) && common_.rcond > kPoorPivots * reference_rcond_) {
      return true;
    }
    if (numeric_) klu_free_numeric(&numeric_, &common_);
    numeric_ = klu_factor(start, index, x, symbolic_, &common_);
    if (!numeric_ || common_.status != KLU_OK) return false;
    klu_rcond(symbolic_, numeric_, &common_);
    reference_rcond_ = common_.rcond;
    return reference_rcond_ > 0;
  }

  void reset() override {
    if (numeric_) klu_free_numeric(&numeric_, &common_);
  }

  void solve(Vector& b) const override {
    auto common = &const_cast<KluSolver*>(this)->common_;
    klu_tsolve(symbolic_, numeric_, pattern_.rows, 1, b.data(), common);
  }

 private:
  // Ratio of smallest to largest pivot that may be lost against the last fresh pivoting before pivoting anew.
  static constexpr double kPoorPivots = 1e-3;

  SparsePattern pattern_;
  klu_common common_;
  klu_symbolic* symbolic_ = nullptr;
  klu_numeric* numeric_ = nullptr;
  double reference_rcond_ = 0;
};

}  // namespace

std::unique_ptr<LinearSolver> make_klu_solver(const SparsePattern& pattern) {
  return std::make_unique<KluSolver>(pattern);
}

}  // namespace invar
