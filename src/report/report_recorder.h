// ReportRecorder: collects what a report page shows while a run goes on, in bounded memory: rows for the charts and the
// tracks of the picture, both thinned (record/thinned_rows.h). It exists only when a page or an HDF5 file is wanted.
#pragma once

#include <memory>
#include <optional>

#include "invar/audit/audit.h"
#include "invar/io/packed_report.h"
#include "invar/model/model.h"
#include "invar/record/thinned_rows.h"
#include "invar/solve/acceleration.h"

namespace invar {

// A column of the charts. Groups: output, energy, balance, constraint, step.
struct ReportColumn {
  std::string name, unit, group;
};
// Those of a model, in the order of PackedReport::values.
std::vector<ReportColumn> report_columns(const Model& model);

// The channels among them: outputs, then energies.
std::vector<Channel> chart_channels(const Model& model);

class ReportRecorder {
 public:
  ReportRecorder(const MechanicalSystem& system, const Model& model, const Audit& audit);

  // Called after the audit has seen the state.
  void start(const State& s);
  void step(const State& s1, const StepReport& report, const Vector& lambda_raw);
  void finish(const State& last, PackedReport& out);
  void archive(Archive& a);

  const Drawing& drawing() const { return drawing_; }

 private:
  struct Angle {  // made continuous over many turns
    double last = 0, turns = 0;
    void archive(Archive& a) {
      a("last", last);
      a("turns", turns);
    }
  };
  void see(const State& s);
  void evaluate(const State& s, unsigned needs);
  void add_row(const State& s);
  void add_frame(const State& s);

  const MechanicalSystem& system_;
  const Audit& audit_;
  Drawing drawing_;
  std::vector<Channel> channels_;  // outputs and energies
  std::vector<Angle> angles_;      // one a channel
  AccelerationSolver acceleration_;
  Snapshot snapshot_;
  unsigned row_needs_ = 0, known_ = 0;
  double energy0_ = 0;
  // Since the last row.
  double balance_peak_ = 0, position_peak_ = 0, velocity_peak_ = 0, iterations_peak_ = 0;
  std::vector<double> row_;
  std::vector<float> frame_;
  std::optional<ThinnedRows<double>> rows_;
  std::optional<ThinnedRows<float>> frames_;
  long long steps_ = 0;
};

}  // namespace invar
