// RunObserver: what every run of a model is watched by: the audit, the watch for conflicts, the rows of its table, the rows of
// its page, and warnings of elements beyond the range of their theory.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "invar/audit/audit.h"
#include "invar/io/packed_report.h"
#include "invar/record/recorder.h"
#include "invar/report/report_recorder.h"
#include "invar/run/conflict_watch.h"
#include "invar/system/assembled_system.h"

namespace invar {

class RunObserver final : public StepObserver {
 public:
  using Note = std::function<void(const std::string&)>;
  RunObserver(const Model& model, const AssembledSystem& system, std::vector<Channel> channels,
              std::optional<double> every, Note note);

  Audit& audit() { return audit_; }
  Recorder& recorder() { return recorder_; }
  // Rows and frames of a page are collected too, from the start on.
  void collect_page() { pages_.emplace(system_, model_, audit_); }
  ReportRecorder* page() { return pages_ ? &*pages_ : nullptr; }

  Status start(const State& s) override;
  Status step(const State& s0, const State& s1, const StepReport& report, const Vector& lambda) override;
  void archive(Archive& a) override;

 private:
  void watch(const State& s);

  const Model& model_;
  const AssembledSystem& system_;
  Audit audit_;
  Recorder recorder_;
  ConflictWatch conflicts_;
  std::optional<ReportRecorder> pages_;
  Note note_;
  // Elements close to the range of their theory are noted once; beyond it, the certificate has a warning.
  bool warned_ = false, failed_ = false;
};

}  // namespace invar
