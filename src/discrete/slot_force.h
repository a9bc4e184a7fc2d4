// SlotForce: forces on slots that depend linearly on slots, with coefficients f(t): forces and torques that turn with a
// body, and torques fixed in space on a frame.
//   (P1)  Q = sum f(t) (dz_k/dq)^T (W z_l + w)
// Across a step f is averaged over time, z_l over the ends, and dz_k/dq is the exact chord (L1) of discrete/slot_lift.h, so
// the work is that of a force moving through the true displacement of its slot.
#pragma once

#include <vector>

#include "invar/discrete/affine_vector.h"
#include "invar/discrete/slot_lift.h"
#include "invar/functions/function1d.h"
#include "invar/terms/force.h"

namespace invar {

class SlotForce final : public Force {
 public:
  explicit SlotForce(const Layout& layout) : layout_(&layout) {}

  // The force f(t) x(q), a direction of the model, acting at a point of the model.
  void add_force_at(const AffineVector& point, const AffineVector& x, const FunctionPtr& f);
  // f(t) (W z_l + w) on slot k of a node; z_l is a slot of the same node.
  void add(int node, int k, int l, const Matrix3& W, const FunctionPtr& f);
  void add(int node, int k, const Vector3& w, const FunctionPtr& f);
  const std::vector<int>& nodes() const { return nodes_; }

  WorkAccount account() const override { return WorkAccount::kApplied; }
  void add_Q(const At& at, VecOut Q) const override;
  void add_Q_q(const At& at, MatOut K) const override;
  void add_Q_v(const At&, MatOut) const override {}
  void add_Q_bar(const Across& pair, VecOut Q) const override;
  void add_Q_bar_tangent(const Across& pair, MatOut K) const override;

 private:
  struct Part {
    int k, l;  // l < 0: constant w
    Matrix3 W;
    Vector3 w;
    FunctionPtr f;
  };
  int slot(int node, int slot);

  const Layout* layout_;
  Lift lift_;
  std::vector<int> nodes_;
  std::vector<Part> parts_;
};

}  // namespace invar
