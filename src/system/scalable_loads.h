// ScalableLoads: what a load factor scales, i.e. weights (potentials affine in q) and applied forces. Springs, elements and
// constraints stay as they are. The share of the loads in the balance U_q - Q is evaluated apart from the system, so that
// nothing else needs to know of load factors.
#pragma once

#include "invar/system/assembled_system.h"

namespace invar {

class ScalableLoads {
 public:
  explicit ScalableLoads(const AssembledSystem& system);

  bool empty() const { return weight_.isZero(0) && forces_.empty(); }
  // r += factor (U_q - Q) of the loads at rest.
  void add_balance(double t, Vec q, double factor, Vector& r) const;
  // K += factor d(U_q - Q)/dq.
  void add_stiffness(double t, Vec q, double factor, Vector& K) const;
  // Energy of the weights.
  double calc_energy(Vec q) const { return constant_ + weight_.dot(q); }
  // Q += factor Q of the applied forces.
  void add_forces(double t, Vec q, double factor, Vector& Q) const;

 private:
  struct Place {
    const Force* force;
    std::vector<int> coordinates;
    std::vector<int> K;  // positions, column by column
    Vector inputs;       // all zero
  };
  double constant_ = 0;
  Vector weight_;
  std::vector<Place> forces_;
};

// Coordinates of nodes in local order.
std::vector<int> list_coordinates(const Layout& layout, const std::vector<int>& nodes);

}  // namespace invar
