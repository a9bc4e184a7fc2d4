// Runs the models of models/ in memory for tests: recorded channels as columns, and the certificate.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "invar/model/model.h"
#include "invar/run/run.h"

namespace invar::benchmarks {

struct Settings {
  std::optional<std::string> method = {};
  Overrides set = {};      // parameters of the model
  Overrides options = {};  // of the method
  std::optional<double> step = {}, tolerance = {}, end = {}, every = {};
};

struct RecordedRun {
  Certificate certificate;
  std::vector<std::string> names;
  std::vector<std::vector<double>> rows;

  double at(size_t row, const std::string& channel) const;
  double last(const std::string& channel) const { return at(rows.size() - 1, channel); }
  double t(size_t row) const { return rows[row][0]; }
};

std::string model_path(const std::string& name);  // of models/NAME.yaml
std::vector<std::string> model_names();           // of all models that ship
bool is_flexible(const std::string& name);        // has elements
bool has_variable_mass(const std::string& name);  // has kinetic energies by formula, which ep and explicit treat
RecordedRun run_model(const std::string& name, const Settings& settings = {});
// A model written in the test.
RecordedRun run_text(const std::string& text, const Settings& settings = {});

// Largest difference between a channel and what it should be, over all recorded instants.
double max_error(const RecordedRun& run, const std::string& channel, const std::function<double(double t)>& exact);
// Largest difference of a channel in two runs recorded at the same instants.
double max_difference(const RecordedRun& a, const RecordedRun& b, const std::string& channel);

// Order of convergence from the errors with two steps, `ratio` = coarse step / fine step.
double measured_order(double coarse_error, double fine_error, double ratio = 2);

// Completed, and energy and constraints kept: energy balance relative to the energy in motion, positions and mid-point
// velocity constraints as they are.
void expect_conserved(const RecordedRun& run, double energy, double position, double velocity_mid);

}  // namespace invar::benchmarks
