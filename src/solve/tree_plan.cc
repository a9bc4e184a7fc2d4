#include "invar/solve/tree_plan.h"

#include <algorithm>
#include <numeric>

namespace invar {

namespace {

constexpr int kGround = -2;

void add_once(std::vector<int>& list, int x) {
  if (std::find(list.begin(), list.end(), x) == list.end()) list.push_back(x);
}

}  // namespace

struct TreePlan::Graph {
  const SparsePattern& pattern;
  const std::vector<int>& nodes;
  std::vector<std::vector<int>> unknowns, rows;  // of each node
  std::vector<std::vector<int>> row_nodes;       // of each unknown that is a multiplier
  std::vector<std::vector<int>> coupled;         // nodes that share entries of A
  std::vector<char> taken;                       // of each node
  std::vector<char> simple;                      // of each multiplier: it is coupled to nodes alone
  std::vector<char> kept;

  Graph(const SparsePattern& p, const std::vector<int>& node_of, const std::vector<char>& stay)
      : pattern(p), nodes(node_of), row_nodes(node_of.size()), simple(node_of.size(), 1), kept(stay) {
    const int count = 1 + *std::max_element(nodes.begin(), nodes.end());
    unknowns.resize(static_cast<std::size_t>(count));
    rows.resize(unknowns.size());
    coupled.resize(unknowns.size());
    taken.assign(unknowns.size(), 0);
    kept.resize(unknowns.size(), 0);
    for (int i = 0; i < pattern.rows; ++i) {
      if (nodes[i] >= 0) unknowns[nodes[i]].push_back(i);
      for (int k = pattern.start[i]; k < pattern.start[i + 1]; ++k) connect(i, pattern.index[k]);
    }
    for (int i = 0; i < pattern.rows; ++i)
      for (const int node : row_nodes[i]) rows[node].push_back(i);
  }

  void connect(int i, int j) {
    const int a = nodes[i], b = nodes[j];
    if (a >= 0 && b >= 0) {
      if (a == b) return;
      add_once(coupled[a], b);
      add_once(coupled[b], a);
    } else if (a < 0 && b < 0) {
      if (i != j) simple[i] = simple[j] = 0;
    } else {
      add_once(row_nodes[a < 0 ? i : j], a < 0 ? b : a);
    }
  }

