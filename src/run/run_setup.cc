#include "invar/run/run_setup.h"

#include <fmt/format.h>

#include <Eigen/Cholesky>

#include <algorithm>
#include <limits>
#include <optional>

#include "invar/core/suggest.h"
#include "invar/record/channel_set.h"
#include "invar/run/inertia_check.h"
#include "invar/run/methods.h"
#include "invar/run/model_equilibrium.h"
#include "invar/run/run.h"
#include "invar/run/sampled_controllers.h"
#include "invar/run/time_breaks.h"
#include "invar/solve/acceleration.h"

namespace invar {

namespace {

// Coordinates of order one are rounded to 2e-16, and an error is the difference of two of them.
constexpr double kSmallestTolerance = 1e-15;

// The largest step of step-size control where none is asked for. An impulse between two steps is not seen, so there are
// always some, enough to show a motion; and where the file has a constant step, which its author found fine enough for its
// motion, steps keep to that scale.
constexpr double kFewestSteps = 200, kConstantSteps = 10;

double choose_max_step(const RunSpec& given, const RunSpec& file, double length) {
  if (given.max_step) return *given.max_step;
  if (file.max_step) return *file.max_step;
  const double longest = length / kFewestSteps;
  return file.step ? std::min(longest, kConstantSteps * *file.step) : longest;
}

// Where a key was given: by the caller, who wins, or in the file.
SourceLocation where(const RunSpec& file, const char* key, bool by_caller) {
  return by_caller ? SourceLocation{fmt::format("`{}`", key), 0, 0} : file.where(key);
}

}  // namespace

RunSetup make_run_setup(const Model& model, const RunSpec& given) {
  const RunSpec& file = model.run;
  const std::string from_file = file.method.value_or("ep"), method = given.method.value_or(from_file);
  const MethodType& type = methods_of(model).at(method, where(file, "method", given.method.has_value()));
  // Options of the file belong to the file's method only.
  const MethodOptions options = method == from_file ? file.options.with(given.options) : given.options;
  RunSetup setup{.method = method, .type = &type, .params = options.check(type.schema), .options = {}, .channels = {}};
  setup.step_given = given.step || (method == from_file && file.step);

  SimulationOptions& times = setup.options;
  times.t_end = given.end.value_or(file.end.value_or(10.0));
  times.every = given.every ? given.every : file.every;
  times.tolerance = given.tolerance ? given.tolerance : given.step ? std::nullopt : file.tolerance;
  times.step = given.step.value_or(file.step.value_or(0.01));
  times.max_step = choose_max_step(given, file, times.t_end - model.initial.t);
  if (times.tolerance && *times.tolerance < kSmallestTolerance) {
    throw ModelError(where(file, "tolerance", given.tolerance.has_value()), "tolerance",
                     fmt::format("= {:g} is below the rounding of coordinates", *times.tolerance),
                     fmt::format("use at least {:g}", kSmallestTolerance));
  }
  if (times.t_end / times.step > 1e9) {
    throw ModelError(where(file, "step", given.step.has_value()), "step",
                     fmt::format("= {:g} s gives more than 1e9 steps up to t = {:g} s", times.step, times.t_end),
                     "use a larger step or a shorter end");
  }
  setup.channels = find_channels(model);
  return setup;
}

std::vector<RateJumps> find_impulses(const Model& model, double t0, double t1) {
  std::vector<RateJumps> all;
  const auto add = [&](const auto& parts) {
    for (const auto& part : parts)
      for (RateJumps& jumps : part->find_impulses(t0, t1))
        if (!jumps.text.empty()) all.push_back(std::move(jumps));
  };
  add(model.joints);
  add(model.other_parts);
  return all;
}

std::vector<std::string> find_impossible_jumps(const Model& model, double t0, double t1) {
  std::vector<std::string> all;
  for (const RateJumps& jumps : find_impulses(model, t0, t1)) {
    if (jumps.can_follow) continue;
    all.push_back(jumps.text);
    if (!jumps.instants.empty()) all.back() += "; there may be more jumps, which are not followed";
  }
  return all;
}

namespace {

// Whether the part of the mass matrix that a kinetic energy by formula concerns is positive definite.
bool is_mass_positive(const AssembledSystem& system, const Vector& M, const std::vector<int>& nodes) {
  const int n = static_cast<int>(nodes.size());  // all scalars
  Matrix block(n, n);
  for (int a = 0; a < n; ++a)
    for (int b = 0; b < n; ++b)
      block(a, b) =
          M[system.K_pattern().position(system.layout().node(nodes[a]).offset, system.layout().node(nodes[b]).offset)];
  return block.allFinite() && Eigen::LLT<Matrix>(block).info() == Eigen::Success;
}

void check_mass(const AssembledSystem& system, const Model& model, const State& start) {
  Vector M;
  if (system.eval_mass({start.t, start.q}, M)) return;
  const auto& terms = model.assembly->variable_inertias;
  const auto wrong = std::find_if(terms.begin(), terms.end(),
                                  [&](const auto& placed) { return !is_mass_positive(system, M, placed.nodes); });
  const auto& placed = wrong == terms.end() ? terms.front() : *wrong;
  std::string names;
  for (const int node : placed.nodes) names += (names.empty() ? "" : ", ") + system.layout().node(node).name;
  throw ModelError(location_of(model, placed.owner), fmt::format("forces.{}", placed.owner),
                   fmt::format("leaves the mass matrix of {} not positive definite at the start", names),
                   "every motion needs a positive kinetic energy: give each coordinate a term with the square of its "
                   "rate, and check the initial values");
}

}  // namespace

void check_accelerations(const AssembledSystem& system, const Model& model, const State& start) {
  check_mass(system, model, start);
  check_inertia(system, model, start);
  AccelerationSolver solver(system);
  Vector a, lambda;
  if (solver.solve(start, a, lambda)) return;
  std::vector<bool> has_mass(system.layout().nodes().size(), false);
  for (const auto& placed : model.assembly->inertias)
    for (const int node : placed.nodes) has_mass[node] = true;
  for (const auto& body : model.bodies)
    for (const int node : body->nodes())
      if (!has_mass[node])
        throw ModelError(
            location_of(model, body->name()), fmt::format("\"{}\"", body->name()),
            "has a point without mass that rods and joints leave free to move, so its motion is not determined",
            "give it a mass, or hold it on all sides");
}

std::shared_ptr<const Clock> make_time_breaks(const Model& model, double start, const SimulationOptions& options,
                                              const Traits& traits, std::function<void(const std::string&)> note) {
  if (model.breaks.empty()) return nullptr;
  const double longest =
      options.tolerance ? options.max_step.value_or(std::numeric_limits<double>::infinity()) : options.step;
  auto breaks = std::make_shared<TimeBreaks>(model.breaks, start, options.step, longest, traits.order);
  breaks->on_giving_up(std::move(note));
  return breaks;
}

std::shared_ptr<const Clock> make_ticks(const Model& model, const AssembledSystem& system) {
  if (model.sampled.empty()) return nullptr;
  return std::make_shared<SampledControllers>(model, system);
}

void check_supported(const AssembledSystem& system, const std::string& method, const Traits& traits) {
  const auto refuse = [&](const char* what) {
    throw ModelError({"`method`", 0, 0}, fmt::format("\"{}\"", method), fmt::format("cannot treat {}", what),
                     "use another method, e.g. ep (invar list methods)");
  };
  if (system.has_nonlinear_rows() && !traits.treats_nonlinear_rows)
    refuse("velocity constraints that are not linear in the velocities");
  if (system.rheonomic() && !traits.treats_rheonomic) refuse("drives");
  for (int i = 0; i < system.rows(); ++i)
    if (!system.layout().row(i).holonomic && !traits.treats_nonholonomic) refuse("non-holonomic constraints");
  if (system.internals() > 0 && !traits.treats_internals)
    refuse(("internal variables of forces (" + system.layout().internals()[0].full_name() + ")").c_str());
  if (const std::string name = system.find_one_way_force(); traits.goes_back && !name.empty())
    throw ModelError({"`option`", 0, 0}, "\"order\"",
                     fmt::format("above 2 takes substeps back in time, for which \"{}\" is not defined: contacts and "
                                 "friction take energy out forwards only",
                                 name),
                     "leave order at 2, or take the restitution and the friction out");
  if (system.has_variable_mass() && !traits.treats_variable_mass)
    throw ModelError({"`method`", 0, 0}, fmt::format("\"{}\"", method),
                     "needs a constant mass matrix and cannot treat kinetic energies by formula (kinetic_energy)",
                     "use ep, em or explicit");
}

}  // namespace invar
