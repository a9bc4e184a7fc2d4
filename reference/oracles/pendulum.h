// Plane pendulum of any energy by Jacobi elliptic functions: theta'' = -(g/l) sin theta, theta from the downward
// vertical, counterclockwise. With w^2 = g/l and kappa^2 = sin^2(theta0/2) + thetadot0^2/(4 w^2):
//   libration kappa < 1:  sin(theta/2) = kappa sn(w t + u0 | kappa^2),  thetadot = 2 kappa w cn            (1)
//   rotation  kappa > 1:  theta/2 = +-am(kappa w t + u0 | 1/kappa^2),   thetadot = +-2 kappa w dn          (2)
//   kappa = 1: the limit m = 1 of (2), which approaches the upright position without reaching it.
#pragma once

#include "oracles/real.h"

namespace invar::oracles {

class Pendulum {
 public:
  struct State {
    Real theta;  ///< not reduced: counts whole turns in rotation
    Real thetadot;
    Real x, y;  ///< bob, relative to the pivot, y up
    Real vx, vy;
  };

  Pendulum(Real length, Real g, Real theta0, Real thetadot0);

  State state(Real t) const;

  /// Time of one full swing (libration) or of one full turn (rotation); infinite on the separatrix.
  Real period() const;
  bool rotates() const { return rotates_; }

 private:
  Real length_, w_, kappa_, m_, m1_, phase_, turns_ = 0, sign_ = 1;
  bool rotates_;
};

/// IFToMM A01: unit pendulum released at rest from (-1, 0), g = 9.81.
Pendulum iftomm_pendulum();

/// [Yoon] example 1: unit pendulum, g = 1, from (1, 0) with velocity (0, 2): rotation. His angle from the positive
/// x axis is theta - pi/2.
Pendulum yoon_pendulum();

}  // namespace invar::oracles
