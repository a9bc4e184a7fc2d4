// CPU time of the steps of a run, without audit and recording.
#pragma once

#include "invar/run/run.h"

namespace invar {

// `seen` is the report of the run itself. The least of several runs: what disturbs one (caches, other programs) only ever
// adds.
double time_run(const IntegratorFactory& make, const State& start, SimulationOptions options, const RunHooks& hooks,
                const SimulationReport& seen);

}  // namespace invar
