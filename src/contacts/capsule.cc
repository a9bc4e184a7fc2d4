// Capsules and cylinders without ends: all points within a distance of a segment or of a line.
#include <limits>

#include "invar/contacts/read_shape.h"
#include "invar/contacts/types.h"
#include "invar/math/rotation.h"
#include "invar/parts/drawing/drawing.h"

namespace invar {

namespace {

ShapeCore make_segment(const Marker& place, const Vector3& axis, double radius, double half) {
  ShapeCore core;
  core.kind = ShapeCore::kSegment;
  core.point = place.point;
  core.axis = turned(place, axis);
  core.radius = radius;
  core.low = -half;
  core.high = half;
  return core;
}

Vector3 read_shape_axis(const Params& params, const Marker& place) {
  const Vector3 axis = params.direction("axis");
  if (place.planar && axis[2] != 0)
    params.fail("axis", "does not lie in the plane of the body", "e.g. [1, 0, 0]; a round disc is a sphere");
  return axis;
}

std::unique_ptr<Shape> make_capsule(const std::string& name, const Params& params, PartBuilder& builder) {
  const Marker place = read_shape_place(params, builder);
  require_axes(params, place, "capsule");
  const Vector3 axis = read_shape_axis(params, place);
  const double R = params.number("radius"), half = 0.5 * params.number("length");
  auto shape = std::make_unique<Shape>(name, "capsule", place);
  shape->set_core(make_segment(place, axis, R, half));
  std::vector<ShapeCore> ends(2);
  for (int i = 0; i < 2; ++i) {
    ends[i].point = offset_point(place, (i == 0 ? -half : half) * axis);
    ends[i].radius = R;
    ends[i].label = i == 0 ? "end_1" : "end_2";
  }
  shape->set_corners(ends);
  shape->set_size(R);
  const Marker middle = shape_frame(place, Vector3::Zero(), make_triad(axis));
  shape->set_drawing([place, middle, ends, R, half](const Part& self, Drawing& d) {
    const DrawRole role = place.ground ? DrawRole::kGround : DrawRole::kBody;
    const Anchor at = d.place(middle);
    d.add("cylinder", self, role, at, {R, 2 * half}).part = place.body;
    for (const ShapeCore& end : ends) d.add("sphere", self, role, d.place(end.point), {R}).part = place.body;
    d.set_shaped(at);
    d.note_size(2 * (half + R));
  });
  return shape;
}

std::unique_ptr<Shape> make_cylinder(const std::string& name, const Params& params, PartBuilder& builder) {
  const Marker place = read_shape_place(params, builder);
  require_axes(params, place, "cylinder");
  const Vector3 axis = params.direction("axis");
  if (place.planar)
    params.fail("on", "is a planar body; a cylinder needs space", "in the plane use a sphere for a disc");
  const double R = params.number("radius");
  auto shape = std::make_unique<Shape>(name, "cylinder", place);
  ShapeCore core = make_segment(place, axis, R, std::numeric_limits<double>::infinity());
  core.inside = params.boolean("inside");
  shape->set_core(core);
  shape->set_size(R);
  const Marker middle = shape_frame(place, Vector3::Zero(), make_triad(axis));
  shape->set_drawing([place, middle, R, inside = core.inside](const Part& self, Drawing& d) {
    const Anchor at = d.place(middle);
    const DrawRole role = place.ground ? DrawRole::kGround : DrawRole::kBody;
    if (inside)
      d.add("arc", self, role, at, {R});
    else
      d.add("cylinder", self, role, at, {R, 6 * R}).part = place.body;
    d.note_size(2 * R);
  });
  return shape;
}

}  // namespace

ShapeType capsule_shape_type() {
  ShapeType type;
  type.name = "capsule";
  type.doc = "cylinder with round ends: all points within a radius of a segment";
  type.reference = "chord of an envelope, exact where ends take over";
  type.schema = shape_schema();
  type.schema.direction("axis", "from one end to the other, in the axes of what carries it").default_value("[0, 0, 1]");
  type.schema.number("length", "m", "of the segment, from center to center of the round ends").positive().required();
  type.schema.number("radius", "m", "of the capsule").positive().required();
  type.make = make_capsule;
  return type;
}

ShapeType cylinder_shape_type() {
  ShapeType type;
  type.name = "cylinder";
  type.doc = "cylinder without ends; with inside: true a bore that holds spheres";
  type.reference = "distance from a line";
  type.schema = shape_schema();
  type.schema.direction("axis", "of the cylinder, in the axes of what carries it").default_value("[0, 0, 1]");
  type.schema.number("radius", "m", "of the cylinder").positive().required();
  type.schema.boolean("inside", "the surface is a bore; other shapes are within").default_value(false);
  type.make = make_cylinder;
  return type;
}

}  // namespace invar
