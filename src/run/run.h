// A run: a model, a method and what to record, carried out with an audit, ending in a certificate.
#pragma once

#include <functional>

#include "invar/audit/certificate.h"
#include "invar/io/packed_report.h"
#include "invar/io/table_writer.h"
#include "invar/model/model.h"
#include "invar/run/run_request.h"
#include "invar/simulate/simulation.h"
#include "invar/solve/initial_conditions.h"

namespace invar {

class AssembledSystem;

// A run just before its first step: all that was read and computed for it.
struct PreparedRun {
  const AssembledSystem& system;
  const Traits& traits;
  const State& start;
  SimulationOptions& options;
};

struct RunHooks {
  TableWriter* writer = nullptr;                                   // rows of channels
  PackedReport* report = nullptr;                                  // filled with rows and frames, all but the head
  std::function<void(double t, double t_end, double h)> progress;  // after every step
  std::function<bool()> interrupted;                               // asked after every step
  std::function<void(const std::string&)> note;  // sentences for the user: what assembly moved, warnings
  std::function<void(const State& s, const StepReport& report)> step;  // after every step
  // States at multiples of RunRequest::every, which then does not change the steps (SimulationOptions::sample_every).
  std::function<void(long long index, const State& s)> sample;
  // CPU time [s] for RunResult::cpu_seconds: a run whose steps are cheap is repeated without observers until it is used up.
  double timing_seconds = 0;
  bool divide_steps = true;  // false: a step that fails ends the run
  // May set SimulationOptions::sample_every; who it returns, or nobody, follows the run and its samples too.
  std::function<StepObserver*(const PreparedRun& run)> prepared;
};

struct RunResult {
  Certificate certificate;
  SimulationReport report;
  InitialConditionsReport initial;
  std::string start;  // from which equilibrium, if from one
  bool began = true;  // false: no equilibrium to start from was found, and nothing was simulated
  // CPU time of the steps alone, without audit and recording; of several runs the least. Only with RunHooks::timing_seconds.
  double cpu_seconds = 0;
};

// Throws ModelError for wrong options and for models that cannot be assembled; numerical trouble ends in the certificate.
RunResult run(const Model& model, const RunRequest& request, const RunHooks& hooks);

// SimulationOptions::refuse_step of a model, which has to outlive it.
std::function<std::string(double t0, double t1)> make_refuse_step(const Model& model);

// Where a part is defined in the file; the model where that is not known.
SourceLocation location_of(const Model& model, const std::string& part);

// Throws ModelError with the part that gives a value that is not finite in the configuration of the file.
void check_start(const Model& model);

// What an element says that is beyond the range of its theory in a configuration; empty if none is.
std::string find_element_warning(const Model& model, Vec q);

}  // namespace invar
