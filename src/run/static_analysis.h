// StaticAnalysis: the equilibrium of a model, or of a steady spin of it, with a certificate; the load path that led there as a
// table or a page.
//
//   StaticAnalysis analysis(model, {.load_steps = 10});
//   if (analysis.run().completed()) use(analysis.found().state);
#pragma once

#include <functional>
#include <optional>

#include "invar/audit/static_certificate.h"
#include "invar/io/packed_report.h"
#include "invar/io/table_writer.h"
#include "invar/run/model_equilibrium.h"

namespace invar {

struct StaticAnalysisOptions {
  StartSpec equilibrium = {};           // at rest, or of which spin
  int load_steps = 1;                   // loads and weights grow in that many steps
  bool accept_unstable = false;         // take an unstable equilibrium if it is what is found first
  bool arc_length = false;              // follow the load path by its arc length, beyond limit points
  std::optional<double> arc_step = {};  // first step of it, in sizes of the model
  std::optional<int> path_steps = {};   // that many steps of it, also beyond the full load
  std::function<void(double factor, int iteration, double residual)> progress = {};
  std::function<bool()> interrupted = {};
};

class StaticAnalysis {
 public:
  // The model has to outlive it. Throws ModelError for options that do not fit the model, and for wrong outputs.
  StaticAnalysis(const Model& model, StaticAnalysisOptions options);

  // Throws ModelError where a spin does not fit the model. Numerical trouble ends in the certificate.
  const StaticCertificate& run();

  // After run().
  const StaticCertificate& certificate() const { return certificate_; }
  const ModelEquilibrium& found() const { return found_; }
  const std::vector<std::string>& notes() const { return found_.notes; }  // sentences for the user
  Snapshot snapshot() const { return make_snapshot(*problem_, found_.report.point); }
  void write_path(TableWriter& writer) const;  // channels over the load factor; t counts the points
  PackedReport pack_path() const;              // for a page: the model as given, then the path

 private:
  void find();
  void add_notes();
  void fill_certificate(double seconds);

  const Model& model_;
  const StaticAnalysisOptions options_;
  const std::vector<Channel> channels_;
  const AssembledSystem system_;
  State start_;
  ModelEquilibrium found_;
  std::optional<EquilibriumProblem> problem_;  // at the equilibrium
  StaticCertificate certificate_;
};

}  // namespace invar
