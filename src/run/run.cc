#include "invar/run/run.h"

#include <fmt/format.h>

#include "invar/audit/invariant_watch.h"
#include "invar/run/model_equilibrium.h"
#include "invar/run/model_start.h"
#include "invar/run/ringing.h"
#include "invar/run/run_failure.h"
#include "invar/system/constraint_rank.h"
#include "invar/system/finite_check.h"

namespace invar {

namespace {

// Rank analysis in every certificate is cheap up to here; beyond, rows are counted as independent.
constexpr int kRankLimit = 20000;
constexpr double kDefaultTolerance = 1e-8;

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
    const RankReport rank = find_rank(system, start);
    c.degrees_of_freedom = rank.freedoms;
    c.redundant_constraints = c.constraints - rank.rank;
  } else {
    c.degrees_of_freedom = c.coordinates - c.constraints;
  }
}

// Of a run that did not begin: freedoms and energy of the start as the file gives it, assembled as far as that is possible.
void describe_start(const AssembledSystem& system, State start, Certificate& c) {
  if (State assembled = start; solve_initial_conditions(system, assembled).status.ok()) start = assembled;
  count_freedoms(system, start, c);
  PointEval eval;
  system.eval(start, Vector::Zero(system.rows()), kEnergy, eval);
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

}  // namespace

ModelRun::ModelRun(const Model& model, RunSpec given, RunClient client)
    : model_(model),
      given_(std::move(given)),
      client_(std::move(client)),
      setup_(make_run_setup(model, given_)),
      system_(model.assembly),
      start_(model.initial) {
  for (const std::string& text : model.notes) note(text);
  check_start(model);
  describe();
  std::string posed;
  start_ = find_start(model, system_, &posed);
  note(posed);
  began_ = start_from_equilibrium();
  if (!began_) return;
  if (given_.assembles) result_.initial = solve_initial_conditions(system_, start_);
  if (!result_.initial.status.ok()) {
    const int row = result_.initial.worst_row;
    throw ModelError(location_of(model, row >= 0 ? system_.layout().row(row).owner : ""), "",
                     result_.initial.status.detail, "check positions, lengths and joints (invar check)");
  }
  note(result_.initial.summary(system_.layout()));
  check_accelerations(system_, model, start_);
  check_conserved(system_, model, start_);
  check_method();
  watch_.emplace(model, system_, setup_.options.every,
                 client_.note ? [this](const std::string& text) { note(text); } : RunObserver::Note());
  if (!given_.assembles) watch_->audit().count_start_apart();
  interrupt_ = std::make_unique<StepCallback>([this](const State&, const State&, const StepReport&) {
    return client_.interrupted && client_.interrupted() ? Status{StatusCode::kInterrupted, ""} : Status{};
  });
}

ModelRun::~ModelRun() = default;

void ModelRun::note(const std::string& text) const {
  if (client_.note && !text.empty()) client_.note(text);
}

void ModelRun::describe() {
  Certificate& c = result_.certificate;
  c.model = model_.name;
  c.method = setup_.method;
  c.options = options_text(setup_.params, setup_.type->schema);
  c.t_end = setup_.options.t_end;
  c.coordinates = system_.coordinates();
  for (int r = 0; r < system_.rows(); ++r) c.constraints += system_.is_active(r, {});
}

