// How a Simulation chooses its steps.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "invar/integrators/integrator.h"
#include "invar/simulate/clock.h"

namespace invar {

struct SimulationOptions {
  double step = 0.01;                    // fixed step, or the first one with step-size control [s]
  std::optional<double> tolerance = {};  // step-size control: largest local error of a coordinate per step
  double t_end = 1;                      // [s]
  // Step-size control: no step is longer [s]. An estimate of the error is blind to what begins and ends between the instants
  // at which a step evaluates forces.
  std::optional<double> max_step = {};
  std::optional<double> every = {};  // with step-size control, steps end on its multiples
  int max_divisions = 10;            // how often a failed step, and a failed part of it, is divided in two
  // States at its multiples are shown to the observers (StepObserver::sample). They do not change the steps: with step-size
  // control, a state within a step is computed beside the run; with a fixed step only ends of steps are shown.
  std::optional<double> sample_every = {};
  // Why a step from t0 to t1 cannot be made whatever the method, or empty: it then is a failed step and divided.
  std::function<std::string(double t0, double t1)> refuse_step = {};
  // Where what the model prescribes over time is not smooth (run/time_breaks.h).
  std::shared_ptr<const Clock> breaks = {};
  // What acts at ticks (run/sampled_controllers.h).
  std::shared_ptr<const Clock> ticks = {};
  bool time_steps = false;  // fill SimulationReport::step_seconds
};

using IntegratorFactory = std::function<std::unique_ptr<Integrator>()>;

}  // namespace invar
