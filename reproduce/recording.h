// A model run in memory: channels as columns and, if wanted, the state at every recorded instant.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "invar/run/run_timing.h"

namespace invar::reproduce {

struct Settings {
  std::string method = "ep";
  Overrides options = {}, set = {};
  double step = 0.01, end = 1;
  std::optional<double> every = {};
  std::vector<std::string> outputs = {};  // instead of those of the model file
  bool state = false;                     // keep q and v
  bool divide = true;                     // steps that fail; false: the first one ends the run
  double timing_seconds = 0;              // see execute_timed: fills Recording::step_seconds

  // The command that does the same.
  std::string command(const std::string& model) const;
};

struct Recording {
  Certificate certificate;
  std::vector<std::string> names;
  std::vector<std::vector<double>> columns;  // the first is t
  std::vector<Vector> q, v;                  // v as the scheme carries it
  double step_seconds = 0;                   // CPU time of the steps alone, if asked for

  const std::vector<double>& t() const { return columns[0]; }
  // Throws std::logic_error for an unknown name: the example is wrong, not the user.
  const std::vector<double>& column(const std::string& name) const;
  size_t size() const { return columns.empty() ? 0 : columns[0].size(); }
};

// A model of models/, compiled in.
std::shared_ptr<const Model> load(const std::string& model, const Settings& settings);
Recording record(const std::string& model, const Settings& settings);

}  // namespace invar::reproduce
