// A sphere, or a disc in the plane. Points are spheres without a radius.
#include "invar/contacts/read_shape.h"
#include "invar/contacts/types.h"
#include "invar/parts/drawing/drawing.h"

namespace invar {

namespace {

std::unique_ptr<Shape> make_ball(const std::string& name, const char* type, const Marker& place, double radius) {
  auto shape = std::make_unique<Shape>(name, type, place);
  ShapeCore core;
  core.point = place.point;
  core.radius = radius;
  shape->set_corners({core});
  shape->set_core(core);
  if (radius > 0) {
    shape->set_size(radius);
    shape->set_drawing([place, radius](const Part& self, Drawing& d) {
      const Anchor at = d.place(place);
      d.add("sphere", self, place.ground ? DrawRole::kGround : DrawRole::kBody, at, {radius}).part = place.body;
      d.set_shaped(at);
      d.note_size(2 * radius);
    });
  }
  return shape;
}

}  // namespace

ShapeType sphere_shape_type() {
  ShapeType type;
  type.name = "sphere";
  type.doc = "sphere about a point of a body; a disc in the plane";
  type.reference = "distance of a point from what it touches";
  type.schema = shape_schema();
  type.schema.number("radius", "m", "of the sphere").positive().required();
  type.make = [](const std::string& name, const Params& params, PartBuilder& builder) {
    return make_ball(name, "sphere", read_shape_place(params, builder), params.number("radius"));
  };
  return type;
}

ShapeType point_shape_type() {
  ShapeType type;
  type.name = "point";
  type.doc = "point of a body that touches other shapes";
  type.reference = "distance of a point from what it touches";
  type.schema = shape_schema();
  type.make = [](const std::string& name, const Params& params, PartBuilder& builder) {
    return make_ball(name, "point", read_shape_place(params, builder), 0);
  };
  return type;
}

}  // namespace invar
