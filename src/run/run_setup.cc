#include "invar/run/run_setup.h"

#include <fmt/format.h>

#include <Eigen/Cholesky>

#include <algorithm>
#include <optional>

#include "invar/core/suggest.h"
#include "invar/record/channel_set.h"
#include "invar/run/inertia_check.h"
#include "invar/run/methods.h"
#include "invar/run/model_equilibrium.h"
#include "invar/run/run.h"
#include "invar/solve/acceleration.h"

namespace invar {

namespace {

// Coordinates of order one are rounded to 2e-16, and an error is the difference of two of them.
constexpr double kSmallestTolerance = 1e-15;

// What the model's method block says beside the options of the method.
struct MethodBlock {
  std::string name = "ep";
  std::optional<double> step, tolerance, max_step, end, every;
  SpecNode options;
  SourceLocation name_location, step_location, tolerance_location;
};

MethodBlock read_method_block(const Model& model) {
  MethodBlock block;
  const SpecNode& node = model.method;
  if (!node) return block;
  if (!node.is_map()) node.fail("must be a map", "e.g. {name: ep, step: 0.01, end: 10}");
  const auto positive = [&](const char* key) -> std::optional<double> {
    const SpecNode value = node.find(key);
    if (!value) return std::nullopt;
    if (!(value.number() > 0))
      value.fail("must be positive", key == std::string("tolerance") ? "e.g. 1e-6" : "a time in seconds");
    return value.number();
  };
  block.name_location = block.step_location = node.location();
  if (const SpecNode name = node.find("name")) {
    block.name = name.text();
    block.name_location = name.location();
  }
  if (const SpecNode step = node.find("step")) block.step_location = step.location();
  block.step = positive("step");
  block.tolerance = positive("tolerance");
  if (block.tolerance) block.tolerance_location = node.find("tolerance").location();
  block.max_step = positive("max_step");
  block.end = positive("end");
  block.every = positive("every");
  if (block.step && block.tolerance) node.find("tolerance").fail("cannot stand beside step", "give one of them");
  if (const SpecNode options = node.find("options"); !options.is_null()) {
    if (!options.is_map()) options.fail("must be a map", "e.g. {order: 4}");
    block.options = options;
  }
  for (size_t i = 0; i < node.size(); ++i) {
    const std::string& key = node.key(i);
    static const std::vector<std::string> known{"name", "step",  "tolerance", "max_step",
                                                "end",  "every", "start",     "options"};
    if (std::find(known.begin(), known.end(), key) == known.end())
      throw ModelError(node.key_location(i), "method." + key, "is not known here",
                       nearest_name(key, known)
                           ? suggestion(key, known)
                           : fmt::format("options of the method go under options: {{{}: ...}}", key));
  }
  return block;
}

// The largest step of step-size control where none is asked for. An impulse between two steps is not seen, so there are
// always some, enough to show a motion; and where the file has a constant step, which its author found fine enough for its
// motion, steps keep to that scale.
constexpr double kFewestSteps = 200, kConstantSteps = 10;

double choose_max_step(const RunRequest& request, const MethodBlock& block, double length) {
  if (request.max_step) return *request.max_step;
  if (block.max_step) return *block.max_step;
  const double longest = length / kFewestSteps;
  return block.step ? std::min(longest, kConstantSteps * *block.step) : longest;
}

}  // namespace

RunSetup read_run_setup(const Model& model, const RunRequest& request) {
  const MethodBlock block = read_method_block(model);
  const std::string method = request.method.value_or(block.name);
  const MethodType& type =
      methods_of(model).at(method, request.method ? SourceLocation{"--method", 0, 0} : block.name_location);
  // Options of the file belong to the file's method only.
  SpecNode given = method == block.name ? block.options : SpecNode();
  const SpecNode from_command = SpecNode::make_map(request.options, "--option", "options");
  given = given ? given.merged_with(from_command) : from_command;
  RunSetup setup{.method = method, .type = &type, .params = Params(given, type.schema), .options = {}, .channels = {}};
  setup.step_given = request.step || (method == block.name && block.step);

  SimulationOptions& options = setup.options;
  options.t_end = request.end.value_or(block.end.value_or(10.0));
  options.every = request.every ? request.every : block.every;
  options.tolerance = request.tolerance ? request.tolerance : request.step ? std::nullopt : block.tolerance;
  options.step = request.step.value_or(block.step.value_or(0.01));
  options.max_step = choose_max_step(request, block, options.t_end - model.initial.t);
  if (options.tolerance && *options.tolerance < kSmallestTolerance) {
    throw ModelError(request.tolerance ? SourceLocation{"--tolerance", 0, 0} : block.tolerance_location, "tolerance",
                     fmt::format("= {:g} is below the rounding of coordinates", *options.tolerance),
                     fmt::format("use at least {:g}", kSmallestTolerance));
  }
  if (options.t_end / options.step > 1e9) {
    throw ModelError(request.step ? SourceLocation{"--step", 0, 0} : block.step_location, "step",
                     fmt::format("= {:g} s gives more than 1e9 steps up to t = {:g} s", options.step, options.t_end),
                     "use a larger step or a shorter end");
  }
  find_start(model, request);  // throws
  setup.channels = find_channels(model);
  return setup;
}

std::vector<std::string> find_impulses(const Model& model, double t0, double t1) {
  std::vector<std::string> all;
  const auto add = [&](const auto& parts) {
    for (const auto& part : parts)
      for (std::string& text : part->find_impulses(t0, t1)) all.push_back(std::move(text));
  };
  add(model.joints);
  add(model.other_parts);
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

void check_supported(const AssembledSystem& system, const std::string& method, const Traits& traits) {
  const auto refuse = [&](const char* what) {
    throw ModelError({"--method", 0, 0}, fmt::format("\"{}\"", method), fmt::format("cannot treat {}", what),
                     "use another method, e.g. ep (invar list methods)");
  };
  if (system.has_nonlinear_rows() && !traits.treats_nonlinear_rows)
    refuse("velocity constraints that are not linear in the velocities");
  if (system.rheonomic() && !traits.treats_rheonomic) refuse("drives");
  for (int i = 0; i < system.rows(); ++i)
    if (!system.layout().row(i).holonomic && !traits.treats_nonholonomic) refuse("non-holonomic constraints");
  if (system.internals() > 0 && !traits.treats_internals)
    refuse(("internal variables of forces (" + system.layout().internals()[0].full_name() + ")").c_str());
  if (system.has_variable_mass() && !traits.treats_variable_mass)
    throw ModelError({"--method", 0, 0}, fmt::format("\"{}\"", method),
                     "needs a constant mass matrix and cannot treat kinetic energies by formula (kinetic_energy)",
                     "use ep, em or explicit");
}

}  // namespace invar
