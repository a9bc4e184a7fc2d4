// Displacement drive: f3^F . (x_M - x_F) - s(t) = 0 on a joint that slides.
#include <fmt/format.h>

#include "invar/drives/range.h"
#include "invar/drives/types.h"

namespace invar {

PartType displacement_drive_type() {
  PartType type;
  type.name = "displacement";
  type.doc = "linear actuator of a sliding joint: its displacement is a function of time";
  type.reference = "[Bauchau2003] eq. (17)";
  type.schema.name_of("joint", "joint", "joint with a displacement").required();
  type.schema.function_of("t", "value", "m", "displacement of the joint, as its channel `displacement` shows it")
      .required();
  add_range(type.schema, "m");
  type.make = [](const std::string& name, const Params& params, PartBuilder& builder) -> std::unique_ptr<Part> {
    const Joint& joint = builder.joint(params.text("joint"), params, "joint");
    if (!joint.freedoms().displacement)
      params.fail("joint", fmt::format("names a {} joint, which has no displacement", joint.type()),
                  "name a prismatic, cylindrical, planar_prismatic or point_on_line joint");
    QuadraticMap rows(builder.layout());
    const int row = rows.add_row("displacement");
    builder.add_joint_coordinate(rows, row, joint, 1, false);
    const FunctionPtr value = read_value_in_range(params, name);
    rows.add_constant(row, -1, value);
    const int index = builder.add_constraint(name, std::move(rows));
    auto drive = std::make_unique<Drive>(name, "displacement");
    Drive::Coordinate c = joint_coordinate_channels(joint, false);
    c.row = builder.assembly().constraints[index].first_row;
    c.prescribed = value;
    drive->add_coordinate(std::move(c));
    drive->set_drawing(draw_actuator(builder.layout(), joint.F(), joint.M(), false));
    return drive;
  };
  return type;
}

}  // namespace invar
