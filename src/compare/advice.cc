#include "invar/compare/advice.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace invar::compare {

namespace {

struct Choice {
  const Series* series = nullptr;
  const Trial* trial = nullptr;
};

std::string size_text(const Choice& c) {
  return fmt::format("{} {:.3g}{}", c.series->candidate.adaptive ? "tolerance" : "step", c.trial->step,
                     c.series->candidate.adaptive ? "" : " s");
}

std::string options_text(const Choice& c) {
  std::string text = fmt::format("--method {} --{} {:.6g}", c.series->candidate.method,
                                 c.series->candidate.adaptive ? "tolerance" : "step", c.trial->step);
  for (const auto& [name, value] : c.series->candidate.options) text += fmt::format(" --option {}={}", name, value);
  return text;
}

// Where a step does not resolve an oscillation, positions may be right and velocities (and so stresses) wrong.
std::string velocity_warning(const Comparison& comparison, const Trial& t) {
  if (!has_wrong_velocities(comparison.reference, t)) return "";
  return fmt::format("; but its velocities, and so its stresses, differ from the reference by {:.2g} of their range",
                     t.velocity_error);
}

Recommendation recommend(const std::string& purpose, const Choice& c, const std::string& reason) {
  if (!c.trial) return {.purpose = purpose, .reason = reason};
  return {.purpose = purpose,
          .candidate = c.series->candidate.name(),
          .step = c.trial->step,
          .adaptive = c.series->candidate.adaptive,
          .reason = reason,
          .options = options_text(c)};
}

// The best of all completed trials that pass; `better` compares two trials.
template <class Passes, class Better>
Choice best_of(const Comparison& comparison, Passes passes, Better better) {
  Choice best;
  for (const Series& s : comparison.series)
    for (const Trial& t : s.trials)
      if (t.completed() && passes(s, t) && (!best.trial || better(t, *best.trial))) best = {&s, &t};
  return best;
}

// The same among trials with right velocities, if there are any.
template <class Passes, class Better>
Choice best_resolved(const Comparison& comparison, Passes passes, Better better) {
  const Choice best = best_of(
      comparison,
      [&](const Series& s, const Trial& t) { return passes(s, t) && !has_wrong_velocities(comparison.reference, t); },
      better);
  return best.trial ? best : best_of(comparison, passes, better);
}

bool faster(const Trial& a, const Trial& b) { return a.seconds < b.seconds; }
bool more_accurate(const Trial& a, const Trial& b) { return a.error < b.error; }

Recommendation fastest(const Comparison& comparison) {
  const Choice c = best_resolved(
      comparison, [](const Series&, const Trial& t) { return t.error <= kEverydayError; }, faster);
  const std::string purpose = fmt::format("fastest at an error of {:g}", kEverydayError);
  if (!c.trial) return recommend(purpose, c, "no trial within the budget is that accurate");
  return recommend(purpose, c,
                   fmt::format("error {:.1e} in {:.3g} ms, {}{}", c.trial->error, 1e3 * c.trial->seconds, size_text(c),
                               velocity_warning(comparison, *c.trial)));
}

// At equal cost: the middle, on a logarithmic scale, between the cheapest and the dearest trial.
Recommendation most_accurate(const Comparison& comparison) {
  double low = 1e300, high = 0;
  for (const Series& s : comparison.series)
    for (const Trial& t : s.trials)
      if (t.completed()) {
        low = std::min(low, std::max(t.seconds, 1e-6));
        high = std::max(high, t.seconds);
      }
  const std::string purpose = "most accurate for its time";
  if (high == 0) return recommend(purpose, {}, "no trial completed");
  const double limit = std::sqrt(low * std::max(low, high));
  const double floor = 3 * comparison.reference.accuracy;
  // Below what the reference tells apart, the faster one wins.
  const Choice c = best_of(
      comparison, [&](const Series&, const Trial& t) { return t.seconds <= limit; },
      [&](const Trial& a, const Trial& b) {
        return std::max(a.error, floor) != std::max(b.error, floor) ? more_accurate(a, b) : faster(a, b);
      });
  return recommend(
      purpose, c,
      fmt::format("smallest error of all trials up to {:.3g} ms: {:.1e} in {:.3g} ms, {}{}", 1e3 * limit,
                  c.trial->error, 1e3 * c.trial->seconds, size_text(c), velocity_warning(comparison, *c.trial)));
}

double constraint_error(const Trial& t) {
  return std::max(t.certificate.constraint_position_max.value_or(0),
                  std::min(t.certificate.constraint_velocity_max.value_or(0),
                           t.certificate.constraint_velocity_mid_max.value_or(1e300)));
}

Recommendation conservation(const Comparison& comparison) {
  const auto keeps = [](const Series&, const Trial& t) {
    return t.error <= kRoughError && energy_drift(t) <= kRoundOffLimit && constraint_error(t) <= kRoundOffLimit;
  };
  const std::string purpose = "long-term conservation";
  // At a step that follows the motion; of those the fastest.
  Choice c = best_resolved(comparison, keeps, faster);
  if (c.trial)
    return recommend(purpose, c,
                     fmt::format("fastest that keeps energy ({:.1e}) and constraints ({:.1e}) at round-off, error "
                                 "{:.1e}, {}{}",
                                 energy_drift(*c.trial), constraint_error(*c.trial), c.trial->error, size_text(c),
                                 velocity_warning(comparison, *c.trial)));
  c = best_of(
      comparison, [](const Series&, const Trial& t) { return t.error <= kRoughError; },
      [](const Trial& a, const Trial& b) { return energy_drift(a) < energy_drift(b); });
  if (!c.trial) return recommend(purpose, c, "no trial stays near the motion");
  return recommend(purpose, c,
                   fmt::format("none keeps both at round-off; smallest drift of the energy, {:.1e}, {}",
                               energy_drift(*c.trial), size_text(c)));
}

Recommendation hardest(const Comparison& comparison) {
  Choice best;
  for (const Series& s : comparison.series) {
    const Trial* t = s.largest_completed();
    if (s.candidate.adaptive || !t || t->error > 0.5) continue;
    if (!best.trial || t->step > best.trial->step * (1 + 1e-9) ||
        (t->step > best.trial->step * (1 - 1e-9) && t->error < best.trial->error))
      best = {&s, t};
  }
  const std::string purpose = "hardest conditions";
  if (!best.trial) return recommend(purpose, best, "no method with a constant step follows the motion");
  return recommend(purpose, best,
                   fmt::format("largest step of all that completes and follows the motion: {:.3g} s, with the smallest "
                               "error there, {:.1e}{}",
                               best.trial->step, best.trial->error, velocity_warning(comparison, *best.trial)));
}

}  // namespace

Advice advise(const Comparison& comparison) {
  Advice advice;
  advice.recommendations = {fastest(comparison), most_accurate(comparison), conservation(comparison),
                            hardest(comparison)};
  advice.criteria = judge_criteria(comparison);
  return advice;
}

}  // namespace invar::compare
