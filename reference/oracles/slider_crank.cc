// Slider-crank in one coordinate, see slider_crank.h.
#include "oracles/slider_crank.h"

#include <cmath>

namespace invar::oracles {

namespace {

Rhs crank_equation(Real g_over_l) {
  return [g_over_l](Real, const VecX& y, VecX& ydot) {
    ydot(0) = y(1);
    ydot(1) = -3 / (5 - 3 * std::cos(2 * y(0))) * (std::sin(2 * y(0)) * y(1) * y(1) + g_over_l * std::cos(y(0)));
  };
}

}  // namespace

SliderCrank::SliderCrank(Real length, Real g, Real theta0, Real thetadot0)
    : length_(length), g_(g), motion_(crank_equation(g / length), 0, Eigen::Matrix<Real, 2, 1>(theta0, thetadot0)) {}

SliderCrank::State SliderCrank::state(Real t) const {
  const VecX y = motion_.at(t);
  return {y(0), y(1), 2 * length_ * std::cos(y(0)), -2 * length_ * std::sin(y(0)) * y(1)};
}

VecX SliderCrank::coordinates(Real t) const {
  const State s = state(t);
  const Real x = length_ * std::cos(s.theta) / 2, y = length_ * std::sin(s.theta) / 2;
  VecX q(6);
  q << x, y, s.theta, 3 * x, y, -s.theta;
  return q;
}

VecX SliderCrank::velocities(Real t) const {
  const State s = state(t);
  const Real x = length_ * std::cos(s.theta) / 2, y = length_ * std::sin(s.theta) / 2, w = s.thetadot;
  VecX v(6);
  v << -y * w, x * w, w, -3 * y * w, x * w, -w;
  return v;
}

Real SliderCrank::energy(const State& s, Real link_mass) const {
  const Real sine = std::sin(s.theta), v = length_ * s.thetadot;
  return link_mass * ((1 / Real(3) + sine * sine) * v * v + g_ * length_ * sine);
}

}  // namespace invar::oracles
