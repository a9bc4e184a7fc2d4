// Formulas in model files: read once, then evaluated often, with or without derivatives, or on whole intervals.
//
// Operators + - * / ^, comparisons, && ||, `condition ? a : b`. Constants pi, e, deg (= pi/180, so `30*deg` is radians).
// Functions sin cos tan asin acos atan atan2 sinh cosh tanh asinh acosh atanh exp ln log (= ln) log2 log10 sqrt abs
// sign rint floor ceil hypot mod min max sum avg heaviside. mod(a, b) takes the sign of b; heaviside(0) = 1;
// rint(x) = floor(x + 0.5). And for signals
//   saturate(x, low, high), deadzone(x, width)          x kept within limits; what exceeds +-width
//   ramp(x, x0, x1), step(x, x0, y0, x1, y1)            from 0 to 1 in a line; from y0 to y1 with horizontal ends, 3rd degree
//   pulse(x, start, length)                             1 from start on, else 0
// Assignment, strings and lists of results are refused. Names may have dots (hinge.angle); functions that a model names are
// called like built-in ones; distance(a, b) and its like are read as one name, the values of which are names.
//
// An expression does not change once it is made: any number of threads may evaluate it at the same time. Evaluations do not
// allocate memory.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "invar/core/error.h"
#include "invar/functions/expression_code.h"
#include "invar/functions/function_table.h"

namespace invar {

// A value and its derivatives along a line x + s direction. Not finite where the formula has no derivative.
struct ExpressionJet {
  double value = 0.0, first = 0.0, second = 0.0;
};

// A value at an instant, and the value where cases are decided; both are the same where it does not depend on time alone.
struct CasedValue {
  ExpressionJet at{};
  double inside = 0.0;
  bool timed = true;
};

// Values on an interval of time; anything where they depend on more than time.
struct TimedInterval {
  double lo = 0.0, hi = 0.0;
  bool timed = true;
};

class Expression {
 public:
  using Constants = std::vector<std::pair<std::string, double>>;
  using Jet = ExpressionJet;

  // Throws ModelError at `where` if the text is not a formula of the variables, the constants and the built-in names.
  // `subject` says in the message what is being read, e.g. "joints.hinge.angle".
  Expression(const std::string& text, const std::vector<std::string>& variables, const Constants& constants = {},
             const SourceLocation& where = {}, const std::string& subject = "", FunctionTablePtr functions = nullptr);

  // Values in the order of the variables. May give inf or NaN (1/0, sqrt(-1)); the caller judges that.
  double eval(std::span<const double> x) const;
  double eval(double x) const { return eval(std::span<const double>(&x, 1)); }

  Jet eval_jet(std::span<const double> x, std::span<const double> direction) const;
  Jet eval_jet(double x) const;  // of one variable

  // Whether the formula has cases at all: ?:, comparisons, min, max, abs, sign, heaviside, floor, ...
  bool has_cases() const { return has_cases_; }
  // Of one variable: true if no case changes between a and b. False also means: not known.
  bool keeps_its_case(double a, double b) const;
  // The formula at its variables, where what depends on time alone decides its cases by the values `inside`.
  CasedValue eval_in_case(std::span<const CasedValue> x) const;
  // Of one variable, the time: the case is that of the instant `inside`.
  Jet eval_in_case(double x, double inside) const;
  // What depends on time alone keeps its case on these intervals, or `keeps` becomes false.
  TimedInterval eval_timed(std::span<const TimedInterval> x, bool& keeps) const;
  // Degrees with which the formula depends on the marked variables: bit k for terms of degree k, k = 0, 1, 2. Nothing if it
  // is no polynomial of degree two in them, as far as its form shows.
  std::optional<unsigned> find_degrees(const std::vector<bool>& marked) const;
  bool depends_on(std::size_t variable) const;

  const std::string& text() const { return text_; }

  // Names in the text that are neither functions nor constants, sorted. Throws ModelError if it is not a formula.
  static std::vector<std::string> free_names(const std::string& text, const SourceLocation& where = {},
                                             const std::string& subject = "", const FunctionTable* functions = nullptr);
  // Functions and constants: names that a parameter may not take.
  static const std::vector<std::string>& built_in_names();
  static bool is_built_in(std::string_view name);

 private:
  std::string text_;
  std::size_t variables_ = 0;
  FunctionTablePtr functions_;
  std::vector<ExpressionCode> code_;    // as written, for derivatives, intervals and degrees
  std::vector<ExpressionCode> folded_;  // for values (functions/expression_folding.h)
  int depth_ = 0;                       // values that wait at the same time
  bool has_cases_ = false;
};

// The number a text spells ("1", "-2.5e-3", "+.5", "inf"), or nothing if it is not exactly one number.
std::optional<double> parse_number(std::string_view text);

// A letter followed by letters, digits and underscores.
bool is_identifier(std::string_view text);

}  // namespace invar
