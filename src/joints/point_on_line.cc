// Point on a line: the point of M stays on the line through F along axis 3. M may be a point. Two rows in space,
// f1^F . (x_M - x_F) = f2^F . (x_M - x_F) = 0; one in the plane, (z x f3^F) . (x_M - x_F) = 0.
#include "invar/joints/shared_rows.h"
#include "invar/joints/types.h"
#include "invar/parts/part_builder.h"

namespace invar {

JointType point_on_line_type() {
  JointType type;
  type.name = "point_on_line";
  type.doc =
      "a point of the second body stays on a line of the first; free displacement along the line and all rotations";
  type.reference = "[Braun2012] eq. (22), slider";
  type.schema = pair_schema();
  type.make = [](const std::string& name, const Params& params, PartBuilder& builder) {
    return make_pair_joint(name, "point_on_line", params, builder, {.displacement = true},
                           {.M_may_be_point = true, .also_planar = true},
                           [&](QuadraticMap& rows, const Marker& F, const Marker& M) {
                             if (both_in_plane(F, M)) check_axis_in_plane(params, F, builder.layout(), builder.q());
                             add_line_rows(rows, F, M);
                           });
  };
  return type;
}

}  // namespace invar
