// SignalTerm: sensors, formulas and actuators that belong together, as one force of the model:
//
//   (G1)  Q = D(q) u(t, s, s', z),   z' = f(t, s, s', z)
//   (G2)  Q_bar = D_bar(q0, q1) u(t_m, s_m, s'_m, z_m),   z1 = z0 + h f(t_m, s_m, s'_m, z_m),   z_m = (z0 + z1)/2
//
// or, where the network is stiff, by the two stages of Radau IIA with sensors along a straight line,
//
//   (G3)  Z_1 = z0 + h (5 f_1 - f_2)/12,   Z_2 = z1 = z0 + h (3 f_1 + f_2)/4,   u = (3 u_1 + u_2)/4
//
// and where z is the deflection of a contact with friction, its equation in (G2) takes the end of the step,
//
//   (G4)  z1 = z0 + h f(t_m, s_m, s'_m, z1), and the formulas read z1
//
// with the two-point values of signals/sensors.h and signals/actuator.h. A formula alone never enters the energy balance, only
// the effort that it ends in; the work of that is effort times the true displacement. Without internal variables it is a Force,
// else a MemoryForce that is condensed like any other. The work of actuators with friction, less the energy of their own
// states, is booked as dissipated.
#pragma once

#include <memory>
#include <vector>

#include "invar/signals/actuator.h"
#include "invar/signals/network.h"
#include "invar/signals/sensors.h"
#include "invar/terms/force.h"
#include "invar/terms/memory_force.h"

namespace invar {

class SignalTerm {
 public:
  // Complete: nothing is added later.
  SignalTerm(const Layout& layout, Sensors sensors, SignalNetwork network);

  // An actuator with the signals that are its efforts. Returns its index. With friction, what it does not store in these internal
  // variables is dissipated.
  int add_actuator(std::unique_ptr<Actuator> actuator, std::vector<int> signals, bool has_friction = false,
                   const std::vector<int>& friction_states = {});

  const SignalNetwork& network() const { return network_; }
  const std::vector<int>& nodes() const { return nodes_; }
  int size() const { return size_; }

  // Whether some, and whether all work is that of friction.
  bool has_friction() const;
  bool has_only_friction() const;
  // Energy of the internal variables of friction, as a bilinear form: a = b = z gives the energy.
  double calc_friction_energy(Vec a, Vec b) const;

  // All signals at a point.
  void calc_signals(const At& at, VecOut y) const;
  // Q of all actuators, of one, or of those with friction.
  static constexpr int kAll = -1, kFriction = -2;
  void add_Q(const At& at, VecOut Q, int actuator = kAll) const;
  void add_rate(const At& at, VecOut z_dot) const;
  void add_derivatives(const At& at, MemoryDerivatives& out) const;
  // (G2); z1 is set where there are internal variables.
  void add_Q_bar(const Across& pair, VecOut Q, VecOut z1, int actuator = kAll) const;
  void add_Q_bar_tangent(const Across& pair, MatOut K) const;

 private:
  struct Placed {
    std::unique_ptr<Actuator> actuator;
    std::vector<int> signals;
    std::vector<int> index;  // of its coordinates among the local ones
    bool has_friction = false;
  };
  int place(int node);
  bool is_meant(std::size_t actuator, int which) const;
  double z_weight(int stages, int internal) const;
  void take(const Placed& placed, Vec q, LocalVector& x) const;
  template <class Use>
  void for_each_effort(const LocalVector& y, int only, const Use& use) const;
  SensorValues sense(const At& at) const;
  SensorValues sense(const Across& pair) const;
  // The stages of z across a step, one after the other.
  bool solve_stages(const Across& pair, const SensorValues& mean, LocalVector& Z) const;

  const Layout* layout_;
  Sensors sensors_;
  SignalNetwork network_;
  std::vector<Placed> actuators_;
  std::vector<int> friction_states_;
  std::vector<int> nodes_, offsets_;
  int size_ = 0;
};

std::unique_ptr<Force> make_signal_force(std::shared_ptr<const SignalTerm> term);
std::unique_ptr<MemoryForce> make_signal_memory_force(std::shared_ptr<const SignalTerm> term);

}  // namespace invar
