// Planar revolute joint: the two points coincide in the plane z = 0 (two rows, [Braun2012] eq. (22)).
#include "invar/joints/types.h"

namespace invar {

JointType planar_revolute_type() {
  JointType type;
  type.name = "planar_revolute";
  type.doc = "pin in the plane: the two points coincide; free angle";
  type.reference = "[Braun2012] eq. (22)";
  type.schema = pair_schema(false);
  type.make = [](const std::string& name, const Params& params, PartBuilder& builder) {
    return make_pair_joint(name, "planar_revolute", params, builder, {.angle = true},
                           {.needs_axes = false, .planar = true}, add_coincident_rows);
  };
  return type;
}

}  // namespace invar
