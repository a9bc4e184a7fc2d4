// TreePlan: which unknowns of a KKT matrix can be eliminated along the joints of a tree, from its leaves to its root.
//
// A branch is a node with at most one neighbour, its parent, together with the multipliers between the two or between it and
// the ground, and with scalar nodes (angles of joints) that couple to these two alone. Branches are taken off again and again;
// what remains (loops, gears, constraints of several bodies) is the core. A constraint to the ground counts as a neighbour: a branch
// lies in no loop, so its constraints cannot be redundant with others.
#pragma once

#include <vector>

#include "invar/system/sparse_pattern.h"

namespace invar {

struct TreeBranch {
  static constexpr int kMost = 8;  // unknowns, or multipliers
  int node = -1;
  int n = 0, m = 0, np = 0;        // unknowns, multipliers, unknowns of the parent
  int unknown[kMost], row[kMost];  // their places in the matrix
  int parent[kMost];               // unknowns of the parent's node
  int above = -1;                  // branch of the parent; -1: none, or the parent is in the core
  int core = -1;                   // else place of the parent in TreePlan::core_parents
  bool coupled = false;            // A has entries between the branch and its parent
  int first_entry = 0, last_entry = 0;
};

class TreePlan {
 public:
  // Where a value of the matrix goes in the blocks of a branch.
  enum Block : int { kA, kToParent, kFromParent, kRows, kRowsParent, kColumns, kColumnsParent };
  struct Entry {
    int position, block, place;  // place = kMost * row + column
  };
  struct CoreParent {
    int node, n;
    int unknown[TreeBranch::kMost];
  };

  // nodes: of each unknown, -1 for multipliers. Branches of nodes in `kept` are not taken off.
  TreePlan(const SparsePattern& pattern, const std::vector<int>& nodes, const std::vector<char>& kept);

  std::vector<TreeBranch> branches;  // leaves first
  std::vector<Entry> entries;
  std::vector<CoreParent> core_parents;
  std::vector<int> core;  // unknowns that remain
  int taken = 0;          // unknowns of all branches

 private:
  struct Graph;
  bool take(Graph& graph, int node);
  void place_entries(const SparsePattern& pattern, const Graph& graph);
};

}  // namespace invar
