#include "invar/audit/contact_watch.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace invar {

namespace {

constexpr long long kFewSteps = 5;   // energies shared between bodies are then 3 % off, and worse with fewer
constexpr double kDeepEnough = 0.1;  // of the deepest penetration: lighter touches decide nothing

}  // namespace

void ContactWatch::look(const State& s) {
  tally_.clear();
  for (const Part* part : parts_) part->tally_contacts(s.q, s.z, tally_);
  for (const double gap : tally_.gaps) penetration_ = std::max(penetration_, -gap);
}

void ContactWatch::start(const State& s) {
  look(s);
  places_.assign(tally_.gaps.size(), {});
}

void ContactWatch::step(const State& s) {
  if (places_.empty()) return;
  look(s);
  for (std::size_t i = 0; i < places_.size(); ++i) {
    Place& place = places_[i];
    const double gap = tally_.gaps[i];
    if (gap < 0) {
      ++place.steps;
      place.deepest = std::max(place.deepest, -gap);
      continue;
    }
    if (place.has_touched && place.steps > 0 && place.steps < kFewSteps) {
      place.least = place.rough == 0 ? place.steps : std::min(place.least, place.steps);
      ++place.rough;
      place.rough_depth = std::max(place.rough_depth, place.deepest);
    }
    place.has_touched = true;
    place.steps = 0;
    place.deepest = 0;
  }
}

void ContactWatch::write(Certificate& c) const {
  if (places_.empty()) return;
  if (std::any_of(tally_.gaps.begin(), tally_.gaps.end(), [](double gap) { return gap < INFINITY; }))
    c.penetration_max = penetration_;
  c.dissipated_contact = tally_.by_damping;
  c.dissipated_friction = tally_.by_friction;
  std::string last;
  for (std::size_t i = 0; i < places_.size(); ++i) {
    const Place& place = places_[i];
    if (i >= tally_.names.size()) break;  // a resumed run that took no step
    if (place.rough == 0 || !(place.rough_depth > kDeepEnough * penetration_) || *tally_.names[i] == last) continue;
    last = *tally_.names[i];
    c.warnings.push_back(
        fmt::format("contact \"{}\": {} impact{} over in {} step{} or so: motion and forces after {} are rough; take a "
                    "twentieth of the time of a contact as step, a tolerance, or a softer contact",
                    last, place.rough, place.rough > 1 ? "s were" : " was", place.least, place.least > 1 ? "s" : "",
                    place.rough > 1 ? "them" : "it"));
  }
}

void ContactWatch::archive(Archive& a) {
  a("places", places_);
  a("penetration", penetration_);
  a("by_damping", tally_.by_damping);
  a("by_friction", tally_.by_friction);
}

}  // namespace invar
