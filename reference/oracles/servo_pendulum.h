// An arm on a hinge under gravity, held by a PID controller through a valve with a lag. With e = A sin(w t) - theta:
//
//   J theta'' = -m g l sin(theta) - c theta' + u
//   T u' = kp e + ki i + kd (e - f)/Tf - u,      i' = e,      f' = (e - f)/Tf
#pragma once

#include "oracles/ode.h"

namespace invar::oracles {

struct ServoPendulumParams {
  Real mass = 2, length = 0.5, inertia = 0.1, g = 9.81, friction = 0.3;  // inertia about the center of mass
  Real amplitude = 0.8, omega = 3;
  Real kp = 60, ki = 80, kd = 8, filter = 0.02, lag = 0.01;
};

class ServoPendulum {
 public:
  struct State {
    Real theta, theta_dot, valve, integral, filtered;
    Real work;  ///< of the valve's torque and the friction since the start [J]
  };
  explicit ServoPendulum(const ServoPendulumParams& params = {});
  State state(Real t) const;
  Real energy(const State& s) const;  ///< energy - work is constant

 private:
  ServoPendulumParams params_;
  Trajectory motion_;
};

}  // namespace invar::oracles
