#include "invar/compare/advice.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace invar::compare {

namespace {

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

Recommendation recommend(const std::string& purpose, const Choice& c, const std::string& reason) {
  if (!c.trial) return {.purpose = purpose, .reason = reason};
  return {.purpose = purpose,
          .candidate = c.series->candidate.name(),
          .step = c.trial->step,
          .adaptive = c.series->candidate.adaptive,
          .reason = reason,
          .options = options_text(c)};
}

// Where a step does not resolve an oscillation, positions may be right, velocities or loads wrong. Methods that were passed
// over for it are named: a reader sees them in the table with better numbers.
template <class Passes>
std::string passed_over(const Comparison& comparison, const Choice& chosen, Passes passes) {
  std::vector<std::string> names;
  bool velocities = false, loads = false;
  for (const TrialSeries& s : comparison.series) {
    bool hit = false;
    if (&s == chosen.series) continue;
    for (const Trial& t : s.trials) {
      if (!t.completed() || !passes(t) || is_right(comparison.reference, t)) continue;
      velocities |= has_wrong_velocities(comparison.reference, t);
      loads |= has_wrong_loads(t);
      hit = true;
    }
    if (hit) names.push_back(s.candidate.name());
  }
  if (names.empty()) return "";
  std::string list = names[0];
  for (size_t i = 1; i < names.size() && i < 3; ++i) list += ", " + names[i];
  if (names.size() > 3) list += fmt::format(" and {} more", names.size() - 3);
  return fmt::format("; passed over for {} that oscillate from step to step: {}",
                     velocities && loads ? "velocities and loads"
                     : loads             ? "loads"
                                         : "velocities",
                     list);
}

Recommendation fastest(const Comparison& comparison) {
  const Choice c = fastest_everyday(comparison.reference, pool_of(comparison));
  const std::string purpose = fmt::format("fastest at an error of {:g}", kEverydayError);
  const double limit = c.trial ? c.trial->seconds : 1e300;
  const std::string over =
      passed_over(comparison, c, [&](const Trial& t) { return t.error <= kEverydayError && t.seconds < limit; });
  if (!c.trial) return recommend(purpose, c, "no trial within the budget is that accurate" + over);
  return recommend(
      purpose, c,
      fmt::format("error {:.1e} in {:.3g} ms, {}{}", c.trial->error, 1e3 * c.trial->seconds, size_text(c), over));
}

Recommendation most_accurate(const Comparison& comparison) {
  const std::string purpose = "most accurate for its time";
  const double limit = time_for_accuracy(comparison);
  const Choice c = most_accurate_within(comparison.reference, pool_of(comparison), limit);
  if (!c.trial) return recommend(purpose, {}, "no trial follows the motion");
  // Smaller errors stand in the table where the reference does not tell them apart, or where they are a tie.
  double least = c.trial->error;
  for (const Choice& other : pool_of(comparison))
    if (other.trial->seconds <= limit && is_right(comparison.reference, *other.trial) && is_stable(*other.trial))
      least = std::min(least, other.trial->error);
  const double floor = 3 * comparison.reference.accuracy;
  const std::string tie =
      !(least < c.trial->error) ? ""
      : c.trial->error <= floor
          ? fmt::format("; errors below {:.1e} are alike, because the reference is known to {:.1e}", floor,
                        comparison.reference.accuracy)
          : fmt::format(
                "; errors down to {:.1e} are a tie, which goes to what keeps the invariants, then to the faster",
                least);
  const std::string within =
      std::isfinite(limit) ? fmt::format(" up to {:.3g} ms, ten times the fastest at {:g}", 1e3 * limit, kEverydayError)
                           : "";
  return recommend(purpose, c,
                   fmt::format("{} of all trials{}: {:.1e} in {:.3g} ms, {}{}",
                               tie.empty() ? "smallest error" : "among the smallest errors", within, c.trial->error,
                               1e3 * c.trial->seconds, size_text(c), tie));
}

Recommendation conservation(const Comparison& comparison) {
  const std::string purpose = "long-term conservation";
  const Pool all = pool_of(comparison);
  Choice c = fastest_conserving(comparison.reference, all);
  const double limit = c.trial ? c.trial->seconds : 1e300;
  const std::string over = passed_over(comparison, c, [&](const Trial& t) {
    return t.error <= kRoughError && keeps_invariants(t) && t.seconds < limit;
  });
  if (c.trial)
    return recommend(purpose, c,
                     fmt::format("fastest that keeps energy ({:.1e}) and constraints ({:.1e}) at round-off, error "
                                 "{:.1e} in {:.3g} ms, {}{}",
                                 c.trial->energy_drift(), constraint_error(*c.trial), c.trial->error,
                                 1e3 * c.trial->seconds, size_text(c), over));
  for (const Choice& other : all) {
    const Trial& t = *other.trial;
    if (t.error > kRoughError || !is_right(comparison.reference, t)) continue;
    if (!c.trial || t.energy_drift() < c.trial->energy_drift()) c = other;
  }
  if (!c.trial) return recommend(purpose, c, "no trial stays near the motion" + over);
  return recommend(
      purpose, c,
      fmt::format("none keeps both at round-off; smallest drift of the energy, {:.1e}, constraints {:.1e}, "
                  "error {:.1e}, {}{}",
                  c.trial->energy_drift(), constraint_error(*c.trial), c.trial->error, size_text(c), over));
}

// The largest step with right velocities and loads, of those from which on all smaller ones are stable.
const Trial* largest_right(const Comparison& comparison, const TrialSeries& s) {
  const Trial* largest = nullptr;
  for (auto t = s.trials.rbegin(); t != s.trials.rend() && is_stable(*t); ++t)
    if (is_right(comparison.reference, *t)) largest = &*t;
  return largest;
}

Recommendation hardest(const Comparison& comparison) {
  const std::string purpose = "hardest conditions";
  double step = 0;
  for (const TrialSeries& s : comparison.series)
    if (const Trial* t = s.candidate.adaptive ? nullptr : largest_right(comparison, s)) step = std::max(step, t->step);
  Pool pool;
  double error = 1e300;
  for (const TrialSeries& s : comparison.series) {
    const Trial* t = s.candidate.adaptive ? nullptr : largest_right(comparison, s);
    if (!t || t->step < step * (1 - 1e-9)) continue;
    pool.push_back({&s, t});
    error = std::min(error, t->error);
  }
  if (pool.empty()) return recommend(purpose, {}, "no method with a constant step follows the motion");
  Choice best;
  for (const Choice& c : pool) {
    if (c.trial->error > kSameError * error) continue;
    const int kept = kept_invariants(*c.trial);
    if (!best.trial || kept > kept_invariants(*best.trial) ||
        (kept == kept_invariants(*best.trial) && c.trial->seconds < best.trial->seconds))
      best = c;
  }
  const std::string over =
      passed_over(comparison, best, [&](const Trial& t) { return is_stable(t) && t.step > step * (1 + 1e-9); });
  return recommend(
      purpose, best,
      fmt::format("largest stable step of all, {:.3g} s{}, with the smallest error there, {:.1e}{}", best.trial->step,
                  best.series->capped && best.trial == &best.series->trials.front() ? " or more" : "",
                  best.trial->error, over));
}

// No degree of freedom: the step is chosen by what it shows of the outputs, the method by its time.
Recommendation sampling(const Comparison& comparison) {
  const std::string purpose = "outputs of a prescribed motion";
  const PrescribedMotion& motion = *comparison.prescribed;
  if (!motion.status.ok()) return recommend(purpose, {}, motion.status.message());
  Choice best;
  for (const Choice& c : pool_of(comparison)) {
    if (c.series->candidate.adaptive || c.trial->load_error > kSameReactions) continue;
    if (!best.trial || c.trial->seconds < best.trial->seconds) best = c;
  }
  if (!best.trial) return recommend(purpose, {}, "no method gives the reactions that the constraints prescribe");
  const PrescribedMotion::Resolution* chosen = nullptr;
  for (const auto& r : motion.resolutions)
    if (!chosen && r.error <= kSampledWell) chosen = &r;
  Recommendation out = recommend(purpose, best, "");
  out.step = chosen ? chosen->step : motion.resolutions.empty() ? best.trial->step : motion.resolutions.back().step;
  Trial shown = *best.trial;
  shown.step = out.step;
  out.options = options_text({best.series, &shown});
  if (motion.resolutions.empty())
    out.reason = "the model lists no outputs that change, so any step will do";
  else if (chosen)
    out.reason = fmt::format(
        "largest step that shows the outputs to {:g} of their size ({:.1e}, in {}); the method is the fastest of those "
        "with the right reactions",
        kSampledWell, chosen->error, chosen->channel);
  else
    out.reason =
        fmt::format("no step tried shows the outputs to {:g} of their size; at {:.3g} s {} is off by {:.1e}",
                    kSampledWell, out.step, motion.resolutions.back().channel, motion.resolutions.back().error);
  return out;
}

}  // namespace

Advice advise(const Comparison& comparison) {
  Advice advice;
  if (comparison.prescribed) {
    advice.recommendations = {sampling(comparison)};
    return advice;
  }
  advice.recommendations = {fastest(comparison), most_accurate(comparison), conservation(comparison),
                            hardest(comparison)};
  advice.criteria = judge_criteria(comparison);
  return advice;
}

}  // namespace invar::compare
