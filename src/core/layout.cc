#include "invar/core/layout.h"

#include <algorithm>

namespace invar {

int node_size(NodeKind kind) { return static_cast<int>(node_coordinate_names(kind).size()); }

const std::vector<std::string>& node_coordinate_names(NodeKind kind) {
  static const std::vector<std::string> point3{"x", "y", "z"};
  static const std::vector<std::string> point2{"x", "y"};
  static const std::vector<std::string> frame3{"r.x",  "r.y",  "r.z",  "d1.x", "d1.y", "d1.z",
                                               "d2.x", "d2.y", "d2.z", "d3.x", "d3.y", "d3.z"};
  static const std::vector<std::string> frame2{"x", "y", "theta"};
  static const std::vector<std::string> scalar{"value"};
  switch (kind) {
    case NodeKind::kPoint3:
      return point3;
    case NodeKind::kPoint2:
      return point2;
    case NodeKind::kFrame3:
      return frame3;
    case NodeKind::kFrame2:
      return frame2;
    case NodeKind::kScalar:
      return scalar;
  }
  return scalar;
}

int Layout::add_node(std::string name, NodeKind kind) {
  nodes_.push_back({std::move(name), kind, size_});
  size_ += node_size(kind);
  return static_cast<int>(nodes_.size()) - 1;
}

int Layout::add_row(RowInfo row) {
  rows_.push_back(std::move(row));
  return rows() - 1;
}

int Layout::add_internal(VariableInfo variable) {
  internals_.push_back(std::move(variable));
  return static_cast<int>(internals_.size()) - 1;
}

int Layout::add_input(VariableInfo variable) {
  inputs_.push_back(std::move(variable));
  return static_cast<int>(inputs_.size()) - 1;
}

int Layout::find_input(const std::string& full_name) const {
  for (std::size_t i = 0; i < inputs_.size(); ++i)
    if (inputs_[i].full_name() == full_name) return static_cast<int>(i);
  return -1;
}

std::string Layout::coordinate_name(int i) const {
  const auto after = std::upper_bound(nodes_.begin(), nodes_.end(), i,
                                      [](int index, const Node& node) { return index < node.offset; });
  const Node& node = *(after - 1);
  return node.name + "." + node_coordinate_names(node.kind)[i - node.offset];
}

}  // namespace invar
