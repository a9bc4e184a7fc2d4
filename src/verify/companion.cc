#include "invar/verify/companion.h"

#include <cmath>
#include <limits>

#include "invar/core/error.h"
#include "invar/record/channel_set.h"
#include "invar/run/run_setup.h"
#include "invar/system/assembled_system.h"

namespace invar::verify {

namespace {

// The errors of the three runs lie far enough apart with this ratio. Methods of high order would need a thousandfold tolerance
// for steps twice as large.
constexpr double kLargestTolerances = 32;

// Ends the run where it is no longer of use.
class Leash final : public StepObserver {
 public:
  Leash(StepObserver& sampler, const std::atomic<bool>& cancelled, const std::atomic<double>& last_time)
      : sampler_(sampler), cancelled_(cancelled), last_time_(last_time) {}
  Status start(const State& s) override { return sampler_.start(s); }
  Status step(const State& s0, const State& s1, const StepReport& report, const Vector& lambda) override {
    if (cancelled_ || s0.t > last_time_) return {StatusCode::kInterrupted, ""};
    return sampler_.step(s0, s1, report, lambda);
  }
  void pass(const State& after, const TransitionReport& report) override { sampler_.pass(after, report); }
  void sample(const SampledState& sampled) override { sampler_.sample(sampled); }

 private:
  StepObserver& sampler_;
  const std::atomic<bool>& cancelled_;
  const std::atomic<double>& last_time_;
};

}  // namespace

Coarsening choose_coarsening(const Traits& traits, bool has_tolerance) {
  if (!has_tolerance) return {};
  // Local errors, which the tolerance bounds, are of this order.
  const double local = (traits.error_order > 0 ? traits.error_order : traits.order) + 1;
  const double tolerance = std::min(std::pow(2.0, local), kLargestTolerances);
  return {.step = std::pow(tolerance, 1 / local), .tolerance = tolerance};
}

SimulationOptions coarsen(SimulationOptions options, const Coarsening& by, int times) {
  const double factor = std::pow(by.step, times);
  options.step *= factor;
  if (options.tolerance) *options.tolerance *= std::pow(by.tolerance, times);
  if (options.max_step) *options.max_step *= factor;
  if (options.every) *options.every *= factor;
  return options;
}

Companion::Companion(const Model& model, RunSpec given, State start, SimulationOptions options, Coarsening by)
    : model_(model),
      given_(std::move(given)),
      start_(std::move(start)),
      options_(std::move(options)),
      by_(by),
      last_time_(std::numeric_limits<double>::infinity()),
      task_([this] { work(); }) {}

void Companion::work() {
  try {
    const RunSetup setup = make_run_setup(model_, given_);
    const AssembledSystem system(model_.assembly);
    options_.refuse_step = make_refuse_step(model_);
    const IntegratorFactory make = [&] { return setup.type->make(system, setup.params); };
    for (int i = 0; i < 2 && !cancelled_; ++i) {
      MotionSampler sampler(model_, system, find_chart_channels(model_).channels, start_.q, options_.t_end);
      Leash leash(sampler, cancelled_, last_time_);
      SimulationOptions options = coarsen(options_, by_, i + 1);
      options.breaks = make_time_breaks(model_, start_.t, options, make()->traits());
      options.ticks = make_ticks(model_, system);
      Simulation simulation(make, options);
      simulation.add(leash);
      RunEvents events(model_, system, start_.t, options.t_end);
      events.add_to(simulation);
      if (simulation.start(start_).ok()) simulation.run_to(options.t_end);
      runs_[i] = sampler.finish(simulation.report());
      if (!runs_[i].completed && runs_[i].t_end < last_time_) break;  // a still larger step will not do better
    }
  } catch (const std::exception& error) {
    runs_[0].message = error.what();
  }
}

void Companion::wait(const std::function<bool()>& interrupted) {
  task_.wait(0.05, [&] {
    if (interrupted && interrupted()) cancelled_ = true;
  });
}

}  // namespace invar::verify
