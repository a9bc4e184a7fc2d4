// The simple solid that has the mass and inertia of a body: what a body looks like when nobody says.
#pragma once

#include <string>
#include <vector>

#include "invar/core/types.h"

namespace invar {

struct EquivalentShape {
  std::string kind;          // box, cylinder (axis 3) or sphere; empty for a body without extension
  std::vector<double> size;  // as primitives take it
  Vector3 half;              // half extents along its axes
  Matrix3 R;                 // its axes in body axes
};

// From the second moments J = integral of rho s s^T about the center of mass: m a^2 / 12 for a side a of a box,
// m r^2 / 4 for the radius of a cylinder, m r^2 / 5 for that of a sphere.
EquivalentShape calc_equivalent_shape(double mass, const Matrix3& J);

}  // namespace invar
