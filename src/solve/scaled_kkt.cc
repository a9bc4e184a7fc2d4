#include "invar/solve/scaled_kkt.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "invar/system/scale_groups.h"

namespace invar {

namespace {

constexpr double kFarApart = 1e6;  // as kSpread of scale_groups.cc

// What the systems are multiplied and divided by, entry by entry; empty where all parts have masses of one scale.
class MassScales {
 public:
  explicit MassScales(const MechanicalSystem& system) : system_(system) {
    const SparsePattern& K = system.K_pattern();
    const auto& nodes = system.layout().nodes();
    int count = 0;
    const std::vector<int> part = find_connected_parts(system, count);
    constexpr double kNone = std::numeric_limits<double>::infinity();
    std::vector<double> heaviest(count, 0), lightest(count, kNone), inertia(count, 0);
    const auto mass_of = [&](int j) { return std::abs(system.M()[K.position(j, j)]); };
    for (size_t i = 0; i < nodes.size(); ++i) {
      const int from = nodes[i].offset, positions = count_positions(nodes[i].kind);
      for (int k = 0; k < node_size(nodes[i].kind); ++k) {
        const double m = mass_of(from + k);
        double& largest = (k < positions ? heaviest : inertia)[part[i]];
        largest = std::max(largest, m);
        if (k < positions && m > 0) lightest[part[i]] = std::min(lightest[part[i]], m);
      }
    }
    bool any = false;
    for (int p = 0; p < count; ++p) any = any || (heaviest[p] > kFarApart * lightest[p]);
    if (!any) return;
    scale_.setOnes(system.coordinates());
    heaviest_.setZero(system.coordinates());
    for (size_t i = 0; i < nodes.size(); ++i) {
      const int p = part[i];
      if (!(heaviest[p] > kFarApart * lightest[p])) continue;
      const int from = nodes[i].offset, size = node_size(nodes[i].kind), positions = count_positions(nodes[i].kind);
      scale_.segment(from, size).setConstant(std::exp2(std::ilogb(heaviest[p])));
      heaviest_.segment(from, positions).setConstant(heaviest[p]);
      heaviest_.segment(from + positions, size - positions).setConstant(inertia[p] > 0 ? inertia[p] : heaviest[p]);
    }
    const SparsePattern& G = system.G_pattern();
    row_scale_.setOnes(G.rows);
    for (int r = 0; r < G.rows; ++r)
      if (G.start[r] < G.start[r + 1]) row_scale_[r] = scale_[G.index[G.start[r]]];
  }

  bool needed() const { return scale_.size() > 0; }

  void divide(const Vector& A, Vector& out) const {
    const SparsePattern& K = system_.K_pattern();
    out.resize(A.size());
    for (int i = 0; i < K.rows; ++i)
      for (int k = K.start[i]; k < K.start[i + 1]; ++k) out[k] = A[k] / scale_[i];
  }
  void divide_force(const Vector& f, Vector& out) const { out = f.cwiseQuotient(scale_); }
  void multiply_rows(Vector& l) const { l.array() *= row_scale_.array(); }

  const Vector& row_scale() const { return row_scale_; }

  // The entry of the Schur complement if all bodies weigh as much as the heaviest; 0 for rows that no mass resists.
  double calc_least(const Vector& G, int row) const {
    const SparsePattern& pattern = system_.G_pattern();
    double least = 0;
    for (int k = pattern.start[row]; k < pattern.start[row + 1]; ++k)
      if (heaviest_[pattern.index[k]] > 0) least += G[k] * G[k] / heaviest_[pattern.index[k]];
    return least;
  }

  // What E is multiplied by: the scale, and the share that is left if all bodies weigh as much as the heaviest.
  void calc_factor(const Vector& G, Vector& factor) const {
    calc_regularization(system_, system_.M(), G, 1, factor);
    for (int r = 0; r < factor.size(); ++r) {
      const double least = calc_least(G, r);
      factor[r] = row_scale_[r] * (least > 0 && factor[r] > least ? least / factor[r] : 1);
    }
  }

 private:
  const MechanicalSystem& system_;
  Vector scale_, row_scale_;
  Vector heaviest_;  // mass, or inertia, of its part; 0 in parts of one scale
};

class ScaledKktSolver final : public KktSolver {
 public:
  ScaledKktSolver(MassScales scales, std::unique_ptr<KktSolver> solver, bool is_penalty)
      : scales_(std::move(scales)), solver_(std::move(solver)), is_penalty_(is_penalty) {}

