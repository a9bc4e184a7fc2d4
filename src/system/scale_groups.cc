#include "invar/system/scale_groups.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <tuple>

namespace invar {

namespace {

// Inertias of a group differ by less than this: rounding of the heaviest is then small for the lightest too.
constexpr double kSpread = 1e4;

// The connected part that each node belongs to: nodes are connected by constraints, springs and common inertia.
std::vector<int> find_components(const MechanicalSystem& system, const std::vector<int>& node_of) {
  std::vector<int> parent(system.layout().nodes().size());
  std::iota(parent.begin(), parent.end(), 0);
  const auto root = [&](int i) {
    while (parent[i] != i) i = parent[i] = parent[parent[i]];
    return i;
  };
  const SparsePattern &K = system.K_pattern(), &G = system.G_pattern();
  for (int i = 0; i < K.rows; ++i)
    for (int k = K.start[i]; k < K.start[i + 1]; ++k) parent[root(node_of[i])] = root(node_of[K.index[k]]);
  for (int r = 0; r < G.rows; ++r)
    for (int k = G.start[r]; k < G.start[r + 1]; ++k)
      parent[root(node_of[G.index[k]])] = root(node_of[G.index[G.start[r]]]);
  std::vector<int> component(parent.size());
  for (size_t i = 0; i < parent.size(); ++i) component[i] = root(static_cast<int>(i));
  return component;
}

int count_positions(NodeKind kind) {
  if (kind == NodeKind::kScalar) return 0;
  return kind == NodeKind::kPoint2 || kind == NodeKind::kFrame2 ? 2 : 3;
}

struct Piece {  // coordinates of one node and one kind
  int offset, length, component, kind;
  double mass;
};

}  // namespace

ScaleGroups::ScaleGroups(const MechanicalSystem& system) : group_(system.coordinates(), 0) {
  const auto& nodes = system.layout().nodes();
  const SparsePattern& K = system.K_pattern();
  std::vector<int> node_of(system.coordinates(), 0);
  for (size_t i = 0; i < nodes.size(); ++i)
    std::fill_n(node_of.begin() + nodes[i].offset, node_size(nodes[i].kind), static_cast<int>(i));
  const std::vector<int> part = find_components(system, node_of);

  std::vector<Piece> pieces;
  for (size_t i = 0; i < nodes.size(); ++i) {
    const int size = node_size(nodes[i].kind), positions = count_positions(nodes[i].kind);
    const auto add = [&](int from, int length, int kind) {
      if (length == 0) return;
      double mass = 0;
      for (int j = from; j < from + length; ++j) mass = std::max(mass, std::abs(system.M()[K.position(j, j)]));
      pieces.push_back({from, length, part[i], kind, mass});
    };
    add(nodes[i].offset, positions, 0);
    add(nodes[i].offset + positions, size - positions, nodes[i].kind == NodeKind::kScalar ? 2 : 1);
  }

  // From heavy to light: a piece that is too light for the last group of its part and kind begins another one.
  std::vector<int> order(pieces.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return pieces[a].mass > pieces[b].mass; });
  std::map<std::pair<int, int>, int> last;
  std::map<int, int> renumbered;
  std::vector<int> group_of(pieces.size());
  for (const int p : order) {
    const Piece& piece = pieces[p];
    const auto key = std::pair(piece.component, piece.kind);
    const auto found = last.find(key);
    if (found == last.end() || piece.mass * kSpread < mass_[found->second]) {
      last[key] = count();
      mass_.push_back(piece.mass);
      component_.push_back(renumbered.try_emplace(piece.component, static_cast<int>(renumbered.size())).first->second);
      is_position_.push_back(piece.kind == 0);
    }
    group_of[p] = last[key];
  }
  components_ = static_cast<int>(renumbered.size());
  for (size_t p = 0; p < pieces.size(); ++p) {
    const Piece& piece = pieces[p];
    std::fill_n(group_.begin() + piece.offset, piece.length, group_of[p]);
    if (!runs_.empty() && runs_.back().group == group_of[p] &&
        runs_.back().offset + runs_.back().length == piece.offset)
      runs_.back().length += piece.length;
    else
      runs_.push_back({piece.offset, piece.length, group_of[p]});
  }
}

void ScaleGroups::add_sizes(const Vector& x, Vector& sizes) const {
  for (const Run& run : runs_) {
    double largest = sizes[run.group];
    for (int i = run.offset; i < run.offset + run.length; ++i) largest = std::max(largest, std::abs(x[i]));
    sizes[run.group] = largest;
  }
}

}  // namespace invar
