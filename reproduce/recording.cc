#include "reproduce/recording.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <stdexcept>

#include "invar/model/spec_builder.h"
#include "invar/spec/model_file.h"
#include "reproduce/spinning_start.h"

namespace invar::reproduce {

const std::map<std::string, std::string>& model_texts();

namespace {

class MemoryTable final : public TableWriter {
 public:
  explicit MemoryTable(Recording& into) : into_(into) {}
  void finish(const std::string&) override {}
  bool keep_state(const std::vector<std::string>&) override { return keep_ = true; }
  void state(Vec q, Vec v) override {
    if (!keep_) return;
    into_.q.emplace_back(q);
    into_.v.emplace_back(v);
  }

 protected:
  void do_begin() override {
    into_.names = names();
    into_.columns.assign(names().size(), {});
  }
  void do_row(std::span<const double> values) override {
    for (size_t i = 0; i < values.size(); ++i) into_.columns[i].push_back(values[i]);
  }

 private:
  Recording& into_;
  bool keep_ = false;
};

const std::string& text_of(const std::string& model) {
  const auto found = model_texts().find(model);
  if (found == model_texts().end())
    throw std::logic_error("model " + model + " is not listed in reproduce/CMakeLists.txt");
  return found->second;
}

}  // namespace

std::string Settings::command(const std::string& model) const {
  std::string text = fmt::format("invar run models/{}.yaml --method {} --step {} --end {:g}", model, method, step, end);
  if (every) text += fmt::format(" --every {:g}", *every);
  for (const auto& [name, value] : set) text += fmt::format(" --set {}={}", name, value);
  for (const auto& [name, value] : options) text += fmt::format(" --option {}={}", name, value);
  return text;
}

const std::vector<double>& Recording::column(const std::string& name) const {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) throw std::logic_error("the run has no channel " + name);
  return columns[found - names.begin()];
}

namespace {

ModelSpec read_spec(const std::string& model, const Settings& settings) {
  ModelSpec spec = read_model_text(text_of(model), "models/" + model + ".yaml", settings.set);
  if (!settings.outputs.empty()) {
    std::string text = "model: outputs\noutputs: [";
    for (const auto& name : settings.outputs) text += name + ", ";
    text.resize(text.size() - 2);
    spec.outputs = read_model_text(text + "]\n", "outputs").outputs;
  }
  return spec;
}

Recording record(const Model& model, const Settings& settings) {
  Recording result;
  MemoryTable table(result);
  ModelRun run(model, {.method = settings.method,
                       .options = MethodOptions::parse(settings.options),
                       .step = settings.step,
                       .end = settings.end,
                       .every = settings.every});
  run.write_to(table, settings.state);
  if (!settings.divide) run.options().max_divisions = 0;
  TimedRun done = execute_timed(run, settings.timing_seconds);
  result.certificate = std::move(done.result.certificate);
  result.step_seconds = done.cpu_seconds;
  return result;
}

}  // namespace

std::shared_ptr<const Model> load(const std::string& model, const Settings& settings) {
  return SpecBuilder(std::make_shared<const Catalogs>(Catalogs::built_in())).build(read_spec(model, settings), {});
}

Recording record(const std::string& model, const Settings& settings) {
  return record(*load(model, settings), settings);
}

Recording record_from_spin(const std::string& model, const Settings& settings, const std::string& joint) {
  ModelSpec spec = read_spec(model, settings);
  spec.method = read_model_text("method: {start: {equilibrium: {joint: " + joint + "}}}\n", "start").method;
  return record(*SpecBuilder(std::make_shared<const Catalogs>(Catalogs::built_in())).build(spec, {}), settings);
}

}  // namespace invar::reproduce
