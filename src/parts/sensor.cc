#include "invar/parts/sensor.h"

#include <algorithm>

#include "invar/parts/body.h"

namespace invar {

namespace {

constexpr const char* kAxes[] = {"x", "y", "z"};

auto add_component(const AffineVector& x, int i) {
  return [x, i](PartBuilder&, QuadraticMap& map, int row) { map.add_component(row, x, Vector3::Unit(i)); };
}

}  // namespace

void SensorList::add_pair(const std::string& value, const std::string& rate,
                          std::function<void(PartBuilder&, QuadraticMap&, int row)> add, bool is_root) {
  Sensor sensor;
  sensor.quantity = sensor.key = value;
  sensor.add = std::move(add);
  sensor.is_root = is_root;
  all_.push_back(sensor);
  sensor.quantity = rate;
  sensor.kind = Sensor::kRate;
  all_.push_back(std::move(sensor));
}

void SensorList::add_point(const std::string& prefix, const AffineVector& x, int dimension) {
  for (int i = 0; i < dimension; ++i)
    add_pair(prefix + "position." + kAxes[i], prefix + "velocity." + kAxes[i], add_component(x, i));
}

void SensorList::add_direction(const std::string& prefix, const AffineVector& x) {
  for (int i = 0; i < 3; ++i) add_pair(prefix + kAxes[i], prefix + kAxes[i] + "_rate", add_component(x, i));
}

void SensorList::add_turns(int node) {
  for (const bool in_body : {false, true})
    for (int i = 0; i < 3; ++i) {
      Sensor sensor;
      sensor.quantity = std::string(in_body ? "omega_body." : "omega.") + kAxes[i];
      sensor.kind = Sensor::kTurn;
      sensor.node = node;
      sensor.axis = i;
      sensor.in_body = in_body;
      all_.push_back(std::move(sensor));
    }
}

const Sensor* SensorList::find(const std::string& quantity) const {
  const auto at = std::find_if(all_.begin(), all_.end(), [&](const Sensor& s) { return s.quantity == quantity; });
  return at == all_.end() ? nullptr : &*at;
}

void Body::offer_sensors(SensorList& out) const {
  if (!is_place()) return;
  const Marker place = marker(Vector3::Zero(), Matrix3::Identity());
  out.add_point("", place.point, place.planar ? 2 : 3);
}

}  // namespace invar
