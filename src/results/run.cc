#include "invar/results/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "invar/core/suggest.h"
#include "invar/results/audit.h"
#include "invar/results/recorder.h"
#include "invar/system/assembled_system.h"
#include "invar/system/constraint_rank.h"

namespace invar {

namespace {

// Rank analysis in every certificate is cheap up to here; beyond, rows are counted as independent.
constexpr int kRankLimit = 20000;

// What the model's method block says beside the options of the method.
struct MethodBlock {
  std::string name = "ep";
  std::optional<double> step, tolerance, end, every;
  SpecNode options;
};

MethodBlock read_method_block(const Model& model) {
  MethodBlock block;
  const SpecNode& node = model.method;
  if (!node) return block;
  if (!node.is_map()) node.fail("must be a map", "e.g. {name: ep, step: 0.01, end: 10}");
  std::vector<std::pair<std::string, std::string>> rest;
  const auto positive = [&](const char* key) -> std::optional<double> {
    const SpecNode value = node.find(key);
    if (!value) return std::nullopt;
    if (!(value.number() > 0)) value.fail("must be positive", "");
    return value.number();
  };
  if (const SpecNode name = node.find("name")) block.name = name.text();
  block.step = positive("step");
  block.tolerance = positive("tolerance");
  block.end = positive("end");
  block.every = positive("every");
  if (block.step && block.tolerance) node.find("tolerance").fail("cannot stand beside step", "give one of them");
  if (const SpecNode options = node.find("options")) block.options = options;
  for (size_t i = 0; i < node.size(); ++i) {
    const std::string& key = node.key(i);
    static const std::vector<std::string> known{"name", "step", "tolerance", "end", "every", "options"};
    if (std::find(known.begin(), known.end(), key) == known.end())
      throw ModelError(node.key_location(i), "method." + key, "is not known here",
                       suggestion(key, known).empty() ? "options of the method go under options: {...}" : suggestion(key, known));
  }
  return block;
}

class Observer final : public StepObserver {
 public:
  Observer(Audit& audit, Recorder& recorder, double t_end, const RunHooks& hooks)
      : audit_(audit), recorder_(recorder), t_end_(t_end), hooks_(hooks) {}
  Status start(const State& s) override {
    audit_.start(s);
    return recorder_.start(s);
  }
  Status step(const State& s0, const State& s1, const StepReport& report, const Vector& lambda) override {
    audit_.step(s1, report);
    const Status status = recorder_.step(s0, s1, report, lambda);
    if (!status.ok()) return status;
    if (hooks_.progress) hooks_.progress(s1.t, t_end_, s1.t - s0.t);
    if (hooks_.interrupted && hooks_.interrupted()) return {StatusCode::kInterrupted, ""};
    return {};
  }

 private:
  Audit& audit_;
  Recorder& recorder_;
  double t_end_;
  const RunHooks& hooks_;
};

std::string options_text(const Params& params, const Schema& schema) {
  std::string text;
  for (const auto& spec : schema.params()) {
    if (!params.has(spec.name)) continue;
    const SpecNode node = params.node(spec.name);
    text += fmt::format("{}{}={}", text.empty() ? "" : ", ", spec.name, node ? node.shown() : spec.default_text);
  }
  return text;
}

}  // namespace

RunResult run(const Model& model, const RunRequest& request, const RunHooks& hooks) {
  const auto note = [&](const std::string& text) {
    if (hooks.note && !text.empty()) hooks.note(text);
  };
  const MethodBlock block = read_method_block(model);
  const std::string method = request.method.value_or(block.name);
  const MethodType& type = method_types().at(method, request.method ? SourceLocation{"--method", 0, 0} : model.method.location());
  // Options of the file belong to the file's method only.
  SpecNode given = method == block.name ? block.options : SpecNode();
  const SpecNode from_command = SpecNode::make_map(request.options, "--option", "options");
  given = given ? given.merged_with(from_command) : from_command;
  const Params params(given, type.schema);

  SimulationOptions options;
  options.t_end = request.end.value_or(block.end.value_or(10.0));
  options.every = request.every ? request.every : block.every;
  options.tolerance = request.tolerance ? request.tolerance : request.step ? std::nullopt : block.tolerance;
  options.step = request.step.value_or(block.step.value_or(0.01));
  if (options.t_end / options.step > 1e9) {
    throw ModelError({request.step ? "--step" : request.model, 0, 0}, "step",
                     fmt::format("= {:g} s gives more than 1e9 steps up to t = {:g} s", options.step, options.t_end), "use a larger step or a shorter end");
  }

  const AssembledSystem system(model.assembly);
  RunResult result;
  State start = model.initial;
  result.initial = solve_initial_conditions(system, start);
  if (!result.initial.status.ok()) throw ModelError({request.model, 0, 0}, "", result.initial.status.detail, "check positions, lengths and joints (invar check)");
  note(result.initial.summary(system.layout()));
  const IntegratorFactory make = [&] { return type.make(system, params); };
  if (make()->traits().order > 2 && make()->traits().symmetric && system.dissipative())
    note("this order is reached with substeps that go back in time; dampers and friction then add energy within a step. "
         "The result stays accurate for small steps, but prefer order 2 where dissipation is strong.");

  Audit audit(system);
  Recorder recorder(system, find_channels(model), options.every, audit);
  recorder.set_writer(hooks.writer);
  if (hooks.writer) {
    std::vector<std::string> names;
    if (request.state)
      for (int i = 0; i < system.coordinates(); ++i) names.push_back(system.layout().coordinate_name(i));
    if (request.state && !hooks.writer->keep_state(names)) note("this file format does not keep the full state; use .h5");
  }
  Observer observer(audit, recorder, options.t_end, hooks);
  result.report = simulate(make, start, options, observer);
  if (result.report.state.q.allFinite() && result.report.status.code != StatusCode::kNotFinite) {
    const Status status = recorder.last(result.report.state);
    if (!status.ok() && result.report.status.ok()) result.report.status = status;
  }

  Certificate& c = result.certificate;
  c.model = model.name;
  c.method = method;
  c.options = options_text(params, type.schema);
  if (!options.tolerance) c.step = options.step;
  c.tolerance = options.tolerance;
  c.t_end = options.t_end;
  c.t_reached = result.report.state.t;
  c.status = result.report.status.ok() ? "completed" : "stopped";
  c.message = result.report.message();
  c.coordinates = system.coordinates();
  c.constraints = system.rows();
  if (system.rows() <= kRankLimit) {
    const RankReport rank = find_rank(system, start.t, start.q);
    c.degrees_of_freedom = rank.freedoms;
    c.redundant_constraints = static_cast<long long>(rank.redundant.size());
  } else {
    c.degrees_of_freedom = c.coordinates - c.constraints;
  }
  c.steps = result.report.steps;
  c.rejected_steps = result.report.rejected_steps;
  c.newton_iterations = result.report.newton_iterations;
  c.factorizations = result.report.factorizations;
  c.wall_seconds = result.report.wall_seconds;
  audit.write(c);
  return result;
}

}  // namespace invar
