// KLU: sparse LU for circuit-like matrices [Davis2010]. A pattern stored by rows is the transpose stored by columns, so
// KLU factors A^T and solves with klu_tsolve: no copy of the values is needed.
//
// Where the factors consist of dense blocks (systems of frames), KLU chooses the pivots, and PanelLu factors with them
// from then on: 3 to 4 times as fast as klu_refactor.
#include <klu.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "invar/solve/linear_solver.h"
#include "invar/solve/panel_lu.h"

namespace invar {

namespace {

// An order of pivots in which multipliers follow the coordinates of a node that they act on: their pivots, zero at first,
// are then good ones, and the factors keep a symmetric pattern. A node takes the multipliers if they are not more than its
// coordinates; others wait for their last node.
std::vector<int> order_multipliers(const SparsePattern& pattern, const std::vector<int>& nodes, const int* order) {
  const int n = pattern.rows, count = 1 + *std::max_element(nodes.begin(), nodes.end());
  std::vector<std::vector<int>> coordinates(count), multipliers(count);
  std::vector<int> sequence, result, waiting(n, 0);  // nodes a multiplier still waits for; -1: has its place
  for (int k = 0; k < n; ++k) {
    const int node = nodes[order[k]];
    if (node < 0) continue;
    if (coordinates[node].empty()) sequence.push_back(node);
    coordinates[node].push_back(order[k]);
  }
  for (int i = 0; i < n; ++i) {
    if (nodes[i] >= 0) continue;
    for (int k = pattern.start[i]; k < pattern.start[i + 1]; ++k) {
      const int node = nodes[pattern.index[k]];
      if (node < 0 || (!multipliers[node].empty() && multipliers[node].back() == i)) continue;
      multipliers[node].push_back(i);
      ++waiting[i];
    }
  }
  for (const int node : sequence) {
    result.insert(result.end(), coordinates[node].begin(), coordinates[node].end());
    auto& own = multipliers[node];
    std::erase_if(own, [&](int i) { return waiting[i] < 0; });
    const bool all = own.size() <= coordinates[node].size();
    for (const int i : own) {
      if (--waiting[i] > 0 && !all) continue;
      result.push_back(i);
      waiting[i] = -1;
    }
  }
  for (int i = 0; i < n; ++i)
    if (nodes[i] < 0 && waiting[i] >= 0) result.push_back(i);
  return result;
}

class KluSolver final : public LinearSolver {
 public:
  KluSolver(const SparsePattern& pattern, const std::vector<int>& nodes) : pattern_(pattern) {
    klu_defaults(&common_);
    common_.scale = -1;  // the callers scale their systems; no check of the pattern, which never changes
    symbolic_ = klu_analyze(pattern_.rows, pattern_.start.data(), pattern_.index.data(), &common_);
    if (!symbolic_) throw std::runtime_error("KLU could not analyse the pattern of the system matrix");
    if (nodes.empty() || symbolic_->nblocks > 1) return;
    std::vector<int> order = order_multipliers(pattern_, nodes, symbolic_->Q);
    panels_.analyse(pattern_, order, order);
    if (panels_.average_width() < kWidePanel || panels_.flops() > kMoreFlops * symbolic_->est_flops) return;
    klu_free_symbolic(&symbolic_, &common_);
    common_.btf = 0;
    symbolic_ = klu_analyze_given(pattern_.rows, pattern_.start.data(), pattern_.index.data(), order.data(),
                                  order.data(), &common_);
    if (!symbolic_) throw std::runtime_error("KLU could not analyse the pattern of the system matrix");
  }
  ~KluSolver() override {
    if (numeric_) klu_free_numeric(&numeric_, &common_);
    klu_free_symbolic(&symbolic_, &common_);
  }
  KluSolver(const KluSolver&) = delete;
  KluSolver& operator=(const KluSolver&) = delete;

