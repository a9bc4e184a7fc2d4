#include "oracles/servo_pendulum.h"

#include <cmath>

namespace invar::oracles {

namespace {

Rhs servo_equations(const ServoPendulumParams& p) {
  const Real J = p.inertia + p.mass * p.length * p.length;
  return [p, J](Real t, const VecX& y, VecX& ydot) {
    const Real e = p.amplitude * std::sin(p.omega * t) - y(0), derivative = (e - y(4)) / p.filter,
               torque = y(2) - p.friction * y(1);
    ydot(0) = y(1);
    ydot(1) = (torque - p.mass * p.g * p.length * std::sin(y(0))) / J;
    ydot(2) = (p.kp * e + p.ki * y(3) + p.kd * derivative - y(2)) / p.lag;
    ydot(3) = e;
    ydot(4) = derivative;
    ydot(5) = torque * y(1);
  };
}

}  // namespace

ServoPendulum::ServoPendulum(const ServoPendulumParams& params)
    : params_(params),
      motion_(servo_equations(params), 0, VecX::Zero(6),
              {.method = OdeMethod::kGauss, .tolerance = 1e-16L, .first_step = 1e-3L, .step_factor = 1}) {}

ServoPendulum::State ServoPendulum::state(Real t) const {
  const VecX y = motion_.at(t);
  return {y(0), y(1), y(2), y(3), y(4), y(5)};
}

Real ServoPendulum::energy(const State& s) const {
  const ServoPendulumParams& p = params_;
  return (p.inertia + p.mass * p.length * p.length) * s.theta_dot * s.theta_dot / 2 -
         p.mass * p.g * p.length * std::cos(s.theta);
}

}  // namespace invar::oracles
