// ModelSimulation: a model ready to be stepped: its system, a start that satisfies the constraints, an integrator and the
// Simulation that drives it. Values of channels can be asked for between steps.
//
//   ModelSimulation sim(model, EpParams{.order = "4"}, {.step = 0.01});
//   while (sim.state().t < 10 && sim.step().status.ok()) std::cout << sim.value("hinge.angle") << '\n';
#pragma once

#include <memory>
#include <string>

#include "invar/audit/instant.h"
#include "invar/model/model.h"
#include "invar/run/methods.h"
#include "invar/simulate/simulation.h"
#include "invar/system/assembled_system.h"

namespace invar {

class ModelSimulation {
 public:
  // All throw ModelError: for an unknown method or option, and for a model that cannot be assembled.
  ModelSimulation(std::shared_ptr<const Model> model, const std::string& method, const ValueMap& method_options,
                  const SimulationOptions& options);
  template <class T>
  ModelSimulation(std::shared_ptr<const Model> model, const T& method, const SimulationOptions& options)
      : ModelSimulation(std::move(model), T::kType, method.values(), options) {}

  // As a run of the model: what is not given is taken from its method block.
  ModelSimulation(std::shared_ptr<const Model> model, const RunSpec& given);

  const Model& model() const { return *model_; }
  const AssembledSystem& system() const { return system_; }
  // Observers, clocks and events are added to it before the first step.
  Simulation& simulation() { return *simulation_; }

  // The first of them starts the simulation.
  StepReport step();
  const SimulationReport& run_to(double t, const std::function<void()>& between = {});
  // Goes on from another state, which satisfies the constraints: without history, as from a start. It has the sizes of state().
  void start_from(const State& s);
  const State& state() const { return started_ ? simulation_->state() : start_; }

  // A channel of a part at the present state, e.g. "hinge.angle"; throws ModelError if there is none.
  double value(const std::string& channel);
  double calc_energy() const;
  // An input of a force, e.g. "motor.voltage", for the steps to come; throws ModelError if there is none.
  void set_input(const std::string& name, double value);

  // All that lasts from one step to the next (core/archive.h).
  void archive(Archive& a);

 private:
  void prepare(const std::string& method, const MethodType& type, Params params, const SimulationOptions& options);
  void start();

  std::shared_ptr<const Model> model_;
  AssembledSystem system_;
  std::unique_ptr<Simulation> simulation_;
  State start_;
  bool started_ = false;
  Instant instant_;
  bool has_seen_ = false;  // a state
};

}  // namespace invar
