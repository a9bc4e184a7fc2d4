// Options that several commands share.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "invar/core/types.h"
#include "invar/spec/model_file.h"

namespace invar::app {

// The positional argument MODEL.
void add_model(CLI::App& app, std::string& model);
// --set NAME=VALUE, any number of times.
void add_set(CLI::App& app, Overrides& set);
// NAME=VALUE, any number of times, under another name.
CLI::Option* add_assignments(CLI::App& app, const std::string& name, Overrides& values, const std::string& doc);
// A positive finite number.
CLI::Option* add_positive(CLI::App& app, const std::string& name, std::optional<double>& value, const std::string& unit,
                          const std::string& doc);
CLI::Option* add_path(CLI::App& app, const std::string& name, std::optional<std::string>& path, const std::string& form,
                      const std::string& doc);

// Three numbers: "0, 0, 5".
CLI::Option* add_vector3(CLI::App& app, const std::string& name, std::optional<Vector3>& value, const std::string& unit,
                         const std::string& doc);
// A whole number of at least `least`.
CLI::Option* add_count(CLI::App& app, const std::string& name, std::optional<int>& value, int least,
                       const std::string& doc);

}  // namespace invar::app
