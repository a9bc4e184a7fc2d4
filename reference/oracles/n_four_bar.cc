// Regular branch of the N four-bar mechanism, see n_four_bar.h.
#include "oracles/n_four_bar.h"

#include <cmath>

namespace invar::oracles {

Real NFourBar::ratio(int windows, Real length, Real g) {
  const Real n = windows;
  return ((n + 1) / 2 + n) * g / (((n + 1) / 3 + n) * length);
}

// A pendulum of length 1 under "gravity" G/I has the same equation.
NFourBar::NFourBar(int windows, Real length, Real g, Real theta0, Real thetadot0)
    : windows_(windows), length_(length), g_(g), pendulum_(1, ratio(windows, length, g), theta0 + kPi / 2, thetadot0) {}

NFourBar::State NFourBar::state(Real t) const {
  const Pendulum::State p = pendulum_.state(t);
  return {p.theta - kPi / 2, p.thetadot, length_ * p.x, length_ * p.y, length_ * p.vx, length_ * p.vy};
}

Real NFourBar::energy(const State& s, Real rod_mass) const {
  const Real n = windows_, v = length_ * s.thetadot;
  return rod_mass * (((n + 1) / 3 + n) * v * v / 2 + ((n + 1) / 2 + n) * g_ * s.y);
}

}  // namespace invar::oracles
