#include "invar/run/run_events.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "invar/record/channel_set.h"
#include "invar/run/run_setup.h"

namespace invar {

namespace {

constexpr double kAtInstant = 1e-14;    // of t: rounding of instants
constexpr double kOverlap = 1e-3;       // of an interval
constexpr double kShortestLook = 1e-3;  // s

// The rate of a drive jumps at known instants. What the velocities make of it is up to the transition. Instants are looked for as far
// ahead as a run is long, and further on when it goes on.
class RateJumpEvent final : public Event {
 public:
  RateJumpEvent(const Part& part, double t0, double length) : part_(part), t0_(t0), length_(length), known_to_(t0) {}
  std::string name() const override { return fmt::format("rate of {} jumps", who_); }
  double guard(const State&) override { return -1; }
  double next(double t) const override {
    while (known_to_ < t + length_) look_ahead();
    const auto after = std::upper_bound(all_.begin(), all_.end(), t + kAtInstant * std::abs(t),
                                        [](double at, const Jump& jump) { return at < jump.t; });
    return after == all_.end() ? std::numeric_limits<double>::infinity() : after->t;
  }
  EventAction act(State& s) override {
    const auto nearest = std::min_element(all_.begin(), all_.end(), [&](const Jump& a, const Jump& b) {
      return std::abs(a.t - s.t) < std::abs(b.t - s.t);
    });
    if (nearest != all_.end()) who_ = nearest->who;
    return EventAction::kStateChanged;
  }
  bool is_silent() const override { return true; }

 private:
  struct Jump {
    double t;
    std::string who;
  };

  // Intervals overlap, since a search leaves out its ends. The first one ends with the run, as a table may.
  void look_ahead() const {
    const double from = known_to_, to = from + length_, last = all_.empty() ? t0_ : all_.back().t;
    std::vector<Jump> found;
    for (const RateJumps& jumps : part_.find_impulses(std::max(t0_, from - kOverlap * length_), to))
      for (const double t : jumps.instants)
        if (t > last + kAtInstant * std::abs(last)) found.push_back({t, jumps.who});
    std::sort(found.begin(), found.end(), [](const Jump& a, const Jump& b) { return a.t < b.t; });
    all_.insert(all_.end(), found.begin(), found.end());
    known_to_ = to;
  }

  const Part& part_;
  const double t0_, length_;
  mutable double known_to_;
  mutable std::vector<Jump> all_;
  std::string who_;
};

}  // namespace

RunEvents::RunEvents(const Model& model, const AssembledSystem& system, double t0, double t1) : transition_(system) {
  const double length = std::max(t1 - t0, kShortestLook);
  const auto watch = [&](const auto& parts) {
    for (const auto& part : parts)
      if (part->may_demand_impulses()) events_.push_back(std::make_unique<RateJumpEvent>(*part, t0, length));
  };
  watch(model.joints);
  watch(model.other_parts);
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
