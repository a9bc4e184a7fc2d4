#include "invar/solve/tree_solver.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "invar/solve/tree_kernels.h"

namespace invar {

namespace {

// Branches with fewer unknowns than this part of all do not pay for a second solver beside them.
constexpr double kWorthwhile = 0.3;
// Measured: bodies in space take 0.6 to 0.8 of the instructions of a step with panels, planar bodies 1.1 of those with KLU, whose
// factors have next to no fill there.
constexpr double kFewUnknowns = 5;

class TreeSolver final : public LinearSolver {
 public:
  TreeSolver(const SparsePattern& pattern, const std::vector<int>& nodes, TreePlan plan)
      : pattern_(pattern), nodes_(nodes), plan_(std::move(plan)) {
    make_core();
  }

  bool factor(const Vector& values) override {
    for (;;) {
      const int failed = factor_branches(values);
      if (failed < 0) break;
      keep(failed);
    }
    return !core_ || factor_core(values);
  }

  void solve(Vector& b) const override {
    double* x = b.data();
    auto& blocks = const_cast<TreeSolver*>(this)->blocks_;
    for (std::size_t k = 0; k < blocks.size(); ++k) reduce_branch(plan_.branches[k], blocks[k], x);
    if (core_) {
      for (std::size_t k = 0; k < plan_.core.size(); ++k) core_x_[static_cast<Eigen::Index>(k)] = x[plan_.core[k]];
      core_->solve(core_x_);
      for (std::size_t k = 0; k < plan_.core.size(); ++k) x[plan_.core[k]] = core_x_[static_cast<Eigen::Index>(k)];
    }
    for (std::size_t k = blocks.size(); k-- > 0;) expand_branch(plan_.branches[k], blocks[k], x);
  }

  bool uses_diagonal(int unknown) const override { return uses_diagonal_[static_cast<std::size_t>(unknown)]; }

  void reset() override {
    if (std::any_of(kept_.begin(), kept_.end(), [](char c) { return c != 0; })) {
      kept_.assign(kept_.size(), 0);
      renew();
    }
    if (core_) core_->reset();
  }

  void archive(Archive& a) override {
    std::vector<char> kept = kept_;
    a("kept", kept);
    if (a.reading() && kept != kept_) {
      kept_ = kept;
      renew();
    }
    if (core_) a("core", *core_);
  }

 private:
  void renew() {
    plan_ = TreePlan(pattern_, nodes_, kept_);
    make_core();
  }

  // The branch joins the core, and with it all that lies between it and the core.
  void keep(int branch) {
    if (kept_.empty()) kept_.assign(1 + static_cast<std::size_t>(*std::max_element(nodes_.begin(), nodes_.end())), 0);
    kept_[static_cast<std::size_t>(plan_.branches[static_cast<std::size_t>(branch)].node)] = 1;
    renew();
  }

  void make_core() {
    blocks_.resize(plan_.branches.size());
    parents_.resize(plan_.core_parents.size());
    uses_diagonal_.assign(nodes_.size(), true);
    for (const TreeBranch& branch : plan_.branches)
      for (int k = 0; k < branch.m; ++k) uses_diagonal_[static_cast<std::size_t>(branch.row[k])] = false;
    core_.reset();
    core_from_.clear();
    core_to_.clear();
    const int size = static_cast<int>(plan_.core.size());
    if (size == 0) return;
    std::vector<int> place(static_cast<std::size_t>(pattern_.rows), -1), nodes;
    for (int k = 0; k < size; ++k) {
      place[static_cast<std::size_t>(plan_.core[static_cast<std::size_t>(k)])] = k;
      nodes.push_back(nodes_[static_cast<std::size_t>(plan_.core[static_cast<std::size_t>(k)])]);
    }
    number_anew(nodes);
    PatternBuilder builder(size, size);
    const auto each = [&](auto&& visit) {
      for (int k = 0; k < size; ++k) {
        const int i = plan_.core[static_cast<std::size_t>(k)];
        for (int p = pattern_.start[static_cast<std::size_t>(i)]; p < pattern_.start[static_cast<std::size_t>(i) + 1];
             ++p)
          if (const int j = place[static_cast<std::size_t>(pattern_.index[static_cast<std::size_t>(p)])]; j >= 0)
            visit(p, k, j);
      }
    };
    each([&](int, int i, int j) { builder.add(i, j); });
    for (const auto& parent : plan_.core_parents)
      for (int i = 0; i < parent.n; ++i)
        for (int j = 0; j < parent.n; ++j)
          builder.add(place[static_cast<std::size_t>(parent.unknown[i])],
                      place[static_cast<std::size_t>(parent.unknown[j])]);
    const SparsePattern pattern = builder.build();
    each([&](int p, int i, int j) {
      core_from_.push_back(p);
      core_to_.push_back(pattern.position(i, j));
    });
    parent_to_.clear();
    for (const auto& parent : plan_.core_parents)
      for (int i = 0; i < parent.n; ++i)
        for (int j = 0; j < parent.n; ++j)
          parent_to_.push_back(pattern.position(place[static_cast<std::size_t>(parent.unknown[i])],
                                                place[static_cast<std::size_t>(parent.unknown[j])]));
    core_values_.resize(pattern.nonzeros());
    core_x_.resize(size);
    core_ = make_linear_solver(pattern, nodes);
  }

