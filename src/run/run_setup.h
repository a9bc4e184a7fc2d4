// What a run is to do, checked before anything moves: method, options, times, channels. A run acts on it, a check of the model
// only asks whether there is one.
#pragma once

#include <string>
#include <vector>

#include "invar/integrators/integrator.h"
#include "invar/model/model.h"
#include "invar/simulate/simulation.h"
#include "invar/spec/params.h"
#include "invar/system/assembled_system.h"

namespace invar {

// Instants between t0 and t1 at which parts of the model demand an impulse.
std::vector<RateJumps> find_impulses(const Model& model, double t0, double t1);
// Sentences about those of them that cannot be followed.
std::vector<std::string> find_impossible_jumps(const Model& model, double t0, double t1);

struct RunSetup {
  std::string method;
  const MethodType* type = nullptr;
  Params params;  // of the method
  SimulationOptions options;
  bool step_given = false;        // for this method, by the file or the caller
  std::vector<Channel> channels;  // of the outputs
};

// What the model says of its runs, and what `given` changes; throws ModelError.
RunSetup make_run_setup(const Model& model, const RunSpec& given);

// Throws ModelError where points without mass that are not held on all sides leave the accelerations open at a start that
// satisfies all constraints.
void check_accelerations(const AssembledSystem& system, const Model& model, const State& start);

// The clock of what the model prescribes over time (run/time_breaks.h), for runs with these options; null if nothing breaks. `note`
// may be empty.
std::shared_ptr<const Clock> make_time_breaks(const Model& model, double start, const SimulationOptions& options,
                                              const Traits& traits, std::function<void(const std::string&)> note = {});

// The clock of sampled controllers; null if there are none.
std::shared_ptr<const Clock> make_ticks(const Model& model, const AssembledSystem& system);

// Throws ModelError for constraints of a kind that the method has no theory for.
void check_supported(const AssembledSystem& system, const std::string& method, const Traits& traits);

}  // namespace invar
