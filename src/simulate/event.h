// Event: something that happens when a guard, a function of the state, rises through zero. The simulation finds the instant
// by steps of its own from the start of the step in which the guard rises; the step then ends there, to the rounding of time,
// and the action follows. A guard that rises and falls again within a step is seen where the cubic through its values and rates at
// the ends of the step rises above zero; of a guard without rates only the ends are looked at. A guard that is not negative at the
// start of a run has to become negative first.
//
// What is known in advance, `next`, happens there as well: steps end at that instant.
#pragma once

#include <limits>
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
  // Its rate along the motion; NaN: not known.
  virtual double guard_rate(const State& /*s*/) { return std::numeric_limits<double>::quiet_NaN(); }
  // The first known instant after t; infinity: there is none.
  virtual double next(double /*t*/) const { return std::numeric_limits<double>::infinity(); }
  // A step has been accepted at whose end the event does not happen. True: its guard is another function from now on.
  virtual bool pass(const State& /*s*/) { return false; }
  // Before any of the actions of an instant: what they take from the state is that of the near side.
  virtual void prepare(const State& /*s*/) {}
  // At the instant; may change the state.
  virtual EventAction act(State& s) = 0;
  // What the last action did with the energy and the constraints, for the books of the method; asked for where no Transition
  // finds it.
  virtual Change change() const { return {.energy = {}}; }
  // Only makes the velocities fit what jumps there anyhow, such as rates of drives; nothing to report if nothing jumps.
  virtual bool is_silent() const { return false; }
  virtual void archive(Archive& /*a*/) {}
};

}  // namespace invar
