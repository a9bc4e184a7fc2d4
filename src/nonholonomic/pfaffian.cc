// User-written velocity rows: each is a map from the names of coordinates to formulas of coordinates and t,
//
//   rows:
//     - {board.x: sin(board.theta), board.y: -cos(board.theta), a: 0.1*t}
//
// means  sin(theta) x' - cos(theta) y' + 0.1 t = 0. Coordinates are called as in the layout (body.x, body.theta,
// body.r.x, body.d1.z, joint.angle.value); in formulas the dots may also be written as underscores.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "invar/core/suggest.h"
#include "invar/nonholonomic/expression_pfaffian.h"
#include "invar/nonholonomic/nonholonomic_part.h"
#include "invar/nonholonomic/types.h"

namespace invar {

namespace {

std::string with_underscores(std::string text) {
  std::replace(text.begin(), text.end(), '.', '_');
  return text;
}

// Dots between a letter or digit and a letter belong to names; those of numbers (1.5, 2.e3) stay.
std::string flatten_names(std::string text) {
  const auto is_name = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
  for (size_t i = 0; i < text.size();) {
    if (!std::isalpha(static_cast<unsigned char>(text[i])) || (i > 0 && (is_name(text[i - 1]) || text[i - 1] == '.'))) {
      ++i;
      continue;
    }
    for (; i < text.size() && (is_name(text[i]) || text[i] == '.'); ++i)
      if (text[i] == '.') text[i] = '_';
  }
  return text;
}

class Reader {
 public:
  explicit Reader(const Layout& layout) : layout_(layout) {
    for (int i = 0; i < layout.coordinates(); ++i) names_.push_back(layout.coordinate_name(i));
  }

  // Local index of a coordinate given by its dotted name; places its node.
  int coordinate(const std::string& name, const SourceLocation& where, const std::string& path) {
    const auto found = std::find(names_.begin(), names_.end(), name);
    if (found == names_.end())
      throw ModelError(where, path, fmt::format("has the unknown coordinate \"{}\"", name), suggestion(name, names_));
    return local(static_cast<int>(found - names_.begin()));
  }

  ExpressionPfaffian::Formula formula(const SpecNode& node) {
    if (!node.is_scalar()) node.fail("must be a number or a formula", "e.g. sin(board.theta)");
    const std::string text = flatten_names(node.text());
    ExpressionPfaffian::Formula result;
    std::vector<std::string> variables;
    Expression::Constants constants;
    for (const auto& used : Expression::free_names(text, node.location(), node.path())) {
      if (used == "t") continue;
      const auto same = [&](const std::string& name) { return with_underscores(name) == used; };
      const auto found = std::find_if(names_.begin(), names_.end(), same);
      if (found != names_.end()) {
        if (std::find_if(found + 1, names_.end(), same) != names_.end())
          node.fail(fmt::format("has the ambiguous name \"{}\"", used),
                    "two coordinates are spelled so; rename a body");
        variables.push_back(used);
        result.coordinates.push_back(local(static_cast<int>(found - names_.begin())));
        continue;
      }
      const auto value = node.scope() ? node.scope()->find(used) : std::nullopt;
      if (!value) {
        auto known = names_;
        if (node.scope())
          for (const auto& name : node.scope()->names()) known.push_back(name);
        node.fail(fmt::format("has the unknown name \"{}\"", used), suggestion(used, known));
      }
      constants.emplace_back(used, *value);
    }
    variables.emplace_back("t");
    result.expression = std::make_unique<Expression>(text, variables, constants, node.location(), node.path());
    return result;
  }

  const std::vector<int>& nodes() const { return nodes_; }
  int size() const { return size_; }

 private:
  int local(int global) {
    int node = 0;
    while (node + 1 < static_cast<int>(layout_.nodes().size()) && layout_.node(node + 1).offset <= global) ++node;
    int at = 0;
    for (const int known : nodes_) {
      if (known == node) return at + global - layout_.node(node).offset;
      at += node_size(layout_.node(known).kind);
    }
    nodes_.push_back(node);
    size_ += node_size(layout_.node(node).kind);
    return at + global - layout_.node(node).offset;
  }

  const Layout& layout_;
  std::vector<std::string> names_;
  std::vector<int> nodes_;
  int size_ = 0;
};

std::unique_ptr<Part> make_pfaffian(const std::string& name, const Params& params, ModelBuilder& builder) {
  const SpecNode rows = params.node("rows");
  if (!rows.is_list() || rows.size() == 0)
    params.fail("rows", "must be a list of maps from coordinates to formulas",
                "e.g. [{board.x: sin(board.theta), board.y: -cos(board.theta)}]");
  Reader reader(builder.layout());
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
      coefficients.push_back({static_cast<int>(r), coordinate, reader.formula(row[i])});
    }
    if (count == 0) row.fail("has no coefficient of a velocity", "name a coordinate, e.g. board.x: 1");
    labels.push_back(fmt::format("row_{}", r + 1));
  }
  if (reader.size() > kMaxLocal || static_cast<int>(rows.size()) > kMaxLocal)
    params.fail("rows", fmt::format("have {} coordinates, more than {}", reader.size(), kMaxLocal),
                "split them into several entries");

  Assembly& assembly = builder.assembly();
  const Vector local = [&] {
    Vector q(reader.size());
    int at = 0;
    for (const int node : reader.nodes()) {
      const Node& n = assembly.layout.node(node);
      q.segment(at, node_size(n.kind)) = builder.q().segment(n.offset, node_size(n.kind));
      at += node_size(n.kind);
    }
    return q;
  }();
  for (const auto& c : coefficients)
    if (!std::isfinite(c.formula.eval(0, local)))
      rows[c.row].fail(fmt::format("has the coefficient {} that is not finite in the initial configuration",
                                   c.formula.expression->text()),
                       "");

  const int count = static_cast<int>(rows.size());
  const int p = assembly.add_pfaffian(name, reader.nodes(),
                                      std::make_unique<ExpressionPfaffian>(count, std::move(coefficients)), labels);
  auto part = std::make_unique<NonholonomicPart>(name, "pfaffian", assembly);
  part->add_rows(assembly.pfaffians[p].first_row, count);
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
  type.make = make_pfaffian;
  return type;
}

}  // namespace invar
