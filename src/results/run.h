// A run: a model, a method and what to record, carried out with an audit, ending in a certificate.
#pragma once

#include <functional>

#include "invar/io/packed_report.h"
#include "invar/io/table_writer.h"
#include "invar/model/model.h"
#include "invar/results/certificate.h"
#include "invar/simulate/run_request.h"
#include "invar/simulate/simulation.h"
#include "invar/solve/initial_conditions.h"

namespace invar {

struct RunHooks {
  TableWriter* writer = nullptr;                                   // rows of channels
  PackedReport* report = nullptr;                                  // filled with rows and frames, all but the head
  std::function<void(double t, double t_end, double h)> progress;  // after every step
  std::function<bool()> interrupted;                               // asked after every step
  std::function<void(const std::string&)> note;  // sentences for the user: what assembly moved, warnings
  bool time_steps = false;                       // fill SimulationReport::step_seconds
  bool divide_steps = true;                      // false: a step that fails ends the run
};

struct RunResult {
  Certificate certificate;
  SimulationReport report;
  InitialConditionsReport initial;
  std::string start;  // from which equilibrium, if from one
};

// Throws ModelError for wrong options and for models that cannot be assembled; numerical trouble ends in the certificate.
RunResult run(const Model& model, const RunRequest& request, const RunHooks& hooks);

// Where a part is defined in the file; the model where that is not known.
SourceLocation location_of(const Model& model, const std::string& part);

// Throws ModelError with the part that gives a value that is not finite in the configuration of the file.
void check_start(const Model& model);

// What an element says that is beyond the range of its theory in a configuration; empty if none is.
std::string find_element_warning(const Model& model, Vec q);

}  // namespace invar
