#include "invar/verify/motion_sampler.h"

#include <cmath>
#include <limits>
#include <numbers>

namespace invar::verify {

namespace {

constexpr double kNoValue = std::numeric_limits<double>::quiet_NaN();

}  // namespace

void MotionSampler::Books::add(const StepReport& report) {
  applied += report.work_applied;
  drives += report.work_drives;
  physical += report.dissipated_physical;
  numerical += report.dissipated_numerical;
  for (std::size_t i = 0; i < report.drive_work.size(); ++i)
    by_row[static_cast<Eigen::Index>(i)] += report.drive_work[i];
}

MotionSampler::MotionSampler(const Model& model, const MechanicalSystem& system, std::vector<Channel> channels,
                             const Vector& q0, double t_end)
    : system_(system),
      channels_(std::move(channels)),
      configuration_(model, system, q0),
      acceleration_(system),
      t_end_(t_end),
      no_lambda_(Vector::Zero(system.rows())),
      lambda_(no_lambda_),
      angles_(channels_.size()),
      turns_(channels_.size()) {
  for (const Channel& channel : channels_) needs_ |= channel.needs;
  samples_.places = configuration_.size();
  samples_.channels = static_cast<int>(channels_.size());
  before_.by_row = now_.by_row = no_lambda_;
}

Status MotionSampler::start(const State& s) {
  snapshot_.t = s.t;
  snapshot_.q = s.q;
  for (std::size_t i = 0; i < channels_.size(); ++i)
    if (channels_[i].is_angle) angles_[i] = channels_[i].value(snapshot_);
  return {};
}

Status MotionSampler::step(const State& s0, const State& s1, const StepReport& report, const Vector& lambda) {
  before_ = now_;
  now_.add(report);
  lambda_ = lambda;
  for (std::size_t i = 0; i < channels_.size(); ++i) {
    if (!channels_[i].is_angle) continue;
    snapshot_.t = s1.t;
    snapshot_.q = s1.q;
    const double angle = channels_[i].value(snapshot_);
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

void MotionSampler::evaluate(const State& s, const Books& books, const Vector& lambda, double* configuration,
                             double* values) {
  configuration_.write(s.q, configuration);
  snapshot_.t = s.t;
  snapshot_.q = s.q;
  snapshot_.z = s.z;
  snapshot_.u = s.inputs.u;
  snapshot_.v = snapshot_.v_raw = s.v;
  snapshot_.lambda_raw = lambda;
  snapshot_.drive_work = books.by_row;
  snapshot_.work_applied = books.applied;
  snapshot_.work_drives = books.drives;
  snapshot_.dissipated_physical = books.physical;
  snapshot_.dissipated_numerical = books.numerical;
  system_.eval(s, no_lambda_, kEnergy, eval_);
  snapshot_.T = eval_.T;
  snapshot_.U = eval_.U;
  if (needs_ != kNeedsState && !acceleration_.project_velocity(s.t, s.q, snapshot_.v))
    snapshot_.v.setConstant(kNoValue);
  if (needs_ & kNeedsAcceleration) {
    if (!snapshot_.v.allFinite() || !acceleration_.solve(At(s).with_v(snapshot_.v), snapshot_.a, snapshot_.lambda)) {
      snapshot_.a.setConstant(system_.coordinates(), kNoValue);
      snapshot_.lambda.setConstant(system_.rows(), kNoValue);
    }
  }
  for (std::size_t i = 0; i < channels_.size(); ++i) {
    values[i] = channels_[i].value(snapshot_);
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
