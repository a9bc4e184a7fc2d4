// Dry friction on the coordinate x of a joint with a limit that does not depend on its reactions (preload of bearings and seals):
// the return map of contacts/friction.h in one dimension,
//
//   (J1)  lim(v) = T + (T_static - T) exp(-(v/v_s)^2)
//   (J2)  f_tr = s0 z0 + c dx,  c = s0 + s1/h,  f = f_tr within +-lim,  z1 = (f + s1/h z0)/c,  Q_bar = -f x_q_bar
//
// It sticks without creep and only takes energy out; s0 z^2/2 is stored in the bristle.
#pragma once

#include "invar/discrete/quadratic_map.h"
#include "invar/terms/memory_force.h"

namespace invar {

struct JointFrictionLaw {
  double limit = 0, limit_static = 0, stribeck_speed = 0;
  double stiffness = 0, damping = 0;
};

class JointFriction final : public MemoryForce {
 public:
  // The first row of the map is the coordinate.
  JointFriction(QuadraticMap map, const JointFrictionLaw& law, std::string unit)
      : map_(std::move(map)), law_(law), unit_(std::move(unit)) {
    map_.compile();
  }
  WorkAccount account() const override { return WorkAccount::kDissipated; }
  std::vector<VariableInfo> internals() const override {
    return {{"", "bristle", unit_}, {"", "dissipated_by_friction", "J"}};
  }
  void add_Q(const At& at, VecOut Q) const override;
  void add_rate(const At& at, VecOut z_dot) const override;
  void add_derivatives(const At& at, MemoryDerivatives& out) const override;
  double H(Vec, Vec z) const override { return 0.5 * law_.stiffness * z[0] * z[0]; }
  double calc_H_rate(const At& at, Vec z_dot) const override { return law_.stiffness * at.z[0] * z_dot[0]; }
  bool solve_closed(const At& at, double beta, VecOut z) const override;
  bool is_one_way() const override { return true; }
  bool acts_across_ends() const override { return true; }
  void add_Q_bar(const Across& pair, VecOut Q, VecOut z1) const override;
  void add_Q_bar_tangent(const Across& pair, MatOut K) const override;

  // For channels: the effort on the coordinate, and whether it slips.
  struct Look {
    double effort = 0;
    bool slips = false;
  };
  Look look(const At& at) const;

 private:
  struct Effort {
    double f = 0, by_trial = 0, by_speed = 0;  // derivatives by f_tr and, through the limit, by the speed
    bool slips = false;
  };
  Effort limit(double trial, double speed) const;
  double coordinate(Vec q) const;
  // The coordinate's gradient, and its rate.
  double calc_rate(const At& at, VecOut x_q) const;

  QuadraticMap map_;
  JointFrictionLaw law_;
  std::string unit_;
};

}  // namespace invar
