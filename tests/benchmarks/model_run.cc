#include "benchmarks/model_run.h"
#include "paths.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace invar::benchmarks {

namespace {

class MemoryTable final : public TableWriter {
 public:
  void finish(const std::string&) override {}
  std::vector<std::vector<double>> rows_seen;

 protected:
  void do_begin() override {}
  void do_row(std::span<const double> values) override { rows_seen.emplace_back(values.begin(), values.end()); }
};

RecordedRun run_loaded(const Model& model, const Settings& settings) {
  RunSpec spec;
  spec.method = settings.method;
  spec.options = MethodOptions::parse(settings.options);
  spec.step = settings.step;
  spec.tolerance = settings.tolerance;
  spec.end = settings.end;
  spec.every = settings.every;
  MemoryTable table;
  RecordedRun result;
  result.certificate = run(model, spec, &table).certificate;
  result.names = table.names();
  result.rows = std::move(table.rows_seen);
  return result;
}

}  // namespace

double RecordedRun::at(size_t row, const std::string& channel) const {
  const auto found = std::find(names.begin(), names.end(), channel);
  if (found == names.end()) throw std::runtime_error("the run has no channel " + channel);
  return rows.at(row)[found - names.begin()];
}

std::string model_path(const std::string& name) { return source_path("models/" + name + ".yaml"); }

std::vector<std::string> model_names() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(source_path("models")))
    if (entry.path().extension() == ".yaml") names.push_back(entry.path().stem().string());
  std::sort(names.begin(), names.end());
  return names;
}

namespace {

bool has_text(const std::string& name, const std::string& words) {
  std::ostringstream text;
  text << std::ifstream(model_path(name)).rdbuf();
  return text.str().find(words) != std::string::npos;
}

}  // namespace

bool is_flexible(const std::string& name) { return has_text(name, "\nelements:"); }
bool has_variable_mass(const std::string& name) { return has_text(name, "type: kinetic_energy"); }

RecordedRun run_model(const std::string& name, const Settings& settings) {
  return run_loaded(*load_model(model_path(name), settings.set), settings);
}

RecordedRun run_text(const std::string& text, const Settings& settings) {
  return run_loaded(*load_model_text(text, "test.yaml", settings.set), settings);
}

double max_error(const RecordedRun& run, const std::string& channel, const std::function<double(double t)>& exact) {
  double largest = 0;
  for (size_t i = 0; i < run.rows.size(); ++i)
    largest = std::max(largest, std::abs(run.at(i, channel) - exact(run.t(i))));
  return largest;
}

double max_difference(const RecordedRun& a, const RecordedRun& b, const std::string& channel) {
  if (a.rows.size() != b.rows.size()) throw std::runtime_error("the runs are not recorded at the same instants");
  double largest = 0;
  for (size_t i = 0; i < a.rows.size(); ++i) largest = std::max(largest, std::abs(a.at(i, channel) - b.at(i, channel)));
  return largest;
}

double measured_order(double coarse_error, double fine_error, double ratio) {
  return std::log(coarse_error / fine_error) / std::log(ratio);
}

void expect_conserved(const RecordedRun& run, double energy, double position, double velocity_mid) {
  const Certificate& c = run.certificate;
  EXPECT_EQ(c.status, "completed") << c.message;
  EXPECT_LT(c.energy_balance_error_max.value_or(1), energy * c.energy_scale) << c.model;
  EXPECT_LT(c.constraint_position_max.value_or(1), position) << c.model << ", worst: " << c.worst_constraint;
  EXPECT_LT(c.constraint_velocity_mid_max.value_or(1), velocity_mid) << c.model;
}

}  // namespace invar::benchmarks
