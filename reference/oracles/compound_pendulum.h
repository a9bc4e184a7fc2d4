// Spherical compound pendulum of [Dopico2007]: particles m1, m2 at distances r1 = l1 and r2 = l1 + l2 on a massless
// rod. It is a spherical pendulum of effective length L = (m1 r1^2 + m2 r2^2)/(m1 r1 + m2 r2); with the unit vector n
// along the rod
//   n' = w x n,  w' = n x g/L,  w.n = 0,
// which has no singular direction and keeps its side conditions |n| = 1, w.n = 0 without drift. phi1 is the azimuth,
// phi2 the angle from the downward vertical, g along -z.
#pragma once

#include "oracles/ode.h"

namespace invar::oracles {

struct CompoundPendulumParams {
  Real m1 = 1, m2 = 1, l1 = 1, l2 = 1, g = 9.81;
  Real phi1 = 0, phi2 = kPi / 2, phi1_rate = 0.5, phi2_rate = 0;
};

class CompoundPendulum {
 public:
  struct State {
    Vec3 n, ndot;
    Vec3 r1, r2, v1, v2;
  };

  explicit CompoundPendulum(const CompoundPendulumParams& params = {});

  State state(Real t) const;
  Real effective_length() const;
  Real energy(const State& s) const;             ///< zero level at the pivot
  Real vertical_momentum(const State& s) const;  ///< angular momentum about z

 private:
  CompoundPendulumParams params_;
  Trajectory motion_;
};

}  // namespace invar::oracles
