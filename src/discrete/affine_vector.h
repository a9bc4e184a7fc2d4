// AffineVector: a point or direction of the model, c + sum of a_k z_k over slots of nodes (see discrete/slot_lift.h).
// Joints and forces are written with these: a material point of a frame is r + s1 d1 + s2 d2 + s3 d3, a body-fixed
// axis is f1 d1 + f2 d2 + f3 d3, a point of a rod is (1 - xi) p1 + xi p2, anything on the ground is constant.
#pragma once

#include <vector>

#include "invar/core/types.h"

namespace invar {

struct AffineVector {
  struct Part {
    int node;  // index in the Layout
    int slot;  // slot of that node: 0 position, 1..3 directors
    double factor;
  };

  Vector3 constant = Vector3::Zero();
  std::vector<Part> parts;

  AffineVector() = default;
  explicit AffineVector(const Vector3& c) : constant(c) {}

  AffineVector& add(int node, int slot, double factor) {
    if (factor != 0) parts.push_back({node, slot, factor});
    return *this;
  }
};

inline AffineVector operator*(double a, AffineVector x) {
  x.constant *= a;
  for (auto& part : x.parts) part.factor *= a;
  return x;
}

inline AffineVector operator+(AffineVector x, const AffineVector& y) {
  x.constant += y.constant;
  for (const auto& part : y.parts) x.add(part.node, part.slot, part.factor);
  return x;
}

inline AffineVector operator-(const AffineVector& x, const AffineVector& y) { return x + (-1.0) * y; }

}  // namespace invar
