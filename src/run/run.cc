#include "invar/run/run.h"

#include <fmt/format.h>

#include <cmath>
#include <optional>

#include "invar/audit/audit.h"
#include "invar/audit/invariant_watch.h"
#include "invar/record/recorder.h"
#include "invar/report/report_recorder.h"
#include "invar/run/conflict_watch.h"
#include "invar/run/model_equilibrium.h"
#include "invar/run/run_setup.h"
#include "invar/run/run_timing.h"
#include "invar/solve/acceleration.h"
#include "invar/system/assembled_system.h"
#include "invar/system/constraint_rank.h"
#include "invar/system/finite_check.h"

namespace invar {

namespace {

// Rank analysis in every certificate is cheap up to here; beyond, rows are counted as independent.
constexpr int kRankLimit = 20000;
constexpr double kDefaultTolerance = 1e-8;

class Observer final : public StepObserver {
 public:
  Observer(const Model& model, const MechanicalSystem& system, Audit& audit, Recorder& recorder, ReportRecorder* pages,
           double t_end, const RunHooks& hooks, StepObserver* follower)
      : model_(model),
        conflicts_(system),
        audit_(audit),
        recorder_(recorder),
        pages_(pages),
        t_end_(t_end),
        hooks_(hooks),
        follower_(follower) {}
  Status start(const State& s) override {
    audit_.start(s);
    if (pages_) pages_->start(s);
    watch(s);
    if (hooks_.note)
      for (const auto& part : model_.other_parts)
        if (const std::string warning = part->find_warning(s.q); !warning.empty()) hooks_.note("start: " + warning);
    if (follower_)
      if (const Status status = follower_->start(s); !status.ok()) return status;
    return recorder_.start(s);
  }
  Status step(const State& s0, const State& s1, const StepReport& report, const Vector& lambda) override {
    audit_.step(s1, report);
    if (!std::isfinite(audit_.T() + audit_.U())) return {StatusCode::kNotFinite, "in the energy"};
    Status status = conflicts_.look(s1, audit_.position_residual(), audit_.velocity_residual());
    if (!status.ok()) return status;
    if (pages_) pages_->step(s1, report, lambda);
    watch(s1);
    status = recorder_.step(s0, s1, report, lambda);
    if (!status.ok()) return status;
    if (follower_) {
      status = follower_->step(s0, s1, report, lambda);
      if (!status.ok()) return status;
    }
    if (hooks_.step) hooks_.step(s1, report);
    if (hooks_.progress) hooks_.progress(s1.t, t_end_, s1.t - s0.t);
    if (hooks_.interrupted && hooks_.interrupted()) return {StatusCode::kInterrupted, ""};
    return {};
  }

  void sample(const SampledState& sample) override {
    if (hooks_.sample) hooks_.sample(sample.index, sample.state);
    if (follower_) follower_->sample(sample);
  }

 private:
  // Elements beyond the range of their theory are noted once.
  void watch(const State& s) {
    if (warned_ || !hooks_.note) return;
    const std::string warning = find_element_warning(model_, s.q);
    if (warning.empty()) return;
    warned_ = true;
    hooks_.note(fmt::format("t = {:.6g} s: {}", s.t, warning));
  }

