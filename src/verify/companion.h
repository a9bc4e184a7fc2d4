// Companion: the same run with larger steps or looser tolerances, twice, on a thread of its own and on the same model, from the
// same start. It keeps samples at the same instants as the run beside it.
#pragma once

#include <atomic>
#include <functional>

#include "invar/core/parallel.h"
#include "invar/run/run.h"
#include "invar/verify/motion_sampler.h"

namespace invar::verify {

// How much larger the steps of the next coarser run are, for a method and a way to choose its steps.
struct Coarsening {
  double step = 2;       // ratio of the steps
  double tolerance = 1;  // ratio of the tolerances that gives it
};
Coarsening choose_coarsening(const Traits& traits, bool has_tolerance);
SimulationOptions coarsen(SimulationOptions options, const Coarsening& by, int times);

class Companion {
 public:
  // Begins at once. The model has to outlive it.
  Companion(const Model& model, RunSpec given, State start, SimulationOptions options, Coarsening by);
  ~Companion() { cancel(); }
  Companion(const Companion&) = delete;
  Companion& operator=(const Companion&) = delete;

  // Ends soon, with what there is.
  void cancel() { cancelled_ = true; }
  // Nothing after this instant is of use.
  void stop_at(double t) { last_time_ = t; }
  // Waits until it is done; `interrupted` is asked meanwhile and cancels it.
  void wait(const std::function<bool()>& interrupted);

  // Once it is done: with the steps ratio h and ratio^2 h.
  const MotionSamples& coarse(int i) const { return runs_[i]; }
  bool cancelled() const { return cancelled_; }

 private:
  void work();

  const Model& model_;
  RunSpec given_;
  State start_;
  SimulationOptions options_;
  Coarsening by_;
  MotionSamples runs_[2];
  std::atomic<bool> cancelled_ = false;
  std::atomic<double> last_time_;
  BackgroundTask task_;
};

}  // namespace invar::verify
