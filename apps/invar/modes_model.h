// What `invar modes` is asked for.
#pragma once

#include "invar/run/modes_analysis.h"
#include "run_request.h"

namespace invar::app {

struct ModesRequest {
  RunRequest files;  // model, parameters, out, report, quiet, start
  std::optional<int> number;
  std::optional<double> amplitude;
  std::optional<Vector3> turning_axes;
  bool sparse = false;
};

int modes_model(const ModesRequest& request);

}  // namespace invar::app
