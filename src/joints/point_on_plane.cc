// Point on a plane with the normal f3 of F: f3^F . (x_M - x_F) = 0. M may be a point. In the plane z = 0, with the
// normal in it, this is a line.
#include "invar/joints/shared_rows.h"
#include "invar/joints/types.h"
#include "invar/parts/part_builder.h"

namespace invar {

JointType point_on_plane_type() {
  JointType type;
  type.name = "point_on_plane";
  type.doc = "a point of the second body stays on a plane of the first; the axis is the normal of the plane";
  type.reference = "higher pair, one row";
  type.schema = pair_schema();
  type.make = [](const std::string& name, const Params& params, PartBuilder& builder) {
    auto joint =
        make_pair_joint(name, "point_on_plane", params, builder, {}, {.M_may_be_point = true, .also_planar = true},
                        [&](QuadraticMap& rows, const Marker& F, const Marker& M) {
                          if (both_in_plane(F, M)) check_axis_in_plane(params, F, builder.layout(), builder.q());
                          rows.add_dot(rows.add_row("offset", "N"), F.axes[2], M.point - F.point);
                        });
    joint->set_look(JointLook::kPlane);
    joint->set_extra_channels(offer_plane_displacements);
    return joint;
  };
  return type;
}

}  // namespace invar
