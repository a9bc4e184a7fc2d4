// What `invar static` is asked for.
#pragma once

#include "invar/run/static_analysis.h"
#include "run_request.h"

namespace invar::app {

struct StaticRequest {
  RunRequest files;  // model, parameters, out, certificate, report, quiet, the spin
  std::optional<int> load_steps, path_steps;
  bool arc_length = false, accept_unstable = false;
  std::optional<double> arc_step;
};

int static_model(const StaticRequest& request);

}  // namespace invar::app
