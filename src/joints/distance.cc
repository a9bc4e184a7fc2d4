// Distance joint (massless link): Phi = [ (x_M - x_F).(x_M - x_F) - L^2 ] / 2.
#include "invar/joints/types.h"
#include "invar/parts/kinematics.h"
#include "invar/parts/part_builder.h"

namespace invar {

JointType distance_type() {
  JointType type;
  type.name = "distance";
  type.doc = "massless link: the distance of two points is constant; a body stands for its origin";
  type.reference = "[Dopico2007] compound pendulum";
  type.schema = pair_schema(false);
  type.schema.number("length", "m", "distance; default: that of the given positions").positive();
  type.make = [](const std::string& name, const Params& params, PartBuilder& builder) {
    auto joint = make_pair_joint(name, "distance", params, builder, {}, {.needs_axes = false, .own_points = true},
                                 [&](QuadraticMap& rows, const Marker& F, const Marker& M) {
                                   const AffineVector d = M.point - F.point;
                                   const double given = calc_value(builder.layout(), d, builder.q()).norm();
                                   const double length = params.has("length") ? params.number("length") : given;
                                   if (!(given > 1e-12))
                                     params.fail("between", "names two points at the same place",
                                                 "a link needs a length; use spherical to join points");
                                   const int row = rows.add_row("length", "N/m");
                                   rows.add_dot(row, d, d, 0.5);
                                   rows.add_constant(row, -0.5 * length * length);
                                 });
    joint->set_look(JointLook::kRod);
    return joint;
  };
  return type;
}

}  // namespace invar
