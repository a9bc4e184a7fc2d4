// Thin disc that rolls without slip on a plane: contact of the rim (holonomic) and no slip (two velocity rows).
#include "invar/math/rotation.h"
#include "invar/nonholonomic/disc_terms.h"
#include "invar/nonholonomic/nonholonomic_part.h"
#include "invar/nonholonomic/rolling_plane.h"
#include "invar/nonholonomic/types.h"
#include "invar/parts/kinematics.h"

namespace invar {

namespace {

// Components in the directors of a frame.
Vector3 body_components(const AffineVector& x) {
  Vector3 p = Vector3::Zero();
  for (const auto& part : x.parts)
    if (part.slot > 0) p[part.slot - 1] += part.factor;
  return p;
}

std::unique_ptr<Part> make_rolling_disc(const std::string& name, const Params& params, PartBuilder& builder) {
  Marker C = read_rolling_center(params, builder);
  const RollingPlane plane = read_rolling_plane(params);
  const double R = params.number("radius");
  Assembly& assembly = builder.assembly();
  const Layout& layout = assembly.layout;
  if (params.has("axis"))
    C = builder.place_at(C.body, calc_value(layout, C.point, builder.q()), make_triad(params.direction("axis")), params,
                         "on");
  const AffineVector axis = C.axes[2];
  if (plane.N.cross(calc_value(layout, axis, builder.q())).norm() < 1e-6)
    params.fail("axis", "is along the normal of the plane: the disc lies flat",
                "tilt the disc; its axis lies flat when it stands upright");

  auto height = std::make_unique<DiscHeight>(layout, C, axis, plane.N, plane.height, R);
  const auto nodes = height->nodes();
  const int c = assembly.add_constraint(name, nodes, std::move(height), {"height"});
  auto slip =
      std::make_unique<DiscSlip>(body_components(C.point), body_components(axis), plane.N, plane.t1, plane.t2, R);
  const DiscSlip geometry = *slip;
  const int p = assembly.add_pfaffian(name, nodes, std::move(slip), {"slip_1", "slip_2"});

  auto part = std::make_unique<NonholonomicPart>(name, "rolling_disc", assembly);
  part->add_rows(assembly.constraints[c].first_row, 1);
  part->add_rows(assembly.pfaffians[p].first_row, 2);
  std::vector<NonholonomicPart::Direction> directions;
  for (const Vector3& n : {plane.N, plane.t1, plane.t2}) directions.emplace_back([n](Vec) { return n; });
  part->set_directions(std::move(directions));
  const int node = C.nodes[0];
  const auto contact = [&layout, node, geometry, x = C.point, R](const Snapshot& s) -> Vector3 {
    const Vector3 u = geometry.calc_u(s.q.segment<12>(layout.node(node).offset));
    return calc_value(layout, x, s.q) - R * calc_rotation(layout, node, s.q) * u;
  };
  part->set_contact(contact);
  part->set_drawing([C, R, plane](const Part& self, Drawing& d) {
    const Anchor center = d.place(C);
    Primitive& wheel = d.add("wheel", self, DrawRole::kBody, center, {R, 0.09 * R});
    wheel.part = C.body;
    d.set_shaped(center);
    d.note_size(2 * R);
    draw_floor(plane, self, d);
  });
  for (int i = 0; i < 3; ++i)
    part->add_channel(std::string("contact.") + "xyz"[i], "m", kNeedsState,
                      [contact, i](const Snapshot& s) { return contact(s)[i]; });
  part->add_channel("tilt", "rad", kNeedsState, [&layout, axis, N = plane.N](const Snapshot& s) {
    const Vector3 a = calc_value(layout, axis, s.q);
    return std::atan2(a.dot(N), a.cross(N).norm());
  });
  return part;
}

}  // namespace

PartType rolling_disc_type() {
  PartType type;
  type.name = "rolling_disc";
  type.doc =
      "thin disc or wheel that rolls on a plane on its rim without slipping. Channels contact.*, tilt (0 when "
      "upright), force.* (on the disc), lambda.height, lambda.slip_1, lambda.slip_2";
  type.reference = "[Bauchau2003] eq. (2)";
  type.schema = rolling_schema("body or marker at the center of the disc");
  type.schema.direction(
      "axis", "axis of the disc, in world coordinates of the initial configuration; default: third axis of the place");
  type.make = make_rolling_disc;
  return type;
}

}  // namespace invar
