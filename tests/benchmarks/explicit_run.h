// Runs the method `explicit` on a model of models/ with constant steps and keeps the largest errors along the way.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>

#include "benchmarks/model_run.h"
#include "catalog/integrator_samples.h"
#include "invar/integrators/integrator.h"

namespace invar::benchmarks {

struct ExplicitRun {
  Status status;
  double error = 0;  // of what the caller compares, about every `every` seconds
  double psi = 0;    // |E - E0 - W|, J, at every step
  double psi_first_half = 0;
  double Phi = 0, Phi_dot = 0;
  State end;
};

using ErrorOf = std::function<double(const State&)>;

inline ExplicitRun run_explicit(const catalog::ReadySystem& ready, const Overrides& options, double h, double t_end,
                                const ErrorOf& error_of, double every = 0.1) {
  const MethodType& type = method_types().at("explicit");
  const auto integrator = type.make(ready.system, Params(SpecNode::make_map(options, "test"), type.schema));
  const Vector lambda = Vector::Zero(ready.system.rows());
  PointEval eval;
  ExplicitRun run;
  State s = ready.start, next;
  const auto energy = [&] {
    ready.system.eval(s, lambda, kEnergy | kPosition | kVelocity, eval);
    return eval.T + eval.U;
  };
  const double E0 = energy();
  double work = 0;
  const long steps = std::lround((t_end - s.t) / h), stride = std::max(1L, std::lround(every / h));
  for (long i = 1; i <= steps; ++i) {
    const StepReport report = integrator->step(s, h, next);
    if (!report.status.ok()) {
      run.status = report.status;
      break;
    }
    std::swap(s, next);
    s.t = ready.start.t + static_cast<double>(i) * h;
    work += report.work_applied + report.work_drives - report.dissipated_physical;
    run.psi = std::max(run.psi, std::abs(energy() - E0 - work));
    if (2 * i <= steps) run.psi_first_half = run.psi;
    if (lambda.size() > 0) {
      run.Phi = std::max(run.Phi, eval.Phi.cwiseAbs().maxCoeff());
      run.Phi_dot = std::max(run.Phi_dot, eval.Phi_dot.cwiseAbs().maxCoeff());
    }
    if (i % stride == 0) run.error = std::max(run.error, error_of(s));
  }
  run.end = s;
  return run;
}

}  // namespace invar::benchmarks
