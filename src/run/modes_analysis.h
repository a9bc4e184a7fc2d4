// ModesAnalysis: small motions of a model about its start, an equilibrium or a steady spin: eigenvalues, mode shapes, what is to
// be known of them, and pictures of the modes as they swing.
//
//   ModesAnalysis analysis(model, {.number = 5});
//   if (analysis.run().ok()) use(analysis.report().modes);
#pragma once

#include <optional>

#include "invar/equilibrium/modes.h"
#include "invar/report/report_page.h"
#include "invar/run/model_equilibrium.h"

namespace invar {

struct ModesAnalysisOptions {
  std::optional<StartSpec> equilibrium = {};  // about which; none: about the start as given
  int number = 10;                            // of modes beside the rigid ones
  bool sparse = false;                        // Lanczos iteration also for small systems
  std::optional<Vector3> turning_axes =
      {};  // steady turns: angular velocity of axes in which the motion is steady [rad/s]
};

class ModesAnalysis {
 public:
  // The model has to outlive it. Throws ModelError for wrong outputs and a start that is not finite.
  ModesAnalysis(const Model& model, ModesAnalysisOptions options);

  // Throws ModelError for a model whose inertia leaves motions open.
  const Status& run();

  const ModesReport& report() const { return report_; }
  const State& state() const { return basis_.state; }               // that the modes are about
  const std::vector<std::string>& notes() const { return notes_; }  // sentences for the user
  bool has_basis() const { return basis_.status.ok(); }             // there was a state to linearize about
  // For a page: each mode swings twice, one after the other, brought back onto the constraints; and what it says of each.
  PackedReport pack_modes(double amplitude) const;  // in sizes of the model
  std::vector<ReportChapter> chapters() const;
  std::string certificate_json() const;  // of the page

 private:
  // The state, its multipliers and its spin.
  struct Basis {
    State state;
    Vector lambda, acceleration;
    SpinField spin;
    bool moving = false, from_equilibrium = false;
    bool frozen = false;  // a part spins on a support that stands
    Status status;
  };
  void find_equilibrium_basis(const StartSpec& wanted);
  void find_start_basis();
  ModesReport find_moving_modes(const EquilibriumProblem& problem, const ModesOptions& options);

  const Model& model_;
  const ModesAnalysisOptions options_;
  const AssembledSystem system_;
  Basis basis_;
  ModesReport report_;
  Status status_;
  std::vector<std::string> notes_;
};

// All modes as a table, and with their shapes as JSON.
std::string modes_csv(const ModesReport& report);
std::string modes_json(const Model& model, const ModesReport& report);

}  // namespace invar
