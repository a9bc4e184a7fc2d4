#include "invar/verify/motion_sampler.h"

#include <cmath>
#include <limits>
#include <numbers>

namespace invar::verify {

namespace {

constexpr double kNoValue = std::numeric_limits<double>::quiet_NaN();

}  // namespace

MotionSampler::MotionSampler(const Model& model, const MechanicalSystem& system, std::vector<Channel> channels,
                             const Vector& q0, double t_end)
    : channels_(std::move(channels)),
      configuration_(model, system, q0),
      instant_(system),
      t_end_(t_end),
      lambda_(Vector::Zero(system.rows())),
      angles_(channels_.size()),
      turns_(channels_.size()) {
  for (const Channel& channel : channels_) needs_ |= channel.needs;
  samples_.places = configuration_.size();
  samples_.channels = static_cast<int>(channels_.size());
  now_.start(system.rows());
  before_ = now_;
}

Status MotionSampler::start(const State& s) {
  instant_.start(s);
  const Snapshot& snapshot = instant_.snapshot(kNeedsState);
  for (std::size_t i = 0; i < channels_.size(); ++i)
    if (channels_[i].is_angle) angles_[i] = channels_[i].value(snapshot);
  return {};
}

Status MotionSampler::step(const State& s0, const State& s1, const StepReport& report, const Vector& lambda) {
  before_ = now_;
  now_.add(report);
  lambda_ = lambda;
  instant_.look_at(s1);
  const Snapshot& snapshot = instant_.snapshot(kNeedsState);
  for (std::size_t i = 0; i < channels_.size(); ++i) {
    if (!channels_[i].is_angle) continue;
    const double angle = channels_[i].value(snapshot);
    turns_[i] += std::round((angles_[i] - angle) / (2 * std::numbers::pi));
    angles_[i] = angle;
  }
  if (t_end_ - s1.t < 1e-9 * (s1.t - s0.t)) {
    samples_.end_configuration.resize(samples_.places);
    samples_.end_values.resize(samples_.channels);
    evaluate(s1, now_, lambda_, samples_.end_configuration.data(), samples_.end_values.data());
  }
  return {};
}

void MotionSampler::sample(const SampledState& sampled) {
  const auto row = static_cast<std::size_t>(sampled.index);
  if (row < samples_.rows()) return;
  samples_.t.resize(row + 1, kNoValue);
  samples_.configurations.resize((row + 1) * samples_.places, kNoValue);
  samples_.values.resize((row + 1) * samples_.channels, kNoValue);
  samples_.t[row] = sampled.state.t;
  double* configuration = samples_.configurations.data() + row * samples_.places;
  double* values = samples_.values.data() + row * samples_.channels;
  if (!sampled.within) {
    evaluate(sampled.state, now_, lambda_, configuration, values);
  } else {
    within_ = before_;
    within_.add(*sampled.within);
    evaluate(sampled.state, within_, *sampled.lambda, configuration, values);
  }
}

void MotionSampler::evaluate(const State& s, const Accounts& accounts, const Vector& lambda, double* configuration,
                             double* values) {
  configuration_.write(s.q, configuration);
  instant_.look_at(s, accounts, lambda);
  instant_.point();
  const Snapshot& snapshot = instant_.snapshot(needs_);
  for (std::size_t i = 0; i < channels_.size(); ++i) {
    values[i] = channels_[i].value(snapshot);
    if (!channels_[i].is_angle) continue;
    // The turn nearest to the last step.
    const double last = angles_[i] + 2 * std::numbers::pi * turns_[i];
    values[i] += 2 * std::numbers::pi * std::round((last - values[i]) / (2 * std::numbers::pi));
  }
}

MotionSamples MotionSampler::finish(const SimulationReport& report) {
  samples_.t_end = report.state.t;
  samples_.steps = report.steps;
  samples_.completed = report.status.ok();
  if (!samples_.completed) samples_.message = report.message();
  return std::move(samples_);
}

}  // namespace invar::verify
