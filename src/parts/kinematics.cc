#include "invar/parts/kinematics.h"

#include "invar/discrete/slot_lift.h"

namespace invar {

namespace {

// Slot k of a node and its time derivatives.
struct SlotMotion {
  Vector3 z, rate, second;
};

SlotMotion slot_motion(const Node& node, int slot, Vec q, const Vector* v, const Vector* a) {
  Lift lift;
  lift.add_node(node.kind);
  const int size = node_size(node.kind);
  const LocalVector local = q.segment(node.offset, size);
  SlotMotion motion{};
  Slots z;
  lift.fill(local, z);
  motion.z = z[slot];
  motion.rate = motion.second = Vector3::Zero();
  if (v) {
    const LocalVector local_v = v->segment(node.offset, size);
    lift.fill_rates(local, local_v, z);
    motion.rate = z[slot];
    if (a) {
      const LocalVector local_a = a->segment(node.offset, size);
      lift.fill_rates(local, local_a, z);
      motion.second = z[slot] + lift.second_rate(slot, local, local_v);
    }
  }
  return motion;
}

bool is_frame(const Node& node) { return node.kind == NodeKind::kFrame3 || node.kind == NodeKind::kFrame2; }

}  // namespace

Vector3 calc_value(const Layout& layout, const AffineVector& x, Vec q) {
  Vector3 sum = x.constant;
  for (const auto& p : x.parts) sum += p.factor * slot_motion(layout.node(p.node), p.slot, q, nullptr, nullptr).z;
  return sum;
}

Vector3 calc_rate(const Layout& layout, const AffineVector& x, Vec q, Vec v) {
  const Vector vv = v;
  Vector3 sum = Vector3::Zero();
  for (const auto& p : x.parts) sum += p.factor * slot_motion(layout.node(p.node), p.slot, q, &vv, nullptr).rate;
  return sum;
}

Vector3 calc_second_rate(const Layout& layout, const AffineVector& x, Vec q, Vec v, Vec a) {
  const Vector vv = v, aa = a;
  Vector3 sum = Vector3::Zero();
  for (const auto& p : x.parts) sum += p.factor * slot_motion(layout.node(p.node), p.slot, q, &vv, &aa).second;
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
