#include "invar/run/model_simulation.h"

#include <fmt/format.h>

#include "invar/core/suggest.h"
#include "invar/run/run_setup.h"
#include "invar/solve/initial_conditions.h"

namespace invar {

ModelSimulation::ModelSimulation(std::shared_ptr<const Model> model, const std::string& method,
                                 const ValueMap& method_options, const SimulationOptions& options)
    : model_(std::move(model)), system_(model_->assembly), start_(model_->initial), channels_(model_->channels()) {
  const MethodType& type = methods_of(*model_).at(method);
  const auto make = [this, &type, params = Params(method_options, type.schema, method)] {
    return type.make(system_, params);
  };
  check_supported(system_, method, make()->traits());
  if (const auto report = solve_initial_conditions(system_, start_); !report.status.ok())
    throw ModelError({}, model_->name, "cannot be assembled", report.status.message());
  simulation_ = std::make_unique<Simulation>(make, options);
  for (std::size_t i = 0; i < channels_.all().size(); ++i) by_name_.emplace(channels_.all()[i].name, i);
}

void ModelSimulation::start() {
  if (std::exchange(started_, true)) return;
  simulation_->start(start_);
}

StepReport ModelSimulation::step() {
  start();
  return simulation_->step();
}

const SimulationReport& ModelSimulation::run_to(double t) {
  start();
  return simulation_->run_to(t);
}

double ModelSimulation::value(const std::string& name) {
  const auto found = by_name_.find(name);
  if (found == by_name_.end()) {
    std::vector<std::string> all;
    for (const Channel& channel : channels_.all()) all.push_back(channel.name);
    throw ModelError({}, fmt::format("\"{}\"", name), "is no channel of the model", suggestion(name, all));
  }
  const Channel& channel = channels_.all()[found->second];
  const State& s = state();
  Snapshot snapshot;
  snapshot.t = s.t;
  snapshot.q = s.q;
  snapshot.z = s.z;
  snapshot.u = s.inputs.u;
  snapshot.v = snapshot.v_raw = s.v;
  snapshot.a.setZero(s.q.size());
  snapshot.lambda.setZero(system_.rows());
  snapshot.lambda_raw.setZero(system_.rows());
  if (started_ && simulation_->lambda().size() == system_.rows()) snapshot.lambda_raw = simulation_->lambda();
  if (channel.needs & (kNeedsVelocity | kNeedsAcceleration)) {
    if (!solver_) solver_ = std::make_unique<AccelerationSolver>(system_);
    solver_->project_velocity(s.t, s.q, snapshot.v);
    if (channel.needs & kNeedsAcceleration) solver_->solve(At(s).with_v(snapshot.v), snapshot.a, snapshot.lambda);
  }
  return channel.value(snapshot);
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
