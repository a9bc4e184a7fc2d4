// Screw joint along axis 3 of F: the four rows of the cylindrical joint and
//   (S1)  s - lead/(2 pi) phi = constant,    s = f3^F . (x_M - x_F),
// with the joint's angle phi as a coordinate of its own (parts/angle_constraint.h), unbounded over many turns.
#include <numbers>

#include "invar/joints/shared_rows.h"
#include "invar/joints/types.h"
#include "invar/parts/part_builder.h"

namespace invar {

JointType screw_type() {
  JointType type;
  type.name = "screw";
  type.doc = "nut and screw: displacement along the axis and angle about it are proportional";
  type.reference = "lower pair H";
  type.schema = pair_schema();
  type.schema.number("lead", "m", "advance a turn; positive for a right-hand thread").required();
  type.make = [](const std::string& name, const Params& params, PartBuilder& builder) {
    auto joint = make_pair_joint(name, "screw", params, builder, {.angle = true, .displacement = true}, {},
                                 [](QuadraticMap& rows, const Marker& F, const Marker& M) {
                                   add_parallel_rows(rows, F, M);
                                   add_line_rows(rows, F, M);
                                 });
    const double k = params.number("lead") / (2 * std::numbers::pi);
    joint->set_carrier(static_cast<int>(builder.assembly().constraints.size()));
    builder.joint_angle(*joint);
    QuadraticMap rows(builder.layout());
    const int row = rows.add_row("thread", "N");
    builder.add_joint_coordinate(rows, row, *joint, 1, false);
    builder.add_joint_coordinate(rows, row, *joint, -k, true);
    rows.add_constant(row, k * builder.joint_coordinate(*joint, true) - builder.joint_coordinate(*joint, false));
    joint->add_constraint(builder.add_constraint(name, std::move(rows)));
    return joint;
  };
  return type;
}

}  // namespace invar
