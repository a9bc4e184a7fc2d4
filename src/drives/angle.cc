// Angle drive: the angle of a joint follows phi(t).
//   plane  Phi = theta_M - theta_F - phi(t), linear and unbounded;
//   space  Phi = b . (-sin phi(t) p + cos phi(t) q) = sin(angle - phi(t)), p, q the first two axes of F, b the first of M.
// The second form needs no coordinate of its own and is quadratic, so that every scheme keeps its exact balance
// ([Bauchau2003] eq. (17)); where Phi = 0 its derivative along the angle is one, so that the multiplier is the torque in
// both forms. It also vanishes half a turn away: a start more than a quarter turn off is therefore refused
// unless joint coordinates of the start are given (solve/posed_start.h), and so is a step in which phi changes by more.
#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "invar/drives/range.h"
#include "invar/drives/types.h"
#include "invar/functions/composed.h"

namespace invar {

namespace {

std::unique_ptr<Part> make_angle(const std::string& name, const Params& params, PartBuilder& builder) {
  const Joint& joint = builder.joint(params.text("joint"), params, "joint");
  if (!joint.freedoms().angle)
    params.fail("joint", fmt::format("names a {} joint, which has no angle", joint.type()),
                "name a revolute, cylindrical or planar_revolute joint");
  const FunctionPtr phi = read_value_in_range(params, name);
  const Marker &F = joint.F(), &M = joint.M();
  QuadraticMap rows(builder.layout());
  const int row = rows.add_row("angle");
  if (both_in_plane(F, M)) {
    builder.add_joint_coordinate(rows, row, joint, 1, true);
    rows.add_constant(row, -1, phi);
  } else {
    const double miss = std::remainder(builder.joint_coordinate(joint, true) - phi->value(0), 2 * std::numbers::pi);
    if (std::abs(miss) > 0.5 * std::numbers::pi && !builder.poses_start())
      params.fail(
          "value",
          fmt::format("asks for the angle {:g} at t = 0, but the joint stands at {:g}, more than a quarter turn away",
                      phi->value(0), builder.joint_coordinate(joint, true)),
          fmt::format("place the bodies nearer to the driven angle, or add initial: {{{}.angle: {:g}}}", joint.name(),
                      phi->value(0)));
    rows.add_dot(row, M.axes[0], F.axes[0], -1, make_sine(phi));
    rows.add_dot(row, M.axes[0], F.axes[1], 1, make_cosine(phi));
  }
  const int index = builder.add_constraint(name, std::move(rows));
  auto drive = std::make_unique<Drive>(name, "angle");
  Drive::Coordinate c = joint_coordinate_channels(joint, true);
  c.row = builder.assembly().constraints[index].first_row;
  c.prescribed = phi;
  drive->add_coordinate(std::move(c));
  // Half a turn away the row is zero, too.
  if (!both_in_plane(F, M))
    drive->set_turn([phi](double t0, double t1) { return phi->value(t1) - phi->value(t0); }, 0.5 * std::numbers::pi);
  drive->set_drawing(draw_turning(builder.layout(), F, M));
  return drive;
}

}  // namespace

PartType angle_drive_type() {
  PartType type;
  type.name = "angle";
  type.doc = "motor that turns a joint: its angle is a function of time";
  type.reference = "[Bauchau2003] eq. (17)";
  type.schema.name_of("joint", "joint", "joint with an angle").required();
  type.schema.function_of("t", "value", "rad", "angle of the joint, as its channel `angle` shows it").required();
  add_range(type.schema, "rad");
  type.make = make_angle;
  return type;
}

}  // namespace invar
