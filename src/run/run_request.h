// What a user asks of a run on the command line. Anything absent is taken from the model's method block, then from the
// defaults of the method.
#pragma once

#include <optional>
#include <string>

#include "invar/run/equilibrium_request.h"
#include "invar/spec/model_file.h"

namespace invar {

struct RunRequest {
  std::string model;                      // path of the model file
  Overrides set;                          // parameters of the model
  std::optional<std::string> method;      // name in the catalog of methods; not checked yet
  Overrides options;                      // of the method; not checked yet
  std::optional<double> step, tolerance;  // s, 1; positive; at most one of them
  std::optional<double> max_step;         // s; positive; of step-size control
  std::optional<double> end, every;       // s; positive
  bool from_equilibrium = false;          // start from the equilibrium nearby
  EquilibriumRequest equilibrium;         // of which spin, if one is asked for; means from_equilibrium
  bool no_assembly = false;               // start as given, also where it violates the constraints
  bool at_rest = false;                   // from the equilibrium, all stands still; means from_equilibrium
  std::optional<std::string> out;         // .csv or .h5
  bool state = false;                     // q and v into the .h5 file
  std::optional<std::string> certificate;
  std::optional<std::string> report;
  std::optional<std::string> checkpoint;   // file that keeps the run, to be resumed
  std::optional<double> checkpoint_every;  // s of time that passes for the user; positive
  bool verify = false;                     // estimate the error of the motion by runs with larger steps
  bool strict = false;                     // a finding that is large counts as a failed check
  bool quiet = false;
};

}  // namespace invar
