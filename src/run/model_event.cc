#include "invar/run/model_event.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "invar/core/error.h"

namespace invar {

namespace {

constexpr double kDisarmed = 1;       // no guard rises from there
constexpr double kDifference = 1e-6;  // s, of a rate: a hint for where to look
constexpr double kNoMotion = 1e-10;   // of the largest guard
constexpr double kAlmost = 4e-16;     // of an instant, which steps reach up to rounding

// c(q) of a lock.
double calc_held_value(const Assembly& assembly, const Lock& lock, Vec q) {
  const auto& placed = assembly.constraints[static_cast<std::size_t>(lock.constraint)];
  Vector local(assembly.local_size(placed.nodes)), value = Vector::Zero(1);
  int at = 0;
  for (const int node : placed.nodes) {
    const Node& n = assembly.layout.node(node);
    local.segment(at, node_size(n.kind)) = q.segment(n.offset, node_size(n.kind));
    at += node_size(n.kind);
  }
  placed.term->add_Phi({0, local}, value);
  return value[0];
}

}  // namespace

const Snapshot& ChannelReader::look_at(const State& s, unsigned needs) {
  const State& seen = instant_.state();
  const bool same =
      has_seen_ && s.t == seen.t && s.q == seen.q && s.v == seen.v && s.z == seen.z && s.inputs.u == seen.inputs.u;
  if (!same) instant_.look_at(s);
  has_seen_ = true;
  return instant_.snapshot(needs);
}

double ChannelReader::value(const Channel& channel, const State& s) { return channel.value(look_at(s, channel.needs)); }

double ChannelReader::rate(const Channel& channel, const State& s) {
  const double here = value(channel, s);
  ahead_ = s;
  ahead_.t += kDifference;
  if (channel.needs == kNeedsState) {
    ahead_.q += kDifference * s.v;
  } else {
    const Snapshot& at = look_at(s, kNeedsAcceleration);
    ahead_.q += kDifference * at.v;
    ahead_.v = at.v + kDifference * at.a;
  }
  return (value(channel, ahead_) - here) / kDifference;
}

ModelEvent::ModelEvent(const Model& model, const EventSpec& spec, Channel guard, std::vector<Channel> values,
                       std::shared_ptr<ChannelReader> reader)
    : model_(model), spec_(spec), guard_(std::move(guard)), values_(std::move(values)), reader_(std::move(reader)) {}

double ModelEvent::calc(const State& s) {
  const double value = reader_->value(guard_, s);
  if (std::isnan(value))
    throw ModelError(spec_.location, "events." + spec_.name, fmt::format("has no value at t = {:.6g} s", s.t),
                     "check its formula");
  return value;
}

double ModelEvent::guard(const State& s) {
  if (has_times() || (spec_.once && count_ > 0)) return -kDisarmed;
  if (!is_armed_) return has_left_ ? sign() * calc(s) - least() : kDisarmed;
  const double value = calc(s);
  if (spec_.is_strict && value == 0 && sign() > 0) return -std::numeric_limits<double>::min();
  if (spec_.direction != EventSpec::Direction::kBoth) return sign() * value;
  if (side_ == 0 && value != 0) side_ = value < 0 ? 1 : -1;  // where the run begins
  return side_ * value;
}

double ModelEvent::guard_rate(const State& s) {
  if (has_times() || (spec_.once && count_ > 0) || !is_armed_ || spec_.guard.text.empty())
    return std::numeric_limits<double>::quiet_NaN();
  if (guard_.needs & kNeedsAcceleration) return std::numeric_limits<double>::quiet_NaN();
  const double rate = reader_->rate(guard_, s);
  return spec_.direction == EventSpec::Direction::kBoth ? side_ * rate : sign() * rate;
}

double ModelEvent::next(double t) const {
  if (spec_.once && count_ > 0) return std::numeric_limits<double>::infinity();
  const auto after = std::upper_bound(spec_.times.begin(), spec_.times.end(), t + kAlmost * std::abs(t));
  return after == spec_.times.end() ? std::numeric_limits<double>::infinity() : *after;
}

double ModelEvent::least() const { return spec_.hysteresis > 0 ? spec_.hysteresis : kNoMotion * largest_; }

// At the end of a step at which it does not happen. What a lock holds stays at zero up to rounding, which is no new event; what has
// come back to zero and goes beyond that again is one.
bool ModelEvent::pass(const State& s) {
  if (has_times() || (spec_.once && count_ > 0)) return false;
  const double value = calc(s);
  largest_ = std::max(largest_, std::abs(value));
  if (is_armed_) return false;
  if (spec_.direction == EventSpec::Direction::kBoth) {
    is_armed_ = std::abs(value) > least();
    if (is_armed_) side_ = value < 0 ? 1 : -1;
  } else {
    is_armed_ = sign() * value < -least();
    // It may happen a rounding of time before its guard passes zero: what is left at that instant is no return.
    has_left_ = !is_armed_ && spec_.hysteresis == 0 && (has_left_ || (sign() * value < 0 && s.t != acted_at_));
  }
  return is_armed_ || has_left_;
}

void ModelEvent::prepare(const State& s) {
  prepared_.clear();
  for (const Channel& channel : values_) prepared_.push_back(reader_->value(channel, s));
}

EventAction ModelEvent::act(State& s) {
  ++count_;
  is_armed_ = has_times();
  has_left_ = false;
  acted_at_ = s.t;
  using Kind = EventSpec::Action::Kind;
  bool stops = false, changes = false;
  std::size_t value = 0;
  const Vector before = s.inputs.u;
  Vector& u = s.inputs.u;
  for (const EventSpec::Action& action : spec_.actions) {
    switch (action.kind) {
      case Kind::kStop:
        stops = true;
        continue;
      case Kind::kLock:
        for (const int i : action.locks) {
          const Lock& lock = model_.locks[static_cast<std::size_t>(i)];
          if (u[lock.switch_input] == 0) u[lock.value_input] = calc_held_value(*model_.assembly, lock, s.q);
          u[lock.switch_input] = 1;
        }
        break;
      case Kind::kUnlock:
        for (const int i : action.locks) u[model_.locks[static_cast<std::size_t>(i)].switch_input] = 0;
        break;
      case Kind::kEnable:
        u[action.input] = 1;
        break;
      case Kind::kDisable:
        u[action.input] = 0;
        break;
      case Kind::kSet:
        u[action.input] = prepared_[value++];
        if (!std::isfinite(u[action.input]))
          throw ModelError(action.location, "events." + spec_.name,
                           fmt::format("sets {} to a value that is not finite at t = {:.6g} s", action.target, s.t));
        break;
    }
    changes = true;
  }
  if (stops) u = before;  // the run ends on the near side
  return stops ? EventAction::kStop : changes ? EventAction::kStateChanged : EventAction::kContinue;
}

void ModelEvent::archive(Archive& a) {
  a("armed", is_armed_);
  a("side", side_);
  a("largest", largest_);
  a("has_left", has_left_);
  a("acted_at", acted_at_);
  a("count", count_);
}

}  // namespace invar