// Moves `start` into the equilibrium that the file or the caller asks for. False if there is none: the run then ends
// before it begins, with the reason in the result_.
bool ModelRun::start_from_equilibrium() {
  const std::optional<StartSpec>& wanted = given_.start ? given_.start : model_.run.start;
  if (!wanted) return true;
  StaticOptions options;
  options.interrupted = client_.interrupted;
  const ModelEquilibrium found = find_equilibrium(model_, system_, *wanted, options);
  if (const std::string warning = find_element_warning(model_, found.state.q); !warning.empty())
    note("in the equilibrium: " + warning);
  if (!found.report.status.ok()) {
    result_.report.status = found.report.status;
    result_.report.status.detail = "no equilibrium to start from: " + result_.report.status.detail;
    result_.report.state = start_;
    return false;
  }
  start_ = found.state;
  const StaticReport& r = found.report;
  result_.start =
      fmt::format("{} equilibrium{}, residual {:.1e} of forces up to {:.3g}", name(r.point.stability.kind),
                  found.spin.is_zero() ? "" : fmt::format(" of a spin of {:.6g} rad/s", found.spin.omega().norm()),
                  r.point.residual, r.force_scale);
  note("the run starts from a " + result_.start);
  for (const std::string& text : found.notes) note(text);
  return true;
}

IntegratorFactory ModelRun::factory() const {
  return [this] { return setup_.type->make(system_, setup_.params); };
}

void ModelRun::check_method() {
  SimulationOptions& options = setup_.options;
  const auto probe = factory()();
  traits_ = probe->traits();
  check_supported(system_, setup_.method, traits_);
  if (!given_.assembles && !traits_.corrects_start)
    throw ModelError(
        {"`no_assembly`", 0, 0}, fmt::format("method \"{}\"", setup_.method),
        "enforces the constraints within the first step, which turns a violated start into an impulse",
        "use explicit with stabilization = braun, baumgarte or gradient_feedback, or leave `no_assembly` out");
  // A method that estimates its own error runs with it unless a step is asked for.
  if (traits_.error_order > 0 && !traits_.prefers_equal_steps && !options.tolerance && !setup_.step_given) {
    options.tolerance = kDefaultTolerance;
    note(fmt::format("step-size control with tolerance {:g}; `step` fixes the step instead", kDefaultTolerance));
  }
  result_.certificate.warnings = find_impossible_jumps(model_, start_.t, options.t_end);
  for (const std::string& text : result_.certificate.warnings) note(text);
  if (!options.tolerance) options.max_step.reset();
  if (given_.max_step && !options.tolerance)
    throw ModelError({"`max_step`", 0, 0}, "max_step", "has no effect on constant steps", "add `tolerance`, e.g. 1e-6");
  options.refuse_step = make_refuse_step(model_);
  if (!options.tolerance)
    if (const std::string text = find_ringing(system_, start_, options.step, traits_); !text.empty()) note(text);
  for (const auto& text : probe->notes(options.step)) note(text);
  if (traits_.order > 2 && traits_.symmetric && system_.dissipative())
    note(
        "this order is reached with substeps that go back in time; dampers and friction then add energy within a step. "
        "The result stays accurate for small steps, but prefer order 2 where dissipation is strong.");
}

void ModelRun::write_to(TableWriter& table, bool with_state) {
  if (!began_) return;
  watch_->write_to(table, setup_.channels);
  std::vector<std::string> names;
  if (with_state)
    for (int i = 0; i < system_.coordinates(); ++i) names.push_back(system_.layout().coordinate_name(i));
  if (with_state && !table.keep_state(names)) note("this file format does not keep the full state; use .h5");
}

void ModelRun::collect_page(PackedReport& out) {
  if (!began_) return;
  page_ = &out;
  watch_->collect_page();
}

void ModelRun::sample_every(double interval) {
  setup_.options.sample_every = interval;
  setup_.options.every.reset();
}

void ModelRun::make_simulation() {
  setup_.options.breaks = make_time_breaks(model_, start_.t, setup_.options, traits_, [this](const std::string& text) {
    result_.certificate.warnings.push_back(text);
    note(text);
  });
  setup_.options.ticks = make_ticks(model_, system_);
  simulation_ = std::make_unique<Simulation>(factory(), setup_.options);
  simulation_->add(*watch_);
  for (StepObserver* observer : observers_) simulation_->add(*observer);
  simulation_->add(*interrupt_);
  run_events_ = std::make_unique<RunEvents>(model_, system_, start_.t, setup_.options.t_end);
  run_events_->add_to(*simulation_);
  for (Event* event : events_) simulation_->add(*event);
}

