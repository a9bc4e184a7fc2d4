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
// The books of work carry errors of their own, and where drives, applied forces or dampers act, the energy does not determine
// the free part x of the velocity: it may pass rest while the energy is large, and without a potential that (B4) could follow.
// Then a part of psi is left to later steps,
//
//   (B5)  psi_left = psi N/(x.Mx + tau^2 z.Mz + N),   N = (v - x).M(v - x) + tau^2 a.Ma              with drives
//                                                    N = tau^2 max(0, a.Ma - z.Mz), if not small     without
//
// a the acceleration: velocities then change by about their own error. A complete correction loses the order of the scheme,
// and turns rounding of the energy into errors of 1e-9 of the motion. (B4) is not used with drives.
//
// (B1) uses the factors of the last stage while they make the violation shrink fast; the factors of (B2) are those of
// the first stage of the next step. At a singular position the part of the violation that no admissible motion removes
// stays until the position is left.
#pragma once

#include "invar/integrators/explicit/invariant_correction.h"
#include "invar/integrators/explicit/motion.h"

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
  void correct_velocities(ConstrainedMotion& motion, Vector& y);
  Status correct_nonlinear_velocities(ConstrainedMotion& motion, double t, Vector& y);
  void calc_free_velocity(ConstrainedMotion& motion, const Vector& y);
  void calc_free_gradient(ConstrainedMotion& motion);
  double choose_rest(ConstrainedMotion& motion, double t, double psi, const Vector& y);
  bool shift_positions(ConstrainedMotion& motion, double psi, Vector& y);
  void correct_energy(ConstrainedMotion& motion, double t, double rest, Vector& y);

  bool constraints_, energy_;
  InvariantCorrection* invariants_;
  Vector zero_, c_, x_, z_, a_, l_, Mv_, f_, q_before_;
  double xMx_ = 0, tau2_zMz_ = 0;
};

}  // namespace invar
