// Simulation: the one way time passes. It makes steps of one integrator from a state on, with retries and step-size control,
// and shows them to its observers. It knows no scheme and no physics.
//
//   Simulation sim(make, options);
//   sim.add(audit);
//   sim.start(state);
//   sim.run_to(10);           // or sim.step(), one accepted step after the other
//
// All that lasts from one step to the next is in archive(): a simulation that was stored and resumed goes on as if nothing had
// happened, bit for bit.
#pragma once

#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "invar/simulate/clock.h"
#include "invar/simulate/event.h"
#include "invar/simulate/observer.h"
#include "invar/simulate/simulation_options.h"
#include "invar/simulate/step_control.h"

namespace invar {

struct SimulationReport {
  Status status;
  State state;  // the last accepted one
  long long steps = 0, rejected_steps = 0, newton_iterations = 0, factorizations = 0;
  double last_step = 0;  // size of the step that failed, if one did
  double wall_seconds = 0;
  double step_seconds = 0;  // CPU time of this thread within the steps of the integrator, without observers
  std::string stopped_by;   // name of the event that ended the run
  // "stopped at t = 3.682 s, step 1841, h = 2e-3: Newton did not converge ..." or "completed".
  std::string message() const;
};

class Simulation {
 public:
  Simulation(IntegratorFactory make, SimulationOptions options);
  ~Simulation();
  Simulation(const Simulation&) = delete;
  Simulation& operator=(const Simulation&) = delete;

  // Before the start; each has to outlive the simulation.
  void add(StepObserver& observer) { observers_.push_back(&observer); }
  void add(const Clock& clock) { clocks_.push_back(&clock); }
  void add(Event& event);
  // What follows from changes of the state at events: velocities and books. Without one, actions answer for them.
  void use(Transition& transition) { transition_ = &transition; }

  // Begins at a state that satisfies the constraints. Not ok if an observer says so.
  Status start(const State& s);
  // One accepted step, after failed attempts if need be. Its status is that of the run.
  StepReport step();
  // Steps until t is reached, something fails, an observer or an event ends the run.
  // `between` is called after each step, when all observers have seen it.
  const SimulationReport& run_to(double t, const std::function<void()>& between = {});

  const State& state() const { return report_.state; }
  // Inputs of the steps to come, by their place in the layout; they may be changed between two steps.
  Inputs& inputs() { return report_.state.inputs; }
  const Vector& lambda() const { return lambda_; }  // of the last step, as the method solves for it
  const SimulationReport& report() const;
  const Integrator& integrator() const { return *integrator_; }

  // Between two steps. Observers, clocks and events have to be added in the same order before it is read.
  void archive(Archive& a);

 private:
  // Of a step: no shorter one is made.
  static constexpr double kShortestPart = 1e-6;

  struct Watched {
    Event* event;
    double guard = 0, rate = 0;                              // at the present state
    bool has_acted = false;                                  // at the present instant
    double done = -std::numeric_limits<double>::infinity();  // the last known instant that is over
  };

  void advance(double end);
  double next_stop(double end) const;
  void accept(const Candidate& step);
  void show_samples(const State& s0, const State& s1);
  // Sees which events happen at the end of the step; it ends sooner if one of them happens within it.
  void find_events(const State& s0, Candidate& step);
  void keep_guards(const State& s);
  void act();
  void continue_from(const State& s, const Change& change);
  void forget_rounding();
  std::string due_names() const;
  Status count_chatter();
  Integrator& beside();

  const IntegratorFactory make_;
  const SimulationOptions options_;
  std::unique_ptr<Integrator> integrator_, beside_;  // of the run; for states within steps
  Stepper stepper_;
  std::unique_ptr<StepControl> control_;
  std::vector<StepObserver*> observers_;
  std::optional<PeriodicClock> every_;
  std::vector<const Clock*> clocks_;
  std::vector<Watched> events_;
  std::vector<std::size_t> due_;  // events at the end of the step
  Transition* transition_ = nullptr;
  State before_;  // the events of an instant
  TransitionReport passing_;
  double last_event_ = -std::numeric_limits<double>::infinity();
  double window_start_ = -std::numeric_limits<double>::infinity();
  int in_a_row_ = 0, in_window_ = 0;
  mutable SimulationReport report_;
  Candidate candidate_;
  State sampled_;
  Vector used_inputs_;  // of the last step
  Vector lambda_;
  double t_start_ = 0;
  long long next_sample_ = 1;
};

// A whole run to SimulationOptions::t_end with one observer.
SimulationReport simulate(const IntegratorFactory& make, const State& start, const SimulationOptions& options,
                          StepObserver& observer);

}  // namespace invar
