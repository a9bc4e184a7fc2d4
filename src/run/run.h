// A run of a model: a method and what to record, carried out with an audit, ending in a certificate.
//
//   ModelRun run(model, {.method = "ep", .step = 0.01, .end = 10});
//   run.write_to(*table);
//   run.add(observer);
//   const RunResult result = run.execute();
//
// It is made of a Simulation and its observers. Progress, callbacks and comparisons are observers of their own.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "invar/audit/certificate.h"
#include "invar/io/packed_report.h"
#include "invar/io/table_writer.h"
#include "invar/model/model.h"
#include "invar/run/run_events.h"
#include "invar/run/run_observer.h"
#include "invar/run/run_setup.h"
#include "invar/simulate/simulation.h"
#include "invar/solve/initial_conditions.h"

namespace invar {

// Who waits for a run. All functions may be absent.
struct RunClient {
  std::function<void(const std::string&)> note;  // sentences for the user: what assembly moved, warnings
  std::function<bool()> interrupted;             // asked after every step, and while an equilibrium is looked for
};

struct RunResult {
  Certificate certificate;
  SimulationReport report;
  InitialConditionsReport initial;
  std::string start;  // from which equilibrium, if from one
  bool began = true;  // false: no equilibrium to start from was found, and nothing was simulated
};

class ModelRun {
 public:
  // Finds the start and checks that the method can treat the model, which has to outlive the run. What is not given is taken
  // from the model (Model::run). Throws ModelError for wrong options and for models that cannot be assembled.
  ModelRun(const Model& model, RunSpec given, RunClient client = {});
  ~ModelRun();

  // Before execute(). What is given has to outlive the run.
  void write_to(TableWriter& table, bool with_state = false);  // rows of channels; all of q and v too
  void collect_page(PackedReport& out);                        // rows and frames, all but the head
  void add(StepObserver& observer) { observers_.push_back(&observer); }
  void add(Event& event) { events_.push_back(&event); }
  SimulationOptions& options() { return setup_.options; }
  // Observers see states at multiples of an interval; the steps do not end there, nor at multiples of `every`.
  void sample_every(double interval);

  bool can_begin() const { return began_; }  // false: there is no equilibrium to start from
  const AssembledSystem& system() const { return system_; }
  const Traits& traits() const { return traits_; }
  const State& start() const { return start_; }
  IntegratorFactory factory() const;

  // From the start to the end. Numerical trouble ends in the certificate.
  RunResult execute();

  // The same in parts: begin(), or resume() with what archive() has written; then go on until the end or an interruption;
  // `between` is called after each step.
  void begin();
  void resume(Archive& a);
  void proceed(const std::function<void()>& between = {});
  RunResult finish();
  void archive(Archive& a);
  Simulation& simulation() { return *simulation_; }

 private:
  void note(const std::string& text) const;
  void describe();
  bool start_from_equilibrium();
  void check_method();
  void make_simulation();

  const Model& model_;
  const RunSpec given_;
  const RunClient client_;
  RunSetup setup_;
  const AssembledSystem system_;
  Traits traits_;
  State start_;
  bool began_ = true;
  RunResult result_;
  std::optional<RunObserver> watch_;
  std::unique_ptr<StepObserver> interrupt_;
  std::vector<StepObserver*> observers_;
  std::vector<Event*> events_;
  std::unique_ptr<RunEvents> run_events_;
  PackedReport* page_ = nullptr;
  std::unique_ptr<Simulation> simulation_;
};

// A whole run without observers of its own.
RunResult run(const Model& model, const RunSpec& given, TableWriter* table = nullptr);

// SimulationOptions::refuse_step of a model, which has to outlive it.
std::function<std::string(double t0, double t1)> make_refuse_step(const Model& model);

// Where a part is defined in the file; the model where that is not known.
SourceLocation location_of(const Model& model, const std::string& part);

// Throws ModelError with the part that gives a value that is not finite in the configuration of the file.
void check_start(const Model& model);

// What an element says that is beyond the range of its theory in a configuration; empty if none is.
std::string find_element_warning(const Model& model, Vec q);

}  // namespace invar
