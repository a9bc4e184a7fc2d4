#include "invar/contacts/joint_stops.h"

#include <fmt/format.h>

#include <limits>

#include "invar/contacts/contact_part.h"
#include "invar/contacts/joint_friction.h"
#include "invar/contacts/restitution.h"
#include "invar/core/gather.h"

namespace invar {

namespace {

const Schema& limits_keys() {
  static const Schema schema = [] {
    Schema s;
    s.choice("of", {"angle", "displacement"}, "which coordinate; default: the angle if the joint has one");
    s.number("low", "rad or m", "lowest value of the coordinate");
    s.number("high", "rad or m", "highest value");
    s.number("stiffness", "N m/rad^exponent or N/m^exponent",
             "of the stops: effort k*x^exponent over the penetration x")
        .positive()
        .required();
    s.number("exponent", "1", "1: linear").range(1, 10).default_value(1);
    s.number("restitution", "1", "speed after an impact on a stop over the speed before")
        .range(0.01, 1)
        .default_value(1);
    s.number("slowest_impact", "rad/s or m/s", "slower impacts are damped as if they had this speed")
        .positive()
        .default_value(0.01);
    return s;
  }();
  return schema;
}

const Schema& joint_friction_keys() {
  static const Schema schema = [] {
    Schema s;
    s.choice("of", {"angle", "displacement"}, "which coordinate; default: the angle if the joint has one");
    s.number("preload", "N m or N", "largest friction while slipping, whatever the joint carries")
        .positive()
        .required();
    s.number("static", "N m or N", "largest friction at rest; default: preload").positive();
    s.number("stribeck_speed", "rad/s or m/s", "speed with which it falls from static to preload").positive();
    s.number("travel", "rad or m", "elastic displacement before slip").positive().default_value(1e-5);
    s.number("settling_time", "s", "with which the elastic part settles").positive().default_value(1e-3);
    return s;
  }();
  return schema;
}

bool read_kind(const Params& params, const Joint& joint) {
  const JointFreedoms& has = joint.freedoms();
  const bool angle = params.has("of") ? params.text("of") == "angle" : has.angle;
  if (angle ? !has.angle : !has.displacement)
    params.fail("of", fmt::format("names a coordinate that a joint of type {} does not have", joint.type()),
                has.angle ? "it has an angle" : "it has a displacement");
  return angle;
}

std::unique_ptr<Part> make_limits(const Joint& joint, const Params& p, PartBuilder& builder) {
  const bool angle = read_kind(p, joint);
  if (!p.has("low") && !p.has("high"))
    throw ModelError(p.location(), p.path(), "needs low or high", "the values of the coordinate at which it stops");
  if (p.has("low") && p.has("high") && !(p.number("low") < p.number("high")))
    p.fail("high", fmt::format("is not above low = {:g}", p.number("low")), "low < high");
  const auto law = std::make_shared<PowerNormalLaw>(p.number("stiffness"), p.number("exponent"));
  ContactDamping damping;
  damping.number = calc_damping_number(p.number("restitution"));
  damping.slowest = p.number("slowest_impact");
  auto part = std::make_unique<ContactPart>(joint.name() + ".limits", builder.assembly(), angle ? "rad" : "m");
  for (const char* key : {"low", "high"}) {
    if (!p.has(key)) continue;
    const double sign = key == std::string("low") ? 1 : -1;
    QuadraticMap map(builder.layout());
    const int row = map.add_row(key, angle ? "N m" : "N");
    builder.add_joint_coordinate(map, row, joint, sign, angle);
    map.add_constant(row, -sign * p.number(key));
    part->add_touch(std::move(map), make_plane_gap(0), law, damping, {}, ContactPlaces{}, key);
  }
  return part;
}

class JointFrictionPart final : public Part {
 public:
  JointFrictionPart(std::string name, Assembly& assembly, std::vector<int> nodes, std::unique_ptr<JointFriction> term,
                    bool angle)
      : Part(std::move(name), "friction"),
        assembly_(&assembly),
        nodes_(std::move(nodes)),
        term_(term.get()),
        angle_(angle) {
    const int index = assembly.add_memory_force(this->name(), nodes_, std::move(term));
    first_ = assembly.memory_forces[index].first_internal;
  }

  void offer_channels(ChannelList& out) const override {
    out.add(name() + ".effort", angle_ ? "N m" : "N", kNeedsVelocity,
            [this](const Snapshot& s) { return look(s).effort; });
    out.add(name() + ".state", "1", kNeedsVelocity, [this](const Snapshot& s) { return look(s).slips ? 2.0 : 1.0; });
    out.add(name() + ".energy", "J", kNeedsState,
            [this](const Snapshot& s) { return term_->H(s.q, s.z.segment(first_, 2)); });
    out.add(name() + ".dissipated_by_friction", "J", kNeedsState,
            [at = first_ + 1](const Snapshot& s) { return s.z[at]; });
  }
  // Always closed, never deep: an infinite gap keeps it out of the watch over impacts.
  void tally_contacts(Vec, Vec z, ContactTally& tally) const override {
    tally.gaps.push_back(std::numeric_limits<double>::infinity());
    tally.names.push_back(&name());
    tally.by_friction += z[first_ + 1];
  }

 private:
  JointFriction::Look look(const Snapshot& s) const {
    const LocalVector q = gather(assembly_->layout, nodes_, s.q), v = gather(assembly_->layout, nodes_, s.v);
    const LocalVector z = s.z.segment(first_, 2);
    return term_->look({s.t, q, v, z});
  }
  Assembly* assembly_;
  std::vector<int> nodes_;
  const JointFriction* term_;
  bool angle_;
  int first_ = -1;
};

std::unique_ptr<Part> make_friction(const Joint& joint, const Params& p, PartBuilder& builder) {
  const bool angle = read_kind(p, joint);
  JointFrictionLaw law;
  law.limit = law.limit_static = p.number("preload");
  if (p.has("static") != p.has("stribeck_speed"))
    p.fail(p.has("static") ? "static" : "stribeck_speed", "needs the other of static and stribeck_speed",
           "static is the friction at rest, stribeck_speed how fast it falls");
  if (p.has("static")) {
    law.limit_static = p.number("static");
    law.stribeck_speed = p.number("stribeck_speed");
    if (law.limit_static < law.limit) p.fail("static", "is less than preload", "friction at rest is not smaller");
  }
  law.stiffness = law.limit_static / p.number("travel");
  law.damping = law.stiffness * p.number("settling_time");
  QuadraticMap map(builder.layout());
  builder.add_joint_coordinate(map, map.add_row("coordinate"), joint, 1, angle);
  const auto nodes = map.nodes();
  return std::make_unique<JointFrictionPart>(joint.name() + ".friction", builder.assembly(), nodes,
                                             std::make_unique<JointFriction>(std::move(map), law, angle ? "rad" : "m"),
                                             angle);
}

}  // namespace

JointType with_stops(JointType type) {
  type.schema.group("limits", limits_keys(), "stops of its coordinate: low, high, stiffness, restitution");
  type.schema.group("friction", joint_friction_keys(), "dry friction of its coordinate: preload");
  return type;
}

std::vector<std::unique_ptr<Part>> make_joint_stops(const Joint& joint, const Params& params, PartBuilder& builder) {
  std::vector<std::unique_ptr<Part>> parts;
  if (params.has("limits")) parts.push_back(make_limits(joint, params.group("limits"), builder));
  if (params.has("friction")) parts.push_back(make_friction(joint, params.group("friction"), builder));
  for (auto& part : parts) part->set_section("contacts");
  return parts;
}

}  // namespace invar
