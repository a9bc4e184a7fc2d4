#include "invar/simulate/step_control.h"

#include "invar/core/cpu_clock.h"
#include "invar/core/error.h"
#include "invar/core/step_window.h"
#include "invar/core/term_failure.h"

namespace invar {

void StepCounts::archive(Archive& a) {
  a("rejected_steps", rejected_steps);
  a("newton_iterations", newton_iterations);
  a("factorizations", factorizations);
  a("last_step", last_step);
  a("step_seconds", step_seconds);
}

StepReport Stepper::try_step(Integrator& integrator, const State& s0, double h, State& s1) {
  StepReport step;
  take_term_failure();  // of evaluations before this step
  const StepWindow window(s0.t, s0.t + h);
  const double begin = options_.time_steps ? thread_cpu_seconds() : 0;
  try {
    const std::string reason = options_.refuse_step ? options_.refuse_step(s0.t, s0.t + h) : "";
    if (reason.empty())
      step = integrator.step(s0, h, s1);
    else
      step.status = {StatusCode::kModelError, reason};
  } catch (const ModelError& error) {  // a table outside its range: a status like any other trouble in a step
    step.status = {StatusCode::kModelError, error.what()};
  }
  if (const auto failure = take_term_failure()) step.status = {StatusCode::kModelError, failure->text()};
  s1.inputs = s0.inputs;
  if (options_.time_steps) counts.step_seconds += thread_cpu_seconds() - begin;
  counts.newton_iterations += step.iterations;
  counts.factorizations += step.factorizations;
  if (step.status.ok() && !(s1.q.allFinite() && s1.v.allFinite() && s1.z.allFinite()))
    step.status = {StatusCode::kNotFinite, "in the state"};
  return step;
}

}  // namespace invar
