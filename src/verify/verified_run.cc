#include "invar/verify/verified_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "invar/record/channel_set.h"
#include "invar/system/assembled_system.h"
#include "invar/verify/comparison_of_runs.h"

namespace invar::verify {

namespace {

// Instants of comparison: enough to find the largest error, few enough to keep (numbers of each of three runs).
constexpr long long kMostSamples = 4000, kMostNumbers = 4'000'000, kFewestSamples = 50;
// A run with error control meets the samples by steps of their own beside it; 200 keep their cost below that of the run.
constexpr double kSamplesWithTolerance = 200;
// With fewer steps the coarsest run has next to none.
constexpr long long kFewestSteps = 8;
// Runs with looser tolerances must have fewer steps, or their difference shows nothing.
constexpr double kFewerSteps = 0.95;

// Time between samples: ends of steps of all three runs where steps are constant.
double choose_interval(const SimulationOptions& options, double t0, const Coarsening& by, long long numbers) {
  const long long most = std::clamp(kMostNumbers / std::max(1LL, numbers), kFewestSamples, kMostSamples);
  const double span = options.t_end - t0;
  if (options.tolerance) return span / kSamplesWithTolerance;
  double interval = options.step * by.step * by.step;
  while (span / interval > static_cast<double>(most)) interval *= 2;
  return interval;
}

std::string steps_text(const SimulationOptions& options) {
  return options.tolerance ? fmt::format("tolerance {:.3g}", *options.tolerance)
                           : fmt::format("step {:.6g} s", options.step);
}

// The verification of one run.
class Verification {
 public:
  Verification(const Model& model, const RunSpec& given, const RunClient& client)
      : model_(model), given_(given), client_(client), channels_(find_chart_channels(model).channels) {}

  VerifiedRun run(const std::function<void(ModelRun&)>& prepare) {
    ModelRun run(model_, given_, client_);
    if (prepare) prepare(run);
    if (run.can_begin()) begin(run);
    VerifiedRun out{.result = run.execute(), .bands = {}};
    finish(out);
    return out;
  }

 private:
  void begin(ModelRun& run) {
    SimulationOptions& options = run.options();
    by_ = choose_coarsening(run.traits(), options.tolerance.has_value());
    order_ = run.traits().order;
    sampler_.emplace(model_, run.system(), channels_, run.start().q, options.t_end);
    const long long numbers = sampler_->configuration().size() + static_cast<long long>(channels_.size());
    options.sample_every = choose_interval(options, run.start().t, by_, numbers);
    options_ = options;
    companion_.emplace(model_, given_, run.start(), options, by_);
    run.add(*sampler_);
  }

  void finish(VerifiedRun& out) {
    Certificate& c = out.result.certificate;
    const auto fail = [&](const std::string& why) {
      c.motion_accuracy = name(ConvergenceKind::kFailed);
      c.motion_message = why;
    };
    if (!companion_) return fail("the run did not begin");
    const SimulationReport& report = out.result.report;
    if (report.status.code == StatusCode::kInterrupted) companion_->cancel();
    if (!report.status.ok()) companion_->stop_at(report.state.t);
    companion_->wait(client_.interrupted);
    const MotionSamples run = sampler_->finish(report);
    const MotionSamples &coarse = companion_->coarse(0), &coarser = companion_->coarse(1);
    if (companion_->cancelled()) return fail("interrupted");
    if (report.steps < kFewestSteps) return fail(fmt::format("fewer than {} steps", kFewestSteps));
    // A run that stops is compared up to its last sample.
    if (!coarse.completed && (run.completed || coarse.rows() < run.rows()))
      return fail(fmt::format("the run with {} {}", steps_text(coarsen(options_, by_, 1)), coarse.message));
    if (options_.tolerance && static_cast<double>(coarse.steps) > kFewerSteps * static_cast<double>(run.steps) &&
        run.completed)
      return fail("a looser tolerance changes the steps too little");
    write_accuracy({run, coarse, coarser, order_, by_.step}, sampler_->configuration(), channels_, c, out.bands);
    if (c.motion_accuracy == name(ConvergenceKind::kNotConverged) && !coarser.completed && run.completed)
      c.motion_message += fmt::format(": the run with {} {}", steps_text(coarsen(options_, by_, 2)), coarser.message);
    if (c.motion_accuracy == name(ConvergenceKind::kNotConverged))
      c.motion_message += options_.tolerance ? "; try a smaller tolerance" : "; try a smaller step";
  }

  const Model& model_;
  const RunSpec& given_;
  const RunClient& client_;
  const std::vector<Channel> channels_;
  Coarsening by_;
  double order_ = 2;
  SimulationOptions options_;
  std::optional<MotionSampler> sampler_;
  std::optional<Companion> companion_;
};

}  // namespace

VerifiedRun run_verified(const Model& model, const RunSpec& given, const RunClient& client,
                         const std::function<void(ModelRun&)>& prepare) {
  return Verification(model, given, client).run(prepare);
}

}  // namespace invar::verify
