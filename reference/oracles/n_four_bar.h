// The N four-bar mechanism (IFToMM A02) on its regular branch, where all cranks stay parallel: N + 1 cranks and N
// couplers, uniform rods of equal mass and length. The crank angle theta from the positive x axis obeys
//   theta'' = -(G/I) cos theta,  I = ((N + 1)/3 + N) m l^2,  G = ((N + 1)/2 + N) m g l,
// a pendulum in the angle theta + pi/2. N = 2 is the double four-bar of [Braun2012] sec. 4.2, G/I = 7 g/(6 l).
#pragma once

#include "oracles/pendulum.h"

namespace invar::oracles {

class NFourBar {
 public:
  struct State {
    Real theta, thetadot;
    Real x, y, vx, vy;  ///< tip of the first crank; the k-th tip is k lengths further along x
  };

  /// The default start is that of IFToMM A02 and [Braun2012]: upright, tips moving with +1 m/s for unit rods.
  explicit NFourBar(int windows, Real length = 1, Real g = 9.81, Real theta0 = kPi / 2, Real thetadot0 = -1);

  State state(Real t) const;

  /// G/I [1/s^2].
  static Real ratio(int windows, Real length, Real g);

  /// Total energy for rods of the given mass [J], zero level at the pivots; constant.
  Real energy(const State& s, Real rod_mass = 1) const;

 private:
  int windows_;
  Real length_, g_;
  Pendulum pendulum_;
};

}  // namespace invar::oracles
