// RunObserver: what every run of a model is watched by: the audit, the watch for conflicts, the rows of its table, the rows of
// its page, and warnings of elements beyond the range of their theory. All of them share one Instant.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "invar/audit/audit.h"
#include "invar/audit/contact_watch.h"
#include "invar/io/packed_report.h"
#include "invar/record/recorder.h"
#include "invar/record/result_watch.h"
#include "invar/report/report_recorder.h"
#include "invar/run/conflict_watch.h"
#include "invar/system/assembled_system.h"

namespace invar {

class RunObserver final : public StepObserver {
 public:
  using Note = std::function<void(const std::string&)>;
  RunObserver(const Model& model, const AssembledSystem& system, std::optional<double> every, Note note);

  Audit& audit() { return audit_; }
  // Before the start. Rows of these channels go to the table.
  void write_to(TableWriter& table, std::vector<Channel> channels) { recorder_.write_to(table, std::move(channels)); }
  // Rows and frames of a page are collected too, from the start on.
  void collect_page() { pages_.emplace(instant_, values_, model_); }

  Status start(const State& s) override;
  void pass(const State& after, const TransitionReport& report) override;
  Status step(const State& s0, const State& s1, const StepReport& report, const Vector& lambda) override;
  // At the end, with the last state: completes the table, the page if there is one, and the audit. `is_sound` if everything can
  // be evaluated there. Not ok if the table could not be completed.
  Status finish(const State& last, bool is_sound, PackedReport* page);
  // What was observed.
  void write(Certificate& certificate) const {
    audit_.write(certificate);
    contacts_.write(certificate);
  }
  void archive(Archive& a) override;
  std::vector<NamedResult> results() const { return results_.results(); }

 private:
  void watch(const State& s);
  Status record(bool is_due);

  const Model& model_;
  Instant instant_;
  Audit audit_;
  ChannelValues values_;
  Recorder recorder_;
  ResultWatch results_;
  ConflictWatch conflicts_;
  ContactWatch contacts_;
  std::optional<ReportRecorder> pages_;
  Note note_;
  // Elements close to the range of their theory are noted once; beyond it, the certificate has a warning.
  bool warned_ = false, failed_ = false;
};

}  // namespace invar
