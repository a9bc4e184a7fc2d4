// Distance drive (linear actuator between two places, x = x_M - x_F): Phi = [ x . x - L(t)^2 ] / 2. It gives the power
// lambda Phi_t = -lambda L L', hence pushes the places apart with the force -lambda L.
#include <fmt/format.h>

#include "invar/drives/range.h"
#include "invar/drives/types.h"
#include "invar/functions/composed.h"
#include "invar/parts/kinematics.h"

namespace invar {

namespace {

std::unique_ptr<Part> make_distance(const std::string& name, const Params& params, PartBuilder& builder) {
  const auto& between = params.names("between");
  const Marker F = builder.place(between[0], params, "between"), M = builder.place(between[1], params, "between");
  if (F.body == M.body)
    params.fail("between", fmt::format("connects \"{}\" with itself", F.body), "name two different bodies");
  const FunctionPtr L = read_value_in_range(params, name);
  if (!(L->value(0) > 0))
    params.fail("value", fmt::format("is {:g} at t = 0 but must be positive", L->value(0)),
                "the length of an actuator");
  const Layout& layout = builder.layout();
  const AffineVector d = M.point - F.point;
  if (!(calc_value(layout, d, builder.q()).norm() > 1e-12))
    params.fail("between", "names two points at the same place", "an actuator needs a length to know its direction");
  QuadraticMap rows(layout);
  const int row = rows.add_row("length");
  rows.add_dot(row, d, d, 0.5);
  rows.add_constant(row, -0.5, make_square(L));
  const int index = builder.add_constraint(name, std::move(rows));
  Drive::Coordinate c;
  c.row = builder.assembly().constraints[index].first_row;
  c.value = [&layout, d](const Snapshot& s) { return calc_value(layout, d, s.q).norm(); };
  c.rate = [&layout, d](const Snapshot& s) {
    return calc_value(layout, d, s.q).normalized().dot(calc_rate(layout, d, s.q, s.v));
  };
  c.force_factor = c.value;
  auto drive = std::make_unique<Drive>(name, "distance");
  c.prescribed = L;
  drive->add_coordinate(std::move(c));
  drive->set_drawing(draw_actuator(layout, F, M, true));
  return drive;
}

}  // namespace

PartType distance_drive_type() {
  PartType type;
  type.name = "distance";
  type.doc = "actuator between two points: their distance is a function of time";
  type.reference = "[Bauchau2003] eq. (17)";
  type.schema.names_of("place", "between", "the two places: bodies (their origins), markers or ground")
      .size(2)
      .required();
  type.schema.function_of("t", "value", "m", "distance").required();
  add_range(type.schema, "m");
  type.make = make_distance;
  return type;
}

}  // namespace invar
