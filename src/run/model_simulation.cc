#include "invar/run/model_simulation.h"

#include <fmt/format.h>

#include "invar/core/suggest.h"
#include "invar/run/model_equilibrium.h"
#include "invar/run/model_start.h"
#include "invar/run/run.h"
#include "invar/run/run_setup.h"
#include "invar/solve/initial_conditions.h"

namespace invar {

ModelSimulation::ModelSimulation(std::shared_ptr<const Model> model, const std::string& method,
                                 const ValueMap& method_options, const SimulationOptions& options)
    : model_(std::move(model)), system_(model_->assembly), start_(model_->initial), instant_(system_) {
  const MethodType& type = methods_of(*model_).at(method);
  prepare(method, type, Params(method_options, type.schema, method), options);
}

ModelSimulation::ModelSimulation(std::shared_ptr<const Model> model, const RunSpec& given)
    : model_(std::move(model)), system_(model_->assembly), start_(model_->initial), instant_(system_) {
  const RunSetup setup = make_run_setup(*model_, given);
  SimulationOptions options = setup.options;
  options.refuse_step = make_refuse_step(*model_);
  if (!options.tolerance) options.max_step.reset();
  prepare(setup.method, *setup.type, setup.params, options);
  const std::optional<StartSpec>& wanted = given.start ? given.start : model_->run.start;
  if (!wanted) return;
  const ModelEquilibrium found = find_equilibrium(*model_, system_, *wanted, {});
  if (!found.report.status.ok())
    throw ModelError({}, model_->name, "has no equilibrium to start from", found.report.status.message());
  start_ = found.state;
}

void ModelSimulation::prepare(const std::string& method, const MethodType& type, Params params,
                              const SimulationOptions& options) {
  const auto make = [this, &type, params = std::move(params)] { return type.make(system_, params); };
  check_supported(system_, method, make()->traits());
  start_ = find_start(*model_, system_);
  if (const auto report = solve_initial_conditions(system_, start_); !report.status.ok())
    throw ModelError({}, model_->name, "cannot be assembled", report.status.message());
  simulation_ = std::make_unique<Simulation>(make, options);
}

void ModelSimulation::start() {
  if (std::exchange(started_, true)) return;
  simulation_->start(start_);
}

StepReport ModelSimulation::step() {
  start();
  return simulation_->step();
}

const SimulationReport& ModelSimulation::run_to(double t, const std::function<void()>& between) {
  start();
  return simulation_->run_to(t, between);
}

void ModelSimulation::start_from(const State& s) {
  started_ = true;
  simulation_->start(s);
}

double ModelSimulation::value(const std::string& name) {
  const Channel* channel = model_->channels().find(name);
  if (!channel) {
    std::vector<std::string> all;
    for (const Channel& known : model_->channels().all()) all.push_back(known.name);
    throw ModelError({}, fmt::format("\"{}\"", name), "is no channel of the model", suggestion(name, all));
  }
  const State &now = state(), &seen = instant_.state();
  if (!has_seen_ || now.t != seen.t || now.q != seen.q || now.v != seen.v || now.z != seen.z ||
      now.inputs.u != seen.inputs.u) {
    const bool has_lambda = started_ && simulation_->lambda().size() == system_.rows();
    instant_.look_at(now, {}, has_lambda ? simulation_->lambda() : Vector(Vector::Zero(system_.rows())));
    has_seen_ = true;
  }
  return channel->value(instant_.snapshot(channel->needs));
}

double ModelSimulation::calc_energy() const {
  PointEval eval;
  const State& s = state();
  system_.eval(s, Vector::Zero(system_.rows()), kEnergy, eval);
  return eval.T + eval.U;
}

void ModelSimulation::set_input(const std::string& name, double value) {
  const int i = system_.layout().find_input(name);
  if (i < 0) {
    std::vector<std::string> all;
    for (const VariableInfo& input : system_.layout().inputs()) all.push_back(input.full_name());
    throw ModelError({}, fmt::format("\"{}\"", name), "is no input of the model", suggestion(name, all));
  }
  start();
  simulation_->inputs().u[i] = value;
}

void ModelSimulation::archive(Archive& a) {
  start();
  simulation_->archive(a);
}

}  // namespace invar
