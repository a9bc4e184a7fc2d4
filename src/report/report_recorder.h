// ReportRecorder: collects what a report page shows while a run goes on, in bounded memory: rows for the charts and the
// tracks of the picture, both thinned (record/thinned_rows.h). It exists only when a page or an HDF5 file is wanted.
#pragma once

#include <optional>
#include <vector>

#include "invar/audit/instant.h"
#include "invar/io/packed_report.h"
#include "invar/record/channel_set.h"
#include "invar/record/channel_values.h"
#include "invar/record/thinned_rows.h"

namespace invar {

class ReportRecorder {
 public:
  ReportRecorder(Instant& instant, ChannelValues& values, const Model& model);

  // At the start of a run, and after each step.
  void start();
  void step(const StepReport& report);
  // At the end; `is_last_seen` if the instant is the last one that was seen, which then is kept in any case.
  void finish(bool is_last_seen, PackedReport& out);
  void archive(Archive& a);

  const Drawing& drawing() const { return drawing_; }

 private:
  void see();
  void add_row();
  void add_frame();

  Instant& instant_;
  ChannelValues& values_;
  Drawing drawing_;
  ChannelValues::Selection selection_;  // outputs and energies
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
