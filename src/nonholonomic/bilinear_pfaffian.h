// BilinearPfaffian: velocity rows bilinear in slots and slot rates (see discrete/slot_lift.h),
//   (N1)  A v = sum z_k^T W z_l' + sum w . z_l'
// e.g. blades, and balls that roll without slip. All derivatives are analytic.
#pragma once

#include <vector>

#include "invar/discrete/affine_vector.h"
#include "invar/discrete/slot_lift.h"
#include "invar/terms/pfaffian.h"

namespace invar {

class BilinearPfaffian final : public Pfaffian {
 public:
  BilinearPfaffian(const Layout& layout, int rows) : layout_(&layout), rows_(rows) {}

  // Adds (W^T x) . y' for an affine vector x and the rate of y.
  void add(int row, const AffineVector& x, const Matrix3& W, const AffineVector& y);
  // Adds w . y'.
  void add(int row, const Vector3& w, const AffineVector& y);
  const std::vector<int>& nodes() const { return nodes_; }

  int rows() const override { return rows_; }
  bool rheonomic() const override { return false; }
  void add_A(const At& at, MatOut A) const override;
  void add_a(const At&, VecOut) const override {}
  void add_mean_a(double, double, const At&, VecOut) const override {}
  void add_velocity_residual_q(const At& at, MatOut J) const override;
  void add_force_q(const At& at, Vec lambda, MatOut K) const override;
  void add_bias(const At& at, VecOut bias) const override;

 private:
  struct Part {
    int row, k, l;  // k < 0: w alone
    Matrix3 W;
    Vector3 w;
  };
  int slot(const AffineVector::Part& part);
  static Vector3 covector(const Part& p, const Slots& z) { return p.k < 0 ? p.w : Vector3(p.W.transpose() * z[p.k]); }

  const Layout* layout_;
  int rows_;
  Lift lift_;
  std::vector<int> nodes_;
  std::vector<Part> parts_;
};

}  // namespace invar
