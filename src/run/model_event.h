// An event of a model file: its guard is a formula of channels, read at projected velocities; what it does are changes of inputs: of
// switches, of values that locks hold, of numbers that formulas read. The state itself is the transition's (simulate/transition.h).
#pragma once

#include <memory>

#include "invar/audit/instant.h"
#include "invar/model/model.h"
#include "invar/parts/channel.h"
#include "invar/simulate/event.h"

namespace invar {

// Values of channels at any state of a run. What events share: several guards at a state take one evaluation.
class ChannelReader {
 public:
  explicit ChannelReader(const MechanicalSystem& system) : instant_(system) {}
  double value(const Channel& channel, const State& s);
  // Along the motion from s, by a difference.
  double rate(const Channel& channel, const State& s);

 private:
  const Snapshot& look_at(const State& s, unsigned needs);

  Instant instant_;
  State ahead_;
  bool has_seen_ = false;
};

class ModelEvent final : public Event {
 public:
  // `guard` has no value function if the event happens at given times; `values` are those of its actions that set inputs.
  ModelEvent(const Model& model, const EventSpec& spec, Channel guard, std::vector<Channel> values,
             std::shared_ptr<ChannelReader> reader);

  std::string name() const override { return spec_.name; }
  double guard(const State& s) override;
  double guard_rate(const State& s) override;
  double next(double t) const override;
  bool pass(const State& s) override;
  void prepare(const State& s) override;
  EventAction act(State& s) override;
  void archive(Archive& a) override;

  // Whether its condition is true where the run begins, so that it cannot become true at once.
  bool holds_at_start(const State& s) { return spec_.is_condition && sign() > 0 && guard(s) >= 0; }
  long long count() const { return count_; }
  bool has_times() const { return !spec_.times.empty(); }

 private:
  double calc(const State& s);
  double least() const;  // how far the guard has to move
  double sign() const { return spec_.direction == EventSpec::Direction::kFalling ? -1 : 1; }

  const Model& model_;
  const EventSpec& spec_;
  Channel guard_;
  std::vector<Channel> values_;
  std::shared_ptr<ChannelReader> reader_;
  std::vector<double> prepared_;  // the values of its actions at the instant
  bool is_armed_ = true;          // else the guard has to move away from zero first
  bool has_left_ = false;         // ... and has been below zero since it happened
  double largest_ = 0;            // size of the guard so far
  double acted_at_ = 0;           // the last time it happened
  int side_ = 0;                  // of a guard that is seen both ways: 1 below zero, -1 above, 0 not known yet
  long long count_ = 0;
};

}  // namespace invar
