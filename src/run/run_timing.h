// CPU time of the steps of a run, without audit and recording.
#pragma once

#include "invar/run/run.h"

namespace invar {

// Runs a model whose steps are timed (SimulationOptions::time_steps) and repeats it without observers, if its steps are
// cheap, until `seconds` are used up. The least of several runs: what disturbs one (caches, other programs) only ever adds.
struct TimedRun {
  RunResult result;
  double cpu_seconds = 0;
};
TimedRun execute_timed(ModelRun& run, double seconds, const std::function<bool()>& interrupted = {});

}  // namespace invar
