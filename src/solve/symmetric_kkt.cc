#include "invar/solve/symmetric_kkt.h"

#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace invar {

namespace {

// Multiplications of a factorization beside the entries of the matrix: beyond, LU with its panels is faster.
constexpr long long kMostWork = 200;

class SymmetricKktSolver final : public KktSolver {
 public:
  enum class Order { kAsGiven, kLeastDegree };
  SymmetricKktSolver(const MechanicalSystem& system, const Vector& M, Order order)
      : n_(system.coordinates()), size_(n_ + system.rows()) {
    choose_order(system, M, order);
    place_entries(system, M);
    find_rows();
    L_.resize(L_start_.back());
    D_.resize(size_);
    y_.setZero(size_);
    x_.resize(size_);
  }

  long long work() const { return work_; }
  bool pays() const { return work_ <= kMostWork * static_cast<long long>(entries_.size()); }

  bool factor(const Vector& A, const Vector& /*B*/, const Vector& G, const Vector& eps) override {
    std::copy(L_start_.begin(), L_start_.end() - 1, filled_.begin());
    eps_ = eps;
    double *y = y_.data(), *L = L_.data(), *D = D_.data();
    const double* values[] = {A.data(), G.data(), eps.data()};
    for (int k = 0; k < size_; ++k) {
      double d = 0;
      for (int e = entry_start_[k]; e < entry_start_[k + 1]; ++e) {
        const Entry& entry = entries_[e];
        const double value = values[entry.source][entry.position];
        if (entry.column < k)
          y[entry.column] = value;
        else
          d = entry.source == kRegularization ? -value : value;
      }
      for (int p = row_start_[k]; p < row_start_[k + 1]; ++p) {
        const int j = row_[p], end = filled_[j];
        const double yj = y[j];
        y[j] = 0;
        for (int i = L_start_[j]; i < end; ++i) y[L_row_[i]] -= L[i] * yj;
        const double l = yj / D[j];
        d -= l * yj;
        L[end] = l;
        filled_[j] = end + 1;
      }
      if (!(std::abs(d) > 0) || !std::isfinite(d)) {
        y_.setZero();
        return false;
      }
      D[k] = d;
    }
    return true;
  }

  void solve(const Vector& r_f, const Vector& r_c, Vector& dq, Vector& dlambda) override {
    double* x = x_.data();
    const double* L = L_.data();
    for (int k = 0; k < size_; ++k) x[k] = order_[k] < n_ ? -r_f[order_[k]] : -r_c[order_[k] - n_];
    for (int j = 0; j < size_; ++j) {
      const double xj = x[j];
      for (int i = L_start_[j]; i < L_start_[j + 1]; ++i) x[L_row_[i]] -= L[i] * xj;
    }
    for (int j = size_; j-- > 0;) {
      double sum = x[j] / D_[j];
      for (int i = L_start_[j]; i < L_start_[j + 1]; ++i) sum -= L[i] * x[L_row_[i]];
      x[j] = sum;
    }
    dq.resize(n_);
    dlambda.resize(size_ - n_);
    for (int k = 0; k < size_; ++k) (order_[k] < n_ ? dq[order_[k]] : dlambda[order_[k] - n_]) = x[k];
  }

  void reset() override {}
  void archive(Archive&) override {}  // factors are made anew from the matrix
  void calc_rest(const Vector& dlambda, Vector& rest) const override { rest = eps_.cwiseProduct(dlambda); }

 private:
  enum Source { kMass, kConstraint, kRegularization };
  struct Entry {
    int column;
    Source source;
    int position;
  };

  // Coordinates in an order of little fill for M + G^T G, and each multiplier after the last of its coordinates.
  void choose_order(const MechanicalSystem& system, const Vector& M, Order order) {
    const SparsePattern& G = system.G_pattern();
    std::vector<int> coordinates(static_cast<std::size_t>(n_));
    std::iota(coordinates.begin(), coordinates.end(), 0);
    if (order == Order::kLeastDegree) coordinates = find_least_degree(system, M);
    std::vector<int> rank(static_cast<std::size_t>(n_));
    for (int k = 0; k < n_; ++k) rank[static_cast<std::size_t>(coordinates[static_cast<std::size_t>(k)])] = k;
    std::vector<std::vector<int>> after(static_cast<std::size_t>(n_) +
                                        1);  // multipliers by the rank of their last coordinate
    for (int r = 0; r < G.rows; ++r) {
      int last = -1;
      for (int k = G.start[r]; k < G.start[r + 1]; ++k)
        last = std::max(last, rank[static_cast<std::size_t>(G.index[k])]);
      after[static_cast<std::size_t>(last + 1)].push_back(r);
    }
    for (int k = -1; k < n_; ++k) {
      if (k >= 0) order_.push_back(coordinates[static_cast<std::size_t>(k)]);
      for (const int r : after[static_cast<std::size_t>(k + 1)]) order_.push_back(n_ + r);
    }
    place_.resize(static_cast<std::size_t>(size_));
    for (int k = 0; k < size_; ++k) place_[static_cast<std::size_t>(order_[k])] = k;
  }

