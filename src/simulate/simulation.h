// The time loop: steps of one integrator from a state to an end time, with retries and step-size control. It knows no
// scheme and no physics; what is done with the steps is the business of a StepObserver.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "invar/integrators/integrator.h"

namespace invar {

struct SimulationOptions {
  double step = 0.01;               // fixed step, or the first one with step-size control [s]
  std::optional<double> tolerance;  // step-size control: largest local error of a coordinate a step
  double t_end = 1;                 // [s]
  // Step-size control: no step is longer [s]. An estimate of the error is blind to what begins and ends between the instants
  // at which a step evaluates forces.
  std::optional<double> max_step;
  std::optional<double> every;  // with step-size control, steps end on its multiples
  int max_divisions = 10;       // how often a failed step, and a failed part of it, is divided in two
  // States at its multiples are shown to the observer (StepObserver::sample). They do not change the steps: with step-size
  // control, a state within a step is computed beside the run; with a fixed step only ends of steps are shown.
  std::optional<double> sample_every;
  // Why a step from t0 to t1 cannot be made whatever the method, or empty: it then is a failed step and divided.
  std::function<std::string(double t0, double t1)> refuse_step;
  bool time_steps = false;  // fill SimulationReport::step_seconds
};

// A state at multiple number `index` of SimulationOptions::sample_every after the start.
struct SampledState {
  long long index;
  const State& state;
  const StepReport* within;  // of the step to it from the start of the last accepted step; null at the end of that step
  const Vector* lambda;      // of the same step
};

// Sees every accepted step. Returning a status that is not ok ends the run.
class StepObserver {
 public:
  virtual ~StepObserver() = default;
  virtual Status start(const State& s) = 0;
  virtual Status step(const State& s0, const State& s1, const StepReport& report, const Vector& lambda) = 0;
  // After the step in which or at whose end it lies.
  virtual void sample(const SampledState& /*sample*/) {}
};

struct SimulationReport {
  Status status;
  State state;  // the last accepted one
  long long steps = 0, rejected_steps = 0, newton_iterations = 0, factorizations = 0;
  double last_step = 0;  // size of the step that failed, if one did
  double wall_seconds = 0;
  double step_seconds = 0;  // CPU time of this thread within the steps of the integrator, without observers
  // "stopped at t = 3.682 s, step 1841, h = 2e-3: Newton did not converge ..." or "completed".
  std::string message() const;
};

using IntegratorFactory = std::function<std::unique_ptr<Integrator>()>;

SimulationReport simulate(const IntegratorFactory& make, const State& start, const SimulationOptions& options,
                          StepObserver& observer);

}  // namespace invar
