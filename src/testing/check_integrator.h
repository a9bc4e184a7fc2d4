// Checker for integrators, for our own catalog and for integrators written by users: does a method keep what its Traits
// claim? It runs the method from a given start and reports what it measured and the first claim that is broken, in words:
//
//   const IntegratorCheckReport report = check_integrator(system, [&] { return make_my_method(system); }, start, {.step = 0.02});
//   EXPECT_TRUE(report.ok) << report.violation << report.summary();
//
// Measured are: the order of the coordinates, from runs with the steps h, h/2, h/4 over the same time; energy against the
// books of work and dissipation that the StepReport keeps, in each step and in sum; momenta, where nothing acts from
// outside; residuals of positions and velocities at step ends and of the velocities as the scheme enforces them; the way
// back with -h; energy that appears from nowhere. The start must satisfy the constraints of positions and velocities.
//
// Choose the step so that the method is in its asymptotic regime and the differences stay far above rounding.
#pragma once

#include <functional>
#include <string>

#include "invar/simulate/simulation.h"

namespace invar {

struct IntegratorCheckOptions {
  double step = 0.02;  // the largest of the three [s]
  int steps = 50;      // of that size
  // Exact coordinates at time t; without it the runs are compared among each other.
  std::function<Vector(double t)> reference = {};
  double order_tolerance = 0.1;
  double rounding = 1e-11;  // what counts as round-off, relative to the size of what is compared
};

struct IntegratorCheckReport {
  bool ok = true;
  std::string violation;  // the first one; empty if ok
  Traits claimed;
  double order = 0;
  double coarse_error = 0, fine_error = 0;  // the differences behind the order
  // All relative: to the energy in motion, the momenta of the parts, the coordinates, the speeds.
  double energy_step = 0, energy_drift = 0, energy_rise = 0;
  double linear_momentum = 0, angular_momentum = 0;  // zero where something acts from outside
  double position = 0, velocity = 0, velocity_mid = 0;
  double symmetry = 0;

  std::string summary() const;
};

IntegratorCheckReport check_integrator(const MechanicalSystem& system, const IntegratorFactory& make,
                                       const State& start, const IntegratorCheckOptions& options = {});

}  // namespace invar
