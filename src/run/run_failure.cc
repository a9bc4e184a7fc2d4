#include "invar/run/run_failure.h"

#include <fmt/format.h>

#include "invar/core/error.h"
#include "invar/run/conflict_watch.h"
#include "invar/system/finite_check.h"

namespace invar {

namespace {

// The part whose formula became infinite or undefined, looked for along the motion that was going on.
std::string explain_not_finite(const Model& model, const SimulationReport& report) {
  const State& s = report.state;
  const double h = report.last_step;
  // Step-size control tries up to twenty times the step that it gives up with.
  for (const double factor : {0.0, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0}) {
    const double t = s.t + factor * h;
    if (const auto part = find_not_finite(*model.assembly, t, s.q + factor * h * s.v, s.v))
      return fmt::format("\"{}\" gives a value that is not finite near t = {:.6g} s", *part, t);
  }
  return "";
}

std::string explain_not_converged(const AssembledSystem& system, const SimulationReport& report, double step) {
  if (!system.rheonomic()) return "";
  State ahead = report.state;
  ahead.t += step;
  ahead.q += step * ahead.v;
  try {
    const std::string reason = find_conflict(system, ahead);
    return reason.empty() ? "" : fmt::format("at t = {:.6g} s {}", ahead.t, reason);
  } catch (const ModelError&) {  // a table ends there
    return "";
  }
}

}  // namespace

void explain_failure(const Model& model, const AssembledSystem& system, double step, SimulationReport& report) {
  Status& status = report.status;
  if (status.code == StatusCode::kNotFinite || status.code == StatusCode::kSingular) {
    if (const std::string reason = explain_not_finite(model, report); !reason.empty())
      status = {StatusCode::kNotFinite, reason};
  }
  if (status.code == StatusCode::kNotConverged || status.code == StatusCode::kSingular) {
    const std::string reason = explain_not_converged(system, report, step);
    if (!reason.empty()) status.detail += (status.detail.empty() ? "" : "; ") + reason;
  }
}

}  // namespace invar
