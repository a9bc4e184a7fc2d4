#include "invar/system/scale_groups.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace invar {

namespace {

// Entries of the mass matrix in a group differ by less: rounding of the heaviest then is small for the lightest, too.
constexpr double kSpread = 1e6;

struct Piece {  // positions or rotations of a node
  int offset, length, part;
  bool is_position;
  double mass;
};

std::vector<Piece> make_pieces(const MechanicalSystem& system, const std::vector<int>& part) {
  const auto& nodes = system.layout().nodes();
  const SparsePattern& K = system.K_pattern();
  std::vector<Piece> pieces;
  for (size_t i = 0; i < nodes.size(); ++i) {
    const int size = node_size(nodes[i].kind), positions = count_positions(nodes[i].kind);
    const auto add = [&](int from, int length, bool is_position) {
      if (length == 0) return;
      double mass = 0;
      for (int j = from; j < from + length; ++j) mass = std::max(mass, std::abs(system.M()[K.position(j, j)]));
      pieces.push_back({from, length, part[i], is_position, mass});
    };
    add(nodes[i].offset, positions, true);
    add(nodes[i].offset + positions, size - positions, false);
  }
  return pieces;
}

}  // namespace

int count_positions(NodeKind kind) {
  if (kind == NodeKind::kScalar) return 0;
  return kind == NodeKind::kPoint2 || kind == NodeKind::kFrame2 ? 2 : 3;
}

std::vector<int> find_connected_parts(const MechanicalSystem& system, int& count) {
  const auto& nodes = system.layout().nodes();
  std::vector<int> node_of(system.coordinates(), 0), parent(nodes.size());
  for (size_t i = 0; i < nodes.size(); ++i)
    std::fill_n(node_of.begin() + nodes[i].offset, node_size(nodes[i].kind), static_cast<int>(i));
  std::iota(parent.begin(), parent.end(), 0);
  const auto root = [&](int i) {
    while (parent[i] != i) i = parent[i] = parent[parent[i]];
    return i;
  };
  for (const SparsePattern* pattern : {&system.K_pattern(), &system.G_pattern()})
    for (int r = 0; r < pattern->rows; ++r)
      for (int k = pattern->start[r]; k < pattern->start[r + 1]; ++k) {
        const int first = pattern == &system.K_pattern() ? r : pattern->index[pattern->start[r]];
        parent[root(node_of[pattern->index[k]])] = root(node_of[first]);
      }
  std::vector<int> number(nodes.size(), -1), out(nodes.size());
  count = 0;
  for (size_t i = 0; i < nodes.size(); ++i) {
    int& at = number[root(static_cast<int>(i))];
    if (at < 0) at = count++;
    out[i] = at;
  }
  return out;
}

ScaleGroups::ScaleGroups(const MechanicalSystem& system) : group_(system.coordinates(), 0) {
  find_groups(system);
  if (count() == 1) {  // as usual: one kind, one slot
    kinds_ = 1;
    kind_.assign(system.rows(), 0);
    row_slot_.assign(system.G_pattern().nonzeros(), 0);
    stiffness_slot_.assign(system.K_pattern().nonzeros(), 0);
    row_slots_ = stiffness_slots_ = {{0, 0}};
    return;
  }
  find_kinds(system);
  find_stiffness_slots(system.K_pattern());
}

// From heavy to light: a piece that is too light for the last group of its part begins another one.
void ScaleGroups::find_groups(const MechanicalSystem& system) {
  const std::vector<Piece> pieces = make_pieces(system, find_connected_parts(system, parts_));
  std::vector<int> order(pieces.size()), last(parts_, -1);
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return pieces[a].mass > pieces[b].mass; });
  for (const int p : order) {
    const Piece& piece = pieces[p];
    int& group = last[piece.part];
    if (group < 0 || (piece.mass > 0 && piece.mass * kSpread < mass_[group])) {
      group = count();
      mass_.push_back(piece.mass);
      part_.push_back(piece.part);
    }
    std::fill_n(group_.begin() + piece.offset, piece.length, group);
  }
  std::vector<double> mass(parts_, 0), inertia(parts_, 0);
  for (const Piece& piece : pieces) {
    double& largest = (piece.is_position ? mass : inertia)[piece.part];
    largest = std::max(largest, piece.mass);
  }
  gyration_.assign(parts_, 1);
  for (int p = 0; p < parts_; ++p)
    if (mass[p] > 0 && inertia[p] > 0) gyration_[p] = std::sqrt(inertia[p] / mass[p]);
}

void ScaleGroups::find_kinds(const MechanicalSystem& system) {
  const SparsePattern& G = system.G_pattern();
  std::map<std::vector<int>, int> first_slot, kind_of;  // by the groups that a row touches
  kind_.resize(G.rows);
  row_slot_.resize(G.nonzeros());
  for (int r = 0; r < G.rows; ++r) {
    std::vector<int> touched;
    for (int k = G.start[r]; k < G.start[r + 1]; ++k) touched.push_back(group_[G.index[k]]);
    std::sort(touched.begin(), touched.end());
    touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
    const auto [found, is_new] = kind_of.try_emplace(touched, kinds_);
    if (is_new) {
      first_slot[touched] = static_cast<int>(row_slots_.size());
      for (const int g : touched) row_slots_.push_back({kinds_, g});
      ++kinds_;
    }
    kind_[r] = found->second;
    const int first = first_slot[touched];
    for (int k = G.start[r]; k < G.start[r + 1]; ++k)
      row_slot_[k] = first + static_cast<int>(std::lower_bound(touched.begin(), touched.end(), group_[G.index[k]]) -
                                              touched.begin());
  }
}

void ScaleGroups::find_stiffness_slots(const SparsePattern& K) {
  std::map<std::pair<int, int>, int> slots;
  stiffness_slot_.resize(K.nonzeros());
  for (int i = 0; i < K.rows; ++i)
    for (int k = K.start[i]; k < K.start[i + 1]; ++k) {
      const std::pair pair(group_[i], group_[K.index[k]]);
      const auto [found, is_new] = slots.try_emplace(pair, static_cast<int>(stiffness_slots_.size()));
      if (is_new) stiffness_slots_.push_back({pair.first, pair.second});
      stiffness_slot_[k] = found->second;
    }
}

void ScaleGroups::raise(const Vector& x, const std::vector<int>& at, Vector& out) {
  if (out.size() == 1) {
    if (x.size() > 0) out[0] = std::max(out[0], x.cwiseAbs().maxCoeff());
    return;
  }
  for (int i = 0; i < x.size(); ++i) {
    double& largest = out[at[i]];
    const double size = std::abs(x[i]);
    if (size > largest || std::isnan(size)) largest = size;
  }
}

}  // namespace invar
