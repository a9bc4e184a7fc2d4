// Criteria of the literature, each held against the trials.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "invar/compare/advice.h"

namespace invar::compare {

namespace {

constexpr double kStiffLoss = 1e-3;  // part of the energy that ed takes out where there is much to damp

// Errors that differ little decide nothing.
bool is_undecided(const Trial& a, const Trial& b) {
  return a.completed() && b.completed() && a.error < kSameError * b.error && b.error < kSameError * a.error;
}

// Energy that a scheme takes out by design, over the scale of the energies.
double lost_energy(const Trial& t) {
  const double scale = t.certificate.energy_scale > 0 ? t.certificate.energy_scale : 1;
  return std::abs(t.certificate.dissipated_numerical) / scale;
}

const TrialSeries* find(const Comparison& comparison, const std::string& name) {
  for (const TrialSeries& s : comparison.series)
    if (s.candidate.name() == name && !s.trials.empty()) return &s;
  return nullptr;
}

double largest_step(const TrialSeries& s) {
  const Trial* t = s.largest_stable();
  return t ? t->step : 0;
}

// Dissipation pays where the motion holds frequencies that the step does not resolve.
void judge_stiffness(const Comparison& comparison, std::vector<Criterion>& out) {
  const TrialSeries* ep = find(comparison, "ep");
  const TrialSeries* ed = find(comparison, "ed");
  const double h = comparison.problem.step;
  const Trial* a = ep ? ep->at(h) : nullptr;
  const Trial* b = ed ? ed->at(h) : nullptr;
  if (!a || !b || !b->completed()) return;
  // Loads and velocities oscillate first, long before positions show it.
  if (a->completed() && has_wrong_loads(*a)) {
    out.push_back(
        {"[Bauchau2003]", "motions with unresolved high frequencies (stiff) want a scheme that decays (ed)",
         !has_wrong_loads(*b),
         fmt::format(
             "at h = {:g} s the loads of ep jump from step to step by {:.2g} of their size, those of ed by {:.2g}", h,
             a->load_roughness, b->load_roughness)});
    return;
  }
  if (a->completed() && has_wrong_velocities(comparison.reference, *a)) {
    out.push_back(
        {"[Bauchau2003]", "motions with unresolved high frequencies (stiff) want a scheme that decays (ed)",
         b->velocity_error < 0.5 * a->velocity_error,
         fmt::format(
             "at h = {:g} s the velocities of ep differ from the reference by {:.2g} of their range, those of ed by "
             "{:.2g}",
             h, a->velocity_error, b->velocity_error)});
    return;
  }
  if (lost_energy(*b) < kStiffLoss || is_undecided(*a, *b)) return;  // nothing to damp: the criterion does not apply
  out.push_back(
      {"[Bauchau2003]", "motions with unresolved high frequencies (stiff) want a scheme that decays (ed)",
       !a->completed() || b->error < a->error,
       fmt::format("at h = {:g} s ed takes out {:.1e} of the energy, so this run is stiff; its error is {:.1e}, "
                   "that of ep {}",
                   h, lost_energy(*b), b->error, a->completed() ? fmt::format("{:.1e}", a->error) : "none: it fails")});
}

void judge_projection(const Comparison& comparison, std::vector<Criterion>& out) {
  const TrialSeries* a = find(comparison, "al_projection");
  const TrialSeries* b = find(comparison, "al_conserving");
  if (!a || !b) return;
  const double ha = largest_step(*a), hb = largest_step(*b);
  const auto fails = [](const TrialSeries& s) {
    return std::any_of(s.trials.begin(), s.trials.end(), [](const Trial& t) { return t.outcome == Outcome::kFailed; });
  };
  // Where no step fails, or only one beyond all use, nothing is violent.
  if (std::max(ha, hb) > 0 && std::min(ha, hb) < comparison.problem.interval * (1 - 1e-9) && (fails(*a) || fails(*b)))
    out.push_back({"[Dopico2007]", "violent motions and large steps want projections (al_projection)", ha >= hb * 0.999,
                   fmt::format("largest stable step: {:g} s with projections, {:g} s conserving", ha, hb)});
  const Trial* ta = a->at(comparison.problem.step);
  const Trial* tb = b->at(comparison.problem.step);
  if (!ta || !tb || !ta->completed() || !tb->completed()) return;
  out.push_back({"[Dopico2007]", "long motions that conserve want a conserving scheme (al_conserving, ep)",
                 tb->energy_drift() <= ta->energy_drift(),
                 fmt::format("drift of the energy at h = {:g} s: {:.1e} conserving, {:.1e} with projections",
                             comparison.problem.step, tb->energy_drift(), ta->energy_drift())});
}

void judge_energy_control(const Comparison& comparison, std::vector<Criterion>& out) {
  const TrialSeries* alone = find(comparison, "explicit rk4 stabilization=none energy=velocity_gradient");
  const TrialSeries* both = find(comparison, "explicit rk4");
  if (!alone || !both) return;
  const Trial* a = alone->at(comparison.problem.step);
  const Trial* b = both->at(comparison.problem.step);
  if (!a || !b || !b->completed() || is_undecided(*a, *b)) return;
  out.push_back(
      {"[Yoon]", "control of the energy helps only together with control of the constraints",
       !a->completed() || b->error <= a->error,
       fmt::format("error at h = {:g} s: {} with energy control alone, {:.1e} with both", comparison.problem.step,
                   a->completed() ? fmt::format("{:.1e}", a->error) : "none (it fails)", b->error)});
}

void judge_braun(const Comparison& comparison, std::vector<Criterion>& out) {
  const TrialSeries* baumgarte = find(comparison, "explicit rk4 stabilization=baumgarte energy=none");
  const TrialSeries* braun = find(comparison, "explicit rk4");
  if (!baumgarte || !braun) return;
  const Trial* a = baumgarte->at(comparison.problem.step);
  const Trial* b = braun->at(comparison.problem.step);
  if (!a || !b || !b->completed() || is_undecided(*a, *b)) return;
  out.push_back({"[Braun2012]", "explicit schemes want corrections of constraints and energy rather than Baumgarte",
                 !a->completed() || b->error <= a->error,
                 fmt::format("error at h = {:g} s: {} with Baumgarte, {:.1e} corrected", comparison.problem.step,
                             a->completed() ? fmt::format("{:.1e}", a->error) : "none (it fails)", b->error)});
}

}  // namespace

std::vector<Criterion> judge_criteria(const Comparison& comparison) {
  std::vector<Criterion> criteria;
  judge_stiffness(comparison, criteria);
  judge_projection(comparison, criteria);
  judge_energy_control(comparison, criteria);
  judge_braun(comparison, criteria);
  return criteria;
}

}  // namespace invar::compare
