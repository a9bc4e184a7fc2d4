// What formulas of forces and controllers may read of a part, with exact derivatives (signals/sensors.h): coordinates of joints,
// positions and their rates. A part offers these quantities only when somebody asks for them, and by the names of its channels.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "invar/discrete/affine_vector.h"
#include "invar/discrete/quadratic_map.h"

namespace invar {

class PartBuilder;

struct Sensor {
  enum Kind { kValue, kRate, kTurn };
  std::string quantity;  // "angle", "position.x"
  Kind kind = kValue;
  std::string key = {};  // the same for a value and its rate
  // Adds the value to a row; its root is meant where `is_root`. Not of turns.
  std::function<void(PartBuilder&, QuadraticMap&, int row)> add = {};
  bool is_root = false;
  int node = -1, axis = 0;  // of turns: angular velocity of a frame
  bool in_body = false;
};

class SensorList {
 public:
  void add(Sensor sensor) { all_.push_back(std::move(sensor)); }
  // A value and its rate.
  void add_pair(const std::string& value, const std::string& rate,
                std::function<void(PartBuilder&, QuadraticMap&, int row)> add, bool is_root = false);
  // prefix + position.x, ..., velocity.x, ... of a point.
  void add_point(const std::string& prefix, const AffineVector& x, int dimension);
  // prefix + x, y, z of a direction.
  void add_direction(const std::string& prefix, const AffineVector& x);
  // omega.x, ..., and omega_body.x, ... of a frame in space.
  void add_turns(int node);

  const std::vector<Sensor>& all() const { return all_; }
  const Sensor* find(const std::string& quantity) const;

 private:
  std::vector<Sensor> all_;
};

}  // namespace invar
