// MemoryForce: a generalized force with internal variables z of its own: materials with memory, actuators, controllers.
//
//   (Z1)  Q = Q(t, q, v, z, u),    z' = f(t, q, v, z, u)
//
// Where z stores energy, it is H(q, z), and counts as potential energy. Across a step the rest is work or dissipation, as account()
// says: Q_bar . (q1 - q0) + H(q1, z1) - H(q0, z0).
//
// The force owns the rule by which z passes a step, and condenses it: a method sees forces and tangents of q alone. Each rule is
// a set of local equations, solved by Newton's method:
//
//   (Z2)  at a point     z = z_b + beta f(t, q, v, z);  beta = 0: z is given,  beta = infinity: equilibrium, f = 0
//   (Z3)  across a pair  z_m = z0 + h/2 f(t_m, q_m, v_m, z_m),  z1 = 2 z_m - z0,  Q_bar = Q(t_m, q_m, v_m, z_m)
//   (Z4)  along a path   terms/memory_path.h
//
// (Z3) is the default: a force with an energy H replaces it by one whose work fits the change of H.
#pragma once

#include <vector>

#include "invar/core/layout.h"
#include "invar/core/local_matrix.h"
#include "invar/core/state.h"
#include "invar/terms/force.h"

namespace invar {

inline constexpr int kMaxInternal = 12;  // internal variables of one force: their equations are solved on the stack

struct MemoryDerivatives {
  LocalMatrix Q_q, Q_v, Q_z, f_q, f_v, f_z;
  void set_zero(Eigen::Index coordinates, Eigen::Index internals);
};

class MemoryForce {
 public:
  virtual ~MemoryForce() = default;
  virtual WorkAccount account() const = 0;
  virtual std::vector<VariableInfo> internals() const = 0;  // labels and units
  virtual std::vector<VariableInfo> inputs() const { return {}; }

  // z where a run starts (at.z is empty); zero unless overridden.
  virtual void set_start(const At& /*at*/, VecOut z) const { z.setZero(); }
  virtual void add_Q(const At& at, VecOut Q) const = 0;
  virtual void add_rate(const At& at, VecOut z_dot) const = 0;
  // Derivatives of both; the defaults are differences.
  virtual void add_derivatives(const At& at, MemoryDerivatives& out) const;

  virtual double H(Vec /*q*/, Vec /*z*/) const { return 0; }  // [J]
  // H_q v + H_z z'; the default is a difference along the motion.
  virtual double calc_H_rate(const At& at, Vec z_dot) const;

  // Where account() is kApplied, a share of the force may be friction: its work less the change of its own energy is booked as
  // dissipated. The energy is a bilinear form, H_f = h(z, z), so that H_f(z1) - H_f(z0) = h(z1 - z0, z1 + z0).
  virtual bool has_friction() const { return false; }
  virtual double calc_friction_energy(Vec /*a*/, Vec /*b*/) const { return 0; }
  virtual void add_friction_Q(const At& /*at*/, VecOut /*Q*/) const {}
  virtual void add_friction_Q_bar(const Across& /*pair*/, VecOut /*Q*/) const {}

  // Whether an internal variable that is much faster than a step comes to rest within it, and does not ring as (Z3) lets it.
  virtual bool damps(int /*internal*/) const { return false; }
  // Whether its law holds forwards in time only, so that no step of a method may go back.
  virtual bool is_one_way() const { return false; }
  // (Z2) in closed form, or false: then it is solved by iteration.
  virtual bool solve_closed(const At& /*at*/, double /*beta*/, VecOut /*z*/) const { return false; }
  // Along a path the rule across its ends instead of (Z4): F_g = Q_bar, F_h = 0. The work then is that of the pair, and so is
  // the sign of the dissipation; the force counts to second order.
  virtual bool acts_across_ends() const { return false; }

  // (Z3); z1 is set.
  virtual void add_Q_bar(const Across& pair, VecOut Q, VecOut z1) const;
  virtual void add_Q_bar_tangent(const Across& pair, MatOut K) const;
};

// (Z2) with at.z = z_b; at beta = infinity at.z is where the iteration starts. False if it does not converge.
bool solve_memory(const MemoryForce& force, const At& at, double beta, VecOut z);
// What friction takes: its power at a point, its work across a step.
double calc_friction_power(const MemoryForce& force, const At& at, Vec z_dot);
double calc_friction_loss(const MemoryForce& force, const Across& pair, Vec z1);
// Derivatives of Q by q and v with z of (Z2), which at.z solves.
void add_condensed_tangent(const MemoryForce& force, const At& at, double beta, MatOut Q_q, MatOut Q_v);

}  // namespace invar
