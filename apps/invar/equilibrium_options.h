// Options that `static`, `modes` and `run` share: which equilibrium is meant.
#pragma once

#include <CLI/CLI.hpp>

#include "invar/model/model.h"

namespace invar::app {

struct StartRequest {
  bool from_equilibrium = false;  // start from the equilibrium nearby
  bool at_rest = false;           // and all stands still
  StartSpec spin;                 // of which spin, if one is asked for
};

// --spin, --about, --joint, --parts.
void add_spin(CLI::App& app, StartRequest& request);
// --from-equilibrium, --at-rest and those of add_spin, for commands that start from one.
void add_start(CLI::App& app, StartRequest& request, const std::string& doc);

// The equilibrium that is asked for; nothing without any of these options. Throws ModelError for options that contradict each
// other.
std::optional<StartSpec> find_start(const StartRequest& request, const Model& model);

}  // namespace invar::app
