// Loads a model and opens its outputs.
#include <fmt/format.h>

#include "commands.h"
#include "invar/model/model.h"
#include "outputs.h"

namespace invar::app {

namespace {

int say_loaded(const Model& model) {
  fmt::print(stderr, "{}: {} coordinates, {} constraints are read; running it is not available yet\n", model.name,
             model.assembly->layout.coordinates(), model.assembly->layout.rows());
  return kUsage;
}

}  // namespace

int run_model(const RunRequest& request) {
  const auto model = load_model(request.model, request.set);
  const Outputs outputs = open_outputs(request);
  return say_loaded(*model);
}

int check_model(const CheckRequest& request) { return say_loaded(*load_model(request.model, request.set)); }

}  // namespace invar::app
