// EquilibriumProblem: the equations of an equilibrium at rest or turning steadily, with a load factor s,
//
//   (E1)  r(q, lambda; s) = U_q - Q(t0, q, v) + G^T lambda + M S S x - (1 - s) f_loads(q) = 0,     Phi(t0, q) = 0
//
// where f_loads is the share of the loads (loads.h) and of the inertia forces of a spin in the balance (spin.h). Time
// stands still: drives and inputs hold the value they have at t0, internal variables of forces are at rest. Rows on velocities
// take part as rows of G with zero residual: an increment must not violate them, and their reactions (rolling without slip) carry
// load.
#pragma once

#include "invar/equilibrium/spin.h"
#include "invar/system/scalable_loads.h"
#include "invar/system/stress_update.h"

namespace invar {

struct EquilibriumEval {
  Vector r;               // balance
  Vector f;               // balance without constraint forces
  Vector Q;               // forces without an energy, as scaled
  Vector Phi, G, K;       // K is dr/dq
  Vector K_terms;         // size of what was summed up in K
  double V = 0;           // energy of everything that has one, as scaled
  double force_scale;     // largest contribution to the balance
  Vector part_scale;      // the same of each part of the model that nothing connects with the others
  Vector part_stiffness;  // of springs and elements, likewise; with kTangentMatrix
};

enum EquilibriumParts : unsigned { kBalance = 1, kTangentMatrix = 2, kPotential = 4, kResidualOnly = 8 };

class EquilibriumProblem {
 public:
  // `inputs` are those of State; zero if not given.
  EquilibriumProblem(const AssembledSystem& system, double t0, SpinField spin = {}, Vector inputs = {});

  // kResidualOnly: Phi alone.
  void eval(Vec q, Vec lambda, double factor, unsigned parts, EquilibriumEval& out) const;
  // dr/ds.
  void calc_load(Vec q, Vector& load) const;
  // Adds the update of stresses (terms/mixed_stiffness.h) for the last increment to K.
  void add_stress_update(Vec dq, Vector& K) const;

  const AssembledSystem& system() const { return system_; }
  const ScalableLoads& loads() const { return loads_; }
  const SpinField& spin() const { return spin_; }
  double t0() const { return t0_; }
  const Vector& inputs() const { return inputs_; }
  // Size of the model [m], and the largest change of each coordinate that a linearization may be trusted with.
  double length() const { return length_; }
  double step_measure(Vec dq) const;  // 1 = at the limit
  const Vector& limits() const { return limits_; }
  // A residual of the balance over the forces in it, the largest of all parts of the model: a part that nothing connects with
  // the others is judged by its own forces. Where there are none, rounding errors of the springs are the scale, a
  // displacement of 1e-15 of the model. The stiffness of the multipliers does not count, because it may grow without bound
  // where a constraint degenerates.
  double relative_residual(const Vector& r, const EquilibriumEval& eval) const;
  void set_length(Vec q);

 private:
  void calc_part_stiffness(Vec q, Vector& stiffness) const;

  const AssembledSystem& system_;
  double t0_;
  SpinField spin_;
  ScalableLoads loads_;
  StressUpdate stress_update_;
  double length_ = 1;
  Vector limits_;
  std::vector<int> part_of_;  // of each coordinate
  int parts_ = 0;
  Vector stiffness_scale_;  // of each part: largest entry of the stiffness of springs, where the length was set
  mutable PointEval point_, springs_;
  mutable Vector v_, load_;
  Vector inputs_;
};

}  // namespace invar
