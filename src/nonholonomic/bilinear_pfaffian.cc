#include "invar/nonholonomic/bilinear_pfaffian.h"

#include <algorithm>

#include "invar/discrete/slot_columns.h"

namespace invar {

int BilinearPfaffian::slot(const AffineVector::Part& part) {
  auto found = std::find(nodes_.begin(), nodes_.end(), part.node);
  if (found == nodes_.end()) {
    nodes_.push_back(part.node);
    lift_.add_node(layout_->node(part.node).kind);
    found = nodes_.end() - 1;
  }
  return lift_.first_slot(static_cast<int>(found - nodes_.begin())) + part.slot;
}

void BilinearPfaffian::add(int row, const AffineVector& x, const Matrix3& W, const AffineVector& y) {
  for (const auto& a : x.parts)
    for (const auto& b : y.parts) {
      const int k = slot(a);
      parts_.push_back({row, k, slot(b), a.factor * b.factor * W, Vector3::Zero()});
    }
  add(row, W.transpose() * x.constant, y);
}

void BilinearPfaffian::add(int row, const Vector3& w, const AffineVector& y) {
  if (w.isZero(0)) return;
  for (const auto& b : y.parts) parts_.push_back({row, -1, slot(b), Matrix3::Zero(), b.factor * w});
}

void BilinearPfaffian::add_A(const At& at, MatOut A) const {
  Slots z;
  lift_.fill(at.q, z);
  for (const auto& p : parts_) lift_.pull(p.l, at.q, covector(p, z), A.row(p.row));
}

void BilinearPfaffian::add_velocity_residual_q(const At& at, MatOut J) const {
  Slots z, z_dot;
  lift_.fill(at.q, z);
  lift_.fill_rates(at.q, at.v, z_dot);
  for (const auto& p : parts_) {
    if (p.k >= 0) lift_.pull(p.k, at.q, p.W * z_dot[p.l], J.row(p.row));
    const auto& s = lift_.slot(p.l);
    if (s.director)  // the rate of a rotating director depends on its angle
      J(p.row, s.offset) -= covector(p, z).dot(Lift::director(s.director, at.q[s.offset])) * at.v[s.offset];
  }
}

void BilinearPfaffian::add_force_q(const At& at, Vec lambda, MatOut K) const {
  Slots z;
  lift_.fill(at.q, z);
  for (const auto& p : parts_) {
    add_slot_curvature(lift_, p.l, at.q, lambda[p.row] * covector(p, z), K);
    if (p.k >= 0)
      add_slot_product(slot_columns(lift_, p.l, at.q), lambda[p.row] * p.W.transpose(), slot_columns(lift_, p.k, at.q),
                       K);
  }
}

void BilinearPfaffian::add_bias(const At& at, VecOut bias) const {
  Slots z, z_dot;
  lift_.fill(at.q, z);
  lift_.fill_rates(at.q, at.v, z_dot);
  for (const auto& p : parts_) {
    bias[p.row] += covector(p, z).dot(lift_.second_rate(p.l, at.q, at.v));
    if (p.k >= 0) bias[p.row] += z_dot[p.k].dot(p.W * z_dot[p.l]);
  }
}

}  // namespace invar
