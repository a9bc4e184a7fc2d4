// Knife edge (skate, sharp wheel): a point P of a body does not move sideways to a blade b fixed in the body,
//   (N2)  (N x b) . x_P' = 0,     N the normal of the plane it cuts into
// For a planar body N = e_z. The constraint does no work: the Chaplygin sleigh keeps its energy.
#include <fmt/format.h>

#include "invar/math/rotation.h"
#include "invar/nonholonomic/bilinear_pfaffian.h"
#include "invar/nonholonomic/nonholonomic_part.h"
#include "invar/nonholonomic/types.h"
#include "invar/parts/kinematics.h"
#include "invar/parts/read_places.h"

namespace invar {

namespace {

std::unique_ptr<Part> make_knife_edge(const std::string& name, const Params& params, PartBuilder& builder) {
  const std::string& on = params.text("on");
  Marker P = read_place(params, builder, on, "on", "at");
  if (P.ground) params.fail("on", "is the ground, which does not move", "name a body or a marker on one");
  if (!P.has_axes)
    params.fail("on", fmt::format("is on \"{}\", a point or rod without an orientation", P.body),
                "name a rigid or planar body");
  const Vector3 N = P.planar ? Vector3::UnitZ() : params.direction("normal");
  if (params.has("direction")) {
    const Vector3 b = params.direction("direction");
    const Vector3 at = calc_value(builder.layout(), P.point, builder.q());
    P = builder.place_at(P.body, at, make_triad(b), params, "on");
  }
  const AffineVector blade = P.axes[params.has("direction") ? 2 : 0];  // a triad has the given direction as third axis
  const Layout& layout = builder.layout();
  if (N.cross(calc_value(layout, blade, builder.q())).norm() < 1e-9)
    params.fail("direction", "is along the normal of the plane", "a blade needs a direction in the plane");
  auto term = std::make_unique<BilinearPfaffian>(layout, 1);
  term->add(0, blade, -skew(N), P.point);  // b^T (-N~) x' = (N x b) . x'
  const auto nodes = term->nodes();
  const int i = builder.assembly().add_pfaffian(name, nodes, std::move(term), {"side"});
  auto part = std::make_unique<NonholonomicPart>(name, "knife_edge", builder.assembly());
  part->add_rows(builder.assembly().pfaffians[i].first_row, 1);
  part->set_directions({[&layout, blade, N](Vec q) -> Vector3 { return N.cross(calc_value(layout, blade, q)); }});
  part->set_contact([&layout, x = P.point](const Snapshot& s) { return calc_value(layout, x, s.q); });
  // The blade lies along the axis that `blade` is: the third of a given direction, else the first.
  const bool third = params.has("direction");
  part->set_drawing([P, third](const Part& self, Drawing& d) {
    d.attach(P);
    d.add_symbol("box", self, DrawRole::kJoint, d.place(P),
                 third ? std::vector<double>{0.03, 0.03, 0.3} : std::vector<double>{0.3, 0.03, 0.03});
  });
  part->add_channel("speed", "m/s", kNeedsVelocity, [&layout, blade, x = P.point](const Snapshot& s) {
    return calc_value(layout, blade, s.q).dot(calc_rate(layout, x, s.q, s.v));
  });
  return part;
}

}  // namespace

PartType knife_edge_type() {
  PartType type;
  type.name = "knife_edge";
  type.doc =
      "blade or sharp wheel: a point of a body moves along a direction fixed in the body, never sideways. Channels "
      "speed (along the blade), force.* (on the body), lambda.side";
  type.reference = "Chaplygin sleigh; [Bauchau2003] eq. (2)";
  type.schema.name_of("place", "on", "body or marker that carries the blade").required();
  type.schema.numbers(
      "at", "m", "point of the blade, in world coordinates of the initial configuration; default: the place itself");
  type.schema.direction(
      "direction",
      "direction of the blade, in world coordinates of the initial configuration; default: first axis of the place");
  type.schema.direction("normal", "normal of the plane it cuts into (bodies in space)").default_value("[0, 0, 1]");
  type.make = make_knife_edge;
  return type;
}

}  // namespace invar
