#include "invar/record/recorder.h"

#include <cmath>

namespace invar {

void Recorder::write_to(TableWriter& writer, std::vector<Channel> channels) {
  writer_ = &writer;
  channels_ = std::move(channels);
  selection_ = values_.select(channels_);
  row_.resize(1 + channels_.size());
}

void Recorder::start() {
  t0_ = instant_.state().t;
  next_ = 1;
  begin_table();
}

void Recorder::begin_table() {
  if (!writer_) return;
  std::vector<std::string> names{"t"}, units{"s"};
  for (const Channel& channel : channels_) {
    names.push_back(channel.name);
    units.push_back(channel.unit);
  }
  writer_->begin(std::move(names), std::move(units));
}

bool Recorder::is_due() {
  if (!every_) return true;
  const double t = instant_.state().t;
  if (t < t0_ + static_cast<double>(next_) * *every_ * (1 - 1e-12) - 1e-12) return false;
  next_ = static_cast<long long>(std::floor((t - t0_) / *every_ * (1 + 1e-12) + 1e-9)) + 1;
  return true;
}

Status Recorder::record() {
  const State& s = instant_.state();
  last_time_ = s.t;
  if (!writer_) return {};
  if (selection_.needs & (kNeedsVelocity | kNeedsAcceleration) && !instant_.eval_velocity())
    return {StatusCode::kSingular, "while projecting velocities"};
  if (selection_.needs & kNeedsAcceleration && !instant_.eval_acceleration())
    return {StatusCode::kSingular, "while computing accelerations"};
  row_[0] = s.t;
  values_.write(selection_, row_.data() + 1);
  Status status = writer_->row(row_);
  if (status.ok()) writer_->state(s.q, s.v);
  return status;
}

void Recorder::archive(Archive& a) {
  a("t0", t0_);
  a("last_time", last_time_);
  a("next", next_);
  if (a.reading()) begin_table();
}

}  // namespace invar
