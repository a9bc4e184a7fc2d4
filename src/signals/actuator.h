// Actuator: where efforts given by signals act on the motion, Q = D(q) u, and across a step Q_bar = D_bar(q0, q1) u with
//
//   (A1)  D_bar^T (q1 - q0) = increments of the coordinates that the efforts act on
//
// exactly. So the work of an effort over a step is the effort times the true displacement.
#pragma once

#include <memory>
#include <vector>

#include "invar/discrete/quadratic_map.h"
#include "invar/discrete/slot_force.h"

namespace invar {

class Actuator {
 public:
  virtual ~Actuator() = default;
  virtual int efforts() const = 0;
  virtual const std::vector<int>& nodes() const = 0;
  // All outputs are added to. Columns of D:
  virtual void add_D(Vec q, MatOut D) const = 0;
  virtual void add_Q_q(Vec q, Vec u, MatOut K) const = 0;
  virtual void add_D_bar(Vec q0, Vec q1, MatOut D) const = 0;
  // Of D_bar u by q1, u fixed.
  virtual void add_Q_bar_tangent(Vec q0, Vec q1, Vec u, MatOut K) const = 0;
};

// On the rows of a map: coordinates of joints, positions of places.
std::unique_ptr<Actuator> make_map_actuator(QuadraticMap map);
// Tension along the line between two points, of a map with the squared length as its row; the length is the coordinate.
std::unique_ptr<Actuator> make_tension_actuator(QuadraticMap squared_length);
// One force on slots per effort, each given for the effort 1 (a constant function): forces and torques that turn with a body.
std::unique_ptr<Actuator> make_slot_actuator(std::vector<SlotForce> unit_forces, const Layout& layout);

}  // namespace invar
