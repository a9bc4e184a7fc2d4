// Spherical joint (ball and socket): x_M - x_F = 0. Linear in the coordinates of points and spatial frames.
#include "invar/joints/types.h"

namespace invar {

JointType spherical_type() {
  JointType type;
  type.name = "spherical";
  type.doc = "ball and socket: the two points coincide";
  type.reference = "lower pair S";
  type.schema = pair_schema(false);
  type.make = [](const std::string& name, const Params& params, PartBuilder& builder) {
    return make_pair_joint(name, "spherical", params, builder, {}, {.needs_axes = false}, add_coincident_rows);
  };
  return type;
}

}  // namespace invar
