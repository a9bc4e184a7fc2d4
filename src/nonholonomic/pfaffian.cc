// User-written velocity rows: each is a map from the names of coordinates to formulas of coordinates and t,
//
//   rows:
//     - {board.x: sin(board.theta), board.y: -cos(board.theta), a: 0.1*t}
//
// means  sin(theta) x' - cos(theta) y' + 0.1 t = 0. Coordinates are called as in the layout (body.x, body.theta,
// body.r.x, body.d1.z, joint.angle.value); in formulas the dots may also be written as underscores.
#include <fmt/format.h>

#include <cmath>

#include "invar/nonholonomic/coordinate_reader.h"
#include "invar/nonholonomic/expression_pfaffian.h"
#include "invar/nonholonomic/nonholonomic_part.h"
#include "invar/nonholonomic/types.h"

namespace invar {

namespace {

ExpressionPfaffian::Formula read_coefficient(CoordinateReader& reader, const SpecNode& node,
                                             std::vector<FunctionPtr>& functions_of_time) {
  CoordinateReader::Formula read = reader.read(node, false);
  if (read.variables.empty() && read.expression.has_cases())
    functions_of_time.push_back(
        make_expression(read.expression.text(), "t", read.constants, node.location(), node.path()));
  ExpressionPfaffian::Formula formula{std::move(read.expression), {}};
  for (const CoordinateReader::Variable& variable : read.variables) formula.coordinates.push_back(variable.local);
  return formula;
}

std::unique_ptr<Part> make_pfaffian(const std::string& name, const Params& params, PartBuilder& builder) {
  const SpecNode rows = params.node("rows");
  if (!rows.is_list() || rows.size() == 0)
    params.fail("rows", "must be a list of maps from coordinates to formulas",
                "e.g. [{board.x: sin(board.theta), board.y: -cos(board.theta)}]");
  CoordinateReader reader(builder.layout());
  if (params.has("names")) reader.use_names(params.node("names"));
  std::vector<FunctionPtr> functions_of_time;
  std::vector<ExpressionPfaffian::Coefficient> coefficients;
  std::vector<std::string> labels;
  for (size_t r = 0; r < rows.size(); ++r) {
    const SpecNode row = rows[r];
    if (!row.is_map()) row.fail("must be a map from coordinates to formulas", "e.g. {board.x: 1, a: -0.5}");
    int count = 0;
    for (size_t i = 0; i < row.size(); ++i) {
      const std::string key = Scope::substitute(row.scope().get(), row.key(i), row.key_location(i), row.path());
      const int coordinate = key == "a" ? -1 : reader.coordinate(key, row.key_location(i), row.path());
      count += coordinate >= 0;
      coefficients.push_back({static_cast<int>(r), coordinate, read_coefficient(reader, row[i], functions_of_time)});
    }
    if (count == 0) row.fail("has no coefficient of a velocity", "name a coordinate, e.g. board.x: 1");
    labels.push_back(fmt::format("row_{}", r + 1));
  }
  if (reader.size() > kMaxLocal || static_cast<int>(rows.size()) > kMaxLocal)
    params.fail("rows", fmt::format("have {} coordinates, more than {}", reader.size(), kMaxLocal),
                "split them into several entries");

  Assembly& assembly = builder.assembly();
  const Vector local = reader.gather(builder.q());
  for (const auto& c : coefficients)
    if (!std::isfinite(c.formula.eval(0, local)))
      rows[c.row].fail(fmt::format("has the coefficient {} that is not finite in the initial configuration",
                                   c.formula.expression.text()),
                       "");

  const int count = static_cast<int>(rows.size());
  const int p = assembly.add_pfaffian(name, reader.nodes(),
                                      std::make_unique<ExpressionPfaffian>(count, std::move(coefficients)), labels);
  auto part = std::make_unique<NonholonomicPart>(name, "pfaffian", assembly);
  part->add_rows(assembly.pfaffians[p].first_row, count);
  for (const FunctionPtr& f : functions_of_time) part->add_function_of_time(f);
  return part;
}

}  // namespace

PartType pfaffian_type() {
  PartType type;
  type.name = "pfaffian";
  type.doc =
      "velocity constraints written as formulas: each row is a map from coordinate names (body.x, body.theta, "
      "body.r.x, body.d1.z) to coefficients, formulas of coordinates and t; the key a adds a term without velocity. "
      "In formulas dots of names may be written as underscores. Channels lambda.row_1, ...";
  type.reference = "[Bauchau2003] eq. (2)";
  type.schema.map("rows", "list of maps, e.g. [{board.x: sin(board.theta), board.y: -cos(board.theta), a: 0}]")
      .required();
  type.schema.map("names", "short names of coordinates for the rows, e.g. {x: board.x, theta: board.theta}");
  type.make = make_pfaffian;
  return type;
}

}  // namespace invar
