// Options that `static`, `modes` and `run` share: which equilibrium is meant.
#pragma once

#include <CLI/CLI.hpp>

#include "invar/run/model_equilibrium.h"

namespace invar::app {

// --spin, --about, --joint, --parts.
void add_spin(CLI::App& app, EquilibriumRequest& request);
// --from-equilibrium, --at-rest and those of add_spin, for commands that start from one.
void add_start(CLI::App& app, RunRequest& request, const std::string& doc);

}  // namespace invar::app
