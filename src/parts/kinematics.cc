#include "invar/parts/kinematics.h"

#include <utility>
#include <vector>

#include "invar/discrete/slot_lift.h"

namespace invar {

namespace {

// The slots of a node alone.
const Lift::Slot& slot_of(const Node& node, int slot) {
  static const std::vector<Lift> lifts = [] {
    std::vector<Lift> all;
    for (const NodeKind kind :
         {NodeKind::kPoint3, NodeKind::kPoint2, NodeKind::kFrame3, NodeKind::kFrame2, NodeKind::kScalar}) {
      const auto index = static_cast<std::size_t>(kind);
      if (all.size() <= index) all.resize(index + 1);
      all[index].add_node(kind);
    }
    return all;
  }();
  return lifts[static_cast<std::size_t>(node.kind)].slot(slot);
}

Vector3 read_slot(const Node& node, const Lift::Slot& slot, Vec x) {
  Vector3 z = Vector3::Zero();
  for (int i = 0; i < slot.dimension; ++i) z[i] = x[node.offset + slot.offset + i];
  return z;
}

bool is_frame(const Node& node) { return node.kind == NodeKind::kFrame3 || node.kind == NodeKind::kFrame2; }

}  // namespace

Vector3 calc_value(const Layout& layout, const AffineVector& x, Vec q) {
  Vector3 sum = x.constant;
  for (const auto& p : x.parts) {
    const Node& node = layout.node(p.node);
    const Lift::Slot& slot = slot_of(node, p.slot);
    sum += p.factor *
           (slot.director ? Lift::director(slot.director, q[node.offset + slot.offset]) : read_slot(node, slot, q));
  }
  return sum;
}

Vector3 calc_rate(const Layout& layout, const AffineVector& x, Vec q, Vec v) {
  Vector3 sum = Vector3::Zero();
  for (const auto& p : x.parts) {
    const Node& node = layout.node(p.node);
    const Lift::Slot& slot = slot_of(node, p.slot);
    const int at = node.offset + slot.offset;
    sum += p.factor * (slot.director ? Vector3(Lift::director_derivative(slot.director, q[at]) * v[at])
                                     : read_slot(node, slot, v));
  }
  return sum;
}

Vector3 calc_second_rate(const Layout& layout, const AffineVector& x, Vec q, Vec v, Vec a) {
  Vector3 sum = Vector3::Zero();
  for (const auto& p : x.parts) {
    const Node& node = layout.node(p.node);
    const Lift::Slot& slot = slot_of(node, p.slot);
    const int at = node.offset + slot.offset;
    if (slot.director == 0) {
      sum += p.factor * read_slot(node, slot, a);
    } else {
      const Vector3 tangential = Lift::director_derivative(slot.director, q[at]) * a[at];
      sum += p.factor * (tangential - Lift::director(slot.director, q[at]) * v[at] * v[at]);
    }
  }
  return sum;
}

Vector3 calc_angular_velocity(const Layout& layout, int node, Vec q, Vec v) {
  const Node& n = layout.node(node);
  if (n.kind == NodeKind::kFrame2) return {0, 0, v[n.offset + 2]};
  Vector3 w = Vector3::Zero();
  if (n.kind != NodeKind::kFrame3) return w;
  for (int i = 3; i < 12; i += 3) w += 0.5 * q.segment<3>(n.offset + i).cross(v.segment<3>(n.offset + i));
  return w;
}

Vector3 calc_angular_acceleration(const Layout& layout, int node, Vec q, Vec v, Vec a) {
  // The derivative of d_i x v_di is d_i x a_di: the velocity part vanishes.
  static_cast<void>(v);
  return calc_angular_velocity(layout, node, q, a);
}

Matrix3 calc_rotation(const Layout& layout, int node, Vec q) {
  const Node& n = layout.node(node);
  Matrix3 R = Matrix3::Identity();
  if (n.kind == NodeKind::kFrame3) {
    for (int i = 0; i < 3; ++i) R.col(i) = q.segment<3>(n.offset + 3 + 3 * i);
  } else if (n.kind == NodeKind::kFrame2) {
    R.col(0) = Lift::director(1, q[n.offset + 2]);
    R.col(1) = Lift::director(2, q[n.offset + 2]);
  }
  return R;
}

void offer_wrench(ChannelList& out, const std::string& name, unsigned needs, bool with_torque,
                  std::function<Wrench(const Snapshot&)> wrench) {
  std::vector<std::pair<std::string, std::string>> names;
  for (const char* axis : {".x", ".y", ".z"}) names.emplace_back(name + ".force" + axis, "N");
  for (const char* axis : {".x", ".y", ".z"})
    if (with_torque) names.emplace_back(name + ".torque" + axis, "N m");
  out.add_group(names, needs, [wrench = std::move(wrench), with_torque](const Snapshot& s, double* numbers) {
    const Wrench w = wrench(s);
    for (int i = 0; i < 3; ++i) numbers[i] = w.force[i];
    for (int i = 0; i < 3 && with_torque; ++i) numbers[3 + i] = w.torque[i];
  });
}

Wrench calc_wrench(const Layout& layout, int node, Vec q, Vec Q, const Vector3& about) {
  const Node& n = layout.node(node);
  Wrench wrench;
  if (n.kind == NodeKind::kScalar) return wrench;
  const int dimension = n.kind == NodeKind::kPoint2 || n.kind == NodeKind::kFrame2 ? 2 : 3;
  Vector3 position = Vector3::Zero();
  position.head(dimension) = q.segment(n.offset, dimension);
  wrench.force.head(dimension) = Q.segment(n.offset, dimension);
  wrench.torque = (position - about).cross(wrench.force);
  if (!is_frame(n)) return wrench;
  if (n.kind == NodeKind::kFrame2) {
    wrench.torque[2] += Q[n.offset + 2];
  } else {
    for (int i = 3; i < 12; i += 3) wrench.torque += q.segment<3>(n.offset + i).cross(Q.segment<3>(n.offset + i));
  }
  return wrench;
}

}  // namespace invar
