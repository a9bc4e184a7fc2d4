// Leaf spring: a force along a line fixed in the first body, from a guide there to a point of the second, which may move
// sideways at will. With the axis f of the first body, L = f . (x_M - x_F) is the length; tension
//   (L1)  F = k (L - L_0)                                        between the stops,
//   (L2)  F = k (L_b - L_0) + k_b (L - L_b) below the bump stop, likewise above the rebound stop,
// is the derivative of an energy of L, a quadratic invariant. The reaction acts on the first body on the same line.
#include <fmt/format.h>

#include "invar/discrete/function_law.h"
#include "invar/forces/characteristic.h"
#include "invar/forces/types.h"
#include "invar/functions/function1d_pieces.h"
#include "invar/math/rotation.h"
#include "invar/parts/force_part.h"
#include "invar/parts/read_places.h"

namespace invar {

namespace {

// (L1), (L2)
FunctionPtr read_leaf_law(const Params& params) {
  const bool linear = params.has("stiffness");
  if (linear == params.has("force"))
    fail_entry(params, "needs either stiffness and free_length, or force", "force is a function of the length x");
  if (!linear) {
    for (const char* key : {"free_length", "bump_stop", "rebound_stop"})
      if (params.has(key)) params.fail(key, "cannot stand together with force", "write it into the function");
    return params.function("force");
  }
  if (!params.has("free_length")) fail_entry(params, "needs the key \"free_length\"", "the length without force");
  const double k = params.number("stiffness"), free = params.number("free_length"),
               k_b = params.number("stop_stiffness");
  const auto line = [](double x, double value, double slope) { return make_polynomial({value - slope * x, slope}); };
  std::vector<double> breaks;
  std::vector<FunctionPtr> pieces;
  if (params.has("bump_stop")) {
    const double x = params.number("bump_stop");
    pieces.push_back(line(x, k * (x - free), k_b));
    breaks.push_back(x);
  }
  pieces.push_back(line(free, 0, k));
  if (params.has("rebound_stop")) {
    const double x = params.number("rebound_stop");
    if (!breaks.empty() && !(x > breaks[0]))
      params.fail("rebound_stop", fmt::format("must be longer than the bump stop at {:.6g} m", breaks[0]));
    pieces.push_back(line(x, k * (x - free), k_b));
    breaks.push_back(x);
  }
  if (!breaks.empty() && !(k_b > k))
    params.fail("stop_stiffness", "must be larger than the stiffness of the spring", "a stop is stiff, e.g. 1e7");
  return breaks.empty() ? pieces[0] : make_pieces(breaks, pieces, params.location(), params.path());
}

std::unique_ptr<Part> make_leaf_spring(const std::string& name, const Params& params, PartBuilder& builder) {
  auto [F, M] = read_two_points(params, builder);
  const Layout& layout = builder.layout();
  if (!F.has_axes)
    params.fail("between", fmt::format("needs a first body with an orientation, but \"{}\" is a point", F.body),
                "the line of the force is fixed in the first body");
  if (params.has("axis"))
    F = builder.place_at(F.body, calc_value(layout, F.point, builder.q()), make_triad(params.direction("axis")), params,
                         "between");
  const FunctionPtr law = read_leaf_law(params);
  QuadraticMap map(layout);
  map.add_dot(map.add_row("length"), F.axes[2], M.point - F.point);
  auto part = std::make_unique<ForcePart>(name, "leaf_spring", builder.assembly());
  part->add_potential(map, std::make_unique<FunctionLaw>(law, 0.0));
  if (params.number("damping") > 0)
    part->add_force(map, std::make_unique<ViscousLaw>(Matrix::Constant(1, 1, params.number("damping"))));
  part->add_coordinate_channels(map, "length", "m");
  part->add_channel(
      "tension", "N", kNeedsVelocity, [&layout, map, law, c = params.number("damping")](const Snapshot& s) {
        return law->value(calc_invariant(layout, map, s.q)) + c * calc_invariant_rate(layout, map, s.q, s.v);
      });
  part->offer_wrench_between(F, M, false);
  part->set_drawing(draw_between("spring", F, M));
  return part;
}

}  // namespace

PartType leaf_spring_type() {
  PartType type;
  type.name = "leaf_spring";
  type.doc =
      "spring along a line fixed in the first body, on a point of the second that may move sideways; with bump and "
      "rebound stops. Channels length, length_rate, tension, force.* (on the second place), energy, power";
  type.reference = "IAVSD benchmark [Frik1993]; mean value of the characteristic";
  type.schema = two_points_schema();
  type.schema.direction("axis",
                        "direction in which the length counts, fixed in the first body, in world coordinates of the "
                        "initial configuration; default: third axis of the first place");
  type.schema.number("stiffness", "N/m", "between the stops").nonnegative();
  type.schema.number("free_length", "m", "length without force");
  type.schema.number("bump_stop", "m", "length below which the stop acts");
  type.schema.number("rebound_stop", "m", "length above which the stop acts");
  type.schema.number("stop_stiffness", "N/m", "of both stops").positive().default_value(1e7);
  type.schema.function_of("x", "force", "N", "instead of stiffness: tension as function of the length x");
  type.schema.number("damping", "N s/m", "coefficient of a linear damper").nonnegative().default_value(0);
  type.make = make_leaf_spring;
  return type;
}

}  // namespace invar
