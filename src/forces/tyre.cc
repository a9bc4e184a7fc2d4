// Tyre: a wheel on a road. Radial spring that never pulls (an energy, forces/wheel_spring.h) with optional damping, and
// the forces in the plane of contact (forces/tyre_force.h).
#include <fmt/format.h>

#include <cmath>

#include "invar/discrete/invariant_force.h"
#include "invar/forces/characteristic.h"
#include "invar/forces/types.h"
#include "invar/forces/tyre_force.h"
#include "invar/forces/wheel_spring.h"
#include "invar/math/rotation.h"
#include "invar/parts/force_part.h"
#include "invar/parts/read_places.h"
#include "invar/parts/road.h"

namespace invar {

namespace {

const Schema& calspan_schema() {
  static const Schema schema = [] {
    Schema s;
    s.number("A0", "N", "cornering stiffness without load").positive().required();
    s.number("A1", "1", "its growth with the load").required();
    s.number("A2", "N", "load from which it stays constant").positive().required();
    s.number("A3", "1", "camber").default_value(0);
    s.number("A4", "N", "camber").positive().default_value(1e300);
    s.number("B1", "1/N", "friction, part linear in the load").default_value(0);
    s.number("B3", "1", "friction without load").positive().required();
    s.number("B4", "1/N^2", "friction, part quadratic in the load").default_value(0);
    s.number("SN", "1", "skid number ratio").positive().default_value(1);
    s.number("AF1", "m/N", "aligning moment").default_value(0);
    s.number("AF2", "m/N", "aligning moment").default_value(0);
    return s;
  }();
  return schema;
}

CalspanCoefficients read_calspan(const Params& p) {
  return {p.number("A0"), p.number("A1"), p.number("A2"), p.number("A3"),  p.number("A4"), p.number("B1"),
          p.number("B3"), p.number("B4"), p.number("SN"), p.number("AF1"), p.number("AF2")};
}

ContactRule read_rule(const std::string& name) {
  if (name == "nearest") return ContactRule::kNearest;
  return name == "vertical" ? ContactRule::kVertical : ContactRule::kTangentPlane;
}

TyreConstants read_tyre(const Params& params) {
  TyreConstants k;
  k.stiffness = params.number("stiffness");
  k.damping = params.number("damping");
  if (params.has("calspan")) k.calspan = read_calspan(params.group("calspan"));
  k.friction = params.number("friction");
  k.slip_stiffness = params.number("slip_stiffness");
  if ((k.friction > 0) != (k.slip_stiffness > 0))
    params.fail(k.friction > 0 ? "friction" : "slip_stiffness", "needs the other of friction and slip_stiffness",
                "both make the longitudinal force; leave both out for a wheel that rolls freely");
  k.rolling_resistance = params.number("rolling_resistance");
  k.low_speed = params.number("low_speed");
  if (params.integer("radial_only") == 1) {
    k.calspan.reset();
    k.friction = k.slip_stiffness = k.rolling_resistance = 0;
  }
  k.spin = params.number("spin");
  return k;
}

// Components of a vector of the place in the axes of its frame.
Vector3 frame_components(const AffineVector& x) {
  Vector3 p = Vector3::Zero();
  for (const auto& part : x.parts)
    if (part.slot > 0) p[part.slot - 1] += part.factor;
  return p;
}

Marker read_center(const Params& params, PartBuilder& builder) {
  Marker C = read_place(params, builder, params.text("on"), "on", "");
  const Layout& layout = builder.layout();
  if (C.nodes.size() != 1 || layout.node(C.nodes[0]).kind != NodeKind::kFrame3)
    params.fail("on", "is no rigid body or marker on one", "a tyre needs the orientation of its wheel");
  if (params.has("axis"))
    C = builder.place_at(C.body, calc_value(layout, C.point, builder.q()), make_triad(params.direction("axis")), params,
                         "on");
  return C;
}

void check_start(const Params& params, const WheelRoad& wheel, const Vector3& c) {
  const double height = c[2] - wheel.road().at(c[0]).height;
  if (height > 0) return;
  params.fail("on", fmt::format("starts with its center {:.4g} m below the road", -height),
              fmt::format("raise the body by {:.4g} m or more, or lower the road", wheel.radius() - height));
}

// From this part of the radius on, the rim would be on the road, and the start is thrown into the air by a spring that no
// tyre has. It is defined all the same: bodies may be placed roughly before `invar static` finds where they stand.
constexpr double kDeep = 0.3;

std::string tell_deep(const std::string& name, const WheelRoad& wheel, double stiffness, const Vector3& c) {
  const double delta = wheel.calc_deflection(c).delta;
  if (!(delta > kDeep * wheel.radius())) return "";
  return fmt::format(
      "tyre \"{}\" is pressed in by {:.3g} m of its radius of {:.3g} m and pushes with {:.3g} N: "
      "do the heights of wheel and road fit?",
      name, delta, wheel.radius(), stiffness * delta);
}

std::unique_ptr<Part> make_tyre(const std::string& name, const Params& params, PartBuilder& builder) {
  const Layout& layout = builder.layout();
  const Marker C = read_center(params, builder);
  const Road& road = builder.road(params.text("road"), params, "road");
  const TyreConstants k = read_tyre(params);
  const auto wheel =
      std::make_shared<WheelRoad>(road.shared_profile(), params.number("radius"), read_rule(params.text("contact")));
  const Vector3 start = calc_value(layout, C.point, builder.q()), axis = calc_value(layout, C.axes[2], builder.q());
  check_start(params, *wheel, start);
  if (std::abs(axis[2]) > 0.99)
    params.fail("axis", "is vertical: the wheel lies flat on the road",
                "give the axis about which it spins, e.g. [0, 1, 0]");

  QuadraticMap center(layout);
  for (int i = 0; i < 3; ++i) center.add_component(center.add_row(std::string(1, "xyz"[i])), C.point, Vector3::Unit(i));
  auto part = std::make_unique<ForcePart>(name, "tyre", builder.assembly());
  part->add_potential(center, std::make_unique<WheelSpring>(wheel, k.stiffness));
  if (k.damping > 0) part->add_force(center, std::make_unique<WheelDamper>(wheel, k.stiffness, k.damping));
  // The spring alone has its force at the center; all else, the moment of the load included, is in the other term.
  auto term = std::make_unique<TyreForce>(wheel, k, frame_components(C.point), frame_components(C.axes[2]));
  const TyreForce tyre = *term;
  if (params.integer("radial_only") == 0) part->add_force(C.nodes, std::move(term));

  const int offset = layout.node(C.nodes[0]).offset;
  const auto add = [&](const char* quantity, const char* unit, auto member) {
    part->add_channel(quantity, unit, kNeedsVelocity, [tyre, offset, member](const Snapshot& s) -> double {
      return member(tyre.calc_state(s.q.segment<12>(offset), s.v.segment<12>(offset)));
    });
  };
  part->add_channel("deflection", "m", kNeedsState, [wheel, &layout, C](const Snapshot& s) {
    return wheel->calc_contact(calc_value(layout, C.point, s.q)).nu;
  });
  add("load", "N", [](const TyreState& s) { return s.load; });
  add("slip_angle", "rad", [](const TyreState& s) { return s.slip_angle; });
  add("camber", "rad", [](const TyreState& s) { return s.camber; });
  add("slip", "1", [](const TyreState& s) { return s.slip; });
  add("longitudinal_force", "N", [](const TyreState& s) { return s.F_x; });
  add("lateral_force", "N", [](const TyreState& s) { return s.F_y; });
  add("aligning_moment", "N m", [](const TyreState& s) { return s.M_z; });
  for (int i = 0; i < 3; ++i)
    add((std::string("contact.") + "xyz"[i]).c_str(), "m", [i](const TyreState& s) { return s.contact[i]; });
  part->offer_wrench_on(C);
  part->set_warning([name, wheel, k, &layout, C](Vec q) {
    return tell_deep(name, *wheel, k.stiffness, calc_value(layout, C.point, q));
  });
  part->set_drawing([C, R = wheel->radius()](const Part& self, Drawing& d) {
    const Anchor at = d.place(C);
    d.add("wheel", self, DrawRole::kBody, at, {R, 0.5 * R}).part = C.body;
    d.set_shaped(at);
    d.note_size(2 * R);
  });
  return part;
}

}  // namespace

PartType tyre_type() {
  PartType type;
  type.name = "tyre";
  type.doc =
      "wheel on a road: radial spring that never pulls, lateral force and aligning moment (Calspan), longitudinal "
      "force. "
      "Channels deflection, load, slip_angle, camber, slip, longitudinal_force, lateral_force, aligning_moment, "
      "contact.*, force.*, torque.* (on the wheel, about its center), energy, power";
  type.reference = "IAVSD benchmark [Frik1993]; exact discrete gradient of the spring [ItohAbe1988]";
  type.schema.name_of("place", "on", "wheel or wheel carrier, or a marker at the center of the wheel").required();
  type.schema.direction(
      "axis",
      "axis of the wheel, to the left of the direction of travel, in world coordinates of the initial configuration; "
      "default: third axis of the place");
  type.schema.name_of("road", "road", "what it runs on").required();
  type.schema.number("radius", "m", "of the wheel without load").positive().required();
  type.schema.number("stiffness", "N/m", "of the radial spring").positive().required();
  type.schema.number("damping", "s/m", "growth of the radial force, as a part of it, for each m/s of compression")
      .nonnegative()
      .default_value(0);
  type.schema
      .choice("contact", {"nearest", "tangent_plane", "vertical"},
              "where it touches: the nearest point of the road; the plane that touches the road below the center; the "
              "same plane with the deflection measured vertically")
      .default_value("nearest");
  type.schema.group("calspan", calspan_schema(),
                    "coefficients A0 A1 A2 A3 A4 B1 B3 B4 SN AF1 AF2 of lateral force and aligning moment");
  type.schema.number("friction", "1", "largest longitudinal force, as a part of the load")
      .nonnegative()
      .default_value(0);
  type.schema.number("slip_stiffness", "1", "longitudinal force for each unit of slip, as a part of the load")
      .nonnegative()
      .default_value(0);
  type.schema.number("rolling_resistance", "1", "as a part of the load").nonnegative().default_value(0);
  type.schema.number("spin", "rad/s", "spin of the wheel relative to its body, where that does not spin itself")
      .default_value(0);
  type.schema
      .integer("radial_only",
               "1: nothing but the radial spring, with its force at the center of the wheel even if that leans, and no "
               "forces in the plane of contact; for statics")
      .range(0, 1)
      .default_value(0);
  type.schema.number("low_speed", "m/s", "speed below which slip angle and slip fade").positive().default_value(0.1);
  type.make = make_tyre;
  return type;
}

}  // namespace invar
