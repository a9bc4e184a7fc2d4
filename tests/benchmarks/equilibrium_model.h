// A model solved for its equilibrium, with the values of its channels: shared by the benchmarks of statics and modes.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "invar/equilibrium/modes.h"
#include "invar/model/model.h"
#include "invar/run/model_equilibrium.h"
#include "invar/solve/initial_conditions.h"
#include "invar/spec/model_file.h"

namespace invar {

struct EquilibriumModel {
  std::shared_ptr<const Model> model;
  std::unique_ptr<AssembledSystem> system;
  std::unique_ptr<EquilibriumProblem> problem;
  ModelEquilibrium found;

  explicit EquilibriumModel(const std::string& text, const StaticOptions& options = {}, const StartSpec& request = {},
                            const Overrides& set = {})
      : model(load_model_text(text, "text", set)), system(std::make_unique<AssembledSystem>(model->assembly)) {
    found = find_equilibrium(*model, *system, request, options);
    EXPECT_TRUE(found.report.status.ok()) << found.report.status.message();
    problem = std::make_unique<EquilibriumProblem>(*system, model->initial.t, found.spin);
    problem->set_length(found.state.q);
  }

  double channel(const std::string& name, int point = -1) const {
    const auto& path = found.report.path;
    const Snapshot s = make_snapshot(*problem, point < 0 ? found.report.point : path[static_cast<std::size_t>(point)]);
    const ChannelList channels = model->channels();
    for (const Channel& channel : channels.all())
      if (channel.name == name) return channel.value(s);
    throw std::runtime_error("no channel " + name);
  }
  Vector3 vector(const std::string& name) const {
    return {channel(name + ".x"), channel(name + ".y"), channel(name + ".z")};
  }
  ModesReport modes(int number = 10, bool sparse = false) const {
    ModesOptions options;
    options.number = number;
    options.sparse = sparse;
    ModesReport report = find_modes(*problem, found.state.q, found.report.point.lambda, options);
    EXPECT_TRUE(report.status.ok()) << report.status.message();
    return report;
  }
};

// All modes of the motion in which a model starts, e.g. straight ahead.
inline ModesReport steady_modes(const Model& model) {
  const AssembledSystem system(model.assembly);
  State s = model.initial;
  EXPECT_TRUE(solve_initial_conditions(system, s).status.ok());
  EquilibriumProblem problem(system, 0);
  problem.set_length(s.q);
  ModesOptions options;
  options.number = 0;
  ModesReport report = find_steady_modes(problem, s, options);
  EXPECT_TRUE(report.status.ok()) << report.status.message();
  return report;
}

inline StaticOptions load_steps(int count) {
  StaticOptions options;
  options.load_steps = count;
  return options;
}

// Of all modes but the rigid ones [rad/s].
inline std::vector<double> frequencies(const ModesReport& report) {
  std::vector<double> out;
  for (const Mode& mode : report.modes)
    if (!mode.rigid) out.push_back(std::abs(mode.value));
  return out;
}

}  // namespace invar
