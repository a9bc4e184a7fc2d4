// One node of a parsed model file: a scalar, a list or a map that knows its line and its path ("joints.hinge.axis").
//
// A SpecNode is a light handle: shared immutable data as written in the file, plus the scope in which its formulas are
// evaluated. Entries made by a repeat block share the data of their template and differ in the scope only; formulas are
// evaluated when a value is asked for. Maps keep the order of the file.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "invar/core/error.h"
#include "invar/spec/scope.h"

namespace invar {

class Function1D;

// Data as written; made by the YAML reader, by parse_flow, by make_map and by programs (spec/value.h).
struct SpecData {
  enum class Kind { kNull, kScalar, kList, kMap, kFunction };
  struct Key {
    std::string text;
    int line = 0, column = 0;
  };

  Kind kind = Kind::kNull;
  int line = 0, column = 0;
  std::shared_ptr<const std::string> file;
  std::string text;                                    // scalar
  std::optional<double> number;                        // scalar that a program gave as a number; text shows it
  std::shared_ptr<const Function1D> function;          // function of one variable that a program gave
  std::vector<Key> keys;                               // map; same size as items
  std::vector<std::shared_ptr<const SpecData>> items;  // list, map
};

class SpecNode {
 public:
  using Kind = SpecData::Kind;

  SpecNode() = default;  // a missing node: false, size 0
  SpecNode(std::shared_ptr<const SpecData> data, ScopePtr scope, std::string path);

  // Flow text such as "1", "[0, 0, 1]", "[[0, 0], [1, 2]]": for defaults and command-line options. `source` stands
  // where the file name would in messages.
  static SpecNode parse_flow(std::string_view text, const std::string& source, std::string path = "");
  // A map from names to flow texts, e.g. from --option NAME=VALUE.
  static SpecNode make_map(const std::vector<std::pair<std::string, std::string>>& entries, const std::string& source,
                           std::string path = "");
  // This map (or nothing) with the entries of `other` added; those replace entries of the same name.
  SpecNode merged_with(const SpecNode& other) const;

  explicit operator bool() const { return data_ != nullptr; }
  Kind kind() const { return data_ ? data_->kind : Kind::kNull; }
  bool is_null() const { return kind() == Kind::kNull; }
  bool is_scalar() const { return kind() == Kind::kScalar; }
  bool is_list() const { return kind() == Kind::kList; }
  bool is_map() const { return kind() == Kind::kMap; }
  std::size_t size() const { return data_ ? data_->items.size() : 0; }

  SourceLocation location() const;
  const std::string& path() const { return path_; }
  const ScopePtr& scope() const { return scope_; }
  const std::shared_ptr<const SpecData>& data() const { return data_; }
  SpecNode with_path(std::string path) const { return {data_, scope_, std::move(path)}; }
  SpecNode with_scope(ScopePtr scope) const { return {data_, std::move(scope), path_}; }

  // Items of a list or values of a map, in file order.
  SpecNode operator[](std::size_t i) const;
  // Keys of a map, as written (no ${} in them is replaced).
  const std::string& key(std::size_t i) const { return data_->keys[i].text; }
  SourceLocation key_location(std::size_t i) const;
  std::vector<std::string> keys() const;
  bool is_function() const { return kind() == Kind::kFunction; }
  bool has(std::string_view key) const;
  SpecNode find(std::string_view key) const;  // missing node if there is no such key

  // Scalars. Each throws ModelError with location, path and value if the node is something else.
  const std::string& raw_text() const;  // as written
  std::string text() const;             // with ${formula} replaced
  double number() const;                // a number or a formula; finite
  long long integer() const;            // a number or formula with a whole value
  bool boolean() const;                 // true or false

  // The value for a message: `[0, 0, 1]`, at most about 60 characters.
  std::string shown() const;
  // "path = value", or the path alone for maps and missing nodes.
  std::string subject() const;
  [[noreturn]] void fail(const std::string& rule, const std::string& hint = "") const;
  // "a map", "a list", "text", "nothing"
  std::string kind_text() const;

 private:
  std::shared_ptr<const SpecData> data_;
  ScopePtr scope_;
  std::string path_;
};

}  // namespace invar
