#include "invar/functions/expression.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <numbers>

#include "invar/core/suggest.h"
#include "invar/functions/case_algebra.h"
#include "invar/functions/expression_degrees.h"
#include "invar/functions/expression_folding.h"
#include "invar/functions/expression_intervals.h"
#include "invar/functions/expression_jets.h"
#include "invar/functions/expression_mistakes.h"
#include "invar/functions/expression_reader.h"
#include "invar/functions/expression_values.h"
#include "invar/functions/timed_intervals.h"

namespace invar {

namespace {

constexpr std::size_t kLongest = 5000;  // characters
// Values that wait at the same time: each needs two characters at least. Few formulas need more than the small stack.
constexpr int kMostWaiting = kLongest / 2 + 2, kFewWaiting = 24;

constexpr std::pair<std::string_view, double> kConstants[] = {
    {"deg", std::numbers::pi / 180.0}, {"e", std::numbers::e}, {"pi", std::numbers::pi}};

std::string subject_of(const std::string& subject, const std::string& text) {
  return subject.empty() ? fmt::format("expression \"{}\"", text) : fmt::format("{} = {}", subject, text);
}

[[noreturn]] void refuse(const SourceLocation& where, const std::string& subject, const std::string& text,
                         const std::string& reason, const std::string& hint = "") {
  throw ModelError(where, subject_of(subject, text), fmt::format("is not a formula: {}", reason), hint);
}

// Mistakes that the grammar alone would call by another name.
void check_characters(const std::string& text, const SourceLocation& where, const std::string& subject,
                      const FunctionTable* functions) {
  if (text.find_first_not_of(" \t\r\n") == std::string::npos) refuse(where, subject, text, "it is empty");
  constexpr int kDeepest = 100;  // of brackets; each takes some stack of the reader
  if (text.size() > kLongest)
    throw ModelError(where, subject.empty() ? "a formula" : subject,
                     fmt::format("is longer than {} characters", kLongest),
                     "name parts of it as parameters, or give the function as a table");
  int depth = 0;
  for (const char c : text)
    if ((depth += (c == '(') - (c == ')')) > kDeepest)
      throw ModelError(where, subject.empty() ? "a formula" : subject,
                       fmt::format("has brackets nested deeper than {}", kDeepest), "name parts of it as parameters");
  if (text.find("\xC2\xB0") != std::string::npos)
    refuse(where, subject, text, "it has a degree sign", "angles are in radians: write 30*deg");
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    if (c >= 0x7f || (c < 0x20 && c != '\t' && c != '\n' && c != '\r')) {
      refuse(where, subject, text, "it has a character outside ASCII", "use - * / ^ and plain letters");
    }
    if (c == '"') refuse(where, subject, text, "it has a quotation mark");
    if (c != '=') continue;
    const char before = i > 0 ? text[i - 1] : ' ';
    const char after = i + 1 < text.size() ? text[i + 1] : ' ';
    const bool comparison = after == '=' || before == '=' || before == '<' || before == '>' || before == '!';
    if (!comparison) refuse(where, subject, text, "it has an assignment", "to compare, write ==");
  }
  if (text.find("**") != std::string::npos) refuse(where, subject, text, "it has **", "write a^b for a power");
  if (const auto mistake = find_mistake(text, functions))
    throw ModelError(where, subject_of(subject, text), mistake->what, mistake->hint);
}

[[noreturn]] void refuse_fault(const FormulaFault& fault, const std::string& text,
                               const std::vector<std::string>& known, const SourceLocation& where,
                               const std::string& subject) {
  if (fault.unknown_name.empty()) throw ModelError(where, subject_of(subject, text), fault.what, fault.hint);
  auto all = known;
  const auto& built_in = Expression::built_in_names();
  all.insert(all.end(), built_in.begin(), built_in.end());
  const std::string& name = fault.unknown_name;
  const auto nearest = nearest_name(name, all);
  const std::string hint = nearest         ? fmt::format("did you mean \"{}\"?", *nearest)
                           : known.empty() ? "no parameter or variable is known here"
                                           : suggestion(name, known);
  throw ModelError(where, subject_of(subject, text), fmt::format("has the unknown name \"{}\"", name), hint);
}

std::optional<ExpressionCode> find_constant(std::string_view name) {
  for (const auto& [constant, value] : kConstants)
    if (constant == name) return ExpressionCode{ExpressionOp::kNumber, 0, value};
  return std::nullopt;
}

bool is_case(ExpressionOp op) {
  using Op = ExpressionOp;
  return (op >= Op::kLess && op <= Op::kNotEqual) || (op >= Op::kAbs && op <= Op::kHeaviside) || op == Op::kAtan2 ||
         (op >= Op::kMod && op <= Op::kCall);
}

int find_depth(const std::vector<ExpressionCode>& code) {
  int waiting = 0, most = 0;
  for (const ExpressionCode& c : code) most = std::max(most, waiting += 1 - operand_count(c.op));
  return most;
}

// Left as they are until they are written: setting all of them to zero takes longer than a short formula.
template <class Number, int count>
class WaitingValues {
 public:
  WaitingValues() {}  // NOLINT(modernize-use-equals-default): the default would set `all`
  Number* begin() { return all; }

