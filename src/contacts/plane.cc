// A plane without borders; bodies are on the side of its normal.
#include "invar/contacts/read_shape.h"
#include "invar/contacts/types.h"
#include "invar/math/rotation.h"
#include "invar/parts/drawing/drawing.h"

namespace invar {

namespace {

std::unique_ptr<Shape> make_plane(const std::string& name, const Params& params, PartBuilder& builder) {
  const Marker place = read_shape_place(params, builder);
  require_axes(params, place, "plane");
  const Vector3 normal = params.direction("normal");
  if (place.planar && normal[2] != 0)
    params.fail("normal", "does not lie in the plane of the body",
                "in the plane the normal has two components, e.g. [0, 1, 0]");
  auto shape = std::make_unique<Shape>(name, "plane", place);
  ShapeCore core;
  core.kind = ShapeCore::kPlane;
  core.point = place.point;
  core.axis = turned(place, normal);
  shape->set_core(core);
  const Marker look = shape_frame(place, Vector3::Zero(), make_triad(normal));
  shape->set_drawing([look](const Part& self, Drawing& d) {
    const Anchor at = d.place(look);
    d.add_symbol("plane", self, look.ground ? DrawRole::kGround : DrawRole::kBody, at, {8, 8});
  });
  return shape;
}

}  // namespace

ShapeType plane_shape_type() {
  ShapeType type;
  type.name = "plane";
  type.doc = "plane without borders, on the ground or on a body; other shapes are on the side of its normal";
  type.reference = "height above a plane, quadratic in the coordinates";
  type.schema = shape_schema();
  type.schema.direction("normal", "towards the other shapes, in the axes of what carries it")
      .default_value("[0, 0, 1]");
  type.make = make_plane;
  return type;
}

}  // namespace invar
