// Marker: a place on a body, a point and (where the body has an orientation) a triad, as affine vectors of its nodes.
// Joints and forces act between markers and thereby on any kind of body.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "invar/discrete/affine_vector.h"

namespace invar {

struct Marker {
  std::string body;  // name, "ground" for the ground
  AffineVector point;
  std::array<AffineVector, 3> axes;  // orthonormal, right-handed; meaningless unless has_axes
  AffineVector angle;                // planar bodies and ground: x component is the angle of the marker in the plane
  bool has_axes = true;
  bool planar = false;  // moves in the plane z = 0; the ground is neither
  bool ground = false;
  std::vector<int> nodes;  // nodes of the body, for reactions
};

}  // namespace invar
