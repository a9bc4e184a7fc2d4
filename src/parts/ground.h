// The ground: the body that is always there and never moves. World coordinates are its own.
#pragma once

#include "invar/parts/body.h"

namespace invar {

class Ground final : public Body {
 public:
  Ground() : Body("ground", "ground", {}, Pose{}) {}
  Marker marker(const Vector3& p, const Matrix3& R) const override {
    Marker m;
    m.body = "ground";
    m.ground = true;
    m.point = AffineVector(p);
    for (int i = 0; i < 3; ++i) m.axes[i] = AffineVector(R.col(i));
    m.angle = AffineVector(Vector3(std::atan2(R(1, 0), R(0, 0)), 0, 0));
    return m;
  }
};

}  // namespace invar