  bool factor(const Vector& values) override {
    if (std::exchange(keeps_factors_, false) && values == pivot_values_) return true;
    is_fresh_ = false;
    if (numeric_ && (use_panels_ ? panels_.factor(values) : refactor(values)) > kPoorPivots * reference_rcond_)
      return true;
    is_fresh_ = true;
    pivot_values_ = values;
    had_panels_ = panels_pay_;
    use_panels_ = false;
    if (numeric_) klu_free_numeric(&numeric_, &common_);
    numeric_ = klu_factor(pattern_.start.data(), pattern_.index.data(), data(values), symbolic_, &common_);
    if (!numeric_ || common_.status != KLU_OK) return false;
    klu_rcond(symbolic_, numeric_, &common_);
    reference_rcond_ = common_.rcond;
    if (!(reference_rcond_ > 0)) return false;
    use_panels_ = make_panels() && panels_.factor(values) > kPoorPivots * reference_rcond_;
    return true;
  }

  void reset() override {
    if (numeric_) klu_free_numeric(&numeric_, &common_);
    use_panels_ = keeps_factors_ = is_fresh_ = false;
    panels_pay_ = true;
    pivot_values_.resize(0);
  }

  // The order of the pivots follows from the matrix for which it was chosen.
  void archive(Archive& a) override {
    bool fresh = is_fresh_, panels = had_panels_;
    double rcond = pivot_values_.size() > 0 ? reference_rcond_ : 0;
    Vector values = pivot_values_;
    a("fresh", fresh);
    a("panels", panels);
    a("rcond", rcond);
    a("values", values);
    if (!a.reading()) return;
    reset();
    if (values.size() == 0) return;
    if (values.size() != pattern_.nonzeros()) throw ArchiveError("the matrix of the system has another size");
    panels_pay_ = panels;
    factor(values);
    reference_rcond_ = rcond;
    is_fresh_ = keeps_factors_ = fresh;
  }

  void solve(Vector& b) const override {
    if (use_panels_) return panels_.solve(b);
    auto common = &const_cast<KluSolver*>(this)->common_;
    klu_tsolve(symbolic_, numeric_, pattern_.rows, 1, b.data(), common);
  }

 private:
  static double* data(const Vector& values) { return const_cast<double*>(values.data()); }  // KLU does not know const

  double refactor(const Vector& values) {
    if (!klu_refactor(pattern_.start.data(), pattern_.index.data(), data(values), symbolic_, numeric_, &common_) ||
        common_.status != KLU_OK || !klu_rcond(symbolic_, numeric_, &common_))
      return 0;
    return common_.rcond;
  }

  // Panels in the order of the pivots that KLU has chosen; false where they do not pay.
  bool make_panels() {
    if (symbolic_->nblocks > 1 || !panels_pay_) return false;
    const int n = pattern_.rows;
    rows_.resize(n);
    columns_.resize(n);
    klu_extract(numeric_, symbolic_, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
                columns_.data(), rows_.data(), nullptr, nullptr, &common_);
    panels_.analyse(pattern_, rows_, columns_);
    klu_flops(symbolic_, numeric_, &common_);
    panels_pay_ = panels_.average_width() >= kWidePanel && panels_.flops() < kMoreFlops * common_.flops;
    return panels_pay_;
  }

  // Ratio of smallest to largest pivot that may be lost against the last fresh pivoting before pivoting anew.
  static constexpr double kPoorPivots = 1e-3;
  // Measured: a floating-point operation in panels costs a third to a fifth of one of KLU, if they are wide.
  static constexpr double kWidePanel = 4, kMoreFlops = 2;

  SparsePattern pattern_;
  klu_common common_;
  klu_symbolic* symbolic_ = nullptr;
  klu_numeric* numeric_ = nullptr;
  double reference_rcond_ = 0;
  bool use_panels_ = false, panels_pay_ = true;
  PanelLu panels_;
  std::vector<int> rows_, columns_;  // of the pivots
  Vector pivot_values_;              // of the matrix for which they were chosen,
  bool had_panels_ = true;           // and panels_pay_ at that time
  bool is_fresh_ = false;            // they were chosen for the last matrix
  bool keeps_factors_ = false;       // just read from an archive, with the factors of that matrix
};

}  // namespace

std::unique_ptr<LinearSolver> make_klu_solver(const SparsePattern& pattern, const std::vector<int>& nodes) {
  return std::make_unique<KluSolver>(pattern, nodes);
}

}  // namespace invar