 private:
  union {
    Number all[count];
  };
};

template <class Algebra, int most>
typename Algebra::Number run_code(const std::vector<ExpressionCode>& code, const FunctionTable* functions,
                                  Algebra& algebra, const auto& variable) {
  WaitingValues<typename Algebra::Number, most> stack;
  auto* top = stack.begin();  // one above the last
  for (const ExpressionCode& c : code) {
    if (c.op == ExpressionOp::kCall) {
      top[-1] = algebra.call(*(*functions)[c.index].of_one, top[-1]);
      continue;
    }
    if (c.op == ExpressionOp::kCall2) {
      --top;
      top[-1] = algebra.call(*(*functions)[c.index].of_two, top[-1], *top);
      continue;
    }
    switch (operand_count(c.op)) {
      case 0:
        *top++ = c.op == ExpressionOp::kNumber ? Algebra::number(c.number) : variable(c.index);
        break;
      case 1:
        top[-1] = algebra.unary(c.op, top[-1]);
        break;
      case 2:
        --top;
        top[-1] = algebra.binary(c.op, top[-1], *top);
        break;
      default:
        top -= 2;
        top[-1] = Algebra::select(top[-1], top[0], top[1]);
    }
  }
  return top[-1];
}

template <class Algebra>
typename Algebra::Number run(const std::vector<ExpressionCode>& code, const FunctionTable* functions, int depth,
                             Algebra& algebra, const auto& variable) {
  return depth <= kFewWaiting ? run_code<Algebra, kFewWaiting>(code, functions, algebra, variable)
                              : run_code<Algebra, kMostWaiting>(code, functions, algebra, variable);
}

template <int most>
double run_values(const std::vector<ExpressionCode>& code, const FunctionTable* functions, const double* x) {
  using Op = ExpressionOp;
  WaitingValues<double, most> stack;
  double* top = stack.begin();  // one above the last
  const ExpressionCode *const begin = code.data(), *const end = begin + code.size();
  for (const ExpressionCode* c = begin; c != end; ++c) {
    switch (c->op) {
      case Op::kNumber:
        *top++ = c->number;
        break;
      case Op::kVariable:
        *top++ = x[c->index];
        break;
      case Op::kLinear:
        *top++ = x[c->index] * c->factor + c->number;
        break;
      case Op::kSquare:
        *top++ = x[c->index] * x[c->index];
        break;
      case Op::kCube:
        *top++ = x[c->index] * x[c->index] * x[c->index];
        break;
      case Op::kFourth:
        *top++ = x[c->index] * x[c->index] * x[c->index] * x[c->index];
        break;
      case Op::kJumpIfZero:
        if (*--top == 0.0) c = begin + c->index - 1;
        break;
      case Op::kJump:
        c = begin + c->index - 1;
        break;
      case Op::kCall:
        top[-1] = (*functions)[c->index].of_one->value(top[-1]);
        break;
      case Op::kCall2:
        --top;
        top[-1] = (*functions)[c->index].of_two->value(top[-1], *top);
        break;
      case Op::kAdd:
        --top;
        top[-1] += *top;
        break;
      case Op::kSubtract:
        --top;
        top[-1] -= *top;
        break;
      case Op::kMultiply:
        --top;
        top[-1] *= *top;
        break;
      case Op::kDivide:
        --top;
        top[-1] /= *top;
        break;
      default:
        if (operand_count(c->op) == 1) {
          top[-1] = calc_unary(c->op, top[-1]);
        } else {
          --top;
          top[-1] = calc_binary(c->op, top[-1], *top);
        }
    }
  }
  return top[-1];
}

}  // namespace

Expression::Expression(const std::string& text, const std::vector<std::string>& variables, const Constants& constants,
                       const SourceLocation& where, const std::string& subject, FunctionTablePtr functions)
    : text_(text), variables_(variables.size()), functions_(std::move(functions)) {
  check_characters(text, where, subject, functions_.get());
  const auto find_name = [&](std::string_view name) -> std::optional<ExpressionCode> {
    for (std::size_t i = 0; i < variables.size(); ++i)
      if (variables[i] == name) return ExpressionCode{ExpressionOp::kVariable, static_cast<std::uint32_t>(i)};
    for (const auto& [constant, value] : constants)
      if (constant == name) return ExpressionCode{ExpressionOp::kNumber, 0, value};
    return find_constant(name);
  };
  try {
    code_ = read_expression(text, find_name, functions_.get());
  } catch (const FormulaFault& fault) {
    std::vector<std::string> known = variables;
    for (const auto& [name, value] : constants) known.push_back(name);
    refuse_fault(fault, text, known, where, subject);
  }
  folded_ = fold_expression(code_);
  std::erase_if(code_, [](const auto& c) { return c.op == ExpressionOp::kThen || c.op == ExpressionOp::kElse; });
  has_cases_ = std::any_of(code_.begin(), code_.end(), [](const auto& c) { return is_case(c.op); });
  depth_ = find_depth(code_);  // no less than that of the folded code, where one branch of a case waits, not both
}

