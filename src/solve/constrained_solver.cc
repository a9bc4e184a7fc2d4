#include "invar/solve/constrained_solver.h"

#include <algorithm>
#include <cmath>

#include "invar/solve/node_mass.h"
#include "invar/solve/scaled_kkt.h"
#include "invar/system/residual_measure.h"

namespace invar {

namespace {

// Up to this number of coordinates singular values are cut exactly. Measured on the N-four-bar, a run takes 1.6 times as
// long as with the sparse solver at 6 coordinates, 3.4 times at 10, 8 times at 14.
constexpr int kDenseCoordinates = 12;
// With redundant rows the sparse solver has to choose rows to leave out once and for all, and those that are left may become
// singular elsewhere: up to 20 bodies in space the dense one is taken.
constexpr int kDenseIfRedundant = 240;
constexpr int kMaxRefinements = 6;

class SparseConstrainedSolver final : public ConstrainedSolver {
 public:
  SparseConstrainedSolver(const MechanicalSystem& system, double truncation)
      : system_(system),
        kkt_(make_scaled_kkt_solver(system, KktForm::kReduced)),
        extra_(calc_mass_regularization(system)),
        regular_(extra_.isZero(0)),
        epsilon_(std::max(truncation * truncation, 1e-15)),
        measure_(system) {
    set_mass(system.M());
  }

  bool set_mass(const Vector& M) override {
    M_ = M;
    M_regularized_ = M + extra_;
    return true;
  }

  bool factor(const Vector& G) override {
    if (!G.allFinite()) return false;
    // Its scale hardly changes with the configuration, so it is taken from the first one.
    if (eps_.size() == 0) calc_regularization(system_, M_, G, epsilon_, eps_);
    G_values_ = G;
    const SparsePattern& pattern = system_.G_pattern();
    for (const int r : left_out_)
      G_values_.segment(pattern.start[r], pattern.start[r + 1] - pattern.start[r]).setZero();
    measure_.set_constraints(G_values_);
    return kkt_->factor(M_regularized_, G_values_, G_values_, eps_);
  }

  void solve(const Vector& f, const Vector& c, Vector& x, Vector& l) override {
    r_f_ = -f;
    c_ = c;
    for (const int r : left_out_) c_[r] = 0;
    r_c_ = -c_;
    kkt_->solve(r_f_, r_c_, x, l);
    // The regularization leaves eps l in the constraints: negligible at regular positions.
    double last = INFINITY;
    for (int i = 0; i < kMaxRefinements; ++i) {
      r_c_ = -c_;
      add_product(system_.G_pattern(), G_values_, x, r_c_);
      measure_.begin();
      measure_.add_motion(x);
      measure_.add_row_terms(c_);
      measure_.finish(0);
      const double size = measure_.measure_rows(r_c_).size;
      if (!(size < 0.5 * last) || (regular_ && size <= 10 * epsilon_)) break;
      last = size;
      if (regular_) {
        r_f_.setZero();
      } else {
        r_f_ = -f;
        add_product(system_.K_pattern(), M_, x, r_f_);
        add_transpose_product(system_.G_pattern(), G_values_, l, r_f_);
      }
      kkt_->solve(r_f_, r_c_, dx_, dl_);
      x += dx_;
      l += dl_;
    }
    if (!left_out_.empty()) note_cancellation(l);
  }

  void leave_out(const std::vector<int>& rows) override {
    left_out_ = rows;
    cancellation_ = 0;
  }
  double cancellation() const override { return cancellation_; }

  void reset() override {
    kkt_->reset();
    eps_.resize(0);
  }
  void archive(Archive& a) override {
    a("eps", eps_);
    a("left_out", left_out_);
    a("cancellation", cancellation_);
    kkt_->archive(a);
  }

 private:
  void note_cancellation(const Vector& l) {
    dx_.setZero(system_.coordinates());
    add_transpose_product(system_.G_pattern(), G_values_, l, dx_);
    const double force = dx_.cwiseAbs().maxCoeff();
    dx_.setZero(system_.coordinates());
    add_transpose_product(system_.G_pattern(), G_values_.cwiseAbs(), l.cwiseAbs(), dx_);
    if (force > 0) cancellation_ = std::max(cancellation_, dx_.maxCoeff() / force);
  }

  const MechanicalSystem& system_;
  std::unique_ptr<KktSolver> kkt_;
  double cancellation_ = 0;
  Vector extra_, M_, M_regularized_;
  bool regular_;
  double epsilon_;
  ResidualMeasure measure_;
  std::vector<int> left_out_;
  Vector eps_, G_values_, c_, r_f_, r_c_, dx_, dl_;
};

}  // namespace

Vector calc_invertible_mass(const MechanicalSystem& system, const Vector& mass, double relative) {
  const SparsePattern& K = system.K_pattern();
  Vector M = mass;
  const auto at = [&](int i) { return K.position(i, i); };
  double overall = 0;
  for (int i = 0; i < K.rows; ++i) overall = std::max(overall, mass[at(i)]);
  if (overall == 0) overall = 1;
  for (const auto& node : system.layout().nodes()) {
    const int size = node_size(node.kind);
    double largest = 0;
    for (int i = 0; i < size; ++i) largest = std::max(largest, mass[at(node.offset + i)]);
    const double lent = relative * (largest > 0 ? largest : overall);
    for (int i = 0; i < size; ++i)
      if (mass[at(node.offset + i)] < 1e-8 * largest || largest == 0) M[at(node.offset + i)] += lent;
  }
  return M;
}

Vector calc_invertible_mass(const MechanicalSystem& system, double relative) {
  return calc_invertible_mass(system, system.M(), relative);
}

std::unique_ptr<ConstrainedSolver> make_constrained_solver(const MechanicalSystem& system, ConstrainedSolverKind kind,
                                                           double truncation, bool redundant) {
  if (kind == ConstrainedSolverKind::kAuto) {
    const bool regular = system.has_variable_mass() || calc_lent_mass(system, 1).isZero(0);
    const int most = redundant ? kDenseIfRedundant : kDenseCoordinates;
    const bool dense = regular && system.coordinates() <= most && !has_masses_far_apart(system);
    kind = dense ? ConstrainedSolverKind::kDense : ConstrainedSolverKind::kSparse;
  }
  if (kind == ConstrainedSolverKind::kDense) return make_dense_constrained_solver(system, truncation);
  return std::make_unique<SparseConstrainedSolver>(system, truncation);
}

}  // namespace invar
