#include "invar/integrators/implicit_step.h"

#include <algorithm>

#include "invar/solve/node_mass.h"

namespace invar {

ImplicitStep::ImplicitStep(const MechanicalSystem& system, const ImplicitStepOptions& options)
    : system_(system),
      M_(system.K_pattern(), system.M()),
      M_regularized_(system.M() + calc_mass_regularization(system)),
      measure_(system),
      step_options_(options) {}

StepReport ImplicitStep::step(const State& s0, double h, State& s1) {
  StepReport report;
  report.status = begin(s0, h);
  if (!report.status.ok()) return report;
  bool unmet = false;
  report.status = try_regularizations(s0, h, step_options_.limits.strict, report, unmet);
  if (!report.status.ok() && unmet && accepts_unmet_)  // constraints as near as they come
    report.status = try_regularizations(s0, h, false, report, unmet);
  if (report.status.ok()) {
    s1.inputs = s0.inputs;
    finish(s0, h, s1, report);
  } else {
    explain_failure(h, report.status);
  }
  return report;
}

Status ImplicitStep::try_regularizations(const State& s0, double h, bool strict, StepReport& report, bool& unmet) {
  Status status;
  for (const double factor : step_options_.regularizations) {
    status = attempt(s0, h, factor, strict, report, unmet);
    if (status.ok() || !is_recoverable(status.code)) break;
  }
  return status;
}

Status ImplicitStep::attempt(const State& s0, double h, double factor, bool strict, StepReport& report, bool& unmet) {
  eps_factor_ = factor;
  predict(s0, h, factor != 1 || strict != step_options_.limits.strict);
  NewtonLimits limits = step_options_.limits;
  limits.strict = strict;
  const NewtonOutcome outcome = iterate_newton(
      limits, report,
      [&](NewtonParts parts) {
        evaluate(s0, h, parts);
        return with_residual(parts) ? calc_residual(s0, h) : NewtonResidual{};
      },
      [&] { return refactor(s0, h); }, [&] { return correct(); });
  unmet = unmet || outcome.unmet;
  return explain(outcome, system_.layout(), constraint_residuals());
}

NewtonResidual ImplicitStep::worst_of(std::initializer_list<ResidualMeasure::Size> parts) {
  NewtonResidual residual;
  for (const auto& part : parts) {
    residual.size = std::max(residual.size, part.size);
    residual.floor = std::max(residual.floor, part.floor);
  }
  return residual;
}

void ImplicitStep::book_pair(const PairEval& pair, const Vector& lambda, StepReport& report) {
  report.work_applied = pair.work_applied;
  report.dissipated_physical = pair.dissipated;
  if (system_.rheonomic()) report.book_drives(drive_work_ = lambda.cwiseProduct(pair.a_bar));
}

}  // namespace invar
