#include "invar/report/report_recorder.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace invar {

namespace {

// A page of a few MB can be mailed: at most about 2 MB of rows and 2 MB of frames, before base64 adds a third.
constexpr long long kRowNumbers = 250'000, kMaxRows = 12'000;
constexpr long long kFrameNumbers = 500'000, kMaxFrames = 4'000;
// Columns behind those of the channels: balance, residuals of positions and velocities, step, iterations.
constexpr int kQualityColumns = 5;

}  // namespace

ReportRecorder::ReportRecorder(Instant& instant, ChannelValues& values, const Model& model)
    : instant_(instant),
      values_(values),
      drawing_(model.drawing()),
      selection_(values.select(find_chart_channels(model).channels)) {
  const int n = static_cast<int>(selection_.index.size()), columns = n + kQualityColumns;
  rows_.emplace(columns, std::min(kMaxRows, kRowNumbers / columns), std::vector<int>{n, n + 1, n + 2, n + 4});
  const int width = std::max(1, drawing_.width());
  frames_.emplace(drawing_.width(), std::min(kMaxFrames, std::max(200LL, kFrameNumbers / width)));
  row_.resize(static_cast<std::size_t>(columns));
  frame_.resize(drawing_.width());
}

void ReportRecorder::start() {
  energy0_ = instant_.point().T + instant_.point().U;
  see();
}

void ReportRecorder::step(const StepReport& report) {
  iterations_peak_ = std::max(iterations_peak_, static_cast<double>(report.iterations));
  ++steps_;
  see();
}

void ReportRecorder::archive(Archive& a) {
  a("energy0", energy0_);
  a("balance_peak", balance_peak_);
  a("position_peak", position_peak_);
  a("velocity_peak", velocity_peak_);
  a("iterations_peak", iterations_peak_);
  a("rows", *rows_);
  a("frames", *frames_);
  a("steps", steps_);
}

void ReportRecorder::see() {
  const PointEval& at = instant_.point();
  const Accounts& sums = instant_.accounts();
  const double balance = at.T + at.U - energy0_ - sums.total();
  balance_peak_ = std::max(balance_peak_, std::abs(balance));
  if (at.Phi.size() > 0) {
    position_peak_ = std::max(position_peak_, at.Phi.cwiseAbs().maxCoeff());
    velocity_peak_ = std::max(velocity_peak_, at.Phi_dot.cwiseAbs().maxCoeff());
  }
  if (rows_->is_due()) {
    add_row();
    rows_->thin();
  }
  if (frames_->is_due()) {
    add_frame();
    frames_->thin();
  }
}

// What cannot be computed, e.g. forces in a singular position, is NaN: a gap in the charts and no arrow in the picture.
void ReportRecorder::add_row() {
  values_.write(selection_, row_.data());
  double* out = row_.data() + selection_.index.size();
  for (double* peak : {&balance_peak_, &position_peak_, &velocity_peak_}) *out++ = std::exchange(*peak, 0);
  *out++ = instant_.snapshot(kNeedsState).h;
  *out++ = std::exchange(iterations_peak_, 0);
  rows_->add(instant_.state().t, row_.data());
}

void ReportRecorder::add_frame() {
  drawing_.sample(instant_.snapshot(drawing_.needs()), frame_.data());
  frames_->add(instant_.state().t, frame_.data());
}

void ReportRecorder::finish(bool is_last_seen, PackedReport& out) {
  const double t = instant_.state().t;
  if (is_last_seen && t > rows_->last_time()) add_row();
  if (is_last_seen && t > frames_->last_time()) add_frame();
  out.steps = steps_;
  out.t = std::move(rows_->t());
  out.values = std::move(rows_->values());
  out.columns = static_cast<int>(row_.size());
  out.frame_t = std::move(frames_->t());
  out.frames = std::move(frames_->values());
  out.width = drawing_.width();
}

}  // namespace invar
