// What `invar modes` is asked for.
#pragma once

#include "invar/equilibrium/modes.h"
#include "invar/run/model_equilibrium.h"
#include "invar/run/run_request.h"

namespace invar::app {

struct ModesRequest {
  RunRequest files;  // model, parameters, out, report, quiet, start
  std::optional<int> number;
  std::optional<double> amplitude;
  std::optional<Vector3> turning_axes;
  bool sparse = false;
};

int modes_model(const ModesRequest& request);

// A table for a file: .csv or .json.
std::string modes_csv(const ModesReport& report);
std::string modes_json(const Model& model, const ModesReport& report);

}  // namespace invar::app
