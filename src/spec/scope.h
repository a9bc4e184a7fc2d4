// The names a formula in a model file may use: parameters of the model, and the indices of enclosing repeat blocks.
//
// A scope is a small link (one index) in a chain that ends at the parameters. Formulas are compiled once for the whole
// chain, so a template evaluated for ten thousand values of its index costs one compilation.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "invar/core/error.h"
#include "invar/functions/function_table.h"

namespace invar {

class Scope;
using ScopePtr = std::shared_ptr<const Scope>;

class Scope {
 public:
  // Parameters in file order.
  static ScopePtr make(std::vector<std::pair<std::string, double>> parameters);
  // The same with functions that formulas may call; `outer` may be null.
  static ScopePtr with_functions(const ScopePtr& outer, FunctionTablePtr functions);
  // The same with one more name, which must not be known yet (the reader checks that).
  static ScopePtr with(ScopePtr outer, std::string name, double value);
  ~Scope();

  std::optional<double> find(std::string_view name) const;
  // Innermost index first, then the parameters.
  std::vector<std::string> names() const;
  const FunctionTablePtr& functions() const;

  // Value of a number or formula; throws ModelError for unknown names, bad formulas and results that are not finite.
  // A null scope knows the built-in names only. `subject` is what the value belongs to, for the message.
  static double evaluate(const Scope* scope, const std::string& text, const SourceLocation& where,
                         const std::string& subject);

  // Replaces every ${formula} in a text by its value; whole numbers are printed without decimals.
  static std::string substitute(const Scope* scope, const std::string& text, const SourceLocation& where,
                                const std::string& subject);

 private:
  struct Root;
  Scope() = default;

  std::shared_ptr<Root> root_;
  ScopePtr outer_;  // null at the root
  std::string name_;
  double value_ = 0.0;
};

// Shortest text that reads back as the same number; whole numbers without decimals.
std::string number_text(double value);

}  // namespace invar
