#include "invar/spec/schema.h"

#include <fmt/format.h>

#include <cassert>
#include <cmath>

namespace invar {

ParamSpec& ParamSpec::required() {
  is_required = true;
  return *this;
}

ParamSpec& ParamSpec::positive() {
  lowest = 0.0;
  lowest_allowed = false;
  return *this;
}

ParamSpec& ParamSpec::nonnegative() {
  lowest = 0.0;
  lowest_allowed = true;
  return *this;
}

ParamSpec& ParamSpec::range(double low, double high) {
  lowest = low;
  highest = high;
  lowest_allowed = true;
  return *this;
}

ParamSpec& ParamSpec::default_value(const std::string& text) {
  default_text = text;
  default_node = SpecNode::parse_flow(text, fmt::format("(default of {})", name));
  return *this;
}

ParamSpec& ParamSpec::default_value(double value) { return default_value(number_text(value)); }
ParamSpec& ParamSpec::default_value(bool value) { return default_value(std::string(value ? "true" : "false")); }

ParamSpec& ParamSpec::or_signal() {
  may_read_signals = true;
  return *this;
}

ParamSpec& ParamSpec::size(std::size_t items) {
  count = items;
  return *this;
}

std::string ParamSpec::kind_text() const {
  switch (kind) {
    case ParamKind::kNumber:
      return "number";
    case ParamKind::kInteger:
      return "whole number";
    case ParamKind::kBoolean:
      return "true or false";
    case ParamKind::kText:
      return "text";
    case ParamKind::kChoice:
      return "choice";
    case ParamKind::kVector2:
      return "2 numbers";
    case ParamKind::kVector3:
      return "3 numbers";
    case ParamKind::kDirection:
      return "direction";
    case ParamKind::kMatrix3:
      return "3x3 matrix";
    case ParamKind::kFunction:
      return "function of " + variable + (may_read_signals ? " or formula of signals" : "");
    case ParamKind::kVector3Function:
      return "3 functions of " + variable + (may_read_signals ? " or formulas of signals" : "");
    case ParamKind::kName:
      return fmt::format("name of a {}", target);
    case ParamKind::kNames:
      return count > 0 ? fmt::format("{} names of {}", count, target) : "names of " + target;
    case ParamKind::kNumbers:
      return count > 0 ? fmt::format("{} numbers", count) : "numbers";
    case ParamKind::kMap:
      if (choices.empty()) return variable;
      [[fallthrough]];
    case ParamKind::kGroup:
    case ParamKind::kGroups:
      return choices.empty() ? "map" : "choice or 3 numbers";
  }
  return "";
}

std::string ParamSpec::rule_text() const {
  if (kind == ParamKind::kChoice) return fmt::format("one of {}", fmt::join(choices, ", "));
  const bool below = std::isfinite(lowest), above = std::isfinite(highest);
  if (below && above) return fmt::format("{} to {}", lowest, highest);
  if (below && lowest == 0.0) return lowest_allowed ? "not negative" : "positive";
  if (below) return fmt::format("at least {}", lowest);
  if (above) return fmt::format("at most {}", highest);
  return "";
}

ParamSpec& Schema::add(std::string name, ParamKind kind, std::string unit, std::string doc) {
  assert(index(name) == params_.size() && "a parameter is declared twice");
  ParamSpec& spec = params_.emplace_back();
  spec.name = std::move(name);
  spec.kind = kind;
  spec.unit = std::move(unit);
  spec.doc = std::move(doc);
  return spec;
}

ParamSpec& Schema::number(std::string name, std::string unit, std::string doc) {
  return add(std::move(name), ParamKind::kNumber, std::move(unit), std::move(doc));
}
ParamSpec& Schema::integer(std::string name, std::string doc) {
  return add(std::move(name), ParamKind::kInteger, "1", std::move(doc));
}
ParamSpec& Schema::boolean(std::string name, std::string doc) {
  return add(std::move(name), ParamKind::kBoolean, "1", std::move(doc));
}
ParamSpec& Schema::text(std::string name, std::string doc) {
  return add(std::move(name), ParamKind::kText, "1", std::move(doc));
}
ParamSpec& Schema::choice(std::string name, std::vector<std::string> choices, std::string doc) {
  ParamSpec& spec = add(std::move(name), ParamKind::kChoice, "1", std::move(doc));
  spec.choices = std::move(choices);
  return spec;
}
ParamSpec& Schema::vector2(std::string name, std::string unit, std::string doc) {
  return add(std::move(name), ParamKind::kVector2, std::move(unit), std::move(doc));
}
ParamSpec& Schema::vector3(std::string name, std::string unit, std::string doc) {
  return add(std::move(name), ParamKind::kVector3, std::move(unit), std::move(doc));
}
ParamSpec& Schema::direction(std::string name, std::string doc) {
  return add(std::move(name), ParamKind::kDirection, "1", std::move(doc));
}
ParamSpec& Schema::matrix3(std::string name, std::string unit, std::string doc) {
  return add(std::move(name), ParamKind::kMatrix3, std::move(unit), std::move(doc));
}
ParamSpec& Schema::function_of(std::string variable, std::string name, std::string unit, std::string doc) {
  ParamSpec& spec = add(std::move(name), ParamKind::kFunction, std::move(unit), std::move(doc));
  spec.variable = std::move(variable);
  return spec;
}
ParamSpec& Schema::vector3_function_of(std::string variable, std::string name, std::string unit, std::string doc) {
  ParamSpec& spec = add(std::move(name), ParamKind::kVector3Function, std::move(unit), std::move(doc));
  spec.variable = std::move(variable);
  return spec;
}
ParamSpec& Schema::name_of(std::string target, std::string name, std::string doc) {
  ParamSpec& spec = add(std::move(name), ParamKind::kName, "1", std::move(doc));
  spec.target = std::move(target);
  return spec;
}
ParamSpec& Schema::names_of(std::string target, std::string name, std::string doc) {
  ParamSpec& spec = add(std::move(name), ParamKind::kNames, "1", std::move(doc));
  spec.target = std::move(target);
  return spec;
}
ParamSpec& Schema::numbers(std::string name, std::string unit, std::string doc) {
  return add(std::move(name), ParamKind::kNumbers, std::move(unit), std::move(doc));
}
ParamSpec& Schema::signal(std::string name, std::string unit, std::string doc) {
  ParamSpec& spec = map(std::move(name), std::move(doc), "formula of signals");
  spec.unit = std::move(unit);
  spec.may_read_signals = true;
  return spec;
}
ParamSpec& Schema::map(std::string name, std::string doc, std::string kind) {
  ParamSpec& spec = add(std::move(name), ParamKind::kMap, "1", std::move(doc));
  spec.variable = std::move(kind);
  return spec;
}

ParamSpec& Schema::group(std::string name, Schema schema, std::string doc) {
  ParamSpec& spec = add(std::move(name), ParamKind::kGroup, "1", std::move(doc));
  spec.group = std::make_shared<const Schema>(std::move(schema));
  return spec;
}
ParamSpec& Schema::list_of(std::string name, Schema schema, std::string doc) {
  ParamSpec& spec = group(std::move(name), std::move(schema), std::move(doc));
  spec.kind = ParamKind::kGroups;
  return spec;
}

Schema& Schema::include(const Schema& other) {
  for (const ParamSpec& spec : other.params_) {
    assert(index(spec.name) == params_.size() && "a parameter is declared twice");
    params_.push_back(spec);
  }
  return *this;
}

std::size_t Schema::index(std::string_view name) const {
  std::size_t i = 0;
  while (i < params_.size() && params_[i].name != name) ++i;
  return i;
}

const ParamSpec* Schema::find(std::string_view name) const {
  const std::size_t i = index(name);
  return i < params_.size() ? &params_[i] : nullptr;
}

std::vector<std::string> Schema::names() const {
  std::vector<std::string> all;
  for (const ParamSpec& spec : params_) all.push_back(spec.name);
  return all;
}

}  // namespace invar
