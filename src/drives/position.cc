// Position drive: a place follows [x(t), y(t), z(t)] in the world; components given as ~ (null) stay free.
#include <fmt/format.h>

#include "invar/drives/types.h"
#include "invar/parts/kinematics.h"

namespace invar {

namespace {

std::unique_ptr<Part> make_position(const std::string& name, const Params& params, PartBuilder& builder) {
  const Marker place = builder.place(params.text("point"), params, "point");
  if (place.ground) params.fail("point", "lies on the ground, which does not move", "name a body or a marker on it");
  const int dimension = place.planar ? 2 : 3;
  const SpecNode list = params.node("value");
  if (!list.is_list() || static_cast<int>(list.size()) != dimension)
    params.fail("value", fmt::format("must be a list of {} functions of t", dimension),
                "e.g. [sin(t), ~, 0]; ~ leaves a component free");
  static constexpr const char* kAxes[] = {"x", "y", "z"};
  QuadraticMap rows(builder.layout());
  std::vector<int> driven;
  std::vector<FunctionPtr> functions;
  for (int i = 0; i < dimension; ++i) {
    if (list[i].is_null()) continue;
    const int row = rows.add_row(kAxes[i]);
    rows.add_component(row, place.point, Vector3::Unit(i));
    functions.push_back(read_function(list[i], "t"));
    rows.add_constant(row, -1, functions.back());
    driven.push_back(i);
  }
  if (driven.empty()) params.fail("value", "leaves all components free", "give at least one function of t");
  const int index = builder.add_constraint(name, std::move(rows));
  const Layout& layout = builder.layout();
  auto drive = std::make_unique<Drive>(name, "position");
  for (size_t k = 0; k < driven.size(); ++k) {
    const int i = driven[k];
    const AffineVector x = place.point;
    Drive::Coordinate c;
    c.component = std::string(".") + kAxes[i];
    c.row = builder.assembly().constraints[index].first_row + static_cast<int>(k);
    c.value = [&layout, x, i](const Snapshot& s) { return calc_value(layout, x, s.q)[i]; };
    c.rate = [&layout, x, i](const Snapshot& s) { return calc_rate(layout, x, s.q, s.v)[i]; };
    c.prescribed = functions[k];
    drive->add_coordinate(std::move(c));
  }
  std::vector<Vector3> directions;
  directions.reserve(driven.size());
  for (const int i : driven) directions.emplace_back(Vector3::Unit(i));
  drive->set_drawing(draw_leading(place, std::move(directions)));
  return drive;
}

}  // namespace

PartType position_drive_type() {
  PartType type;
  type.name = "position";
  type.doc = "a point follows a prescribed path; components may be left free";
  type.reference = "[Bauchau2003] eq. (17)";
  type.schema.name_of("place", "point", "body (its origin) or marker that is led").required();
  type.schema.map("value", "[x, y, z] in m, each a function of t or ~ for a free component; [x, y] for planar bodies")
      .required();
  type.make = make_position;
  return type;
}

}  // namespace invar