  // Nodes 0, 1, 2, ... in the order of their first unknown.
  static void number_anew(std::vector<int>& nodes) {
    std::vector<int> name(
        nodes.empty() ? 0 : 1 + static_cast<std::size_t>(std::max(0, *std::max_element(nodes.begin(), nodes.end()))),
        -1);
    int count = 0;
    for (int& node : nodes) {
      if (node < 0) continue;
      int& of = name[static_cast<std::size_t>(node)];
      if (of < 0) of = count++;
      node = of;
    }
  }

  // -1, or the branch that cannot be eliminated.
  int factor_branches(const Vector& values) {
    for (BranchBlocks& blocks : blocks_) {
      std::memset(blocks.A, 0, sizeof blocks.A);
      std::memset(blocks.size, 0, sizeof blocks.size);
    }
    for (CoreParentBlock& parent : parents_) std::memset(&parent, 0, sizeof parent);
    for (std::size_t k = 0; k < blocks_.size(); ++k) {
      const TreeBranch& branch = plan_.branches[k];
      BranchBlocks& b = blocks_[k];
      LaneMatrix rows[4];  // G, G_p, B, B_p
      std::memset(rows, 0, sizeof rows);
      if (branch.np > 0) std::memset(b.A_cp, 0, sizeof b.A_cp + sizeof b.A_pc);
      double* const to[] = {&b.A[0][0],     &b.A_cp[0][0],  &b.A_pc[0][0], &rows[0][0][0],
                            &rows[1][0][0], &rows[2][0][0], &rows[3][0][0]};
      for (int e = branch.first_entry; e < branch.last_entry; ++e) {
        const TreePlan::Entry& entry = plan_.entries[static_cast<std::size_t>(e)];
        to[entry.block][entry.place] += values[entry.position];
      }
      if (!eliminate_joint(branch.m, branch.n, rows[0], rows[1], b.right)) return static_cast<int>(k);
      const std::size_t bytes = sizeof(double) * kLanes * static_cast<std::size_t>(branch.m);
      b.symmetric = std::memcmp(rows[0], rows[2], bytes) == 0 && std::memcmp(rows[1], rows[3], bytes) == 0;
      if (!b.symmetric && !eliminate_joint(branch.m, branch.n, rows[2], rows[3], b.left)) return static_cast<int>(k);
      for (int i = 0; i < branch.n; ++i) b.size[i] += std::abs(b.A[i][i]);
      LaneMatrix* parent = nullptr;
      double* size = nullptr;
      if (branch.above >= 0) {
        parent = &blocks_[static_cast<std::size_t>(branch.above)].A;
        size = blocks_[static_cast<std::size_t>(branch.above)].size;
      } else if (branch.core >= 0) {
        parent = &parents_[static_cast<std::size_t>(branch.core)].A;
        size = parents_[static_cast<std::size_t>(branch.core)].size;
      }
      if (!eliminate_branch(branch, b, parent, size)) return static_cast<int>(k);
    }
    return -1;
  }

  bool factor_core(const Vector& values) {
    core_values_.setZero();
    for (std::size_t k = 0; k < core_from_.size(); ++k) core_values_[core_to_[k]] = values[core_from_[k]];
    const int* to = parent_to_.data();
    for (std::size_t k = 0; k < parents_.size(); ++k) {
      const int n = plan_.core_parents[k].n;
      for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) core_values_[*to++] += parents_[k].A[i][j];
    }
    return core_->factor(core_values_);
  }

  struct CoreParentBlock {
    LaneMatrix A;
    double size[kLanes];
  };

  SparsePattern pattern_;
  std::vector<int> nodes_;
  std::vector<char> kept_;  // nodes that failed as branches
  std::vector<bool> uses_diagonal_;
  TreePlan plan_;
  std::vector<BranchBlocks> blocks_;
  std::vector<CoreParentBlock> parents_;
  std::unique_ptr<LinearSolver> core_;
  std::vector<int> core_from_, core_to_, parent_to_;
  Vector core_values_;
  mutable Vector core_x_;
};

}  // namespace

std::unique_ptr<LinearSolver> make_tree_solver(const SparsePattern& pattern, const std::vector<int>& nodes) {
  if (nodes.empty() || *std::max_element(nodes.begin(), nodes.end()) < 0) return nullptr;
  TreePlan plan(pattern, nodes, {});
  double unknowns = 0;
  for (const TreeBranch& branch : plan.branches) unknowns += branch.n;
  if (plan.taken < kWorthwhile * pattern.rows || unknowns < kFewUnknowns * static_cast<double>(plan.branches.size()))
    return nullptr;
  return std::make_unique<TreeSolver>(pattern, nodes, std::move(plan));
}

}  // namespace invar
