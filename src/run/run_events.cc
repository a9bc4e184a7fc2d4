#include "invar/run/run_events.h"

#include <fmt/format.h>

#include "invar/record/channel_set.h"
#include "invar/run/run_setup.h"

namespace invar {

namespace {

// The rate of a drive jumps at known instants. What the velocities make of it is up to the transition.
class RateJumpEvent final : public Event {
 public:
  explicit RateJumpEvent(RateJumps jumps)
      : name_(fmt::format("rate of {} jumps", jumps.who)), instants_(std::move(jumps.instants)) {}
  std::string name() const override { return name_; }
  double guard(const State&) override { return -1; }
  double next(double t) const override { return instants_.next(t); }
  EventAction act(State&) override { return EventAction::kStateChanged; }
  bool is_silent() const override { return true; }

 private:
  std::string name_;
  ListedClock instants_;
};

}  // namespace

RunEvents::RunEvents(const Model& model, const AssembledSystem& system, double t0, double t1) : transition_(system) {
  for (RateJumps& jumps : find_impulses(model, t0, t1))
    if (!jumps.instants.empty()) events_.push_back(std::make_unique<RateJumpEvent>(std::move(jumps)));
  if (model.events.empty()) return;
  const auto reader = std::make_shared<ChannelReader>(system);
  std::vector<EventChannels> channels = find_event_channels(model);
  for (std::size_t i = 0; i < model.events.size(); ++i) {
    auto event = std::make_unique<ModelEvent>(model, model.events[i], std::move(channels[i].guard),
                                              std::move(channels[i].values), reader);
    model_events_.push_back(event.get());
    events_.push_back(std::move(event));
  }
}

std::vector<std::string> RunEvents::find_held_at_start(const State& start) {
  std::vector<std::string> found;
  for (ModelEvent* event : model_events_)
    if (event->holds_at_start(start))
      found.push_back(fmt::format(
          "event \"{}\": its condition holds at the start already; it happens when the condition becomes true again",
          event->name()));
  return found;
}

std::vector<std::string> RunEvents::find_idle() const {
  std::vector<std::string> found;
  for (const ModelEvent* event : model_events_)
    if (event->count() == 0) found.push_back(fmt::format("event \"{}\" has not happened", event->name()));
  return found;
}

void RunEvents::add_to(Simulation& simulation) {
  simulation.use(transition_);
  for (const auto& event : events_) simulation.add(*event);
}

}  // namespace invar
