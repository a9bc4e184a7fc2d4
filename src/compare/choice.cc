// Rules by which trials are chosen, for the columns of the table and for the advice.
#include <algorithm>
#include <cmath>
#include <limits>

#include "invar/audit/findings.h"
#include "invar/compare/advice.h"

namespace invar::compare {

namespace {

template <class Passes>
Pool those_that(const Pool& pool, Passes passes) {
  Pool out;
  std::copy_if(pool.begin(), pool.end(), std::back_inserter(out), [&](const Choice& c) { return passes(*c.trial); });
  return out;
}

// The smallest value; what lies within `factor` of it is a tie.
template <class Value>
Choice smallest(const Pool& pool, Value value, double factor) {
  double least = std::numeric_limits<double>::infinity();
  for (const Choice& c : pool) least = std::min(least, value(*c.trial));
  Choice best;
  for (const Choice& c : pool) {
    if (value(*c.trial) > factor * least) continue;
    if (!best.trial || kept_invariants(*c.trial) > kept_invariants(*best.trial) ||
        (kept_invariants(*c.trial) == kept_invariants(*best.trial) && c.trial->seconds < best.trial->seconds))
      best = c;
  }
  return best;
}

double seconds_of(const Trial& t) { return t.seconds; }

}  // namespace

bool has_wrong_velocities(const Reference& reference, const Trial& t) {
  return t.velocity_error > std::max(kWrong, kBeyondPositions * t.error) && reference.velocity_accuracy < 0.5 * kWrong;
}

bool has_wrong_loads(const Trial& t) {
  return t.load_roughness > kRough && t.load_error > std::max(kWrong, kBeyondPositions * t.error);
}

bool is_right(const Reference& reference, const Trial& t) {
  return t.completed() && !has_wrong_velocities(reference, t) && !has_wrong_loads(t);
}

double constraint_error(const Trial& t) {
  const double ends = t.certificate.constraint_velocity_max.value_or(0);
  // Schemes that do not enforce velocities over the step report nothing there.
  const double middle = t.certificate.constraint_velocity_mid_max.value_or(ends);
  return std::max(t.certificate.constraint_position_max.value_or(0), std::min(ends, middle));
}

// As the certificate of the run is judged, but that what the method dissipates by design counts as lost.
int kept_invariants(const Trial& t) {
  bool positions = true, ends = true, enforced = false;
  for (const Finding& finding : judge(t.certificate)) {
    const bool kept = finding.verdict == Verdict::kKept;
    if (finding.name == "constraints, positions") positions = kept;
    if (finding.name == "constraints, velocities") ends = kept;
    if (finding.name == "constraints, as enforced") enforced = kept;
  }
  if (!positions || !(ends || enforced)) return 0;
  return judge(t.energy_drift()) == Verdict::kKept ? 2 : 1;
}

bool keeps_invariants(const Trial& t) { return kept_invariants(t) == 2; }

Pool pool_of(const TrialSeries& series) {
  Pool out;
  for (const Trial& t : series.trials)
    if (t.completed()) out.push_back({&series, &t});
  return out;
}

Pool pool_of(const Comparison& comparison) {
  Pool out;
  for (const TrialSeries& s : comparison.series)
    for (const Choice& c : pool_of(s)) out.push_back(c);
  return out;
}

Choice fastest_everyday(const Reference& reference, const Pool& pool) {
  return smallest(those_that(pool, [&](const Trial& t) { return t.error <= kEverydayError && is_right(reference, t); }),
                  seconds_of, kSameTime);
}

double time_for_accuracy(const Comparison& comparison) {
  const Choice c = fastest_everyday(comparison.reference, pool_of(comparison));
  return c.trial ? kPatienceFactor * c.trial->seconds : std::numeric_limits<double>::infinity();
}

Choice most_accurate_within(const Reference& reference, const Pool& pool, double seconds) {
  // The reference does not tell smaller errors apart.
  const double floor = 3 * reference.accuracy;
  return smallest(
      those_that(pool, [&](const Trial& t) { return t.seconds <= seconds && is_right(reference, t) && is_stable(t); }),
      [&](const Trial& t) { return std::max(t.error, floor); }, kSameError);
}

Choice fastest_conserving(const Reference& reference, const Pool& pool) {
  return smallest(those_that(pool,
                             [&](const Trial& t) {
                               return t.error <= kRoughError && keeps_invariants(t) && is_right(reference, t);
                             }),
                  seconds_of, kSameTime);
}

}  // namespace invar::compare
