// A box touches planes with its corners: eight in space, four in the plane.
#include <fmt/format.h>

#include <cmath>

#include "invar/contacts/read_shape.h"
#include "invar/contacts/types.h"
#include "invar/parts/drawing/drawing.h"
#include "invar/parts/read_placement.h"

namespace invar {

namespace {

std::unique_ptr<Shape> make_box(const std::string& name, const Params& params, PartBuilder& builder) {
  const Marker place = read_shape_place(params, builder);
  require_axes(params, place, "box");
  const auto& size = params.numbers("size");
  if (size.size() != (place.planar ? 2u : 3u))
    params.fail("size", fmt::format("needs {} numbers", place.planar ? "2" : "3"),
                place.planar ? "the two sides of a rectangle" : "the three sides of the box");
  for (const double side : size)
    if (!(side > 0)) params.fail("size", "must have positive numbers", "the lengths of the sides");
  const Vector3 half(0.5 * size[0], 0.5 * size[1], place.planar ? 0.0 : 0.5 * size[2]);
  auto shape = std::make_unique<Shape>(name, "box", place);
  std::vector<ShapeCore> corners;
  for (int i = 0; i < (place.planar ? 4 : 8); ++i) {
    ShapeCore corner;
    corner.point = offset_point(
        place, Vector3(i & 1 ? half[0] : -half[0], i & 2 ? half[1] : -half[1], i & 4 ? half[2] : -half[2]));
    corner.label = fmt::format("corner_{}", i + 1);
    corners.push_back(corner);
  }
  shape->set_corners(corners);
  shape->set_size(2 * (place.planar ? std::min(half[0], half[1]) : half.minCoeff()));
  shape->set_drawing([place, half](const Part& self, Drawing& d) {
    const Anchor at = d.place(place);
    const double depth = place.planar ? std::min(half[0], half[1]) : 2 * half[2];
    d.add("box", self, place.ground ? DrawRole::kGround : DrawRole::kBody, at, {2 * half[0], 2 * half[1], depth}).part =
        place.body;
    d.set_shaped(at);
    d.note_size(2 * half.norm());
  });
  return shape;
}

}  // namespace

ShapeType box_shape_type() {
  ShapeType type;
  type.name = "box";
  type.doc = "box, or a rectangle in the plane; its corners touch planes";
  type.reference = "height of the corners above a plane";
  type.schema = shape_schema();
  type.schema.numbers("size", "m", "lengths of its sides, along the axes of what carries it").required();
  type.make = make_box;
  return type;
}

}  // namespace invar
