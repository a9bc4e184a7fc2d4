// What happens at an instant: the actions of all events that are due, one transition for all of them (simulate/transition.h), then
// the guards again on the far side. A guard that has risen by it belongs to the same instant: another round.
#include <fmt/format.h>

#include <algorithm>

#include "invar/core/error.h"
#include "invar/core/step_window.h"
#include "invar/simulate/simulation.h"

namespace invar {

namespace {

constexpr int kMostRounds = 20;
// Events that follow one another sooner than steps may be short, and instants with events within one step of the usual size:
// a switch that flips for ever.
constexpr int kMostInARow = 10, kMostInAStep = 1000;
constexpr double kInARow = 2e-6;  // of a step

}  // namespace

std::string Simulation::due_names() const {
  std::vector<std::string> names;
  for (const std::size_t i : due_) names.push_back(fmt::format("\"{}\"", events_[i].event->name()));
  return fmt::format("{}", fmt::join(names, ", "));
}

// Not ok where events follow each other without end.
Status Simulation::count_chatter() {
  const double t = report_.state.t;
  in_a_row_ = t - last_event_ < kInARow * options_.step ? in_a_row_ + 1 : 0;
  if (t - window_start_ > options_.step) {
    window_start_ = t;
    in_window_ = 0;
  }
  last_event_ = t;
  if (++in_window_ <= kMostInAStep && in_a_row_ < kMostInARow) return {};
  return {StatusCode::kModelError,
          fmt::format("event {} happens again and again at t = {:.6g} s; give it a `hysteresis`, or `once: true`",
                      due_names(), t)};
}

// An event may have acted a rounding of time before its guard passes zero: it has happened all the same.
void Simulation::forget_rounding() {
  for (Watched& watched : events_) {
    if (watched.has_acted && watched.guard < 0 && watched.guard + watched.rate * kShortestPart * options_.step >= 0)
      watched.guard = 0;
    watched.has_acted = false;
  }
}

void Simulation::act() try {
  State& s = report_.state;
  Change change;
  bool any = false, changes = false;
  for (int round = 0; !due_.empty() && report_.stopped_by.empty(); ++round) {
    if (round == kMostRounds) {
      report_.status = {StatusCode::kModelError,
                        fmt::format("events at t = {:.6g} s set each other off without end: {}", s.t, due_names())};
      return;
    }
    before_ = s;
    passing_ = {};
    passing_.t = s.t;
    changes = false;
    bool speaks = false;
    Change by_events;
    for (const std::size_t i : due_) events_[i].event->prepare(s);
    for (const std::size_t i : due_) {
      Event& event = *events_[i].event;
      events_[i].has_acted = true;
      const EventAction action = event.act(s);
      if (action == EventAction::kStop && report_.stopped_by.empty()) report_.stopped_by = event.name();
      if (action == EventAction::kStateChanged) {
        changes = true;
        by_events.add(event.change());
      }
      if (!event.is_silent()) speaks = true;
      passing_.names.push_back(event.name());
    }
    if (speaks && round == 0)
      if (report_.status = count_chatter(); !report_.status.ok()) return;
    if (changes && transition_) {
      transition_->apply(before_, s, passing_);
      report_.status = passing_.status;
      if (!report_.status.ok()) {
        report_.status.detail = fmt::format("{}: {}", due_names(), report_.status.detail);
        s = before_;
        return;
      }
      by_events = {.energy = passing_.energy(), .rows = passing_.rows_changed};
      if (!speaks && passing_.impulse.size() == 0) changes = false;
    }
    if (speaks || changes) {
      if (!speaks && passing_.impulse.size() == 0) passing_.names.clear();
      const StepWindow window(s.t, s.t + options_.step);  // observers see the far side
      for (StepObserver* observer : observers_) observer->pass(s, passing_);
    }
    due_.clear();
    if (!changes) break;
    any = true;
    change.add(by_events);
    for (std::size_t i = 0; i < events_.size(); ++i) {
      const double before = events_[i].guard;
      events_[i].event->pass(s);
      events_[i].guard = events_[i].event->guard(s);
      if (before < 0 && events_[i].guard >= 0) due_.push_back(i);
    }
  }
  due_.clear();
  if (!any) return forget_rounding();
  continue_from(s, change);
  control_->cut();
  keep_guards(s);
  forget_rounding();
} catch (const ModelError& error) {
  report_.status = {StatusCode::kModelError, error.what()};
}

}  // namespace invar
