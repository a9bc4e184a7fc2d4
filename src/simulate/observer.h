// StepObserver: sees every accepted step of a Simulation. Audit, recorder, pages, progress and callbacks are observers.
#pragma once

#include <functional>

#include "invar/core/archive.h"
#include "invar/integrators/integrator.h"
#include "invar/simulate/transition.h"

namespace invar {

// A state at multiple number `index` of SimulationOptions::sample_every after the start.
struct SampledState {
  long long index;
  const State& state;
  const StepReport* within;  // of the step to it from the start of the last accepted step; null at the end of that step
  const Vector* lambda;      // of the same step
};

// Returning a status that is not ok ends the run.
class StepObserver {
 public:
  virtual ~StepObserver() = default;
  virtual Status start(const State& s) = 0;
  virtual Status step(const State& s0, const State& s1, const StepReport& report, const Vector& lambda) = 0;
  // Something has happened at the end of the last step, which was shown: the motion goes on from `after`, with other velocities perhaps.
  virtual void pass(const State& /*after*/, const TransitionReport& /*report*/) {}
  // After the step in which or at whose end it lies.
  virtual void sample(const SampledState& /*sample*/) {}
  // What it has to remember when the run is stored and resumed.
  virtual void archive(Archive& /*a*/) {}
};

// Calls a function after every step.
class StepCallback final : public StepObserver {
 public:
  using Function = std::function<Status(const State& s0, const State& s1, const StepReport& report)>;
  explicit StepCallback(Function function) : function_(std::move(function)) {}
  Status start(const State&) override { return {}; }
  Status step(const State& s0, const State& s1, const StepReport& report, const Vector&) override {
    return function_(s0, s1, report);
  }

 private:
  Function function_;
};

// Calls a function with every sample.
class SampleCallback final : public StepObserver {
 public:
  using Function = std::function<void(const SampledState& sample)>;
  explicit SampleCallback(Function function) : function_(std::move(function)) {}
  Status start(const State&) override { return {}; }
  Status step(const State&, const State&, const StepReport&, const Vector&) override { return {}; }
  void sample(const SampledState& sample) override { function_(sample); }

 private:
  Function function_;
};

}  // namespace invar
