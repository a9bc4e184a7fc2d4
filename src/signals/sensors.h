// Sensors: the numbers of a motion that formulas read, with exact derivatives and an exact form across a step.
//
// A sensor is a function s(q) of the configuration: a row e(q) of a QuadraticMap (coordinates of joints, positions), or its root
// (distances, where e is a squared length). Its rate is s' = s_q v. Across a step
//
//   (S1)  s_m = (s(q0) + s(q1))/2,   s'_m = (s(q1) - s(q0))/h
//
// so that effort times rate is exactly the work of an effort on the same coordinate. Values at the ends lie on the constraints;
// values at the mean of the configurations do not.
//
// A turn is a rate that no sensor belongs to (angular velocities in space), r(q, v) = sum of c X . dY/dt over directors X, Y of
// bodies. Across a step it is that of (q0 + q1)/2 and (q1 - q0)/h.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "invar/core/local_matrix.h"
#include "invar/discrete/quadratic_map.h"

namespace invar {

// Values s, rates r = s_q v, and turns.
struct SensorValues {
  LocalVector s, r, turns;
};

class Sensors {
 public:
  explicit Sensors(const Layout& layout) : layout_(&layout), map_(layout) {}

  // Index of the sensor with this key, which is added by `add_row` if it is new; a root if it is a distance.
  int add(const std::string& key, const std::function<void(QuadraticMap&, int row)>& add_row, bool is_root = false);
  // Index of a turn of a frame (spatial): the component of its angular velocity along world axis or body axis i.
  int add_turn(int node, int axis, bool in_body);
  void compile() { map_.compile(); }

  int count() const { return static_cast<int>(is_root_.size()); }
  int turns() const { return static_cast<int>(turns_.size()); }
  // Nodes of both, in local order.
  const std::vector<int>& nodes() const { return nodes_; }
  int size() const { return size_; }

  // At a point, and their time derivatives there with accelerations.
  SensorValues calc(Vec q, Vec v) const;
  SensorValues calc_rates(Vec q, Vec v, Vec a) const;
  // (S1), from q0 to q1 in the time h.
  SensorValues calc_across(Vec q0, Vec q1, double h) const;

  // All outputs are set. s and its derivative by q:
  void calc_s(Vec q, VecOut s) const;
  void calc_s_q(Vec q, Vec s, MatOut S) const;
  // Derivative of S v by q.
  void calc_rate_q(Vec q, Vec v, Vec s, const LocalMatrix& S, MatOut R) const;
  // Turns and their derivatives by q and v.
  void calc_turns(Vec q, Vec v, VecOut r) const;
  void calc_turns_q_v(Vec q, Vec v, MatOut by_q, MatOut by_v) const;

 private:
  struct Turn {
    int node, axis;
    bool in_body;
    int offset;  // of the frame among the local coordinates
  };
  int place(int node);
  void gather(Vec q, LocalVector& of_map) const;
  void scatter(const LocalMatrix& of_map, MatOut J) const;

  const Layout* layout_;
  QuadraticMap map_;
  std::vector<std::string> keys_;
  std::vector<bool> is_root_;
  std::vector<Turn> turns_;
  std::vector<int> nodes_, offsets_;  // offsets in local order
  int size_ = 0;
  std::vector<int> map_index_;  // where the coordinates of the map are among the local ones
};

}  // namespace invar