double Expression::eval(std::span<const double> x) const {
  if (x.size() < variables_) return std::numeric_limits<double>::quiet_NaN();
  return depth_ <= kFewWaiting ? run_values<kFewWaiting>(folded_, functions_.get(), x.data())
                               : run_values<kMostWaiting>(folded_, functions_.get(), x.data());
}

Expression::Jet Expression::eval_jet(std::span<const double> x, std::span<const double> direction) const {
  JetAlgebra algebra;
  return run(code_, functions_.get(), depth_, algebra, [&](std::size_t i) { return Jet{x[i], direction[i], 0.0}; });
}

Expression::Jet Expression::eval_jet(double x) const {
  JetAlgebra algebra;
  return run(code_, functions_.get(), depth_, algebra, [&](std::size_t) { return Jet{x, 1.0, 0.0}; });
}

bool Expression::keeps_its_case(double a, double b) const {
  IntervalAlgebra algebra;
  run(code_, functions_.get(), depth_, algebra, [&](std::size_t) {
    return IntervalAlgebra::Number{std::min(a, b), std::max(a, b)};
  });
  return algebra.keeps_its_case;
}

CasedValue Expression::eval_in_case(std::span<const CasedValue> x) const {
  CaseAlgebra algebra;
  return run(code_, functions_.get(), depth_, algebra, [&](std::size_t i) { return x[i]; });
}

Expression::Jet Expression::eval_in_case(double x, double inside) const {
  CaseAlgebra algebra;
  return run(code_, functions_.get(), depth_, algebra,
             [&](std::size_t) {
               return CasedValue{{x, 1.0, 0.0}, inside, true};
             })
      .at;
}

TimedInterval Expression::eval_timed(std::span<const TimedInterval> x, bool& keeps) const {
  TimedIntervalAlgebra algebra;
  const TimedInterval value = run(code_, functions_.get(), depth_, algebra, [&](std::size_t i) { return x[i]; });
  keeps = keeps && algebra.keeps_its_case;
  return value;
}

std::optional<unsigned> Expression::find_degrees(const std::vector<bool>& marked) const {
  DegreeAlgebra algebra;
  const auto result = run(code_, functions_.get(), depth_, algebra,
                          [&](std::size_t i) { return DegreeAlgebra::Number{marked[i] ? 2u : 1u}; });
  if (result.degrees >= DegreeAlgebra::kNoPolynomial) return std::nullopt;
  return result.degrees;
}

bool Expression::depends_on(std::size_t variable) const {
  return std::any_of(code_.begin(), code_.end(),
                     [&](const auto& c) { return c.op == ExpressionOp::kVariable && c.index == variable; });
}

std::vector<std::string> Expression::free_names(const std::string& text, const SourceLocation& where,
                                                const std::string& subject, const FunctionTable* functions) {
  check_characters(text, where, subject, functions);
  std::vector<std::string> names;
  const auto collect = [&](std::string_view name) -> std::optional<ExpressionCode> {
    if (const auto constant = find_constant(name)) return constant;
    names.emplace_back(name);
    return ExpressionCode{ExpressionOp::kNumber};
  };
  try {
    read_expression(text, collect, functions);
  } catch (const FormulaFault& fault) {
    refuse_fault(fault, text, {}, where, subject);
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

const std::vector<std::string>& Expression::built_in_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all = function_names();
    for (const auto& [name, value] : kConstants) all.emplace_back(name);
    std::sort(all.begin(), all.end());
    return all;
  }();
  return names;
}

bool Expression::is_built_in(std::string_view name) {
  const auto& names = built_in_names();
  return std::binary_search(names.begin(), names.end(), name);
}

std::optional<double> parse_number(std::string_view text) {
  if (!text.empty() && text.front() == '+' && text.size() > 1 && text[1] != '-' && text[1] != '+') {
    text.remove_prefix(1);
  }
  double value = 0.0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (end != text.data() + text.size() || text.empty()) return std::nullopt;
  if (status == std::errc::result_out_of_range) {
    // Too small becomes zero, too large infinity; from_chars leaves the value alone in both cases.
    return std::strtod(std::string(text).c_str(), nullptr);
  }
  if (status != std::errc()) return std::nullopt;
  return value;
}

bool is_identifier(std::string_view text) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  const auto rest = [&](char c) { return letter(c) || (c >= '0' && c <= '9') || c == '_'; };
  return !text.empty() && letter(text.front()) && std::all_of(text.begin(), text.end(), rest);
}

}  // namespace invar
