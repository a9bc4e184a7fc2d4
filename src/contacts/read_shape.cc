#include "invar/contacts/read_shape.h"

#include <fmt/format.h>

#include "invar/parts/read_placement.h"

namespace invar {

Schema shape_schema() {
  Schema s;
  s.name_of("place", "on", "body, marker or ground that carries it").required();
  s.numbers("at", "m", "where it sits, in the axes of that body or marker (two numbers in the plane)")
      .default_value("[0, 0, 0]");
  return s;
}

Marker read_shape_place(const Params& params, PartBuilder& builder) {
  Marker place = builder.place(params.text("on"), params, "on");
  const Vector3 at = read_position(params, "at");
  if (!place.has_axes && at != Vector3::Zero())
    params.fail("at", fmt::format("cannot be placed on \"{}\", which has no orientation", place.body),
                "leave `at` out: the shape sits at the point");
  place.point = offset_point(place, at);
  return place;
}

AffineVector offset_point(const Marker& place, const Vector3& p) {
  AffineVector x = place.point;
  for (int i = 0; i < 3; ++i)
    if (p[i] != 0) x = x + p[i] * place.axes[i];
  return x;
}

AffineVector turned(const Marker& place, const Vector3& f) {
  AffineVector x;
  for (int i = 0; i < 3; ++i)
    if (f[i] != 0) x = x + f[i] * place.axes[i];
  return x;
}

Marker shape_frame(const Marker& place, const Vector3& at, const Matrix3& R) {
  Marker moved = place;
  moved.point = offset_point(place, at);
  if (place.has_axes)
    for (int i = 0; i < 3; ++i) moved.axes[i] = turned(place, R.col(i));
  return moved;
}

void require_axes(const Params& params, const Marker& place, const std::string& what) {
  if (place.has_axes) return;
  params.fail("on", fmt::format("names \"{}\", which has no orientation; a {} needs one", place.body, what),
              "put it on a rigid body or the ground, or use a sphere");
}

}  // namespace invar
