// Corrections after a step, the discretized form of [Braun2012] eqs. (16), (17), (20), where 1/dt cancels:
//
//   (B1)  q -= R^-1 C^+ Phi(q)                       repeated until Phi is rounding
//   (B2)  v -= R^-1 C^+ (G v + Phi_t)                at the new q
//   (B3)  v -= alpha x,  x = R^-1 N R^-T M v         so that E(q, v) = E0 + W: alpha - alpha^2/2 = psi/(x.Mx), exactly
//
// (B1) uses the factors of the last stage while they make the violation shrink fast; the factors of (B2) are those of
// the first stage of the next step. At a singular position the part of the violation that no admissible motion removes
// stays until the position is left.
#pragma once

#include "invar/integrators/explicit/motion.h"

namespace invar {

class StepCorrection {
 public:
  StepCorrection(bool constraints, bool energy) : constraints_(constraints), energy_(energy) {}
  bool acts() const { return constraints_ || energy_; }
  // Corrects y, the end of a step at time t that `motion` has just taken.
  Status apply(ConstrainedMotion& motion, double t, Vector& y);

 private:
  Status correct_positions(ConstrainedMotion& motion, double t, Vector& y);
  void correct_velocities(ConstrainedMotion& motion, Vector& y);
  void correct_energy(ConstrainedMotion& motion, double t, Vector& y);

  bool constraints_, energy_;
  Vector zero_, c_, x_, l_, Mv_, q_before_;
};

}  // namespace invar