  const Model& model_;
  bool warned_ = false;
  ConflictWatch conflicts_;
  Audit& audit_;
  Recorder& recorder_;
  ReportRecorder* pages_;
  double t_end_;
  const RunHooks& hooks_;
  StepObserver* follower_;
};

// The part whose formula became infinite or undefined, looked for along the motion that was going on.
std::string explain_not_finite(const Model& model, const SimulationReport& report) {
  const State& s = report.state;
  const double h = report.last_step;
  // Step-size control tries up to twenty times the step that it gives up with.
  for (const double factor : {0.0, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0}) {
    const double t = s.t + factor * h;
    if (const auto part = find_not_finite(*model.assembly, t, s.q + factor * h * s.v, s.v))
      return fmt::format("\"{}\" gives a value that is not finite near t = {:.6g} s", *part, t);
  }
  return "";
}

// Moves `start` into the equilibrium that the file or the command line asks for. False if there is none: the run then ends
// before it begins, with the reason in the result.
bool start_from_equilibrium(const Model& model, const AssembledSystem& system, const RunRequest& request,
                            const RunHooks& hooks, State& start, RunResult& result) {
  const std::optional<EquilibriumRequest> wanted = find_start(model, request);
  if (!wanted) return true;
  StaticOptions options;
  options.interrupted = hooks.interrupted;
  const ModelEquilibrium found = find_equilibrium(model, system, *wanted, options);
  if (hooks.note)
    if (const std::string warning = find_element_warning(model, found.state.q); !warning.empty())
      hooks.note("in the equilibrium: " + warning);
  if (!found.report.status.ok()) {
    result.report.status = found.report.status;
    result.report.status.detail = "no equilibrium to start from: " + result.report.status.detail;
    result.report.state = start;
    return false;
  }
  start = found.state;
  const StaticReport& r = found.report;
  result.start =
      fmt::format("{} equilibrium{}, residual {:.1e} of forces up to {:.3g}", name(r.point.stability.kind),
                  found.spin.is_zero() ? "" : fmt::format(" of a spin of {:.6g} rad/s", found.spin.omega().norm()),
                  r.point.residual, r.force_scale);
  if (hooks.note) {
    hooks.note("the run starts from a " + result.start);
    for (const std::string& text : found.notes) hooks.note(text);
  }
  return true;
}

// A quantity that is not conserved would be "corrected" into a wrong motion.
void check_conserved(const AssembledSystem& system, const Model& model, const State& start) {
  int index = 0;
  const std::string reason = find_not_conserved(system, start, index);
  if (reason.empty()) return;
  const std::string name = system.invariant_name(index);
  throw ModelError(location_of(model, name), fmt::format("\"{}\"", name), reason,
                   "correct its formula, or remove it; energy need not be named");
}

void count_freedoms(const AssembledSystem& system, const State& start, Certificate& c) {
  if (system.rows() <= kRankLimit) {
    const RankReport rank = find_rank(system, start.t, start.q);
    c.degrees_of_freedom = rank.freedoms;
    c.redundant_constraints = static_cast<long long>(rank.redundant.size());
  } else {
    c.degrees_of_freedom = c.coordinates - c.constraints;
  }
}

// Of a run that did not begin: freedoms and energy of the start as the file gives it, assembled as far as that is possible.
void describe_start(const AssembledSystem& system, State start, Certificate& c) {
  if (State assembled = start; solve_initial_conditions(system, assembled).status.ok()) start = assembled;
  count_freedoms(system, start, c);
  PointEval eval;
  system.eval(start.t, start.q, start.v, Vector::Zero(system.rows()), kEnergy, eval);
  c.energy_initial = c.energy_final = eval.T + eval.U;
}

std::string options_text(const Params& params, const Schema& schema) {
  std::string text;
  for (const auto& spec : schema.params()) {
    if (!params.has(spec.name)) continue;
    const SpecNode node = params.node(spec.name);
    text += fmt::format("{}{}={}", text.empty() ? "" : ", ", spec.name, node ? node.shown() : spec.default_text);
  }
  return text;
}

// Why a step failed, where the reason is that constraints contradict each other a step further: Newton can only say where
// its residual is largest.
std::string explain_not_converged(const AssembledSystem& system, const SimulationReport& report, double step) {
  if (!system.rheonomic()) return "";
  State ahead = report.state;
  ahead.t += step;
  ahead.q += step * ahead.v;
  try {
    const std::string reason = find_conflict(system, ahead);
    return reason.empty() ? "" : fmt::format("at t = {:.6g} s {}", ahead.t, reason);
  } catch (const ModelError&) {  // a table ends there
    return "";
  }
}

}  // namespace

std::function<std::string(double t0, double t1)> make_refuse_step(const Model& model) {
  return [&model](double t0, double t1) -> std::string {
    for (const auto& part : model.other_parts)
      if (std::string reason = part->refuse_step(t0, t1); !reason.empty()) return reason;
    return "";
  };
}

SourceLocation location_of(const Model& model, const std::string& part) {
  const auto found = model.locations.find(part);
  return found == model.locations.end() ? SourceLocation{model.name, 0, 0} : found->second;
}

void check_start(const Model& model) {
  const auto part = find_not_finite(*model.assembly, model.initial.t, model.initial.q, model.initial.v);
  if (part)
    throw ModelError(location_of(model, *part), fmt::format("\"{}\"", *part),
                     fmt::format("gives a value that is not finite at t = {:g} s", model.initial.t),
                     "check its formulas and where its places are at the start");
}

std::string find_element_warning(const Model& model, Vec q) {
  for (const auto& element : model.elements)
    if (std::string warning = element->find_warning(q); !warning.empty()) return warning;
  return "";
}

RunResult run(const Model& model, const RunRequest& request, const RunHooks& hooks) {
  const auto note = [&](const std::string& text) {
    if (hooks.note && !text.empty()) hooks.note(text);
  };
  RunSetup setup = read_run_setup(model, request);
  const std::string& method = setup.method;
  const MethodType& type = *setup.type;
  const Params& params = setup.params;
  SimulationOptions& options = setup.options;
  options.time_steps = hooks.timing_seconds > 0;
  if (!hooks.divide_steps) options.max_divisions = 0;
  for (const std::string& text : model.notes) note(text);

  const AssembledSystem system(model.assembly);
  RunResult result;
  State start = model.initial;
  check_start(model);
  Certificate& c = result.certificate;
  c.model = model.name;
  c.method = method;
  c.options = options_text(params, type.schema);
  if (!options.tolerance) c.step = options.step;
  c.tolerance = options.tolerance;
  c.t_end = options.t_end;
  c.coordinates = system.coordinates();
  c.constraints = system.rows();
  if (!start_from_equilibrium(model, system, request, hooks, start, result)) {
    c.options += (c.options.empty() ? "start=" : ", start=") + std::string("equilibrium");
    c.t_reached = start.t;
    c.status = "stopped";
    c.message = result.report.message();
    describe_start(system, start, c);
    result.began = false;
    return result;
  }
  if (!request.no_assembly) result.initial = solve_initial_conditions(system, start);
  if (!result.initial.status.ok()) {
    const int row = result.initial.worst_row;
    throw ModelError(location_of(model, row >= 0 ? system.layout().row(row).owner : ""), "",
                     result.initial.status.detail, "check positions, lengths and joints (invar check)");
  }
  note(result.initial.summary(system.layout()));
  check_accelerations(system, model, start);
  check_conserved(system, model, start);
  const IntegratorFactory make = [&] { return type.make(system, params); };
  const auto probe = make();
  const Traits traits = probe->traits();
  check_supported(system, method, traits);
  if (request.no_assembly && !traits.corrects_start)
    throw ModelError(
        {"--no-assembly", 0, 0}, fmt::format("method \"{}\"", method),
        "enforces the constraints within the first step, which turns a violated start into an impulse",
        "use explicit with stabilization = braun, baumgarte or gradient_feedback, or leave --no-assembly out");
  // A method that estimates its own error runs with it unless a step is asked for.
  if (traits.error_order > 0 && !options.tolerance && !setup.step_given) {
    options.tolerance = kDefaultTolerance;
    note(fmt::format("step-size control with tolerance {:g}; --step fixes the step instead", kDefaultTolerance));
  }
  c.warnings = find_impulses(model, start.t, options.t_end);
  for (const std::string& text : c.warnings) note(text);
  if (!options.tolerance) options.max_step.reset();
  if (request.max_step && !options.tolerance)
    throw ModelError({"--max-step", 0, 0}, "max_step", "has no effect on constant steps", "add --tolerance, e.g. 1e-6");
  options.refuse_step = make_refuse_step(model);
  for (const auto& text : probe->notes(options.step)) note(text);
  if (traits.order > 2 && traits.symmetric && system.dissipative())
    note(
        "this order is reached with substeps that go back in time; dampers and friction then add energy within a step. "
        "The result stays accurate for small steps, but prefer order 2 where dissipation is strong.");

  Audit audit(system);
  if (request.no_assembly) audit.count_start_apart();
  Recorder recorder(system, std::move(setup.channels), options.every, audit);
  recorder.set_writer(hooks.writer);
  if (hooks.writer) {
    std::vector<std::string> names;
    if (request.state)
      for (int i = 0; i < system.coordinates(); ++i) names.push_back(system.layout().coordinate_name(i));
    if (request.state && !hooks.writer->keep_state(names))
      note("this file format does not keep the full state; use .h5");
  }
  std::optional<ReportRecorder> pages;
  if (hooks.report) pages.emplace(system, model, audit);
  if (hooks.sample) std::swap(options.sample_every, options.every);
  StepObserver* follower = hooks.prepared ? hooks.prepared({system, traits, start, options}) : nullptr;
  Observer observer(model, system, audit, recorder, pages ? &*pages : nullptr, options.t_end, hooks, follower);
  result.report = simulate(make, start, options, observer);
  Status& status = result.report.status;
  if (hooks.timing_seconds > 0)
    result.cpu_seconds =
        status.ok() ? time_run(make, start, options, hooks, result.report) : result.report.step_seconds;
  if (status.code == StatusCode::kNotFinite || status.code == StatusCode::kSingular) {
    if (const std::string reason = explain_not_finite(model, result.report); !reason.empty())
      status = {StatusCode::kNotFinite, reason};
  }
  if (status.code == StatusCode::kNotConverged || status.code == StatusCode::kSingular) {
    const std::string reason = explain_not_converged(system, result.report, options.step);
    if (!reason.empty()) status.detail += (status.detail.empty() ? "" : "; ") + reason;
  }
  if (status.code == StatusCode::kNotFinite) {
    // Nothing more can be evaluated here; the rows written so far stay.
  } else if (result.report.state.q.allFinite() && status.code != StatusCode::kModelError) {
    const Status last = recorder.last(result.report.state);
    if (!last.ok() && status.ok()) status = last;
  }

  if (pages) pages->finish(result.report.state, *hooks.report);

  if (!result.start.empty()) c.options += (c.options.empty() ? "start=" : ", start=") + std::string("equilibrium");
  c.step = options.tolerance ? std::nullopt : std::optional<double>(options.step);
  c.tolerance = options.tolerance;  // perhaps the default of the method
  c.t_reached = result.report.state.t;
  c.status = result.report.status.ok() ? "completed" : "stopped";
  c.message = result.report.message();
  count_freedoms(system, start, c);
  c.steps = result.report.steps;
  c.rejected_steps = result.report.rejected_steps;
  c.newton_iterations = result.report.newton_iterations;
  c.factorizations = result.report.factorizations;
  c.wall_seconds = result.report.wall_seconds;
  audit.write(c);
  return result;
}

}  // namespace invar
