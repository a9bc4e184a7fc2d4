// StepControl: chooses the sizes of steps, repeats those that fail, and offers one accepted step after the other. Three kinds,
// one file each in step_control/.
#pragma once

#include <memory>
#include <vector>

#include "invar/core/archive.h"
#include "invar/simulate/simulation_options.h"

namespace invar {

// What the attempts of all steps cost.
struct StepCounts {
  long long rejected_steps = 0, newton_iterations = 0, factorizations = 0;
  double last_step = 0;     // size of the step that failed, if one ended the run
  double step_seconds = 0;  // CPU time of this thread within steps of the integrator; only with time_steps
  void archive(Archive& a);
};

// One attempt of a step with its books; failures are statuses, never exceptions.
class Stepper {
 public:
  explicit Stepper(const SimulationOptions& options) : options_(options) {}
  StepReport try_step(Integrator& integrator, const State& s0, double h, State& s1);
  StepCounts counts;

 private:
  const SimulationOptions& options_;
};

// A step that may be accepted. The numbers behind its spans stay until the next one is asked for.
struct Candidate {
  State s1;
  StepReport report;
  const Vector* lambda = nullptr;
};

struct Horizon {
  double stop = 0;  // the step must not go beyond
  double end = 0;   // of the run: sizes below its rounding do not advance time
};

class StepControl {
 public:
  virtual ~StepControl() = default;
  virtual void start(double t) = 0;
  virtual Status next(const State& s0, const Horizon& horizon, Candidate& out) = 0;
  // Whether nothing is left to do from t to the end of the run.
  virtual bool reached(double t, double end) const = 0;
  // The last candidate was cut short, or the state was changed: what was planned after it is dropped.
  virtual void cut() = 0;
  // The motion goes on from s without its history, see Integrator: sizes of steps stay, what is known of errors goes.
  virtual void continue_from(const State& /*s*/, const Change& /*change*/) {}
  // The inputs have changed: steps that were computed already are dropped.
  virtual void drop() {}
  virtual void archive(Archive& a) = 0;
};

std::unique_ptr<StepControl> make_fixed_control(const SimulationOptions& options, Integrator& integrator,
                                                Stepper& stepper);
std::unique_ptr<StepControl> make_doubling_control(const SimulationOptions& options, Integrator& integrator,
                                                   std::unique_ptr<Integrator> coarse, Stepper& stepper);
std::unique_ptr<StepControl> make_embedded_control(const SimulationOptions& options, Integrator& integrator,
                                                   Stepper& stepper);

}  // namespace invar
