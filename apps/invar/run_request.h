// What the user asks of a run on the command line.
#pragma once

#include <optional>
#include <string>

#include "equilibrium_options.h"
#include "invar/model/run_spec.h"

namespace invar::app {

struct RunRequest {
  std::string model;  // path of the model file
  Overrides set;      // parameters of the model
  RunSpec run;        // but options and start, which are below
  Overrides options;  // of the method
  StartRequest start;
  std::optional<std::string> out;  // .csv or .h5
  bool state = false;              // q and v into the .h5 file
  std::optional<std::string> certificate;
  std::optional<std::string> report;
  std::optional<std::string> checkpoint;   // file that keeps the run, to be resumed
  std::optional<double> checkpoint_every;  // s of time that passes for the user; positive
  bool verify = false;                     // estimate the error of the motion by runs with larger steps
  bool strict = false;                     // a finding that is large counts as a failed check
  bool quiet = false;
};

}  // namespace invar::app
