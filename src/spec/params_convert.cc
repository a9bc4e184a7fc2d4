// From nodes to typed values: shapes and rules of each ParamKind.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "invar/core/suggest.h"
#include "invar/functions/expression.h"
#include "invar/functions/function1d_pieces.h"
#include "invar/spec/formula_names.h"
#include "invar/spec/params.h"
#include "invar/spec/read_table.h"

namespace invar {

namespace {

void check_bounds(double value, const SpecNode& node, const ParamSpec& spec) {
  const bool low = spec.lowest_allowed ? value >= spec.lowest : value > spec.lowest;
  if (low && value <= spec.highest) return;
  // A formula does not show its value, so the message does.
  const std::string hint = parse_number(node.raw_text()) ? "" : fmt::format("the formula gives {}", number_text(value));
  if (std::isfinite(spec.lowest) && std::isfinite(spec.highest)) {
    node.fail(fmt::format("must lie between {} and {}", spec.lowest, spec.highest), hint);
  }
  const bool just_signed = spec.lowest == 0.0 && spec.lowest_allowed && !std::isfinite(spec.highest);
  node.fail(just_signed ? "must not be negative" : "must be " + spec.rule_text(), hint);
}

std::string comma_hint(const SpecNode& node) {
  return node.shown().find('(') == std::string::npos ? "" : "put quotes around a formula that has a comma";
}

template <class V>
V read_vector(const SpecNode& node) {
  const auto values = read_numbers(node, V::RowsAtCompileTime);
  return Eigen::Map<const V>(values.data());
}

Matrix3 read_matrix3(const SpecNode& node) {
  const char* rule = "needs 3 numbers (diagonal), 6 numbers (xx, yy, zz, xy, xz, yz) or 3 rows of 3 numbers";
  if (!node.is_list()) node.fail(rule);
  Matrix3 matrix = Matrix3::Zero();
  if (node.size() == 3 && node[0].is_list()) {
    for (int i = 0; i < 3; ++i) matrix.row(i) = read_vector<Vector3>(node[static_cast<std::size_t>(i)]).transpose();
    return matrix;
  }
  if (node.size() != 3 && node.size() != 6) node.fail(fmt::format("{}, got {}", rule, node.size()), comma_hint(node));
  const auto values = read_numbers(node, 0);
  matrix.diagonal() << values[0], values[1], values[2];
  if (values.size() == 6) {
    matrix(0, 1) = matrix(1, 0) = values[3];
    matrix(0, 2) = matrix(2, 0) = values[4];
    matrix(1, 2) = matrix(2, 1) = values[5];
  }
  return matrix;
}

std::string read_name(const SpecNode& node, const ParamSpec& spec) {
  if (!node.is_scalar()) node.fail(fmt::format("must be the name of a {}, not {}", spec.target, node.kind_text()));
  std::string name = node.text();
  // Dots reach into a part ("blade.tip"), so they are allowed here but not in definitions.
  const bool good = !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.';
  });
  if (!good) {
    node.fail(fmt::format("must be the name of a {}", spec.target), name == node.raw_text()
                                                                        ? "names have letters, digits and underscores"
                                                                        : fmt::format("it reads \"{}\"", name));
  }
  return name;
}

std::vector<std::string> read_names(const SpecNode& node, const ParamSpec& spec) {
  std::vector<std::string> names;
  if (node.is_scalar()) {
    names.push_back(read_name(node, spec));
  } else if (node.is_list()) {
    for (std::size_t i = 0; i < node.size(); ++i) names.push_back(read_name(node[i], spec));
  } else {
    node.fail("must be a list of names, not " + node.kind_text());
  }
  if (spec.count > 0 && names.size() != spec.count) {
    node.fail(fmt::format("needs {} names, got {}", spec.count, names.size()));
  }
  return names;
}

std::string read_choice(const SpecNode& node, const ParamSpec& spec) {
  std::string value = node.text();
  if (std::find(spec.choices.begin(), spec.choices.end(), value) != spec.choices.end()) return value;
  const auto nearest = nearest_name(value, spec.choices);
  node.fail(fmt::format("must be one of {}", fmt::join(spec.choices, ", ")),
            nearest ? fmt::format("did you mean \"{}\"?", *nearest) : "");
}

