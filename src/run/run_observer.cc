#include "invar/run/run_observer.h"

#include <fmt/format.h>

#include <cmath>

#include "invar/record/channel_set.h"
#include "invar/run/model_equilibrium.h"
#include "invar/run/run.h"

namespace invar {

RunObserver::RunObserver(const Model& model, const AssembledSystem& system, std::optional<double> every, Note note)
    : model_(model),
      instant_(system),
      audit_(system),
      values_(instant_),
      recorder_(instant_, values_, every),
      results_(model, find_result_channels(model), values_),
      conflicts_(system),
      note_(std::move(note)) {
  for (const auto& part : model.other_parts) contacts_.follow(*part);
  for (const auto& joint : model.joints) contacts_.follow(*joint);
}

Status RunObserver::start(const State& s) {
  instant_.start(s);
  audit_.start(instant_);
  contacts_.start(s);
  values_.start();
  results_.start(s.t);
  if (pages_) pages_->start();
  watch(s);
  if (note_)
    for (const auto& part : model_.other_parts)
      if (const std::string warning = part->find_warning(s.q); !warning.empty()) note_("start: " + warning);
  recorder_.start();
  return record(true);
}

Status RunObserver::step(const State&, const State& s1, const StepReport& report, const Vector& lambda) {
  if (const Status status = audit_.look_back(instant_); !status.ok()) return status;
  instant_.step(s1, report, lambda);
  audit_.step(instant_, report, lambda);
  if (!std::isfinite(instant_.point().T + instant_.point().U)) return {StatusCode::kNotFinite, "in the energy"};
  if (const Status status = conflicts_.look(s1, audit_.position_residual(), audit_.velocity_residual()); !status.ok())
    return status;
  contacts_.step(s1);
  values_.step();
  results_.step(s1.t);
  if (pages_) pages_->step(report);
  watch(s1);
  return record(recorder_.is_due());
}

// Rows of the table and the page show the side before; the next row is the side after.
void RunObserver::pass(const State& after, const TransitionReport& report) {
  instant_.pass(after, report);
  audit_.pass(instant_, report);
  values_.forget();
}

Status RunObserver::record(bool is_due) {
  if (is_due)
    if (const Status status = recorder_.record(); !status.ok()) return status;
  return audit_.sample(instant_, is_due && recorder_.needs_accelerations());
}

Status RunObserver::finish(const State& last, bool is_sound, PackedReport* page) {
  const bool is_last_seen = last.t == instant_.state().t && last.q.allFinite();
  Status status;
  if (is_last_seen) {
    // An event may have changed velocities since.
    instant_.look_at(last);
    instant_.point();
    values_.forget();
    if (is_sound) status = recorder_.last();
  }
  if (page && pages_) pages_->finish(is_last_seen, *page);
  if (is_sound) audit_.finish(instant_);
  return status;
}

void RunObserver::watch(const State& s) {
  if (failed_) return;
  if (!warned_) {
    const std::string warning = find_element_warning(model_, s.q);
    if (warning.empty()) return;
    warned_ = true;
    if (note_) note_(fmt::format("t = {:.6g} s: {}", s.t, warning));
  }
  const std::string failure = find_element_failure(model_, s.q);
  if (failure.empty()) return;
  failed_ = true;
  audit_.warn(fmt::format("from t = {:.6g} s on {}", s.t, failure));
}

void RunObserver::archive(Archive& a) {
  a("instant", instant_);
  a("audit", audit_);
  a("values", values_);
  a("recorder", recorder_);
  a("results", results_);
  a("conflicts", conflicts_);
  a("contacts", contacts_);
  if (pages_) a("page", *pages_);
  a("warned", warned_);
  a("failed", failed_);
}

}  // namespace invar
