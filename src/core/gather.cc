#include "invar/core/gather.h"

namespace invar {

int calc_local_size(const Layout& layout, const std::vector<int>& nodes) {
  int size = 0;
  for (const int node : nodes) size += node_size(layout.node(node).kind);
  return size;
}

LocalVector gather(const Layout& layout, const std::vector<int>& nodes, Vec global) {
  LocalVector local(calc_local_size(layout, nodes));
  gather_into(layout, nodes, global, local);
  return local;
}

void gather_into(const Layout& layout, const std::vector<int>& nodes, Vec global, VecOut local) {
  int at = 0;
  for (const int node : nodes) {
    const Node& n = layout.node(node);
    const int count = node_size(n.kind);
    local.segment(at, count) = global.segment(n.offset, count);
    at += count;
  }
}

void scatter_add(const Layout& layout, const std::vector<int>& nodes, Vec local, VecOut global) {
  int at = 0;
  for (const int node : nodes) {
    const Node& n = layout.node(node);
    const int count = node_size(n.kind);
    global.segment(n.offset, count) += local.segment(at, count);
    at += count;
  }
}

}  // namespace invar
