// The instant of an event within a step. The step is repeated from its start with other sizes h, without history, so
// that each attempt is a step of full order:
//
//   (V1)  the guard g_i(h) of an event is negative at h = lo and not negative at h = hi
//   (V2)  h = hi - g_i(hi) (hi - lo)/(g_i(hi) - g_i(lo)), the smallest of all events that rise, the value at an end that
//         stays halved [Dowell1971] (the Illinois rule); every third attempt takes the middle
//   (V3)  the end is hi, once lo and hi are neighbours up to the rounding of time, or a guard vanishes
#include <algorithm>
#include <cmath>
#include <vector>

#include "invar/core/error.h"
#include "invar/simulate/simulation.h"

namespace invar {

namespace {

constexpr int kMostAttempts = 120;

bool rises(double from, double to) { return from < 0 && to >= 0; }

}  // namespace

bool Simulation::find_event(const State& s0, Candidate& step) {
  due_.clear();
  std::vector<double> low(events_.size()), high(events_.size());
  for (std::size_t i = 0; i < events_.size(); ++i) {
    low[i] = events_[i].guard;
    high[i] = events_[i].event->guard(step.s1);
    if (rises(low[i], high[i])) due_.push_back(i);
  }
  const auto keep_guards = [&](const State& s) {
    for (Watched& watched : events_) watched.guard = watched.event->guard(s);
  };
  if (due_.empty()) {
    for (std::size_t i = 0; i < events_.size(); ++i) events_[i].guard = high[i];
    return false;
  }
  double lo = 0, hi = step.s1.t - s0.t;
  bool replaced = false;
  State end;
  const double rounding = 4e-16 * std::max(std::abs(s0.t), std::abs(step.s1.t));
  for (int k = 0; k < kMostAttempts && hi - lo > rounding; ++k) {
    if (std::all_of(due_.begin(), due_.end(), [&](std::size_t i) { return high[i] == 0; })) break;
    double h = hi;
    for (const std::size_t i : due_) h = std::min(h, hi - high[i] * (hi - lo) / (high[i] - low[i]));
    if (k % 3 == 2 || !(h > lo && h < hi)) h = lo + 0.5 * (hi - lo);
    if (!(h > lo && h < hi)) break;
    integrator_->restart();
    const StepReport report = stepper_.try_step(*integrator_, s0, h, end);
    if (!report.status.ok()) {  // too short a step for this method: the bracket is as small as it gets
      if (lo > 0) break;
      lo = h;
      continue;
    }
    end.t = s0.t + h;
    std::vector<double> now(events_.size());
    std::vector<std::size_t> due;
    for (std::size_t i = 0; i < events_.size(); ++i) {
      now[i] = events_[i].event->guard(end);
      if (rises(events_[i].guard, now[i])) due.push_back(i);
    }
    if (due.empty()) {
      lo = h;
      for (const std::size_t i : due_) {
        low[i] = now[i];
        high[i] *= 0.5;
      }
      continue;
    }
    hi = h;
    due_ = due;
    high = now;
    for (const std::size_t i : due_) low[i] *= 0.5;
    std::swap(step.s1, end);
    step.report = report;
    replaced = true;
  }
  if (replaced) {
    // The numbers behind the report belong to the last attempt; the accepted one is made once more.
    integrator_->restart();
    const double t1 = step.s1.t;
    step.report = stepper_.try_step(*integrator_, s0, hi, step.s1);
    step.s1.t = t1;
    step.lambda = &integrator_->lambda();
    control_->cut();
  }
  keep_guards(step.s1);
  return true;
}

void Simulation::act(State& s) {
  bool changed = false;
  Change all;
  const std::vector<std::size_t> due = due_;
  for (const std::size_t i : due) {
    const EventAction action = events_[i].event->act(s);
    if (action == EventAction::kStop && report_.stopped_by.empty()) report_.stopped_by = events_[i].event->name();
    if (action == EventAction::kStateChanged) {
      all.add(events_[i].event->change());
      changed = true;
    }
  }
  if (!changed) return;
  continue_from(s, all);
  control_->cut();
  for (Watched& watched : events_) watched.guard = watched.event->guard(s);
}

}  // namespace invar
