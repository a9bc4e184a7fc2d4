// Attraction of two points by U = -strength / l, with its exact discrete gradient (S3) of discrete/length_law.h.
#include "invar/discrete/length_law.h"
#include "invar/forces/types.h"
#include "invar/parts/force_part.h"
#include "invar/parts/read_places.h"

namespace invar {

namespace {

std::unique_ptr<Part> make_central_gravity(const std::string& name, const Params& params, PartBuilder& builder) {
  const auto [A, B] = read_two_points(params, builder);
  QuadraticMap map(builder.layout());
  const AffineVector d = B.point - A.point;
  map.add_dot(map.add_row("squared_length"), d, d);
  const Layout& layout = builder.layout();
  if (!(calc_invariant(layout, map, builder.q()) > 0))
    params.fail("between", "names two points at the same place, where the attraction is infinite", "move one of them");
  auto part = std::make_unique<ForcePart>(name, "central_gravity", builder.assembly());
  part->add_potential(map, std::make_unique<InverseLengthLaw>(params.number("strength")));
  part->add_channel("length", "m", kNeedsState,
                    [&layout, map](const Snapshot& s) { return calc_length(calc_invariant(layout, map, s.q)); });
  part->offer_wrench_between(A, B, false);
  return part;
}

}  // namespace

PartType central_gravity_type() {
  PartType type;
  type.name = "central_gravity";
  type.doc =
      "attraction of two points with potential energy -strength / distance (strength = G m1 m2). Channels length, "
      "force.* (on the second place), energy, power";
  type.reference = "Newton's law of gravitation";
  type.schema = two_points_schema();
  type.schema.number("strength", "N m^2", "gravitational parameter times mass; negative repels").required();
  type.make = make_central_gravity;
  return type;
}

}  // namespace invar