Outside read_outside(const SpecNode& node) {
  if (!node) return Outside::kLinear;
  const std::string value = node.text();
  if (value == "linear") return Outside::kLinear;
  if (value == "hold") return Outside::kHold;
  if (value == "error") return Outside::kError;
  node.fail("must be linear, hold or error");
}

FunctionPtr read_formula(const SpecNode& node, const std::string& variable) {
  if (node.data()->number) return make_constant(node.number());
  const std::string text = node.text();
  if (parse_number(text) || text.empty()) return make_constant(node.number());
  const auto known = node.scope() ? node.scope()->names() : std::vector<std::string>{};
  refuse_dotted_names(text, node.location(), node.path(), {variable}, known);
  const auto names = Expression::free_names(text, node.location(), node.path());
  for (const auto& name : names) {
    if (name == variable || (node.scope() && node.scope()->find(name))) continue;
    std::vector<std::string> all = known;
    all.push_back(variable);
    const auto nearest = nearest_name(name, all);
    node.fail(fmt::format("has the unknown name \"{}\"", name),
              nearest ? fmt::format("did you mean \"{}\"?", *nearest) : readable_names({variable}, known));
  }
  if (std::find(names.begin(), names.end(), variable) == names.end()) return make_constant(node.number());
  if (node.scope() && node.scope()->find(variable)) {
    node.fail(fmt::format("uses {}, which is both its variable and a parameter or index", variable),
              "rename the parameter");
  }
  // Every known name is offered, so that a message about an unknown one can tell the nearest.
  Expression::Constants constants;
  if (node.scope()) {
    for (const auto& name : node.scope()->names()) constants.emplace_back(name, *node.scope()->find(name));
  }
  return make_expression(text, variable, constants, node.location(), node.path());
}

FunctionPtr read_function_form(const SpecNode& node, const std::string& variable, bool is_piece);

}  // namespace

std::vector<double> read_numbers(const SpecNode& node, std::size_t count) {
  if (!node.is_list()) {
    const std::string wanted = count > 0 ? fmt::format("a list of {} numbers", count) : "a list of numbers";
    node.fail(fmt::format("must be {}, not {}", wanted, node.is_scalar() ? "a single value" : node.kind_text()),
              count == 3 ? "e.g. [0, 0, 1]" : "");
  }
  if (count > 0 && node.size() != count) {
    node.fail(fmt::format("needs {} numbers, got {}", count, node.size()), comma_hint(node));
  }
  std::vector<double> values;
  values.reserve(node.size());
  for (std::size_t i = 0; i < node.size(); ++i) values.push_back(node[i].number());
  return values;
}

