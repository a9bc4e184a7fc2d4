// RunEvents: all that happens in the runs of a model at instants between steps: rates of drives that jump, and the events of the
// file. The same for every way to run a model.
#pragma once

#include <memory>
#include <vector>

#include "invar/model/model.h"
#include "invar/run/model_event.h"
#include "invar/simulate/simulation.h"
#include "invar/simulate/system_transition.h"
#include "invar/system/assembled_system.h"

namespace invar {

class RunEvents {
 public:
  // Of runs from t0 to t1. Both references have to outlive it.
  RunEvents(const Model& model, const AssembledSystem& system, double t0, double t1);
  // Before the simulation starts.
  void add_to(Simulation& simulation);
  // Sentences about events whose condition holds at the start, and, after a run, of those that have not happened.
  std::vector<std::string> find_held_at_start(const State& start);
  std::vector<std::string> find_idle() const;

 private:
  SystemTransition transition_;
  std::vector<std::unique_ptr<Event>> events_;
  std::vector<ModelEvent*> model_events_;  // those of the file among them
};

}  // namespace invar
