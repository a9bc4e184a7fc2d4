#include "invar/solve/node_blocks.h"

#include <algorithm>

namespace invar {

NodeBlocks::NodeBlocks(const MechanicalSystem& system, int copies, Multipliers multipliers) : copies_(copies) {
  make_units(system.layout(), system.G_pattern());
  make_stiffness(system.K_pattern());
  make_constraints(system.G_pattern());
  multipliers == Multipliers::kKept ? make_pattern() : make_condensed_pattern();
}

void NodeBlocks::make_units(const Layout& layout, const SparsePattern& G) {
  unit_of_.resize(layout.coordinates());
  std::vector<int> row_at(layout.coordinates(), -1);
  for (const auto& block : layout.internal_blocks()) row_at[block.coordinate] = block.row;
  std::vector<bool> internal(layout.rows(), false);
  for (const auto& node : layout.nodes()) {
    NodeUnit unit;
    unit.offset = node.offset;
    unit.size = node_size(node.kind);
    unit.turns = node.kind == NodeKind::kFrame2;
    unit.row = row_at[node.offset];
    unit.reduced = reduced_coordinates_;
    unit.reduced_size = copies_ * (unit.is_frame() ? 6 : unit.size);
    reduced_coordinates_ += unit.reduced_size;
    for (int i = 0; i < unit.size; ++i) unit_of_[unit.offset + i] = static_cast<int>(units_.size());
    if (unit.is_frame()) {
      for (int i = 0; i < 6; ++i) internal[unit.row + i] = true;
      for (int i = 0; i < 3; ++i) unit.directors[i] = G.position(unit.row + i, unit.offset + 3 + 3 * i);
    }
    units_.push_back(unit);
  }
  for (int r = 0; r < layout.rows(); ++r)
    if (!internal[r]) rows_.push_back(r);
}

// Continues the last run of the block or begins another one.
void NodeBlocks::add_run(int place, int position, int first_run) {
  if (static_cast<int>(runs_.size()) > first_run) {
    Run& last = runs_.back();
    if (last.place + last.length == place && last.position + last.length == position) {
      ++last.length;
      return;
    }
  }
  runs_.push_back({place, 1, position});
}

void NodeBlocks::make_stiffness(const SparsePattern& K) {
  std::vector<std::vector<std::pair<int, int>>> entries;  // (place in the block, position), of the blocks of one node
  std::vector<int> others;
  for (size_t a = 0; a < units_.size(); ++a) {
    const NodeUnit& unit = units_[a];
    others.clear();
    for (int i = 0; i < unit.size; ++i)
      for (int k = K.start[unit.offset + i]; k < K.start[unit.offset + i + 1]; ++k)
        others.push_back(unit_of_[K.index[k]]);
    std::sort(others.begin(), others.end());
    others.erase(std::unique(others.begin(), others.end()), others.end());
    entries.assign(others.size(), {});
    for (int i = 0; i < unit.size; ++i) {
      for (int k = K.start[unit.offset + i]; k < K.start[unit.offset + i + 1]; ++k) {
        const int b = unit_of_[K.index[k]];
        const auto slot = std::lower_bound(others.begin(), others.end(), b) - others.begin();
        entries[slot].emplace_back(i * units_[b].size + K.index[k] - units_[b].offset, k);
      }
    }
    for (size_t o = 0; o < others.size(); ++o) {
      const int size = unit.size * units_[others[o]].size, first = static_cast<int>(runs_.size());
      for (const auto& [place, position] : entries[o]) add_run(place, position, first);
      stiffness_.push_back({static_cast<int>(a), others[o], unit.is_frame() && units_[others[o]].is_frame(),
                            static_cast<int>(entries[o].size()) == size, first, static_cast<int>(runs_.size()),
                            dense_entries_, -1});
      dense_entries_ += size;
    }
  }
}

void NodeBlocks::make_constraints(const SparsePattern& G) {
  for (size_t r = 0; r < rows_.size(); ++r) {
    for (int k = G.start[rows_[r]]; k < G.start[rows_[r] + 1]; ++k) {
      const int u = unit_of_[G.index[k]];
      if (constraints_.empty() || constraints_.back().row != static_cast<int>(r) || constraints_.back().unit != u)
        constraints_.push_back(
            {static_cast<int>(r), u, static_cast<int>(runs_.size()), static_cast<int>(runs_.size()), -1, -1});
      add_run(G.index[k] - units_[u].offset, k, constraints_.back().first_run);
      constraints_.back().last_run = static_cast<int>(runs_.size());
    }
  }
}

void NodeBlocks::add_stiffness(PatternBuilder& builder) const {
  for (const auto& block : stiffness_) {
    const NodeUnit &a = units_[block.a], &b = units_[block.b];
    for (int i = 0; i < a.reduced_size; ++i)
      for (int j = 0; j < b.reduced_size; ++j) builder.add(a.reduced + i, b.reduced + j);
  }
}

void NodeBlocks::locate_stiffness() {
  for (auto& block : stiffness_) {
    const NodeUnit& a = units_[block.a];
    block.target = static_cast<int>(targets_.size());
    for (int i = 0; i < a.reduced_size; ++i)
      targets_.push_back(pattern_.position(a.reduced + i, units_[block.b].reduced));
  }
}

void NodeBlocks::make_condensed_pattern() {
  PatternBuilder builder(reduced_coordinates_, reduced_coordinates_);
  add_stiffness(builder);
  // Calls `use` with the unknown of each entry of B^T and the nodes that it meets.
  const auto visit = [&](const auto& use) {
    for (size_t first = 0, last; first < constraints_.size(); first = last) {
      for (last = first; last < constraints_.size() && constraints_[last].row == constraints_[first].row;) ++last;
      for (size_t p = first; p < last; ++p) {
        const NodeUnit& a = units_[constraints_[p].unit];
        for (int i = 0; i < a.reduced_size; ++i)
          for (size_t o = first; o < last; ++o) use(a.reduced + i, units_[constraints_[o].unit]);
      }
    }
  };
  visit([&](int i, const NodeUnit& b) {
    for (int j = 0; j < b.reduced_size; ++j) builder.add(i, b.reduced + j);
  });
  pattern_ = builder.build();
  locate_stiffness();
  visit([&](int i, const NodeUnit& b) { product_targets_.push_back(pattern_.position(i, b.reduced)); });
}

void NodeBlocks::make_pattern() {
  const int size = multiplier(rows_.size(), 0);
  PatternBuilder builder(size, size);
  add_stiffness(builder);
  for (const auto& block : constraints_) {
    const NodeUnit& unit = units_[block.unit];
    for (int k = 0; k < copies_; ++k)
      for (int i = 0; i < unit.reduced_size; ++i) {
        builder.add(multiplier(block.row, k), unit.reduced + i);
        builder.add(unit.reduced + i, multiplier(block.row, k));
      }
  }
  for (size_t r = 0; r < rows_.size(); ++r)
    for (int k = 0; k < copies_; ++k)
      for (int l = 0; l < copies_; ++l) builder.add(multiplier(r, k), multiplier(r, l));
  pattern_ = builder.build();

  locate_stiffness();
  for (auto& block : constraints_) {
    const NodeUnit& unit = units_[block.unit];
    block.G_target = static_cast<int>(G_targets_.size());
    for (int k = 0; k < copies_; ++k) G_targets_.push_back(pattern_.position(multiplier(block.row, k), unit.reduced));
    block.B_target = static_cast<int>(targets_.size());
    for (int i = 0; i < unit.reduced_size; ++i)
      targets_.push_back(pattern_.position(unit.reduced + i, multiplier(block.row, 0)));
  }
  for (size_t r = 0; r < rows_.size(); ++r)
    for (int k = 0; k < copies_; ++k) E_targets_.push_back(pattern_.position(multiplier(r, k), multiplier(r, 0)));
}

std::vector<int> NodeBlocks::nodes() const {
  std::vector<int> nodes(unknowns(), -1);
  for (size_t u = 0; u < units_.size(); ++u)
    std::fill_n(nodes.begin() + units_[u].reduced, units_[u].reduced_size, static_cast<int>(u));
  return nodes;
}

void NodeBlocks::read(const StiffnessBlock& block, const Vector& A, double* dense) const {
  if (!block.full) std::fill_n(dense, units_[block.a].size * units_[block.b].size, 0.0);
  for (int k = block.first_run; k < block.last_run; ++k)
    std::copy_n(A.data() + runs_[k].position, runs_[k].length, dense + runs_[k].place);
}

Eigen::Matrix<double, 12, 1> NodeBlocks::read(const ConstraintBlock& block, const Vector& values) const {
  Eigen::Matrix<double, 12, 1> row = Eigen::Matrix<double, 12, 1>::Zero();
  for (int k = block.first_run; k < block.last_run; ++k)
    for (int i = 0; i < runs_[k].length; ++i) row[runs_[k].place + i] = values[runs_[k].position + i];
  return row;
}

Matrix3 make_internal_S(const Vector& residual, int row) {
  const double* c = residual.data() + row;
  Matrix3 S;
  S << -c[0], -c[5] / 2, -c[4] / 2, -c[5] / 2, -c[1], -c[3] / 2, -c[4] / 2, -c[3] / 2, -c[2];
  return S;
}

}  // namespace invar
