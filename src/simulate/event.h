// Event: something that happens when a guard, a function of the state, rises through zero. The simulation finds the instant
// by steps of its own from the start of the step in which the guard rises; the step then ends there, to the rounding of time,
// and the action follows. A guard is looked at where steps end: one that rises and falls again within a step is not seen, so
// steps must be shorter than that (SimulationOptions::max_step with step-size control). A guard that is not negative at the start of a run has to become negative first.
#pragma once

#include <string>

#include "invar/core/archive.h"
#include "invar/core/state.h"
#include "invar/integrators/integrator.h"

namespace invar {

enum class EventAction {
  kContinue,      // the state is as it was
  kStateChanged,  // the motion goes on from another state, without history
  kStop,          // the run ends here, as wished
};

class Event {
 public:
  virtual ~Event() = default;
  virtual std::string name() const = 0;
  virtual double guard(const State& s) = 0;
  // At the instant; may change the state.
  virtual EventAction act(State& s) = 0;
  // What the last action did with the energy and the constraints, for the books of the method.
  virtual Change change() const { return {.energy = {}}; }
  virtual void archive(Archive& /*a*/) {}
};

}  // namespace invar
