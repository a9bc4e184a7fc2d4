// The KKT system with all coordinates and all multipliers as unknowns, and the one with the multipliers condensed.
#include <algorithm>
#include <cmath>

#include "invar/solve/kkt.h"
#include "invar/solve/linear_solver.h"

namespace invar {

std::unique_ptr<KktSolver> make_reduced_kkt_solver(const MechanicalSystem& system, Pivots pivots);
std::unique_ptr<KktSolver> make_reduced_augmented_kkt_solver(const MechanicalSystem& system);

namespace {

class FullKktSolver final : public KktSolver {
 public:
  explicit FullKktSolver(const MechanicalSystem& system) : n_(system.coordinates()), m_(system.rows()), x_(n_ + m_) {
    const SparsePattern& K = system.K_pattern();
    const SparsePattern& G = system.G_pattern();
    PatternBuilder builder(n_ + m_, n_ + m_);
    for (int i = 0; i < n_; ++i)
      for (int k = K.start[i]; k < K.start[i + 1]; ++k) builder.add(i, K.index[k]);
    for (int r = 0; r < m_; ++r) {
      builder.add(n_ + r, n_ + r);
      for (int k = G.start[r]; k < G.start[r + 1]; ++k) {
        builder.add(n_ + r, G.index[k]);
        builder.add(G.index[k], n_ + r);
      }
    }
    const SparsePattern pattern = builder.build();
    for (int i = 0; i < n_; ++i)
      for (int k = K.start[i]; k < K.start[i + 1]; ++k) A_at_.push_back(pattern.position(i, K.index[k]));
    for (int r = 0; r < m_; ++r) {
      eps_at_.push_back(pattern.position(n_ + r, n_ + r));
      for (int k = G.start[r]; k < G.start[r + 1]; ++k) {
        G_at_.push_back(pattern.position(n_ + r, G.index[k]));
        B_at_.push_back(pattern.position(G.index[k], n_ + r));
      }
    }
    values_.setZero(pattern.nonzeros());
    solver_ = make_linear_solver(pattern);
  }

  bool factor(const Vector& A, const Vector& B, const Vector& G, const Vector& eps) override {
    for (size_t k = 0; k < A_at_.size(); ++k) values_[A_at_[k]] = A[k];
    for (size_t k = 0; k < G_at_.size(); ++k) {
      values_[G_at_[k]] = G[k];
      values_[B_at_[k]] = B[k];
    }
    for (int r = 0; r < m_; ++r) values_[eps_at_[r]] = -eps[r];
    eps_ = eps;
    return solver_->factor(values_);
  }

  void reset() override { solver_->reset(); }
  void archive(Archive& a) override { a("solver", *solver_); }

  void solve(const Vector& r_f, const Vector& r_c, Vector& dq, Vector& dlambda) override {
    x_.head(n_) = -r_f;
    x_.tail(m_) = -r_c;
    solver_->solve(x_);
    dq = x_.head(n_);
    dlambda = x_.tail(m_);
  }
  void calc_rest(const Vector& dlambda, Vector& rest) const override { rest = eps_.cwiseProduct(dlambda); }

 private:
  int n_, m_;
  std::vector<int> A_at_, B_at_, G_at_, eps_at_;
  Vector values_, x_, eps_;
  std::unique_ptr<LinearSolver> solver_;
};

// (A + B^T E^-1 G) dq = -r_f - B^T E^-1 r_c,   dlambda = E^-1 (r_c + G dq).
class AugmentedKktSolver final : public KktSolver {
 public:
  explicit AugmentedKktSolver(const MechanicalSystem& system)
      : K_(system.K_pattern()), G_(system.G_pattern()), x_(system.coordinates()), penalty_(system.rows()) {
    PatternBuilder builder(K_.rows, K_.rows);
    for (int i = 0; i < K_.rows; ++i)
      for (int k = K_.start[i]; k < K_.start[i + 1]; ++k) builder.add(i, K_.index[k]);
    for (int r = 0; r < G_.rows; ++r)
      for (int a = G_.start[r]; a < G_.start[r + 1]; ++a)
        for (int b = G_.start[r]; b < G_.start[r + 1]; ++b) builder.add(G_.index[a], G_.index[b]);
    const SparsePattern pattern = builder.build();
    for (int i = 0; i < K_.rows; ++i)
      for (int k = K_.start[i]; k < K_.start[i + 1]; ++k) A_at_.push_back(pattern.position(i, K_.index[k]));
    for (int r = 0; r < G_.rows; ++r)
      for (int a = G_.start[r]; a < G_.start[r + 1]; ++a)
        for (int b = G_.start[r]; b < G_.start[r + 1]; ++b)
          product_at_.push_back(pattern.position(G_.index[a], G_.index[b]));
    values_.resize(pattern.nonzeros());
    solver_ = make_linear_solver(pattern);
  }

  bool factor(const Vector& A, const Vector& B, const Vector& G, const Vector& eps) override {
    penalty_ = eps.cwiseInverse();
    B_values_ = B;
    G_values_ = G;
    values_.setZero();
    for (size_t k = 0; k < A_at_.size(); ++k) values_[A_at_[k]] = A[k];
    const int* at = product_at_.data();
    for (int r = 0; r < G_.rows; ++r)
      for (int a = G_.start[r]; a < G_.start[r + 1]; ++a) {
        const double factor = B[a] * penalty_[r];
        for (int b = G_.start[r]; b < G_.start[r + 1]; ++b) values_[*at++] += factor * G[b];
      }
    return solver_->factor(values_);
  }

  void reset() override { solver_->reset(); }
  void archive(Archive& a) override { a("solver", *solver_); }

  void solve(const Vector& r_f, const Vector& r_c, Vector& dq, Vector& dlambda) override {
    scaled_ = penalty_.cwiseProduct(r_c);
    x_ = r_f;
    add_transpose_product(G_, B_values_, scaled_, x_);
    x_ = -x_;
    solver_->solve(x_);
    dq = x_;
    dlambda = r_c;
    add_product(G_, G_values_, dq, dlambda);
    dlambda = dlambda.cwiseProduct(penalty_);
  }
  void calc_rest(const Vector& dlambda, Vector& rest) const override { rest = dlambda.cwiseQuotient(penalty_); }

 private:
  SparsePattern K_, G_;
  std::vector<int> A_at_;
  std::vector<int> product_at_;  // places of B^T E^-1 G, row by row, each entry of B with each of G
  Vector values_, x_, penalty_, scaled_, B_values_, G_values_;
  std::unique_ptr<LinearSolver> solver_;
};

}  // namespace

std::unique_ptr<KktSolver> make_kkt_solver(const MechanicalSystem& system, KktForm form, Pivots pivots) {
  const bool frames = !system.layout().internal_blocks().empty();
  switch (form) {
    case KktForm::kFull:
      break;
    case KktForm::kReduced:
      if (frames) return make_reduced_kkt_solver(system, pivots);
      break;
    case KktForm::kReducedAugmented:
      if (frames) return make_reduced_augmented_kkt_solver(system);
      [[fallthrough]];
    case KktForm::kAugmented:
      return std::make_unique<AugmentedKktSolver>(system);
  }
  return std::make_unique<FullKktSolver>(system);
}

}  // namespace invar