  // Nodes that are still there and share constraints or entries of A with `node`; kGround for constraints of it alone.
  // False if one of its constraints cannot be eliminated with a branch.
  bool find_neighbours(int node, std::vector<int>& out) const {
    out.clear();
    for (const int other : coupled[node])
      if (!taken[other]) add_once(out, other);
    for (const int row : rows[node]) {
      const bool gone = std::any_of(row_nodes[row].begin(), row_nodes[row].end(), [&](int k) { return taken[k]; });
      if (gone) continue;  // a row of a branch that was taken off
      if (!simple[row]) return false;
      if (row_nodes[row].size() == 1) add_once(out, kGround);
      for (const int other : row_nodes[row])
        if (other != node) add_once(out, other);
    }
    return true;
  }
};

TreePlan::TreePlan(const SparsePattern& pattern, const std::vector<int>& nodes, const std::vector<char>& kept) {
  Graph graph(pattern, nodes, kept);
  const int count = static_cast<int>(graph.unknowns.size());
  std::vector<int> open(static_cast<std::size_t>(count)), next;
  std::iota(open.begin(), open.end(), 0);
  // A node may become a leaf when a neighbour was taken off.
  while (!open.empty()) {
    next.clear();
    for (const int node : open) {
      if (graph.taken[node] || !take(graph, node)) continue;
      const TreeBranch& branch = branches.back();
      if (branch.np > 0) {
        const int parent = nodes[branch.parent[0]];
        next.push_back(parent);
        for (const int other : graph.coupled[parent]) next.push_back(other);
        for (const int row : graph.rows[parent])
          for (const int other : graph.row_nodes[row]) next.push_back(other);
      }
    }
    std::sort(next.begin(), next.end());
    next.erase(std::unique(next.begin(), next.end()), next.end());
    open.swap(next);
  }
  place_entries(pattern, graph);
}

bool TreePlan::take(Graph& graph, int node) {
  const auto size_of = [&](int k) { return static_cast<int>(graph.unknowns[k].size()); };
  if (graph.kept[node] || size_of(node) < 2 || size_of(node) > TreeBranch::kMost) return false;
  std::vector<int> around, scalars, members{node}, further;
  if (!graph.find_neighbours(node, around)) return false;
  int parent = -1;
  bool ground = false;  // by a constraint of the node alone; drives of its scalars do not count
  for (const int other : around) {
    if (other == kGround)
      ground = true;
    else if (size_of(other) == 1 && !graph.kept[other])
      scalars.push_back(other);
    else if (parent >= 0)
      return false;
    else
      parent = other;
  }
  if (parent >= 0 && ground) return false;  // a loop through the ground
  const auto belongs = [&](int k) {
    return k == kGround || k == node || k == parent || std::find(scalars.begin(), scalars.end(), k) != scalars.end();
  };
  int n = size_of(node);
  for (const int s : scalars) {
    if (!graph.find_neighbours(s, further) || !std::all_of(further.begin(), further.end(), belongs)) return false;
    members.push_back(s);
    n += 1;
  }
  if (n > TreeBranch::kMost || (parent >= 0 && size_of(parent) > TreeBranch::kMost)) return false;

  TreeBranch branch;
  branch.node = node;
  std::vector<int> rows;
  for (const int member : members) {
    for (const int i : graph.unknowns[member]) branch.unknown[branch.n++] = i;
    for (const int row : graph.rows[member])
      if (std::none_of(graph.row_nodes[row].begin(), graph.row_nodes[row].end(), [&](int k) { return graph.taken[k]; }))
        add_once(rows, row);
  }
  if (static_cast<int>(rows.size()) > branch.n) return false;
  for (const int row : rows) branch.row[branch.m++] = row;
  if (parent >= 0) {
    for (const int i : graph.unknowns[parent]) branch.parent[branch.np++] = i;
    for (const int member : members)
      branch.coupled = branch.coupled || std::find(graph.coupled[member].begin(), graph.coupled[member].end(),
                                                   parent) != graph.coupled[member].end();
  }
  for (const int member : members) graph.taken[member] = 1;
  taken += branch.n + branch.m;
  branches.push_back(branch);
  return true;
}

void TreePlan::place_entries(const SparsePattern& pattern, const Graph& graph) {
  const auto size = static_cast<std::size_t>(pattern.rows);
  std::vector<int> branch_of_node(graph.unknowns.size(), -1), core_of_node(graph.unknowns.size(), -1);
  for (std::size_t b = 0; b < branches.size(); ++b) branch_of_node[branches[b].node] = static_cast<int>(b);
  std::vector<int> place(size, -1);  // of an unknown within the branch at hand
  std::vector<char> gone(size, 0);
  for (TreeBranch& branch : branches) {
    if (branch.np > 0) {
      const int parent = graph.nodes[branch.parent[0]];
      branch.above = branch_of_node[parent];
      if (branch.above < 0) {
        if (core_of_node[parent] < 0) {
          core_of_node[parent] = static_cast<int>(core_parents.size());
          CoreParent core_parent{parent, branch.np, {}};
          std::copy_n(branch.parent, branch.np, core_parent.unknown);
          core_parents.push_back(core_parent);
        }
        branch.core = core_of_node[parent];
      }
    }
    // Codes of the unknowns: 0.. of the branch, 16.. of its parent, 32.. multipliers.
    for (int k = 0; k < branch.n; ++k) place[branch.unknown[k]] = k;
    for (int k = 0; k < branch.np; ++k) place[branch.parent[k]] = 16 + k;
    for (int k = 0; k < branch.m; ++k) place[branch.row[k]] = 32 + k;
    branch.first_entry = static_cast<int>(entries.size());
    const auto add = [&](int i, int block, int kind) {
      for (int k = pattern.start[i]; k < pattern.start[i + 1]; ++k) {
        const int a = place[i], b = place[pattern.index[k]];
        if (b < 0 || b / 16 != kind) continue;
        const bool transposed = block == kColumns || block == kColumnsParent;
        const int r = transposed ? b % 16 : a % 16, c = transposed ? a % 16 : b % 16;
        entries.push_back({k, block, TreeBranch::kMost * r + c});
      }
    };
    for (int k = 0; k < branch.n; ++k) {
      add(branch.unknown[k], kA, 0);
      add(branch.unknown[k], kToParent, 1);
      add(branch.unknown[k], kColumns, 2);
    }
    for (int k = 0; k < branch.np; ++k) {
      add(branch.parent[k], kFromParent, 0);
      add(branch.parent[k], kColumnsParent, 2);
    }
    for (int k = 0; k < branch.m; ++k) {
      add(branch.row[k], kRows, 0);
      add(branch.row[k], kRowsParent, 1);
    }
    branch.last_entry = static_cast<int>(entries.size());
    for (int k = 0; k < branch.n; ++k) gone[branch.unknown[k]] = 1, place[branch.unknown[k]] = -1;
    for (int k = 0; k < branch.np; ++k) place[branch.parent[k]] = -1;
    for (int k = 0; k < branch.m; ++k) gone[branch.row[k]] = 1, place[branch.row[k]] = -1;
  }
  for (int i = 0; i < pattern.rows; ++i)
    if (!gone[i]) core.push_back(i);
}

}  // namespace invar
