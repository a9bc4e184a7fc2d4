// Planar prismatic joint along axis 3 of F, which lies in the plane: (z x f3^F) . (x_M - x_F) = 0 and
// theta_M - theta_F = constant, the second row linear.
#include "invar/joints/shared_rows.h"
#include "invar/joints/types.h"
#include "invar/parts/part_builder.h"

namespace invar {

JointType planar_prismatic_type() {
  JointType type;
  type.name = "planar_prismatic";
  type.doc = "slider in the plane: free displacement along the axis, no rotation";
  type.reference = "lower pair P, planar";
  type.schema = pair_schema();
  type.make = [](const std::string& name, const Params& params, PartBuilder& builder) {
    return make_pair_joint(name, "planar_prismatic", params, builder, {.displacement = true}, {.planar = true},
                           [&](QuadraticMap& rows, const Marker& F, const Marker& M) {
                             check_axis_in_plane(params, F, builder.layout(), builder.q());
                             check_axis_in_plane(params, M, builder.layout(), builder.q());
                             add_line_rows(rows, F, M);
                             add_planar_angle_row(rows, F, M, 2, builder.layout(), builder.q());
                           });
  };
  return type;
}

}  // namespace invar
