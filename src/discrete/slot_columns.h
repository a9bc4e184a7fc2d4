// The Jacobian dz_k/dq of one slot as at most three columns, for products (dz_k/dq)^T W (dz_l/dq) of terms that are
// bilinear in slots.
#pragma once

#include "invar/discrete/slot_lift.h"

namespace invar {

struct SlotColumns {
  int offset = 0;  // local coordinate of the first column
  int count = 0;
  Matrix3 columns = Matrix3::Identity();
};

inline SlotColumns slot_columns(const Lift& lift, int k, Vec q) {
  const auto& s = lift.slot(k);
  SlotColumns c{s.offset, s.dimension};
  if (s.director) {
    c.count = 1;
    c.columns.col(0) = Lift::director_derivative(s.director, q[s.offset]);
  }
  return c;
}

// Columns of the mean-value Jacobian (L1).
inline SlotColumns slot_columns_bar(const Lift& lift, int k, Vec q0, Vec q1) {
  const auto& s = lift.slot(k);
  SlotColumns c{s.offset, s.dimension};
  if (s.director) {
    c.count = 1;
    c.columns.col(0) = Lift::director_derivative_bar(s.director, q0[s.offset], q1[s.offset]);
  }
  return c;
}

// K += left^T W right.
inline void add_slot_product(const SlotColumns& left, const Matrix3& W, const SlotColumns& right, MatOut K) {
  for (int j = 0; j < right.count; ++j) {
    const Vector3 g = W * right.columns.col(j);
    for (int i = 0; i < left.count; ++i) K(left.offset + i, right.offset + j) += left.columns.col(i).dot(g);
  }
}

// K += g . d2z_k/dq2, which only rotating directors have: the second derivative of a director is its negative.
inline void add_slot_curvature(const Lift& lift, int k, Vec q, const Vector3& g, MatOut K) {
  const auto& s = lift.slot(k);
  if (s.director) K(s.offset, s.offset) -= g.dot(Lift::director(s.director, q[s.offset]));
}

}  // namespace invar
