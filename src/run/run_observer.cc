#include "invar/run/run_observer.h"

#include <fmt/format.h>

#include <cmath>

#include "invar/run/model_equilibrium.h"
#include "invar/run/run.h"

namespace invar {

RunObserver::RunObserver(const Model& model, const AssembledSystem& system, std::vector<Channel> channels,
                         std::optional<double> every, Note note)
    : model_(model),
      system_(system),
      audit_(system),
      recorder_(system, std::move(channels), every, audit_),
      conflicts_(system),
      note_(std::move(note)) {}

Status RunObserver::start(const State& s) {
  audit_.start(s);
  if (pages_) pages_->start(s);
  watch(s);
  if (note_)
    for (const auto& part : model_.other_parts)
      if (const std::string warning = part->find_warning(s.q); !warning.empty()) note_("start: " + warning);
  return recorder_.start(s);
}

Status RunObserver::step(const State& s0, const State& s1, const StepReport& report, const Vector& lambda) {
  audit_.step(s1, report);
  if (!std::isfinite(audit_.T() + audit_.U())) return {StatusCode::kNotFinite, "in the energy"};
  if (const Status status = conflicts_.look(s1, audit_.position_residual(), audit_.velocity_residual()); !status.ok())
    return status;
  if (pages_) pages_->step(s1, report, lambda);
  watch(s1);
  return recorder_.step(s0, s1, report, lambda);
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
  a("audit", audit_);
  a("recorder", recorder_);
  a("conflicts", conflicts_);
  if (pages_) a("page", *pages_);
  a("warned", warned_);
  a("failed", failed_);
}

}  // namespace invar
