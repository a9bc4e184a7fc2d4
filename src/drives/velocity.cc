// Velocity drive: the rate of a joint's coordinate, or the velocity of a point along a fixed direction, is a function of
// time. Only the rate is enforced (drives/quadratic_pfaffian.h), so the start may be anywhere. A spatial joint angle is
// made a coordinate of its own (parts/angle_constraint.h), over which the rate is linear.
#include <numbers>

#include "invar/drives/quadratic_pfaffian.h"
#include "invar/drives/types.h"
#include "invar/parts/joint_coupling.h"
#include "invar/parts/kinematics.h"

namespace invar {

namespace {

std::unique_ptr<Part> make_velocity(const std::string& name, const Params& params, PartBuilder& builder) {
  if (params.has("joint") == params.has("point"))
    params.fail(params.has("joint") ? "point" : "value", "needs exactly one of joint and point",
                "e.g. joint: hinge, or point: slider with a direction");
  const Layout& layout = builder.layout();
  QuadraticMap rows(layout);
  Drive::Coordinate c;
  Drive::Draw draw;
  if (params.has("joint")) {
    if (params.has("direction")) params.fail("direction", "belongs to point", "a joint has its own axis");
    const Joint& joint = builder.joint(params.text("joint"), params, "joint");
    const bool angle = choose_angle(joint, params.has("coordinate") ? params.text("coordinate") : "", params,
                                    params.has("coordinate") ? "coordinate" : "joint");
    builder.add_joint_coordinate(rows, rows.add_row("rate"), joint, 1, angle);
    c = joint_coordinate_channels(joint, angle);
    draw = angle ? draw_turning(layout, joint.F(), joint.M()) : draw_actuator(layout, joint.F(), joint.M(), false);
  } else {
    if (params.has("coordinate")) params.fail("coordinate", "belongs to joint", "use direction for a point");
    if (!params.has("direction"))
      params.fail("point", "needs a direction", "add direction: [x, y, z] (world coordinates)");
    const Marker place = builder.place(params.text("point"), params, "point");
    const Vector3 n = params.direction("direction");
    if (place.ground) params.fail("point", "lies on the ground, which does not move", "name a body or a marker on it");
    if (place.planar && std::abs(n[2]) > 5e-7)
      params.fail("direction", "must lie in the plane z = 0 of the planar body", "e.g. [1, 0, 0]");
    const AffineVector x = place.point;
    rows.add_component(rows.add_row("rate"), x, n);
    draw = draw_leading(place, {n});
    c.value = [&layout, x, n](const Snapshot& s) { return n.dot(calc_value(layout, x, s.q)); };
    c.rate = [&layout, x, n](const Snapshot& s) { return n.dot(calc_rate(layout, x, s.q, s.v)); };
  }
  const std::vector<int> nodes = rows.nodes();
  const int index = builder.assembly().add_pfaffian(
      name, nodes,
      std::make_unique<QuadraticPfaffian>(std::move(rows), std::vector<FunctionPtr>{params.function("value")}),
      {"rate"});
  c.row = builder.assembly().pfaffians[index].first_row;
  auto drive = std::make_unique<Drive>(name, "velocity");
  // Its channel counts turns from step to step.
  if (c.wrapped)
    drive->set_turn([rate = params.function("value")](double t0, double t1) { return rate->integral(t0, t1); },
                    std::numbers::pi);
  c.prescribed = params.function("value");
  c.what = Prescribes::kRate;
  drive->add_coordinate(std::move(c));
  drive->set_drawing(std::move(draw));
  return drive;
}

}  // namespace

PartType velocity_drive_type() {
  PartType type;
  type.name = "velocity";
  type.doc = "the rate of a joint's coordinate, or the velocity of a point along a direction, is a function of time";
  type.reference = "[Bauchau2003] eq. (22)";
  type.schema.name_of("joint", "joint", "joint that is driven; or give point");
  type.schema.choice("coordinate", {"angle", "displacement"}, "of the joint; default: the angle where there is one");
  type.schema.name_of("place", "point", "body (its origin) or marker that is driven; or give joint");
  type.schema.direction("direction", "of the point's velocity, in world coordinates");
  type.schema.function_of("t", "value", "rad/s or m/s", "rate").required();
  type.make = make_velocity;
  return type;
}

}  // namespace invar