  bool factor(const Vector& A, const Vector& B, const Vector& G, const Vector& eps) override {
    if (is_penalty_)
      factor_ = scales_.row_scale();
    else
      scales_.calc_factor(G, factor_);
    factor_.array() *= eps.array();
    scales_.divide(A, A_);
    return solver_->factor(A_, B, G, factor_);
  }

  void solve(const Vector& r_f, const Vector& r_c, Vector& dq, Vector& dlambda) override {
    scales_.divide_force(r_f, r_);
    solver_->solve(r_, r_c, dq, dlambda);
    scales_.multiply_rows(dlambda);
  }
  void calc_rest(const Vector& dlambda, Vector& rest) const override {
    unscaled_ = dlambda.cwiseQuotient(scales_.row_scale());
    solver_->calc_rest(unscaled_, rest);
  }

  void reset() override { solver_->reset(); }
  void archive(Archive& a) override { solver_->archive(a); }

 private:
  MassScales scales_;
  std::unique_ptr<KktSolver> solver_;
  bool is_penalty_;  // E is meant as it is
  Vector A_, factor_, r_;
  mutable Vector unscaled_;
};

class ScaledDoubleKktSolver final : public DoubleKktSolver {
 public:
  ScaledDoubleKktSolver(const MechanicalSystem& system, int balances, MassScales scales,
                        std::unique_ptr<DoubleKktSolver> solver)
      : balances_(balances), scales_(std::move(scales)), solver_(std::move(solver)), matrix_(make_double_kkt(system)) {}

  bool factor(const DoubleKkt& matrix) override {
    scales_.calc_factor(matrix.G[0][0], factor_);
    for (int a = 0; a < 2; ++a)
      for (int b = 0; b < 2; ++b) {
        matrix_.A[a][b] = matrix.A[a][b];
        if (a < balances_) scales_.divide(matrix.A[a][b], matrix_.A[a][b]);
        matrix_.B[a][b] = matrix.B[a][b];
        matrix_.G[a][b] = matrix.G[a][b];
        matrix_.E[a][b] = matrix.E[a][b];
        if (b < balances_) matrix_.E[a][b].array() *= factor_.array();
      }
    return solver_->factor(matrix_);
  }

  void solve(const Vector r[2], const Vector c[2], Vector dx[2], Vector dl[2]) override {
    for (int a = 0; a < 2; ++a) {
      r_[a] = r[a];
      if (a < balances_) scales_.divide_force(r[a], r_[a]);
    }
    solver_->solve(r_, c, dx, dl);
    for (int a = 0; a < balances_; ++a) scales_.multiply_rows(dl[a]);
  }

  void reset() override { solver_->reset(); }
  void archive(Archive& a) override { solver_->archive(a); }

 private:
  int balances_;
  MassScales scales_;
  std::unique_ptr<DoubleKktSolver> solver_;
  DoubleKkt matrix_;
  Vector factor_, r_[2];
};

}  // namespace

bool has_masses_far_apart(const MechanicalSystem& system) { return MassScales(system).needed(); }

void lower_to_heaviest(const MechanicalSystem& system, const Vector& G, double epsilon, Vector& eps) {
  const MassScales scales(system);
  if (!scales.needed()) return;
  for (int r = 0; r < eps.size(); ++r)
    if (const double least = epsilon * scales.calc_least(G, r); least > 0) eps[r] = std::min(eps[r], least);
}

std::unique_ptr<KktSolver> make_scaled_kkt_solver(const MechanicalSystem& system, KktForm form) {
  MassScales scales(system);
  if (!scales.needed()) return make_kkt_solver(system, form);
  const KktForm kept = form == KktForm::kAugmented          ? KktForm::kFull
                       : form == KktForm::kReducedAugmented ? KktForm::kReduced
                                                            : form;
  return std::make_unique<ScaledKktSolver>(std::move(scales), make_kkt_solver(system, kept), is_augmented(form));
}

std::unique_ptr<DoubleKktSolver> make_scaled_double_kkt_solver(const MechanicalSystem& system, KktForm form,
                                                               int balances) {
  auto plain = make_double_kkt_solver(system, form);
  MassScales scales(system);
  if (!scales.needed()) return plain;
  return std::make_unique<ScaledDoubleKktSolver>(system, balances, std::move(scales), std::move(plain));
}

}  // namespace invar
