// What Python asks of a run, and how it follows and interrupts calculations.
#pragma once

#include <chrono>
#include <map>

#include "callables.h"
#include "invar/core/state.h"
#include "invar/model/run_spec.h"
#include "invar/simulate/event.h"
#include "invar/simulate/observer.h"

namespace invar::python {

// {"method": ..., "step": ..., "options": {...}, "assembly": True}: the keys of RunSpec.
RunSpec read_run_request(const nb::dict& asked);

// Ctrl-C during a calculation, looked for some times a second; then shows progress, too.
class Watch {
 public:
  // `progress(t, end)` or None.
  Watch(CallbackScope& scope, nb::handle progress) : scope_(scope), progress_(nb::borrow(progress)) {}
  // Without the lock. True: stop.
  bool look();
  void set_times(double t, double end) { t_ = t, end_ = end; }

 private:
  CallbackScope& scope_;
  nb::object progress_;
  double t_ = 0, end_ = 0;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

// f(state) after each step; returning False ends the run.
class PythonObserver final : public StepObserver {
 public:
  explicit PythonObserver(nb::handle function) : function_(nb::borrow(function)) {}
  Status start(const State&) override { return {}; }
  Status step(const State& s0, const State& s1, const StepReport& report, const Vector& lambda) override;

 private:
  nb::object function_;
};

// An object with `name`, `guard(state)` and `action(state)`, which may change the state and returns True to go on.
class PythonEvent final : public Event {
 public:
  explicit PythonEvent(nb::handle event);
  std::string name() const override { return name_; }
  double guard(const State& s) override;
  EventAction act(State& s) override;

 private:
  std::string name_;
  nb::object guard_, action_;
};

}  // namespace invar::python
