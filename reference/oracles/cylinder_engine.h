// A single-cylinder engine in its crank angle theta: a crank of radius r with a flywheel, a uniform rod of length l, a piston along x.
// Gas pushes the piston over two turns, a governor (a PI controller of the speed) sets how much, a load resists with the speed.
//
//   M(theta) theta'' + M'(theta) theta'^2/2 = -gas(theta) throttle x'(theta) - c theta'
//   M = J + m_r |c'|^2 + J_r phi'^2 + m_p x'^2,   x = r cos(theta) + l cos(phi),   l sin(phi) = -r sin(theta)
//   gas = peak exp(-narrow (1 - cos((theta - delay)/2))),   throttle = kp e + ki i,   i' = e = target - theta'
#pragma once

#include "oracles/ode.h"

namespace invar::oracles {

struct CylinderEngineParams {
  Real crank = 0.05, rod = 0.16, flywheel = 0.08, rod_mass = 0.6, piston_mass = 0.5;
  Real peak = 4000, narrow = 12, delay = 0.35, load = 0.15;
  Real target = 90, kp = 0.02, ki = 0.15, start_angle = 0.3, start_rate = 80, start_integral = 4;
};

class CylinderEngine {
 public:
  struct State {
    Real theta, theta_dot, integral;
    Real work;  ///< of gas and load since the start [J]
    Real piston, piston_rate;
  };
  explicit CylinderEngine(const CylinderEngineParams& params = {});
  State state(Real t) const;
  Real energy(const State& s) const;  ///< energy - work is constant

 private:
  CylinderEngineParams params_;
  Trajectory motion_;
};

}  // namespace invar::oracles
