#include "invar/discrete/slot_force.h"

#include <algorithm>

#include "invar/discrete/slot_columns.h"

namespace invar {

int SlotForce::slot(int node, int slot) {
  auto found = std::find(nodes_.begin(), nodes_.end(), node);
  if (found == nodes_.end()) {
    nodes_.push_back(node);
    lift_.add_node(layout_->node(node).kind);
    found = nodes_.end() - 1;
  }
  return lift_.first_slot(static_cast<int>(found - nodes_.begin())) + slot;
}

void SlotForce::add(int node, int k, int l, const Matrix3& W, const FunctionPtr& f) {
  const int first = slot(node, k);
  parts_.push_back({first, slot(node, l), W, Vector3::Zero(), f});
}

void SlotForce::add(int node, int k, const Vector3& w, const FunctionPtr& f) {
  parts_.push_back({slot(node, k), -1, Matrix3::Zero(), w, f});
}

void SlotForce::add_force_at(const AffineVector& point, const AffineVector& x, const FunctionPtr& f) {
  for (const auto& p : point.parts) {
    const int k = slot(p.node, p.slot);
    for (const auto& a : x.parts)
      parts_.push_back({k, slot(a.node, a.slot), p.factor * a.factor * Matrix3::Identity(), Vector3::Zero(), f});
    if (!x.constant.isZero(0)) parts_.push_back({k, -1, Matrix3::Zero(), p.factor * x.constant, f});
  }
}

void SlotForce::add_Q(const At& at, VecOut Q) const {
  Slots z;
  lift_.fill(at.q, z);
  for (const auto& p : parts_) lift_.pull(p.k, at.q, p.f->value(at.t) * (p.l < 0 ? p.w : Vector3(p.W * z[p.l])), Q);
}

void SlotForce::add_Q_q(const At& at, MatOut K) const {
  Slots z;
  lift_.fill(at.q, z);
  for (const auto& p : parts_) {
    const double f = p.f->value(at.t);
    add_slot_curvature(lift_, p.k, at.q, f * (p.l < 0 ? p.w : Vector3(p.W * z[p.l])), K);
    if (p.l >= 0) add_slot_product(slot_columns(lift_, p.k, at.q), f * p.W, slot_columns(lift_, p.l, at.q), K);
  }
}

void SlotForce::add_Q_bar(const Across& pair, VecOut Q) const {
  Slots z0, z1;
  lift_.fill(pair.q0, z0);
  lift_.fill(pair.q1, z1);
  for (const auto& p : parts_) {
    const Vector3 g = p.l < 0 ? p.w : Vector3(0.5 * p.W * (z0[p.l] + z1[p.l]));
    lift_.pull_bar(p.k, pair.q0, pair.q1, mean_value(*p.f, pair.t0, pair.t1) * g, Q);
  }
}

void SlotForce::add_Q_bar_tangent(const Across& pair, MatOut K) const {
  Slots z0, z1;
  lift_.fill(pair.q0, z0);
  lift_.fill(pair.q1, z1);
  for (const auto& p : parts_) {
    const double f = mean_value(*p.f, pair.t0, pair.t1);
    const Vector3 g = p.l < 0 ? p.w : Vector3(0.5 * p.W * (z0[p.l] + z1[p.l]));
    const auto& s = lift_.slot(p.k);
    if (s.director)
      K(s.offset, s.offset) +=
          f * g.dot(Lift::director_derivative_bar_tangent(s.director, pair.q0[s.offset], pair.q1[s.offset]));
    if (p.l >= 0)
      add_slot_product(slot_columns_bar(lift_, p.k, pair.q0, pair.q1), 0.5 * f * p.W, slot_columns(lift_, p.l, pair.q1),
                       K);
  }
}

}  // namespace invar
