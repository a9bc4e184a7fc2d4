#include "mechanisms/model.h"

namespace invar::mechanisms {

bool has_axes(const Body& body) {
  return body.type == "ground" || body.type == "rigid_body" || body.type == "planar_body";
}

Place place_at(const Mechanism& m, int body, const Vec3& world, const Mat3& axes) {
  const Body& b = m.bodies[body];
  return {body, b.R.transpose() * (world - b.x), b.R.transpose() * axes};
}

Vec3 world_point(const Mechanism& m, const Place& place) {
  return m.bodies[place.body].x + m.bodies[place.body].R * place.point;
}

// The place becomes what the file says of it, to the last bit.
std::string add_marker(Model& model, const std::string& name, Place& place, bool with_axes) {
  const Body& b = model.mechanism.bodies[place.body];
  const Vec3 at = as_doubles(place.point + b.center);
  place.point = at - b.center;
  std::string text = name + ": {on: " + b.name + ", at: " + list(at, model.planar ? 2 : 3);
  if (with_axes) {
    const Vec3 third = as_doubles(place.axes.col(2)), first = as_doubles(place.axes.col(0));
    place.axes = triad(third, first);
    text += ", axis: " + list(third) + ", x_axis: " + list(first);
  }
  model.marker_text.push_back(text + "}");
  return name;
}

}  // namespace invar::mechanisms
