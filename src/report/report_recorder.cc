#include "invar/report/report_recorder.h"

#include <cmath>
#include <limits>
#include <numbers>

#include "invar/record/recorder.h"

namespace invar {

namespace {

// A page of a few MB can be mailed: at most about 2 MB of rows and 2 MB of frames, before base64 adds a third.
constexpr long long kRowNumbers = 250'000, kMaxRows = 12'000;
constexpr long long kFrameNumbers = 500'000, kMaxFrames = 4'000;

// Columns of the run itself; the last ones are filled from the audit.
const std::vector<ReportColumn>& quality_columns() {
  static const std::vector<ReportColumn> columns{
      {"energy.balance_error", "J", "balance"},   {"constraint.position", "1", "constraint"},
      {"constraint.velocity", "1", "constraint"}, {"step.size", "s", "step"},
      {"step.iterations", "1", "step"},
  };
  return columns;
}

const std::vector<std::string>& energy_names() {
  static const std::vector<std::string> names{"energy.kinetic",      "energy.potential",    "energy.strain",
                                              "energy.total",        "work.applied",        "work.drives",
                                              "dissipated.physical", "dissipated.numerical"};
  return names;
}

// The outputs of the model without those that every run has, then the energies.
std::vector<Channel> chart_channels(const Model& model, std::size_t& outputs) {
  ChannelList run;
  offer_run_channels(model, run);
  std::vector<Channel> chosen;
  for (const Channel& channel : find_channels(model)) {
    const auto same = [&](const Channel& other) { return other.name == channel.name; };
    const bool known =
        std::any_of(run.all().begin(), run.all().end(), same) || std::any_of(chosen.begin(), chosen.end(), same);
    if (!known) chosen.push_back(channel);
  }
  outputs = chosen.size();
  for (const std::string& name : energy_names())
    for (const Channel& channel : run.all())
      if (channel.name == name) chosen.push_back(channel);
  return chosen;
}

}  // namespace

std::vector<Channel> chart_channels(const Model& model) {
  std::size_t outputs;
  return chart_channels(model, outputs);
}

std::vector<ReportColumn> report_columns(const Model& model) {
  std::size_t outputs;
  std::vector<ReportColumn> columns;
  for (const Channel& channel : chart_channels(model, outputs))
    columns.push_back({channel.name, channel.unit, columns.size() < outputs ? "output" : "energy"});
  columns.insert(columns.end(), quality_columns().begin(), quality_columns().end());
  return columns;
}

ReportRecorder::ReportRecorder(const MechanicalSystem& system, const Model& model, const Audit& audit)
    : system_(system),
      audit_(audit),
      drawing_(model.drawing()),
      channels_(chart_channels(model)),
      angles_(channels_.size()),
      acceleration_(system) {
  for (const Channel& channel : channels_) row_needs_ |= channel.needs;
  const int n = static_cast<int>(channels_.size());
  const int columns = n + static_cast<int>(quality_columns().size());
  rows_.emplace(columns, std::min(kMaxRows, kRowNumbers / columns), std::vector<int>{n, n + 1, n + 2, n + 4});
  const int width = std::max(1, drawing_.width());
  frames_.emplace(drawing_.width(), std::min(kMaxFrames, std::max(200LL, kFrameNumbers / width)));
  frame_.resize(drawing_.width());
}

void ReportRecorder::start(const State& s) {
  snapshot_.t = s.t;
  snapshot_.lambda_raw.setZero(system_.rows());
  snapshot_.drive_work.setZero(system_.rows());
  energy0_ = audit_.T() + audit_.U();
  see(s);
}

void ReportRecorder::step(const State& s1, const StepReport& report, const Vector& lambda_raw) {
  snapshot_.h = s1.t - snapshot_.t;
  snapshot_.lambda_raw = lambda_raw;
  keep_mu(report, snapshot_);
  add_drive_work(report, snapshot_);
  iterations_peak_ = std::max(iterations_peak_, static_cast<double>(report.iterations));
  ++steps_;
  see(s1);
}

void ReportRecorder::archive(Archive& a) {
  a("snapshot", snapshot_);
  a("angles", angles_);
  a("energy0", energy0_);
  a("balance_peak", balance_peak_);
  a("position_peak", position_peak_);
  a("velocity_peak", velocity_peak_);
  a("iterations_peak", iterations_peak_);
  a("row", row_);
  a("rows", *rows_);
  a("frames", *frames_);
  a("steps", steps_);
  a("acceleration", acceleration_);
}

void ReportRecorder::see(const State& s) {
  known_ = 0;
  snapshot_.t = s.t;
  snapshot_.q = s.q;
  const double balance = audit_.T() + audit_.U() - energy0_ - audit_.work_applied() - audit_.work_drives() +
                         audit_.dissipated_physical() + audit_.dissipated_numerical();
  balance_peak_ = std::max(balance_peak_, std::abs(balance));
  position_peak_ = std::max(position_peak_, audit_.position_residual());
  velocity_peak_ = std::max(velocity_peak_, audit_.velocity_residual());
  for (std::size_t i = 0; i < channels_.size(); ++i) {
    if (!channels_[i].is_angle) continue;
    const double angle = channels_[i].value(snapshot_);
    if (steps_ > 0) angles_[i].turns += std::round((angles_[i].last - angle) / (2 * std::numbers::pi));
    angles_[i].last = angle;
  }
  if (rows_->is_due()) {
    add_row(s);
    rows_->thin();
  }
  if (frames_->is_due()) {
    add_frame(s);
    frames_->thin();
  }
}

void ReportRecorder::evaluate(const State& s, unsigned needs) {
  if (known_ == 0) {
    snapshot_.z = s.z;
    snapshot_.u = s.inputs.u;
    snapshot_.v = snapshot_.v_raw = s.v;
    snapshot_.T = audit_.T();
    snapshot_.U = audit_.U();
    snapshot_.work_applied = audit_.work_applied();
    snapshot_.work_drives = audit_.work_drives();
    snapshot_.dissipated_physical = audit_.dissipated_physical();
    snapshot_.dissipated_numerical = audit_.dissipated_numerical();
  }
  // What cannot be computed, e.g. forces in a singular position, is a gap in the charts and no arrow in the picture.
  constexpr double kGap = std::numeric_limits<double>::quiet_NaN();
  if (needs != kNeedsState && !(known_ & kNeedsVelocity)) {
    known_ |= kNeedsVelocity;
    if (!acceleration_.project_velocity(s.t, s.q, snapshot_.v)) snapshot_.v.setConstant(kGap);
  }
  if ((needs & kNeedsAcceleration) && !(known_ & kNeedsAcceleration)) {
    known_ |= kNeedsAcceleration;
    if (!snapshot_.v.allFinite() || !acceleration_.solve(At(s).with_v(snapshot_.v), snapshot_.a, snapshot_.lambda)) {
      snapshot_.a.setConstant(system_.coordinates(), kGap);
      snapshot_.lambda.setConstant(system_.rows(), kGap);
    }
  }
  known_ |= 1u << 31;
}

void ReportRecorder::add_row(const State& s) {
  evaluate(s, row_needs_);
  row_.clear();
  for (std::size_t i = 0; i < channels_.size(); ++i)
    row_.push_back(channels_[i].is_angle ? angles_[i].last + 2 * std::numbers::pi * angles_[i].turns
                                         : channels_[i].value(snapshot_));
  row_.insert(row_.end(), {balance_peak_, position_peak_, velocity_peak_, snapshot_.h, iterations_peak_});
  rows_->add(s.t, row_.data());
  balance_peak_ = position_peak_ = velocity_peak_ = iterations_peak_ = 0;
}

void ReportRecorder::add_frame(const State& s) {
  evaluate(s, drawing_.needs());
  drawing_.sample(snapshot_, frame_.data());
  frames_->add(s.t, frame_.data());
}

void ReportRecorder::finish(const State& last, PackedReport& out) {
  if (last.q.allFinite() && last.t == snapshot_.t) {
    if (last.t > rows_->last_time()) add_row(last);
    if (last.t > frames_->last_time()) add_frame(last);
  }
  out.steps = steps_;
  out.t = std::move(rows_->t());
  out.values = std::move(rows_->values());
  out.columns = static_cast<int>(row_.size());
  out.frame_t = std::move(frames_->t());
  out.frames = std::move(frames_->values());
  out.width = drawing_.width();
}

}  // namespace invar