  std::vector<int> find_least_degree(const MechanicalSystem& system, const Vector& M) const {
    const SparsePattern &K = system.K_pattern(), &G = system.G_pattern();
    std::vector<Eigen::Triplet<double>> triplets;
    for (int i = 0; i < n_; ++i)
      for (int k = K.start[i]; k < K.start[i + 1]; ++k)
        if (M[k] != 0) triplets.emplace_back(i, K.index[k], 1.0);
    for (int r = 0; r < G.rows; ++r)
      for (int a = G.start[r]; a < G.start[r + 1]; ++a)
        for (int b = G.start[r]; b < G.start[r + 1]; ++b) triplets.emplace_back(G.index[a], G.index[b], 1.0);
    Eigen::SparseMatrix<double> graph(n_, n_);
    graph.setFromTriplets(triplets.begin(), triplets.end());
    Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> permutation;
    Eigen::AMDOrdering<int>()(graph, permutation);
    return {permutation.indices().data(), permutation.indices().data() + n_};
  }

  // Entries of the lower triangle, by rows.
  void place_entries(const MechanicalSystem& system, const Vector& M) {
    const SparsePattern &K = system.K_pattern(), &G = system.G_pattern();
    std::vector<std::vector<Entry>> rows(static_cast<std::size_t>(size_));
    const auto add = [&](int i, int j, Source source, int position) {
      const int a = place_[static_cast<std::size_t>(i)], b = place_[static_cast<std::size_t>(j)];
      rows[static_cast<std::size_t>(std::max(a, b))].push_back({std::min(a, b), source, position});
    };
    for (int i = 0; i < n_; ++i)
      for (int k = K.start[i]; k < K.start[i + 1]; ++k)
        if (K.index[k] <= i && (M[k] != 0 || K.index[k] == i)) add(i, K.index[k], kMass, k);
    for (int r = 0; r < G.rows; ++r) {
      add(n_ + r, n_ + r, kRegularization, r);
      for (int k = G.start[r]; k < G.start[r + 1]; ++k) add(n_ + r, G.index[k], kConstraint, k);
    }
    for (const auto& row : rows) {
      entry_start_.push_back(static_cast<int>(entries_.size()));
      entries_.insert(entries_.end(), row.begin(), row.end());
    }
    entry_start_.push_back(static_cast<int>(entries_.size()));
  }

  // Columns of each row of L, ascending, by the elimination tree; then where the columns of L begin.
  void find_rows() {
    std::vector<int> parent(static_cast<std::size_t>(size_), -1), seen(static_cast<std::size_t>(size_), -1);
    std::vector<int> count(static_cast<std::size_t>(size_), 0);
    for (int k = 0; k < size_; ++k) {
      row_start_.push_back(static_cast<int>(row_.size()));
      seen[static_cast<std::size_t>(k)] = k;
      for (int e = entry_start_[k]; e < entry_start_[k + 1]; ++e)
        for (int j = entries_[e].column; seen[static_cast<std::size_t>(j)] != k;
             j = parent[static_cast<std::size_t>(j)]) {
          if (parent[static_cast<std::size_t>(j)] < 0) parent[static_cast<std::size_t>(j)] = k;
          row_.push_back(j);
          ++count[static_cast<std::size_t>(j)];
          seen[static_cast<std::size_t>(j)] = k;
        }
      std::sort(row_.begin() + row_start_.back(), row_.end());
    }
    row_start_.push_back(static_cast<int>(row_.size()));
    L_start_.push_back(0);
    for (const int c : count) {
      L_start_.push_back(L_start_.back() + c);
      work_ += static_cast<long long>(c) * c;
    }
    L_row_.resize(static_cast<std::size_t>(L_start_.back()));
    filled_.assign(L_start_.begin(), L_start_.end() - 1);
    for (int k = 0; k < size_; ++k)
      for (int p = row_start_[k]; p < row_start_[k + 1]; ++p)
        L_row_[static_cast<std::size_t>(filled_[static_cast<std::size_t>(row_[p])]++)] = k;
  }

  int n_, size_;
  long long work_ = 0;
  std::vector<int> order_, place_;  // unknown at each place, and back; multipliers are n_ and on
  std::vector<int> entry_start_, row_start_, row_, L_start_, L_row_, filled_;
  std::vector<Entry> entries_;
  Vector L_, D_, y_, x_, eps_;
};

}  // namespace

std::unique_ptr<KktSolver> make_symmetric_kkt_solver(const MechanicalSystem& system, const Vector& M) {
  if (system.has_variable_mass() || !system.layout().internal_blocks().empty()) return nullptr;
  // Chains have the least fill as they are given.
  using Order = SymmetricKktSolver::Order;
  auto solver = std::make_unique<SymmetricKktSolver>(system, M, Order::kLeastDegree);
  if (auto given = std::make_unique<SymmetricKktSolver>(system, M, Order::kAsGiven); given->work() < solver->work())
    solver = std::move(given);
  if (!solver->pays()) return nullptr;
  return solver;
}

}  // namespace invar
