// Stiff flyball governor (IFToMM A05, iftomm_A05_flyball.json) in three coordinates: rod angle alpha below the
// horizontal, slider height s, shaft angle psi; both arms move alike. Bodies: two box rods from the pivots (+-0.05, 1)
// with a point ball at the end, box slider, box shaft; a spring and a damper from each slider side (0.05, s) to its rod
// center, separation d = (cos(alpha)/2, 1 - s - sin(alpha)/2).
//   Iz(alpha) psidot = L constant                                                                              (1)
//   Ia alpha'' = Iz'(alpha) psidot^2/2 + gravity - 2 F dlen/dalpha,  ms s'' = -ms g - 2 F dlen/ds              (2)
//   F = k (len - rest) + c lendot.
// Explicit extrapolation is stable here with steps near the damper's rate (2e4 1/s), hence the looser tolerance.
#pragma once

#include "oracles/ode.h"

namespace invar::oracles {

struct FlyballParams {
  Real rod_mass = 0.3, shaft_mass = 0.3, slider_mass = 3, ball_mass = 5;
  Real rod_length = 1, rod_width = 0.01, shaft_width = 0.01, slider_size = 0.1;
  Real offset = 0.05, pivot_height = 1;
  Real k = 8e5, c = 4e4, rest = 0.5, g = 9.81;
  Real s0 = 0.5, alpha0 = kPi / 6, omega0 = 2 * kPi;
};

class Flyball {
 public:
  struct State {
    Real alpha, s, alphadot, sdot, omega, psi;
    Real dissipated;  ///< energy taken by both dampers since the start [J]
  };

  explicit Flyball(const FlyballParams& params = {}, Real tolerance = 1e-13L);

  State state(Real t) const;
  Real energy(const State& s) const;  ///< energy(t) + dissipated(t) is constant

 private:
  FlyballParams params_;
  Trajectory motion_;
};

}  // namespace invar::oracles
