// Viscous drag on the velocity of a place and on the angular velocity of its body, relative to the ground.
//   force  -c v_P on the position of the place
//   torque -c_r w: on a frame Q_di = -c_r/2 d_i', whose moment is -c_r/2 sum d_i x d_i' = -c_r w; planar: on theta
#include <fmt/format.h>

#include "invar/forces/characteristic.h"
#include "invar/forces/types.h"
#include "invar/parts/force_part.h"
#include "invar/parts/read_places.h"

namespace invar {

namespace {

void add_components(QuadraticMap& map, const AffineVector& x, int dimension) {
  for (int i = 0; i < dimension; ++i)
    map.add_component(map.add_row(fmt::format("{}{}", map.rows() / 3, "xyz"[i])), x, Vector3::Unit(i));
}

std::unique_ptr<Part> make_linear_damping(const std::string& name, const Params& params, PartBuilder& builder) {
  const Marker P = read_place(params, builder, params.text("on"), "on", "at");
  if (P.ground) params.fail("on", "is the ground, which does not move", "name a body or a marker on one");
  const double c = params.number("damping"), c_r = params.number("rotational_damping");
  if (c == 0 && c_r == 0) fail_entry(params, "has no damping", "give damping or rotational_damping");
  auto part = std::make_unique<ForcePart>(name, "linear_damping", builder.assembly());
  if (c > 0) {
    QuadraticMap map(builder.layout());
    add_components(map, P.point, P.planar ? 2 : 3);
    part->add_force(map, std::make_unique<ViscousLaw>(c * Matrix::Identity(map.rows(), map.rows())));
  }
  if (c_r > 0) {
    if (!P.has_axes)
      params.fail("rotational_damping", fmt::format("acts on \"{}\", which has no orientation", P.body),
                  "name a rigid or planar body");
    QuadraticMap map(builder.layout());
    const int node = P.nodes[0];
    const bool planar = builder.layout().node(node).kind == NodeKind::kFrame2;
    if (planar) {
      add_components(map, AffineVector().add(node, 3, 1), 1);
    } else {
      for (int i = 1; i <= 3; ++i) add_components(map, AffineVector().add(node, i, 1), 3);
    }
    part->add_force(
        map, std::make_unique<ViscousLaw>((planar ? c_r : 0.5 * c_r) * Matrix::Identity(map.rows(), map.rows())));
  }
  part->offer_wrench_on(P, P.has_axes);
  return part;
}

}  // namespace

PartType linear_damping_type() {
  PartType type;
  type.name = "linear_damping";
  type.doc =
      "viscous drag of the surroundings: a force against the velocity of a place and a torque against the angular "
      "velocity of its body. Channels force.*, torque.*, power";
  type.reference = "Rayleigh dissipation";
  type.schema.name_of("place", "on", "body or marker it acts on").required();
  type.schema.numbers(
      "at", "m", "point on the body, in world coordinates of the initial configuration; default: the place itself");
  type.schema.number("damping", "N s/m", "force a velocity").nonnegative().default_value(0);
  type.schema.number("rotational_damping", "N m s/rad", "torque an angular velocity").nonnegative().default_value(0);
  type.make = make_linear_damping;
  return type;
}

}  // namespace invar
