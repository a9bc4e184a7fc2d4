// What `invar static` is asked for.
#pragma once

#include "invar/run/model_equilibrium.h"
#include "invar/run/run_request.h"

namespace invar::app {

struct StaticRequest {
  RunRequest files;  // model, parameters, out, certificate, report, quiet, equilibrium
  std::optional<int> load_steps, path_steps;
  bool arc_length = false, accept_unstable = false;
  std::optional<double> arc_step;
};

int static_model(const StaticRequest& request);

}  // namespace invar::app
