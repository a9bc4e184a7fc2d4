// Linearization about a steady motion that need not be an equilibrium of the coordinates: a bicycle rolling straight, a
// wheel in a steady turn. Perturbations of frames are a displacement and a small rotation in world axes (or in axes that
// turn with Omega), xi, and changes of velocity and angular velocity, eta:
//
//   (T1)  xi' = eta + (omega_0 x phi on rotations) - Omega x xi,      eta' = d alpha(xi, eta) - Omega x eta
//
// alpha: accelerations and angular accelerations of the constrained equations of motion. In these variables nothing knows
// how far a wheel has turned or a bicycle has come, so the coefficients are constant where the bodies that turn on their
// own are symmetric about their axes. Constraints: holonomic rows restrict xi, all rows restrict eta,
//
//   (T2)  G_h Y xi = 0,      G Y eta + d(Phi_dot)/d xi xi = 0
//
// Derivatives are differences of sixth order with steps of 1e-3, good to rounding, some 1e-11.
// docs/theory/equilibrium-and-modes.md has the derivation. Dense: for some hundred freedoms.
#pragma once

#include "invar/core/state.h"
#include "invar/core/status.h"
#include "invar/system/mechanical_system.h"

namespace invar {

struct SteadyMotion {
  Status status;
  Matrix J;       // of x = (p, u), x' = J x; p and u in undamped modes, so that slow and fast ones are treated alike
  Matrix shapes;  // dq = shapes p
  int positions = 0, velocities = 0;
  double slowest = 0;       // undamped frequency of the state that is not zero [rad/s]; 0 if not known
  double unsteady = 0;      // largest acceleration left in the turning axes, relative to the largest of all terms
  double not_constant = 0;  // change of accelerations a little later along the motion, likewise
};

// The state must satisfy the constraints. Omega: angular velocity of the axes.
SteadyMotion linearize_steady_motion(const MechanicalSystem& system, const State& s, const Vector3& Omega);

}  // namespace invar
