// Corrections after a step, the discretized form of [Braun2012] eqs. (16), (17), (20), where 1/dt cancels:
//
//   (B1)  q -= R^-1 C^+ Phi(q)                       repeated until Phi is rounding
//   (B2)  v -= R^-1 C^+ (G v + Phi_t)                at the new q
//   (B3)  v -= alpha x,  x = R^-1 N R^-T M v         so that E(q, v) = E0 + W: alpha - alpha^2/2 = psi/(x.Mx), exactly
//
// Near rest (B3) would divide an error of the energy by almost no velocity, and lose orders of accuracy once in each
// swing. Within a few steps tau of rest, the gradient of the energy is followed in positions as well,
//
//   (B4)  q -= psi tau^2 z/(x.Mx + tau^2 z.Mz),  z = R^-1 N R^-T U_q,  tau = 4 h
//
// followed by (B1), (B2), and by (B3) for the rest.
//
// Where applied forces or dampers act, the velocity may pass rest without a potential that (B4) could follow. A correction
// would then lose the order of the scheme, and turn rounding of the energy into motion. So
//
//   (B5)  no correction in steps with  x.Mx + tau^2 z.Mz < (2 P dv).M(2 P dv),   P dv the change of x in the step
//
// and psi waits for the next ones.
//
// (B1) uses the factors of the last stage while they make the violation shrink fast; the factors of (B2) are those of
// the first stage of the next step. At a singular position the part of the violation that no admissible motion removes
// stays until the position is left.
#pragma once

#include "invar/integrators/explicit/invariant_correction.h"
#include "invar/integrators/explicit/motion.h"
#include "invar/system/residual_measure.h"

namespace invar {

class StepCorrection {
 public:
  // With `invariants`, they are corrected together with the energy.
  StepCorrection(bool constraints, bool energy, InvariantCorrection* invariants = nullptr)
      : constraints_(constraints), energy_(energy), invariants_(invariants) {}
  bool acts() const { return constraints_ || energy_; }
  // Corrects y, the end of a step at time t that `motion` has just taken.
  Status apply(ConstrainedMotion& motion, double t, Vector& y);

 private:
  Status correct_constraints(ConstrainedMotion& motion, double t, Vector& y);
  Status correct_positions(ConstrainedMotion& motion, double t, Vector& y);
  bool are_violated(ConstrainedMotion& motion, double t, const Vector& y);
  void correct_velocities(ConstrainedMotion& motion, Vector& y);
  Status correct_nonlinear_velocities(ConstrainedMotion& motion, double t, Vector& y);
  void calc_free_velocity(ConstrainedMotion& motion, const Vector& y);
  void calc_free_gradient(ConstrainedMotion& motion);
  bool passes_rest(ConstrainedMotion& motion, const Vector& y);
  bool shift_positions(ConstrainedMotion& motion, double psi, Vector& y);
  void correct_energy(ConstrainedMotion& motion, double t, Vector& y);

  bool constraints_, energy_;
  InvariantCorrection* invariants_;
  Vector zero_, c_, x_, z_, a_, l_, Mv_, f_, q_before_;
  double xMx_ = 0, tau2_zMz_ = 0;
  std::unique_ptr<ResidualMeasure> measure_;  // of violations; made where it is needed first
};

}  // namespace invar
