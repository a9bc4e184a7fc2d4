// From nodes to typed values: shapes and rules of each ParamKind.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "invar/core/suggest.h"
#include "invar/functions/expression.h"
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
      if (spec.may_read_signals && reads_signals(node, spec.variable)) return node;
      return read_function(node, spec.variable);
    case ParamKind::kVector3Function: {
      if (!node.is_list()) node.fail(fmt::format("must be a list of 3 functions of {}", spec.variable));
      if (node.size() != 3) node.fail(fmt::format("needs 3 functions, got {}", node.size()), comma_hint(node));
      if (spec.may_read_signals)
        for (std::size_t i = 0; i < 3; ++i)
          if (reads_signals(node[i], spec.variable)) return node;
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
      if (spec.may_read_signals && (!node.is_scalar() || node.text().empty()))
        node.fail("must be a formula of signals", "e.g. 0.5*sin(t) - hinge.angle");
      if (!spec.choices.empty() && node.is_scalar()) read_choice(node, spec);
      return node;
    case ParamKind::kGroup:
    case ParamKind::kGroups:
      return node;
  }
  return std::monostate{};
}

}  // namespace invar
