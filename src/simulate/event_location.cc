// The instant of an event within a step. The step is repeated from its start with other sizes h, without history, so that each
// attempt is a step of full order:
//
//   (V1)  the guard g_i(h) of an event is negative at h = lo and not negative at h = hi
//   (V2)  h = hi - g_i(hi) (hi - lo)/(g_i(hi) - g_i(lo)), the smallest of all events that rise, the value at an end that
//         stays halved [Dowell1971] (the Illinois rule); every third attempt takes the middle. The first attempt is the root of
//         the cubic through the guard and its rate at both ends, where rates are known
//   (V3)  the end is hi, once lo and hi are neighbours up to the rounding of time, or a guard vanishes
//   (V4)  a guard that is negative at both ends, rises at the first and falls at the second may have been positive between: the
//         step is tried up to where that cubic is largest
//
// No step is shorter than a millionth of the one that it divides, since so short a step turns rounding of positions into
// velocities: what happens sooner after the start of the step, or sooner after the first of several events, happens there.
#include <algorithm>
#include <cmath>
#include <vector>

#include "invar/core/error.h"
#include "invar/simulate/simulation.h"

namespace invar {

namespace {

constexpr int kMostAttempts = 120;
constexpr int kCubicParts = 64;

bool rises(double from, double to) { return from < 0 && to >= 0; }

// Of a guard and its rate at the ends of a step of size h.
struct GuardCubic {
  double g0, r0, g1, r1, h;
  bool is_known() const { return std::isfinite(r0) && std::isfinite(r1); }
  double at(double x) const {  // x = 0 .. 1
    const double y = 1 - x;
    return g0 * y * y * (1 + 2 * x) + g1 * x * x * (3 - 2 * x) + h * x * y * (r0 * y - r1 * x);
  }
  // Where it is largest, as a part of h.
  double find_peak() const {
    double best = 0, highest = g0;
    for (int k = 1; k < kCubicParts; ++k)
      if (const double x = k / static_cast<double>(kCubicParts), y = at(x); y > highest) highest = y, best = x;
    // A parabola through it and its neighbours.
    const double d = 1.0 / kCubicParts, before = at(best - d), after = at(best + d);
    const double curvature = before - 2 * highest + after;
    return curvature < 0 ? best + 0.5 * d * (before - after) / curvature : best;
  }
  // The first root from below; 1 if none is found.
  double find_root() const {
    double lo = 0, hi = 1;
    for (int k = 1; k < kCubicParts && hi == 1; ++k)
      if (const double x = k / static_cast<double>(kCubicParts); at(x) < 0)
        lo = x;
      else
        hi = x;
    for (int k = 0; k < 50; ++k) (at(0.5 * (lo + hi)) < 0 ? lo : hi) = 0.5 * (lo + hi);
    return hi;
  }
};

}  // namespace

void Simulation::keep_guards(const State& s) {
  for (Watched& watched : events_) {
    watched.guard = watched.event->guard(s);
    watched.rate = watched.event->guard_rate(s);
  }
}

// Sets due_ to the events that happen at the end of the step, which ends sooner if one of them happens within it.
void Simulation::find_events(const State& s0, Candidate& step) {
  due_.clear();
  if (events_.empty()) return;
  const double t0 = s0.t, t1 = step.s1.t, size = t1 - t0;
  const double rounding = 4e-16 * std::max(std::abs(t0), std::abs(step.s1.t));
  std::vector<double> low(events_.size()), high(events_.size()), full(events_.size());
  std::vector<std::size_t> peaks;
  double hi = size, first_try = size;
  for (std::size_t i = 0; i < events_.size(); ++i) {
    Watched& watched = events_[i];
    low[i] = watched.guard;
    full[i] = high[i] = watched.event->guard(step.s1);
    const GuardCubic cubic{low[i], watched.rate, high[i], watched.event->guard_rate(step.s1), size};
    if (rises(low[i], high[i])) {
      due_.push_back(i);
      if (cubic.is_known()) first_try = std::min(first_try, size * cubic.find_root());
    } else if (low[i] < 0 && cubic.is_known() && cubic.r0 > 0 && cubic.r1 < 0 && cubic.at(cubic.find_peak()) > 0) {
      peaks.push_back(i);
      first_try = std::min(first_try, size * cubic.find_peak());
    }
  }
  bool replaced = false;
  double lo = 0;
  State end;
  if (!due_.empty() || !peaks.empty()) {
    for (int k = 0; k < kMostAttempts && hi - lo > rounding; ++k) {
      const bool looks_for_peak = due_.empty();
      if (looks_for_peak && k > 0) break;
      if (!looks_for_peak && std::all_of(due_.begin(), due_.end(), [&](std::size_t i) { return high[i] == 0; })) break;
      double h = hi;
      if (k == 0 && first_try < size) {
        h = first_try;
      } else {
        for (const std::size_t i : due_) h = std::min(h, hi - high[i] * (hi - lo) / (high[i] - low[i]));
        if (k % 3 == 2 || !(h > lo && h < hi)) h = lo + 0.5 * (hi - lo);
      }
      if (hi <= kShortestPart * size) break;
      h = std::max(h, kShortestPart * size);
      if (!(h > lo && h < hi)) break;
      integrator_->restart();
      const StepReport report = stepper_.try_step(*integrator_, s0, h, end);
      if (!report.status.ok()) {  // too short a step for this method: the bracket is as small as it gets
        if (lo > 0 || looks_for_peak) break;
        lo = h;
        continue;
      }
      end.t = t0 + h;
      replaced = true;
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
    }
  }
  if (replaced) {
    // The numbers behind the report belong to the last attempt; the accepted one is made once more, from where it began.
    integrator_->restart();
    step.report = stepper_.try_step(*integrator_, s0, hi, step.s1);
    step.s1.t = hi == size ? t1 : t0 + hi;
    step.lambda = &integrator_->lambda();
    control_->cut();
  }
  // What is known in advance: steps end there, or on a point of their grid nearby.
  for (std::size_t i = 0; i < events_.size(); ++i) {
    Watched& watched = events_[i];
    const double known = watched.event->next(std::max(t0, watched.done));
    if (!(known <= step.s1.t + 2e-9 * size + rounding)) continue;
    watched.done = known;
    if (std::find(due_.begin(), due_.end(), i) == due_.end()) due_.push_back(i);
  }
  keep_guards(step.s1);
  // What happens so soon after that no step can be made until then happens here.
  const std::size_t known = due_.size();
  for (std::size_t i = 0; i < events_.size() && known > 0; ++i) {
    const Watched& watched = events_[i];
    if (std::find(due_.begin(), due_.begin() + static_cast<std::ptrdiff_t>(known), i) !=
        due_.begin() + static_cast<std::ptrdiff_t>(known))
      continue;
    if (watched.guard < 0 && watched.guard + watched.rate * kShortestPart * size >= 0) due_.push_back(i);
  }
  std::sort(due_.begin(), due_.end());
}

}  // namespace invar