void ModelRun::begin() {
  make_simulation();
  for (const std::string& text : run_events_->find_held_at_start(start_)) note(text);
  simulation_->start(start_);
}

void ModelRun::resume(Archive& a) {
  make_simulation();
  archive(a);
}

void ModelRun::archive(Archive& a) { a("simulation", *simulation_); }

void ModelRun::proceed(const std::function<void()>& between) { simulation_->run_to(setup_.options.t_end, between); }

RunResult ModelRun::finish() {
  const SimulationOptions& options = setup_.options;
  result_.report = simulation_->report();
  Status& status = result_.report.status;
  explain_failure(model_, system_, options.step, result_.report);
  // Where something is not finite nothing more can be evaluated; the rows written so far stay.
  const bool is_sound = status.code != StatusCode::kNotFinite && result_.report.state.q.allFinite() &&
                        status.code != StatusCode::kModelError;
  const Status last = watch_->finish(result_.report.state, is_sound, page_);
  if (!last.ok() && status.ok()) status = last;

  if (status.ok())
    for (const std::string& text : run_events_->find_idle()) note(text);
  Certificate& c = result_.certificate;
  if (!result_.start.empty()) c.options += (c.options.empty() ? "start=" : ", start=") + std::string("equilibrium");
  c.step = options.tolerance ? std::nullopt : std::optional<double>(options.step);
  c.tolerance = options.tolerance;  // perhaps the default of the method
  c.t_reached = result_.report.state.t;
  c.status = status.ok() ? "completed" : "stopped";
  c.message = result_.report.message();
  count_freedoms(system_, start_, c);
  c.steps = result_.report.steps;
  c.rejected_steps = result_.report.rejected_steps;
  c.newton_iterations = result_.report.newton_iterations;
  c.factorizations = result_.report.factorizations;
  c.wall_seconds = result_.report.wall_seconds;
  watch_->write(c);
  c.results = watch_->results();
  return std::move(result_);
}

RunResult ModelRun::execute() {
  if (!began_) {
    Certificate& c = result_.certificate;
    if (!setup_.options.tolerance) c.step = setup_.options.step;
    c.tolerance = setup_.options.tolerance;
    c.options += (c.options.empty() ? "start=" : ", start=") + std::string("equilibrium");
    c.t_reached = start_.t;
    c.status = "stopped";
    c.message = result_.report.message();
    describe_start(system_, start_, c);
    result_.began = false;
    return std::move(result_);
  }
  begin();
  proceed();
  return finish();
}

RunResult run(const Model& model, const RunSpec& given, TableWriter* table) {
  ModelRun run(model, given);
  if (table) run.write_to(*table);
  return run.execute();
}

namespace {

// Each step reads its own side of a break, so a prescribed position that jumps between two of them would go unseen. What is before the
// start does not count.
std::string find_position_jump(const Model& model, double t0, double t1) {
  constexpr double kNear = 1e-6;  // of a step
  const double near = kNear * (t1 - t0), begin = t0 > model.initial.t ? t0 - near : t0 + near;
  for (const PlacedBreaks& placed : model.breaks) {
    if (placed.what != Prescribes::kCoordinate) continue;
    double from = begin;
    while (const auto next = placed.source->next_break(from, t1 - near)) {
      if (next->given_up) break;
      if (next->order == 0)
        return fmt::format("{}: its value jumps at t = {:.6g} s, which takes an infinite velocity", placed.owner,
                           next->t);
      from = next->t;
    }
  }
  return "";
}

}  // namespace

std::function<std::string(double t0, double t1)> make_refuse_step(const Model& model) {
  return [&model](double t0, double t1) -> std::string {
    for (const auto& part : model.other_parts)
      if (std::string reason = part->refuse_step(t0, t1); !reason.empty()) return reason;
    return find_position_jump(model, t0, t1);
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

}  // namespace invar
