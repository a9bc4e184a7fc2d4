#include "invar/parts/relative_sensor.h"

#include <fmt/format.h>

#include <array>

#include "invar/core/suggest.h"
#include "invar/parts/part_builder.h"

namespace invar {

namespace {

struct PlaceCall {
  std::string function, component;  // ".x" or nothing
  std::array<std::string, 2> places;
};

PlaceCall split_call(const std::string& name, const SpecNode& node) {
  const std::size_t open = name.find('('), close = name.find(')'), comma = name.find(',');
  PlaceCall call{name.substr(0, open), name.substr(close + 1), {}};
  if (comma == std::string::npos || name.find(',', comma + 1) != std::string::npos)
    node.fail(fmt::format("has {} with another number of places than two", call.function),
              fmt::format("e.g. {}(tip, wall)", call.function));
  call.places = {name.substr(open + 1, comma - open - 1), name.substr(comma + 1, close - comma - 1)};
  return call;
}

int read_axis(const PlaceCall& call, const SpecNode& node) {
  for (int i = 0; i < 3; ++i)
    if (call.component == std::array{".x", ".y", ".z"}[static_cast<std::size_t>(i)]) return i;
  node.fail(fmt::format("needs a component behind {}({}, {})", call.function, call.places[0], call.places[1]),
            fmt::format("e.g. {}({}, {}).x", call.function, call.places[0], call.places[1]));
}

}  // namespace

Sensor read_relative_sensor(const std::string& name, PartBuilder& builder, const SpecNode& node) {
  const PlaceCall call = split_call(name, node);
  Marker places[2];
  for (int i = 0; i < 2; ++i) {
    const std::string& wanted = call.places[static_cast<std::size_t>(i)];
    const auto found = builder.find_place(wanted);
    if (!found)
      node.fail(fmt::format("names \"{}\" in {}, which is neither a body nor a marker", wanted, call.function),
                suggestion(wanted, builder.place_names()));
    places[i] = *found;
  }
  const auto& [A, B] = places;
  const AffineVector d = A.point - B.point;
  Sensor sensor;
  sensor.quantity = name;
  sensor.kind = call.function == "velocity" || call.function.ends_with("_rate") ? Sensor::kRate : Sensor::kValue;
  if (call.function.starts_with("position") || call.function == "velocity") {
    const int axis = read_axis(call, node);
    if (!B.has_axes)
      node.fail(fmt::format("takes the axes of \"{}\", a point without orientation", call.places[1]),
                "name a rigid body or a marker on one as the second place");
    sensor.key = fmt::format("position.{}", axis);
    sensor.add = [d, axis = B.axes[static_cast<std::size_t>(axis)]](PartBuilder&, QuadraticMap& map, int row) {
      map.add_dot(row, axis, d);
    };
    return sensor;
  }
  if (!call.component.empty())
    node.fail(fmt::format("has \"{}\" behind {}, which is a single number", call.component, call.function));
  if (call.function.starts_with("distance")) {
    sensor.key = "distance";
    sensor.is_root = true;
    sensor.add = [d](PartBuilder&, QuadraticMap& map, int row) { map.add_dot(row, d, d); };
    return sensor;
  }
  if (!both_in_plane(A, B) || !A.has_axes || !B.has_axes)
    node.fail("takes the angle of bodies in space, which is not one number",
              "read the angle of the joint between them, e.g. hinge.angle");
  sensor.key = "angle";
  const AffineVector angle = planar_angle(builder.layout(), B, A, builder.q());
  sensor.add = [angle](PartBuilder&, QuadraticMap& map, int row) { map.add_component(row, angle, Vector3::UnitX()); };
  return sensor;
}

}  // namespace invar
