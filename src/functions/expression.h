// Formulas in model files, compiled once and evaluated often (muParser underneath, not visible here).
//
// Operators + - * / ^, comparisons, && ||, `condition ? a : b`. Constants pi, e, deg (= pi/180, so `30*deg` is radians).
// Functions sin cos tan asin acos atan atan2 sinh cosh tanh asinh acosh atanh exp ln log (= ln) log2 log10 sqrt abs
// sign rint floor ceil hypot mod min max sum avg heaviside. mod(a, b) takes the sign of b; heaviside(0) = 1.
// Assignment, strings and lists of results are refused.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "invar/core/error.h"

namespace invar {

class Expression {
 public:
  using Constants = std::vector<std::pair<std::string, double>>;

  // Throws ModelError at `where` if the text is not a formula of the variables, the constants and the built-in names.
  // `subject` says in the message what is being read, e.g. "joints.hinge.angle".
  Expression(const std::string& text, const std::vector<std::string>& variables, const Constants& constants = {},
             const SourceLocation& where = {}, const std::string& subject = "");
  ~Expression();
  Expression(Expression&&) noexcept;
  Expression& operator=(Expression&&) noexcept;

  // Values in the order of the variables. May give inf or NaN (1/0, sqrt(-1)); the caller judges that.
  // Safe to call from several threads: one evaluation at a time.
  double eval(std::span<const double> values) const;
  double eval(double value) const { return eval(std::span<const double>(&value, 1)); }

  const std::string& text() const;

  // Names in the text that are neither functions nor constants, sorted. Throws ModelError if it is not a formula.
  static std::vector<std::string> free_names(const std::string& text, const SourceLocation& where = {},
                                             const std::string& subject = "");
  // Functions and constants: names that a parameter may not take.
  static const std::vector<std::string>& built_in_names();
  static bool is_built_in(std::string_view name);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// The number a text spells ("1", "-2.5e-3", "+.5", "inf"), or nothing if it is not exactly one number.
std::optional<double> parse_number(std::string_view text);

// A letter followed by letters, digits and underscores.
bool is_identifier(std::string_view text);

}  // namespace invar
