// Options that `static`, `modes` and `run` share: which equilibrium is meant.
#pragma once

#include <CLI/CLI.hpp>

#include "invar/results/model_equilibrium.h"

namespace invar::app {

// --spin, --about, --joint, --parts.
void add_spin(CLI::App& app, EquilibriumRequest& request);
// What the command line says; if it says nothing about a spin, what the key `start` of the model says.
EquilibriumRequest merge_start(const Model& model, const EquilibriumRequest& given);

}  // namespace invar::app
