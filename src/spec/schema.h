// What an entry of a model may contain: names, kinds, units, defaults and rules, written once and used to check a file,
// to print `invar list` and to generate a JSON Schema.
//
//   Schema schema;
//   schema.number("mass", "kg", "total mass").positive().required();
//   schema.direction("axis", "axis of the hinge, in frame F").default_value("[0, 0, 1]");
//   schema.function_of("t", "angle", "rad", "prescribed angle").required();
#pragma once

#include <deque>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "invar/spec/spec_node.h"

namespace invar {

enum class ParamKind {
  kNumber,
  kInteger,
  kBoolean,
  kText,
  kChoice,
  kVector2,
  kVector3,
  kDirection,        // nonzero 3-vector, normalized when read
  kMatrix3,          // 3 numbers: diagonal; 6: xx, yy, zz, xy, xz, yz; or 3 rows of 3
  kFunction,         // of `variable`: number, formula, {table: [[x, y], ...]}, {polynomial: [...]}, {file: x.csv}
  kVector3Function,  // list of three functions
  kName,             // reference to one named thing of sort `target`
  kNames,            // list of names (one name alone is a list of one)
  kNumbers,          // list of numbers
  kMap,              // any node, passed on
  kGroup,            // a map with a schema of its own
  kGroups,           // a list of such maps (one map alone is a list of one)
};

class Schema;

struct ParamSpec {
  std::string name;
  ParamKind kind = ParamKind::kNumber;
  std::string unit;  // "1" = none
  std::string doc;
  std::string default_text;  // empty = no default
  bool is_required = false;

  double lowest = -std::numeric_limits<double>::infinity();
  double highest = std::numeric_limits<double>::infinity();
  bool lowest_allowed = true;  // false: must be greater than `lowest`
  std::vector<std::string> choices;
  std::string variable;                 // of functions; of maps: what messages call them
  bool may_read_signals = false;        // of functions: formulas of the state, too
  std::string target;                   // of names: "body", "marker", "joint", ...
  std::size_t count = 0;                // of lists: exact number of items; 0 = any
  SpecNode default_node;                // default_text, parsed
  std::shared_ptr<const Schema> group;  // of groups: what they may contain

  // Rules, each returning the spec again.
  ParamSpec& required();
  ParamSpec& positive();
  ParamSpec& nonnegative();
  ParamSpec& range(double low, double high);
  ParamSpec& default_value(const std::string& text);
  ParamSpec& default_value(double value);
  ParamSpec& default_value(bool value);
  ParamSpec& default_value(const char* text) { return default_value(std::string(text)); }
  ParamSpec& default_value(int value) { return default_value(static_cast<double>(value)); }
  ParamSpec& size(std::size_t items);
  ParamSpec& or_signal();

  std::string kind_text() const;  // "number", "function of t", "name of a body", ...
  std::string rule_text() const;  // "positive", "0 to 1", "one of full, reduced", "" if none
};

class Schema {
 public:
  ParamSpec& number(std::string name, std::string unit, std::string doc);
  ParamSpec& integer(std::string name, std::string doc);
  ParamSpec& boolean(std::string name, std::string doc);
  ParamSpec& text(std::string name, std::string doc);
  ParamSpec& choice(std::string name, std::vector<std::string> choices, std::string doc);
  ParamSpec& vector2(std::string name, std::string unit, std::string doc);
  ParamSpec& vector3(std::string name, std::string unit, std::string doc);
  ParamSpec& direction(std::string name, std::string doc);
  ParamSpec& matrix3(std::string name, std::string unit, std::string doc);
  ParamSpec& function_of(std::string variable, std::string name, std::string unit, std::string doc);
  ParamSpec& vector3_function_of(std::string variable, std::string name, std::string unit, std::string doc);
  ParamSpec& name_of(std::string target, std::string name, std::string doc);
  ParamSpec& names_of(std::string target, std::string name, std::string doc);
  ParamSpec& numbers(std::string name, std::string unit, std::string doc);
  // A number or a formula of signals; Params::node gives the text.
  ParamSpec& signal(std::string name, std::string unit, std::string doc);
  // Any node; `kind` is its name in messages and lists.
  ParamSpec& map(std::string name, std::string doc, std::string kind = "map");
  // A map, or a list of maps, with keys of its own; read by Params::group and Params::groups.
  ParamSpec& group(std::string name, Schema schema, std::string doc);
  ParamSpec& list_of(std::string name, Schema schema, std::string doc);
  // A parameter as it is in another schema.
  ParamSpec& add_copy(ParamSpec spec) { return params_.emplace_back(std::move(spec)); }
  // All of another schema, for parameters that several types share.
  Schema& include(const Schema& other);

  const std::deque<ParamSpec>& params() const { return params_; }
  bool empty() const { return params_.empty(); }
  // Index in params(), or params().size() if there is no such name.
  std::size_t index(std::string_view name) const;
  const ParamSpec* find(std::string_view name) const;
  std::vector<std::string> names() const;

 private:
  ParamSpec& add(std::string name, ParamKind kind, std::string unit, std::string doc);
  std::deque<ParamSpec> params_;  // a deque keeps the references handed out valid
};

// JSON Schema (draft 2020-12) of an object with these parameters. A non-empty type_name adds the key `type` with that
// constant. Formulas are text, so every number may also be a string.
std::string json_schema_fragment(const Schema& schema, const std::string& type_name = "");

}  // namespace invar
