#include "invar/contacts/contact_part.h"

#include <fmt/format.h>

#include "invar/contacts/contact_energy.h"
#include "invar/core/gather.h"
#include "invar/discrete/invariant_potential.h"
#include "invar/parts/drawing/drawing.h"

namespace invar {

void ContactPart::add_touch(QuadraticMap map, const GapLawPtr& gap, const NormalLawPtr& law,
                            const ContactDamping& damping, const FrictionLaw& friction, const ContactPlaces& places,
                            const std::string& label) {
  Touch touch;
  touch.law = law;
  touch.nodes = map.nodes();
  touch.label = label;
  assembly_->add_potential(name(), touch.nodes,
                           std::make_unique<InvariantPotential>(map, std::make_unique<ContactEnergy>(gap, law)));
  auto losses = std::make_unique<ContactLosses>(std::move(map), gap, law, damping, friction, places,
                                                label.empty() ? "" : label + ".");
  touch.losses = losses.get();
  if (losses->internals().empty()) {
    touch.own = std::move(losses);
  } else {
    const int index = assembly_->add_memory_force(name(), touch.nodes, std::move(losses));
    touch.first_internal = assembly_->memory_forces[index].first_internal;
  }
  touches_.push_back(std::move(touch));
}

LocalVector ContactPart::internals_of(const Touch& touch, Vec z) const {
  if (touch.first_internal < 0) return LocalVector();
  // Pictures of a model that has no run yet.
  if (z.size() == 0) return LocalVector::Zero(static_cast<Eigen::Index>(touch.losses->internals().size()));
  return z.segment(touch.first_internal, static_cast<Eigen::Index>(touch.losses->internals().size()));
}

ContactLosses::Look ContactPart::look(const Touch& touch, Vec q, Vec v, Vec z) const {
  const LocalVector local_q = gather(assembly_->layout, touch.nodes, q), local_z = internals_of(touch, z);
  const LocalVector local_v = gather(assembly_->layout, touch.nodes, v);
  return touch.losses->look({0, local_q, local_v, local_z});
}

ContactPart::Sum ContactPart::calc_sum(const Snapshot& s) const {
  Sum sum;
  bool first = true;
  for (const Touch& touch : touches_) {
    const auto at = look(touch, s.q, s.v, s.z);
    if (first || at.gap < sum.gap) {
      sum.gap = at.gap;
      sum.gap_rate = at.gap_rate;
      sum.place = at.place;
      sum.slip_speed = at.slip_speed.norm();
    }
    first = false;
    sum.normal += at.normal;
    sum.effort += touch.label == "high" ? -at.normal : at.normal;
    sum.power += at.normal * at.gap_rate + at.friction.dot(at.slip_speed);
    sum.friction += at.friction;
    sum.force += at.normal * at.n + at.friction;
    sum.energy += touch.law->U(at.gap);
    if (at.gap < 0) sum.state = std::max(sum.state, at.slips ? 2.0 : 1.0);
    if (touch.first_internal < 0) continue;
    const LocalVector z = internals_of(touch, s.z);
    sum.energy += touch.losses->H(s.q.head(0), z);
    if (const int i = touch.losses->dissipated_by_damping(); i >= 0) sum.by_damping += z[i];
    if (const int i = touch.losses->dissipated_by_friction(); i >= 0) sum.by_friction += z[i];
  }
  if (turned_) sum.force = -sum.force;
  return sum;
}

void ContactPart::offer_channels(ChannelList& out) const {
  const auto add = [&](const char* quantity, const char* unit, unsigned needs, double Sum::*member) {
    out.add(name() + "." + quantity, unit, needs,
            [this, member](const Snapshot& s) -> double { return calc_sum(s).*member; });
  };
  if (!coordinate_unit_.empty()) {
    const bool angle = coordinate_unit_ == "rad";
    add("gap", coordinate_unit_.c_str(), kNeedsVelocity, &Sum::gap);
    add("gap_rate", angle ? "rad/s" : "m/s", kNeedsVelocity, &Sum::gap_rate);
    add("effort", angle ? "N m" : "N", kNeedsVelocity, &Sum::effort);
    add("energy", "J", kNeedsVelocity, &Sum::energy);
    add("power", "W", kNeedsVelocity, &Sum::power);
    add("dissipated_by_damping", "J", kNeedsVelocity, &Sum::by_damping);
    return;
  }
  add("gap", "m", kNeedsVelocity, &Sum::gap);
  add("gap_rate", "m/s", kNeedsVelocity, &Sum::gap_rate);
  add("normal_force", "N", kNeedsVelocity, &Sum::normal);
  out.add(name() + ".friction_force", "N", kNeedsVelocity,
          [this](const Snapshot& s) { return calc_sum(s).friction.norm(); });
  add("slip_speed", "m/s", kNeedsVelocity, &Sum::slip_speed);
  add("state", "1", kNeedsVelocity, &Sum::state);
  add("energy", "J", kNeedsVelocity, &Sum::energy);
  add("power", "W", kNeedsVelocity, &Sum::power);
  add("dissipated_by_damping", "J", kNeedsVelocity, &Sum::by_damping);
  add("dissipated_by_friction", "J", kNeedsVelocity, &Sum::by_friction);
  out.add_vector(name() + ".force", "N", kNeedsVelocity, [this](const Snapshot& s) { return calc_sum(s).force; });
  out.add_vector(name() + ".place", "m", kNeedsVelocity, [this](const Snapshot& s) { return calc_sum(s).place; });
}

void ContactPart::draw(Drawing& d) const {
  if (!coordinate_unit_.empty()) return;
  for (const Touch& touch : touches_)
    d.add_arrow(*this, DrawRole::kForce,
                d.place(kNeedsVelocity, [this, &touch](const Snapshot& s) { return look(touch, s.q, s.v, s.z).place; }),
                kNeedsVelocity, [this, &touch](const Snapshot& s) -> Vector3 {
                  const auto at = look(touch, s.q, s.v, s.z);
                  return (turned_ ? -1.0 : 1.0) * (at.normal * at.n + at.friction);
                });
}

void ContactPart::tally_contacts(Vec q, Vec z, ContactTally& tally) const {
  const Vector at_rest = Vector::Zero(q.size());
  for (const Touch& touch : touches_) {
    const double gap = look(touch, q, at_rest, z).gap;
    tally.gaps.push_back(gap);
    tally.names.push_back(&name());
    if (touch.first_internal < 0) continue;
    const LocalVector local = internals_of(touch, z);
    if (const int i = touch.losses->dissipated_by_damping(); i >= 0) tally.by_damping += local[i];
    if (const int i = touch.losses->dissipated_by_friction(); i >= 0) tally.by_friction += local[i];
  }
}

// From these parts on the start is thrown apart by a force that no contact in service has.
std::string ContactPart::find_warning(Vec q) const {
  constexpr double kDeep = 0.1, kManyWeights = 100;
  double depth = 0, force = 0;
  const Vector at_rest = Vector::Zero(q.size()), z = Vector::Zero(assembly_->layout.internals().size());
  for (const Touch& touch : touches_) {
    const double gap = look(touch, q, at_rest, z).gap;
    depth = std::max(depth, -gap);
    force += touch.law->F(gap);
  }
  if (!(depth > kDeep * size_) && !(weight_ > 0 && force > kManyWeights * weight_)) return "";
  return fmt::format(
      "contact \"{}\" starts {:.3g} m deep and pushes with {:.3g} N: are the places, and the side of a plane, as "
      "meant?",
      name(), depth, force);
}

}  // namespace invar
