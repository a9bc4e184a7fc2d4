// The KKT systems of nodes whose frames are reduced (node_reduction.h): with the multipliers of all other rows as
// unknowns, and with these condensed by their penalties.
#include "invar/solve/kkt.h"
#include "invar/solve/linear_solver.h"
#include "invar/solve/node_reduction.h"
#include "invar/solve/tree_solver.h"

namespace invar {

namespace {

class ReducedKktSolver final : public KktSolver {
 public:
  ReducedKktSolver(const MechanicalSystem& system, Pivots pivots)
      : reduction_(system, NodeBlocks::Multipliers::kKept),
        blocks_(reduction_.blocks()),
        values_(blocks_.pattern().nonzeros()),
        x_(blocks_.unknowns()),
        eps_(static_cast<int>(blocks_.rows().size())),
        solver_(pivots == Pivots::kAlongTrees ? make_tree_solver(blocks_.pattern(), blocks_.nodes()) : nullptr) {
    if (!solver_) solver_ = make_linear_solver(blocks_.pattern(), blocks_.nodes());
  }

  bool factor(const Vector& A, const Vector& B, const Vector& G, const Vector& eps) override {
    reduction_.update(A, B, G, values_);
    double b[12];
    for (const auto& block : blocks_.constraints()) {
      reduction_.reduce(block, values_.data() + blocks_.G_target(block, 0), b);
      const int* target = blocks_.B_target(block);
      for (int i = 0; i < blocks_.units()[block.unit].reduced_size; ++i) values_[target[i]] = b[i];
    }
    for (size_t r = 0; r < blocks_.rows().size(); ++r) {
      eps_[static_cast<int>(r)] = eps[blocks_.rows()[r]];
      values_[blocks_.E_target(r, 0)] = -eps_[static_cast<int>(r)];
    }
    if (!solver_->factor(values_)) return false;
    for (size_t r = 0; r < blocks_.rows().size(); ++r)
      if (!solver_->uses_diagonal(blocks_.multiplier(r, 0))) eps_[static_cast<int>(r)] = 0;
    return true;
  }

  void reset() override { solver_->reset(); }
  void archive(Archive& a) override { a("solver", *solver_); }

  void solve(const Vector& r_f, const Vector& r_c, Vector& dq, Vector& dlambda) override {
    const auto& rows = blocks_.rows();
    reduction_.start(r_f, r_c, dq, x_);
    for (size_t r = 0; r < rows.size(); ++r)
      x_[blocks_.multiplier(r, 0)] = -r_c[rows[r]] - reduction_.row_product(rows[r], dq);
    solver_->solve(x_);
    reduction_.expand(x_, dq);
    dlambda.setZero(r_c.size());
    for (size_t r = 0; r < rows.size(); ++r) dlambda[rows[r]] = x_[blocks_.multiplier(r, 0)];
    reduction_.add_internal_multipliers(r_f, dq, dlambda);
  }
  void calc_rest(const Vector& dlambda, Vector& rest) const override {
    rest.setZero(dlambda.size());
    for (int r = 0; r < eps_.size(); ++r) rest[blocks_.rows()[r]] = eps_[r] * dlambda[blocks_.rows()[r]];
  }

 private:
  NodeReduction reduction_;
  const NodeBlocks& blocks_;
  Vector values_, x_, eps_;
  std::unique_ptr<LinearSolver> solver_;
};

// (A + B^T E^-1 G) w = -r_f - B^T E^-1 r_c,   dlambda = E^-1 (r_c + G w), all of it reduced.
class ReducedAugmentedKktSolver final : public KktSolver {
 public:
  explicit ReducedAugmentedKktSolver(const MechanicalSystem& system)
      : reduction_(system, NodeBlocks::Multipliers::kCondensed),
        blocks_(reduction_.blocks()),
        values_(blocks_.pattern().nonzeros()),
        x_(blocks_.unknowns()),
        penalty_(static_cast<int>(blocks_.rows().size())),
        c_(penalty_.size()),
        solver_(make_linear_solver(blocks_.pattern(), blocks_.nodes())) {
    int length = 0;
    for (const auto& block : blocks_.constraints()) {
      const NodeUnit& unit = blocks_.units()[block.unit];
      if (parts_.empty() || block.row != parts_.back().row) rows_.push_back(static_cast<int>(parts_.size()));
      parts_.push_back({block.row, unit.reduced, unit.reduced_size, length});
      length += unit.reduced_size;
    }
    rows_.push_back(static_cast<int>(parts_.size()));
    g_.resize(length);
    b_.resize(length);
  }

  bool factor(const Vector& A, const Vector& B, const Vector& G, const Vector& eps) override {
    values_.setZero();
    reduction_.update(A, B, G, values_);
    for (size_t k = 0; k < parts_.size(); ++k)
      reduction_.reduce(blocks_.constraints()[k], g_.data() + parts_[k].first, b_.data() + parts_[k].first);
    for (int r = 0; r < penalty_.size(); ++r) penalty_[r] = 1 / eps[blocks_.rows()[r]];
    add_row_products(parts_, rows_, penalty_.data(), b_.data(), g_.data(), blocks_.product_targets(), values_.data());
    return solver_->factor(values_);
  }

  void reset() override { solver_->reset(); }
  void archive(Archive& a) override { a("solver", *solver_); }

  void solve(const Vector& r_f, const Vector& r_c, Vector& dq, Vector& dlambda) override {
    const auto& rows = blocks_.rows();
    reduction_.start(r_f, r_c, dq, x_);
    for (int r = 0; r < c_.size(); ++r) c_[r] = r_c[rows[r]] + reduction_.row_product(rows[r], dq);
    scaled_ = penalty_.cwiseProduct(c_);
    subtract_transposed_rows(parts_, b_.data(), scaled_.data(), x_.data());
    solver_->solve(x_);
    add_rows(parts_, g_.data(), x_.data(), c_.data());
    reduction_.expand(x_, dq);
    dlambda.setZero(r_c.size());
    for (int r = 0; r < c_.size(); ++r) dlambda[rows[r]] = penalty_[r] * c_[r];
    reduction_.add_internal_multipliers(r_f, dq, dlambda);
  }
  void calc_rest(const Vector& dlambda, Vector& rest) const override {
    rest.setZero(dlambda.size());
    for (int r = 0; r < penalty_.size(); ++r) rest[blocks_.rows()[r]] = dlambda[blocks_.rows()[r]] / penalty_[r];
  }

 private:
  NodeReduction reduction_;
  const NodeBlocks& blocks_;
  std::vector<RowPart> parts_;  // of each constraint block
  std::vector<int> rows_;       // first part of each row, and the number of parts
  Vector values_, x_, penalty_, c_, scaled_, g_, b_;
  std::unique_ptr<LinearSolver> solver_;
};

}  // namespace

std::unique_ptr<KktSolver> make_reduced_kkt_solver(const MechanicalSystem& system, Pivots pivots) {
  return std::make_unique<ReducedKktSolver>(system, pivots);
}

std::unique_ptr<KktSolver> make_reduced_augmented_kkt_solver(const MechanicalSystem& system) {
  return std::make_unique<ReducedAugmentedKktSolver>(system);
}

}  // namespace invar
