// The values of one entry of a model, checked against the Schema of its type when constructed: unknown keys, missing
// keys, wrong shapes, wrong kinds and broken rules all end in a ModelError with line and path. Afterwards values are
// simply asked for by name. Asking for a name that the schema does not have, with another kind, or for an optional value
// that is not there is a bug of the caller (std::logic_error).
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "invar/core/types.h"
#include "invar/functions/function1d.h"
#include "invar/spec/read_function.h"
#include "invar/spec/schema.h"

namespace invar {

class ValueMap;

class Params {
 public:
  using Vector3Function = std::array<FunctionPtr, 3>;

  // The map `node` as values of `schema`, which must outlive this. The key `type` is skipped unless the schema has it.
  // A missing or empty node stands for a map without keys; `path` then names it in messages.
  Params(const SpecNode& node, const Schema& schema);
  Params(const SpecNode&, const Schema&&) = delete;
  // Checks a map of values of a program by the same rules; messages name `path` and the key.
  Params(const ValueMap& values, const Schema& schema, std::string path);
  Params(const ValueMap&, const Schema&&, std::string) = delete;

  // Present: given in the file or by a default.
  bool has(std::string_view name) const;
  // Given in the file.
  bool is_given(std::string_view name) const;

  double number(std::string_view name) const;
  long long integer(std::string_view name) const;
  bool boolean(std::string_view name) const;
  const std::string& text(std::string_view name) const;  // text, choice or name
  Vector2 vector2(std::string_view name) const;
  Vector3 vector3(std::string_view name) const;
  Vector3 direction(std::string_view name) const;  // unit length
  Matrix3 matrix3(std::string_view name) const;    // symmetric unless given as 3 rows
  FunctionPtr function(std::string_view name) const;
  // Whether a function that may read signals does (ParamSpec::or_signal); its value then is the formula, node(name).
  bool is_signal(std::string_view name) const;
  const Vector3Function& vector3_function(std::string_view name) const;
  const std::vector<std::string>& names(std::string_view name) const;
  const std::vector<double>& numbers(std::string_view name) const;
  SpecNode node(std::string_view name) const;  // the value as written, any kind; missing node if absent
  // Parameters with a schema of their own, checked when they are asked for. Of an absent one: the defaults, or none.
  Params group(std::string_view name) const;
  std::vector<Params> groups(std::string_view name) const;

  // The whole entry.
  const SpecNode& entry() const { return node_; }
  const std::string& path() const { return node_.path(); }
  SourceLocation location() const { return node_.location(); }
  // Of the value if it is given, otherwise of the entry.
  SourceLocation location(std::string_view name) const;
  // Throws a ModelError about this value: `joints.hinge.mass = -1 must be ...; hint`.
  [[noreturn]] void fail(std::string_view name, const std::string& rule, const std::string& hint = "") const;

 private:
  using Value = std::variant<std::monostate, double, long long, bool, std::string, Vector2, Vector3, Matrix3,
                             FunctionPtr, Vector3Function, std::vector<std::string>, std::vector<double>, SpecNode>;
  struct Slot {
    Value value;
    int item = -1;  // index in the map of the file
  };

  static Value convert(const SpecNode& node, const ParamSpec& spec);
  const Slot& slot(std::string_view name) const;
  template <class T>
  const T& get(std::string_view name) const;

  SpecNode node_;
  const Schema* schema_;
  std::vector<Slot> slots_;  // in the order of the schema
};

// Reads a node as exactly `count` numbers (0 = any).
std::vector<double> read_numbers(const SpecNode& node, std::size_t count);

}  // namespace invar