namespace {

// {pieces: [{polynomial: [...], to: x1}, {...}]}: all but the last say where they end.
FunctionPtr read_pieces(const SpecNode& node, const std::string& variable) {
  if (!node.is_list() || node.size() == 0)
    node.fail("must be a list of functions, all but the last with `to`",
              "e.g. [{polynomial: [0, 100], to: 0.1}, {polynomial: [-90, 1000]}]");
  std::vector<double> breaks;
  std::vector<FunctionPtr> pieces;
  for (std::size_t i = 0; i < node.size(); ++i) {
    const SpecNode to = node[i].is_map() ? node[i].find("to") : SpecNode();
    if (bool(to) != (i + 1 < node.size()))
      node[i].fail(to ? "is the last piece and has no end" : "needs the key \"to\"", "where the next piece begins");
    if (to) breaks.push_back(to.number());
    pieces.push_back(read_function_form(node[i], variable, true));
  }
  return make_pieces(std::move(breaks), std::move(pieces), node.location(), node.path());
}

FunctionPtr read_table(const SpecNode& node, const SpecNode& table, const SpecNode& file) {
  const Outside outside = read_outside(node.find("outside"));
  bool linear = false;
  if (const SpecNode how = node.find("interpolation")) {
    linear = how.text() == "linear";
    if (!linear && how.text() != "spline") how.fail("must be spline or linear");
  }
  if (table) {
    TableData data = read_table_points(table);
    return (linear ? make_linear_table : make_table)(std::move(data.x), std::move(data.y), outside, table.location(),
                                                     table.path());
  }
  namespace fs = std::filesystem;
  const fs::path name = file.text();
  const fs::path path = name.is_absolute() ? name : fs::path(file.location().file).parent_path() / name;
  TableData data = read_table_file(path.string(), file.location(), file.path());
  return (linear ? make_linear_table : make_table)(std::move(data.x), std::move(data.y), outside,
                                                   SourceLocation{path.string(), 0, 0}, file.path());
}

FunctionPtr read_function_form(const SpecNode& node, const std::string& variable, bool is_piece) {
  if (node.is_function()) return node.data()->function;
  if (node.is_scalar()) return read_formula(node, variable);
  const std::string forms =
      "give a number, a formula of " + variable +
      ", {table: [[x, y], ...]}, {polynomial: [c0, c1, ...]}, {pieces: [...]} or {file: name.csv}";
  if (!node.is_map()) node.fail("must be a function of " + variable, forms);
  const SpecNode table = node.find("table"), polynomial = node.find("polynomial"), file = node.find("file"),
                 pieces = node.find("pieces"), formula = is_piece ? node.find("formula") : SpecNode();
  if (static_cast<int>(bool(table)) + bool(polynomial) + bool(file) + bool(pieces) + bool(formula) != 1) {
    node.fail("must have exactly one of the keys table, polynomial, pieces, file", forms);
  }
  for (std::size_t i = 0; i < node.size(); ++i) {
    const std::string& key = node.key(i);
    if (key == "table" || key == "polynomial" || key == "file" || key == "pieces" ||
        (is_piece && (key == "to" || key == "formula")) ||
        ((key == "outside" || key == "interpolation") && (table || file)))
      continue;
    throw ModelError(node.key_location(i), node.path(), fmt::format("has the unknown key \"{}\"", key), forms);
  }
  if (pieces) return read_pieces(pieces, variable);
  if (formula) return read_formula(formula, variable);
  if (!polynomial) return read_table(node, table, file);
  auto coefficients = read_numbers(polynomial, 0);
  if (coefficients.empty()) polynomial.fail("needs 1 number or more");
  return make_polynomial(std::move(coefficients));
}

}  // namespace

FunctionPtr read_function(const SpecNode& node, const std::string& variable) {
  return read_function_form(node, variable, false);
}

Params::Value Params::convert(const SpecNode& node, const ParamSpec& spec) {
  switch (spec.kind) {
    case ParamKind::kNumber: {
      const double value = node.number();
      check_bounds(value, node, spec);
      return value;
    }
    case ParamKind::kInteger: {
      const long long value = node.integer();
      check_bounds(static_cast<double>(value), node, spec);
      return value;
    }
    case ParamKind::kBoolean:
      return node.boolean();
    case ParamKind::kText:
      return node.text();
    case ParamKind::kChoice:
      return read_choice(node, spec);
    case ParamKind::kVector2:
      return read_vector<Vector2>(node);
    case ParamKind::kVector3:
      return read_vector<Vector3>(node);
    case ParamKind::kDirection: {
      const Vector3 vector = read_vector<Vector3>(node);
      if (vector == Vector3::Zero()) node.fail("must be a nonzero vector", "e.g. [0, 0, 1]");
      return Vector3(vector.stableNormalized());
    }
    case ParamKind::kMatrix3:
      return read_matrix3(node);
    case ParamKind::kFunction:
      return read_function(node, spec.variable);
    case ParamKind::kVector3Function: {
      if (!node.is_list()) node.fail(fmt::format("must be a list of 3 functions of {}", spec.variable));
      if (node.size() != 3) node.fail(fmt::format("needs 3 functions, got {}", node.size()), comma_hint(node));
      Vector3Function functions;
      for (std::size_t i = 0; i < 3; ++i) functions[i] = read_function(node[i], spec.variable);
      return functions;
    }
    case ParamKind::kName:
      return read_name(node, spec);
    case ParamKind::kNames:
      return read_names(node, spec);
    case ParamKind::kNumbers: {
      auto values = read_numbers(node, spec.count);
      for (std::size_t i = 0; i < values.size(); ++i) check_bounds(values[i], node[i], spec);
      return values;
    }
    case ParamKind::kMap:
      if (!spec.choices.empty() && node.is_scalar()) read_choice(node, spec);
      return node;
    case ParamKind::kGroup:
    case ParamKind::kGroups:
      return node;
  }
  return std::monostate{};
}

}  // namespace invar
