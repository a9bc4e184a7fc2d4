// Gear: coordinate_b - ratio * coordinate_a = its value at the start. Rack and pinion couples an angle with a
// displacement, the ratio then being the rolling radius. The coordinates of spatial angles are nodes of their own
// (parts/angle_constraint.h), so that the row stays linear over many turns.
#include "invar/joints/types.h"
#include "invar/parts/joint_coupling.h"

namespace invar {

JointType gear_type() {
  JointType type;
  type.name = "gear";
  type.doc = "gear pair, belt or rack and pinion: the coordinates of two joints are proportional";
  type.reference = "higher pair, one row";
  type.schema = coupling_schema();
  type.schema
      .number("ratio", "1 or m/rad",
              "change of the second coordinate for a unit change of the first; negative for external gears")
      .required();
  type.make = [](const std::string& name, const Params& params, PartBuilder& builder) {
    auto pair = read_coupled_coordinates(params, builder);
    if (pair.size() != 2) params.fail("joints", "must name two joints", "use a coupler for more");
    if (params.number("ratio") == 0) params.fail("ratio", "must not be zero", "e.g. -2");
    pair[0].factor = -params.number("ratio");
    return make_coupling(name, "gear", pair, builder);
  };
  return type;
}

}  // namespace invar
