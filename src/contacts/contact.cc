// Contacts between two shapes: which pairs there are, their gaps (contacts/gap_law.h) and the places of their terms.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "invar/contacts/contact_part.h"
#include "invar/contacts/read_contact_law.h"
#include "invar/contacts/types.h"

namespace invar {

namespace {

const Schema& law_keys() {
  static const Schema schema = contact_law_schema();
  return schema;
}

// A core in local coordinates. False if it is carried by several nodes, as points of beams and rods are.
bool read_contact_side(const Layout& layout, const std::vector<int>& nodes, const ShapeCore& core, ContactSide& side) {
  side.radius = core.radius;
  int node = -1;
  for (const AffineVector* x : {&core.point, &core.axis})
    for (const auto& part : x->parts) {
      if (node >= 0 && part.node != node) return false;
      node = part.node;
    }
  const auto components = [&](const AffineVector& x) {
    Vector3 p = node < 0 ? x.constant : Vector3::Zero();
    for (const auto& part : x.parts)
      if (part.slot > 0) p[part.slot - 1] += part.factor;
    return p;
  };
  side.p = components(core.point);
  side.axis = components(core.axis);
  if (node < 0) return true;
  for (const int other : nodes) {
    if (other == node) break;
    side.offset += node_size(layout.node(other).kind);
  }
  switch (layout.node(node).kind) {
    case NodeKind::kPoint3:
      side.kind = ContactSide::kPoint3;
      return true;
    case NodeKind::kPoint2:
      side.kind = ContactSide::kPoint2;
      return true;
    case NodeKind::kFrame3:
      side.kind = ContactSide::kFrame3;
      return true;
    case NodeKind::kFrame2:
      side.kind = ContactSide::kFrame2;
      return true;
    default:
      return false;
  }
}

struct Pairing {
  QuadraticMap map;
  GapLawPtr gap;
  CorePair pair = CorePair::kBalls;
  SegmentEnds ends{0, 0, 0, 0};
  bool inside = false;
};

void add_height(QuadraticMap& map, const ShapeCore& A, const ShapeCore& B) {
  const AffineVector d = A.point - B.point;
  const int row = map.add_row("height", "N");
  if (B.axis.parts.empty())
    map.add_component(row, d, B.axis.constant);
  else
    map.add_dot(row, d, B.axis);
}

Pairing pair_cores(const Layout& layout, const ShapeCore& A, const ShapeCore& B) {
  Pairing out{QuadraticMap(layout), nullptr};
  QuadraticMap& map = out.map;
  if (B.kind == ShapeCore::kPlane) {
    out.pair = CorePair::kPlane;
    add_height(map, A, B);
    out.gap = make_plane_gap(A.radius);
    return out;
  }
  const AffineVector d = A.point - B.point;
  map.add_plain_dot(map.add_row("squared_distance", "N/m"), d, d);
  out.inside = B.inside;
  const double R = B.inside ? B.radius - A.radius : A.radius + B.radius;
  if (A.kind == ShapeCore::kBall && B.kind == ShapeCore::kBall) {
    out.gap = make_ball_gap(R);
  } else if (A.kind == ShapeCore::kBall) {
    out.pair = CorePair::kSegment;
    map.add_plain_dot(map.add_row("along_axis", "N"), d, B.axis);
    map.add_plain_dot(map.add_row("axis", "N m"), B.axis, B.axis);
    out.gap = make_segment_gap(R, B.low, B.high, B.inside);
  } else {
    out.pair = CorePair::kSegments;
    map.add_plain_dot(map.add_row("along_first_axis", "N"), d, A.axis);
    map.add_plain_dot(map.add_row("along_second_axis", "N"), d, B.axis);
    map.add_plain_dot(map.add_row("axes", "N m"), A.axis, B.axis);
    map.add_plain_dot(map.add_row("first_axis", "N m"), A.axis, A.axis);
    map.add_plain_dot(map.add_row("second_axis", "N m"), B.axis, B.axis);
    out.gap = make_two_segments_gap(R, A.low, A.high, B.low, B.high);
  }
  out.ends = {A.low, A.high, B.low, B.high};
  return out;
}

// Of the round surfaces of a pair, as Hertz needs it; infinite where a corner or nothing round touches.
double reduced_radius(const ShapeCore& A, const ShapeCore& B) {
  const double a = A.radius > 0 ? 1 / A.radius : 0;
  const double b = B.kind == ShapeCore::kPlane || !(B.radius > 0) ? 0 : (B.inside ? -1 : 1) / B.radius;
  return a + b > 0 ? 1 / (a + b) : INFINITY;
}

struct ShapePair {
  const Shape *A, *B;
  bool turned = false;              // the first one named is B
  std::vector<ShapeCore> touching;  // cores of A
};

ShapePair read_shapes(const Params& params, PartBuilder& builder) {
  const auto& names = params.names("between");
  const Shape* first = &builder.shape(names[0], params, "between");
  const Shape* second = &builder.shape(names[1], params, "between");
  if (first == second) params.fail("between", fmt::format("names \"{}\" twice", names[0]), "name two shapes");
  if (first->on().ground && second->on().ground)
    params.fail("between", "names two shapes on the ground, which do not move", "put one of them on a body");
  if (first->on().body == second->on().body)
    params.fail("between", fmt::format("names two shapes of the same body \"{}\"", first->on().body),
                "a body does not touch itself");
  const auto is_plane = [](const Shape& s) { return s.core() && s.core()->kind == ShapeCore::kPlane; };
  const auto is_bore = [](const Shape& s) { return s.core() && s.core()->inside; };
  if (is_plane(*first) && is_plane(*second))
    params.fail("between", "names two planes, which touch everywhere or nowhere", "give one body a box or a sphere");
  ShapePair pair{first, second, false, {}};
  const auto rank = [&](const Shape& s) {
    return is_plane(s) || is_bore(s) ? 2 : s.core() && s.core()->kind == ShapeCore::kSegment ? 1 : 0;
  };
  if (rank(*first) > rank(*second)) {
    std::swap(pair.A, pair.B);
    pair.turned = true;
  }
  if (is_plane(*pair.B)) {
    if (pair.A->corners().empty())
      params.fail("between", fmt::format("names a {} and a plane, for which there is no gap yet", pair.A->type()),
                  "use a sphere, point, box or capsule against a plane");
    pair.touching = pair.A->corners();
    return pair;
  }
  for (const Shape* s : {pair.A, pair.B})
    if (!s->core())
      params.fail("between",
                  fmt::format("names a {} and a {}, for which there is no gap yet", first->type(), second->type()),
                  "a box touches planes; give the body spheres or capsules for the rest");
  const ShapeCore &a = *pair.A->core(), &b = *pair.B->core();
  if (b.inside) {
    if (a.kind != ShapeCore::kBall)
      params.fail("between", fmt::format("names a {} in a bore, for which there is no gap yet", pair.A->type()),
                  "spheres can be in a bore");
    if (!(a.radius < b.radius))
      params.fail("between", fmt::format("names a sphere of radius {:g} m in a bore of {:g} m", a.radius, b.radius),
                  "the bore must be larger");
  } else if (!(a.radius + b.radius > 0)) {
    params.fail("between", "names two points, which never touch", "give one of them a radius");
  }
  pair.touching = {a};
  return pair;
}

// The mass that takes part, 0 if it is not known.
double mass_of(const Marker& place, const Params& params, const PartBuilder& builder) {
  return place.ground ? INFINITY : builder.body(place.body, params, "between").mass();
}

std::unique_ptr<Part> make_contact(const std::string& name, const Params& params, PartBuilder& builder) {
  const SpecNode law_node = params.node("law");
  if (law_node.is_scalar())
    law_node.fail(fmt::format("= {} is no law of this version", law_node.text()),
                  "give a compliant one, e.g. {stiffness: 1e6, restitution: 0.7}");
  const ShapePair pair = read_shapes(params, builder);
  const double m_A = mass_of(pair.A->on(), params, builder), m_B = mass_of(pair.B->on(), params, builder);
  const double lighter = std::min(m_A, m_B), mass = m_A > 0 && m_B > 0 ? 1 / (1 / m_A + 1 / m_B) : 0;
  const double g = builder.gravity().norm() > 0 ? builder.gravity().norm() : 9.81;
  const Params law_params(law_node, law_keys());
  const ShapeCore& B = *pair.B->core();
  const double places = static_cast<double>(pair.touching.size());
  const ContactLawValues values = read_contact_law(law_params, reduced_radius(pair.touching[0], B), mass);
  FrictionLaw friction;
  if (params.has("friction"))
    friction = read_friction(params.group("friction"), lighter / places, lighter * g / places);

  auto part = std::make_unique<ContactPart>(name, builder.assembly());
  part->set_turned(pair.turned);
  part->set_scales(lighter * g, std::min(pair.A->size(), pair.B->size()));
  for (const ShapeCore& A : pair.touching) {
    Pairing pairing = pair_cores(builder.layout(), A, B);
    ContactPlaces at;
    at.pair = pairing.pair;
    at.ends = pairing.ends;
    at.inside = pairing.inside;
    const bool plain = read_contact_side(builder.layout(), pairing.map.nodes(), A, at.A) &&
                       read_contact_side(builder.layout(), pairing.map.nodes(), B, at.B);
    if (!plain)
      params.fail("between", "names a shape on a rod or an element, for which there is no contact yet",
                  "put the shape on a rigid body, a planar body, a point or the ground");
    part->add_touch(std::move(pairing.map), pairing.gap, values.law, values.damping, friction, at, A.label);
  }
  return part;
}

}  // namespace

PartType contact_type() {
  PartType type;
  type.name = "contact";
  type.doc =
      "compliant contact of two shapes with restitution and dry friction. Channels gap, gap_rate, normal_force, "
      "friction_force, force.* (on the first), place.*, slip_speed, state (0 open, 1 sticks, 2 slips), energy, "
      "power, dissipated_by_damping, dissipated_by_friction";
  type.reference = "energy of the gap with an exact chord; exact restitution; return map of bristles";
  type.schema.names_of("shape", "between", "the two shapes").size(2).required();
  type.schema
      .group("law", law_keys(), "how hard they press: stiffness and exponent, modulus, or force; and what is lost")
      .required();
  type.schema.group("friction", contact_friction_schema(), "dry friction: mu, and more");
  type.make = make_contact;
  return type;
}

}  // namespace invar
