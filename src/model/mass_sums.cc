#include "invar/model/mass_sums.h"

#include <algorithm>

#include "invar/core/gather.h"

namespace invar {

namespace {

// Calls use(offset, kind) for each node of a term, with the place of its first coordinate among the local ones.
template <class Use>
void for_each_node(const Layout& layout, const std::vector<int>& nodes, const Use& use) {
  Eigen::Index offset = 0;
  for (const int node : nodes) {
    const NodeKind kind = layout.node(node).kind;
    use(offset, kind);
    offset += node_size(kind);
  }
}

bool has_two_axes(NodeKind kind) { return kind == NodeKind::kPoint2 || kind == NodeKind::kFrame2; }

// The sum over the nodes of what moves along with a translation.
Vector3 sum_places(const Layout& layout, const std::vector<int>& nodes, const Vector& p) {
  Vector3 sum = Vector3::Zero();
  for_each_node(layout, nodes, [&](Eigen::Index at, NodeKind kind) {
    if (kind == NodeKind::kScalar) return;
    const int d = has_two_axes(kind) ? 2 : 3;
    sum.head(d) += p.segment(at, d);
  });
  return sum;
}

}  // namespace

MassSums::MassSums(const Assembly& assembly, const std::vector<std::string>& owners) : layout_(assembly.layout) {
  for (const auto& placed : assembly.inertias) {
    if (!owners.empty() && std::find(owners.begin(), owners.end(), placed.owner) == owners.end()) continue;
    const int size = assembly.local_size(placed.nodes);
    Term term{placed.nodes, Matrix::Zero(size, size)};
    placed.term->add_M(term.M);
    Vector along = Vector::Zero(size);  // a translation along x
    for_each_node(layout_, term.nodes, [&](Eigen::Index at, NodeKind kind) {
      if (kind != NodeKind::kScalar) along[at] = 1;
    });
    mass_ += along.dot(term.M * along);
    terms_.push_back(std::move(term));
  }
}

Vector3 MassSums::calc_linear(Vec x) const {
  Vector3 sum = Vector3::Zero();
  for (const Term& term : terms_)
    sum += sum_places(layout_, term.nodes, term.M * Vector(gather(layout_, term.nodes, x)));
  return sum;
}

Vector3 MassSums::calc_angular_momentum(Vec q, Vec v) const {
  Vector3 sum = Vector3::Zero();
  for (const Term& term : terms_) {
    const Vector x = gather(layout_, term.nodes, q), p = term.M * Vector(gather(layout_, term.nodes, v));
    for_each_node(layout_, term.nodes, [&](Eigen::Index at, NodeKind kind) {
      if (kind == NodeKind::kScalar) return;
      if (has_two_axes(kind)) {
        sum[2] += x[at] * p[at + 1] - x[at + 1] * p[at] + (kind == NodeKind::kFrame2 ? p[at + 2] : 0.0);
        return;
      }
      for (Eigen::Index i = 0; i < node_size(kind); i += 3)
        sum += Vector3(x.segment<3>(at + i)).cross(Vector3(p.segment<3>(at + i)));
    });
  }
  return sum;
}

}  // namespace invar
