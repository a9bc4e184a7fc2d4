// Slider-crank of two equal uniform links on y = 0, massless slider: [Braun2012] eq. (24),
//   theta'' = -3/(5 - 3 cos 2 theta) (sin 2 theta thetadot^2 + (g/l) cos theta),   theta2 = -theta1.
// Energy, derived from the links' kinematics (crank about its pivot; second link: center (3/2 l cos, 1/2 l sin)):
//   E = m l^2 (1/3 + sin^2 theta) thetadot^2 + m g l sin theta.
#pragma once

#include "oracles/ode.h"

namespace invar::oracles {

class SliderCrank {
 public:
  struct State {
    Real theta, thetadot;
    Real slider, slider_rate;  ///< x = 2 l cos(theta) and its rate
  };

  /// The default start is that of [Braun2012] Fig. 1.
  explicit SliderCrank(Real length = 1, Real g = 9.81, Real theta0 = kPi / 4, Real thetadot0 = 0);

  State state(Real t) const;

  /// q = (x1, y1, theta1, x2, y2, theta2) of [Braun2012] eq. (21), link centers and angles.
  VecX coordinates(Real t) const;
  VecX velocities(Real t) const;

  Real energy(const State& s, Real link_mass = 1) const;

 private:
  Real length_, g_;
  Trajectory motion_;
};

}  // namespace invar::oracles
