#include "invar/system/turning_nodes.h"

#include <algorithm>
#include <numeric>

namespace invar {

std::vector<bool> find_turning_nodes(const Assembly& assembly, const std::vector<int>& F, const std::vector<int>& M,
                                     std::string& conflict) {
  const int count = static_cast<int>(assembly.layout.nodes().size());
  std::vector<int> parent(count);
  std::iota(parent.begin(), parent.end(), 0);
  const auto root = [&](int i) {
    while (parent[i] != i) i = parent[i] = parent[parent[i]];
    return i;
  };
  const auto contains = [](const std::vector<int>& all, const std::vector<int>& some) {
    return std::any_of(some.begin(), some.end(),
                       [&](int node) { return std::find(all.begin(), all.end(), node) != all.end(); });
  };
  const auto is_scalar = [&](int node) { return assembly.layout.node(node).kind == NodeKind::kScalar; };
  const auto join = [&](const auto& terms) {
    for (const auto& placed : terms) {
      if (contains(placed.nodes, F) && contains(placed.nodes, M)) continue;  // the joint, its drive, its damper
      const auto first = std::find_if_not(placed.nodes.begin(), placed.nodes.end(), is_scalar);
      if (first == placed.nodes.end()) continue;
      for (const int node : placed.nodes) {
        if (is_scalar(node)) continue;
        parent[root(node)] = root(*first);
        if (conflict.empty() && !F.empty() && root(F[0]) == root(M[0])) conflict = placed.owner;
      }
    }
  };
  join(assembly.inertias);
  join(assembly.constraints);
  join(assembly.pfaffians);
  join(assembly.velocity_constraints);
  join(assembly.potentials);
  join(assembly.forces);
  join(assembly.memory_forces);
  std::vector<bool> turns(count, false);
  for (int i = 0; i < count; ++i) turns[i] = root(i) == root(M[0]);
  return turns;
}

}  // namespace invar
