#include "invar/functions/expression.h"

#include <fmt/format.h>
#include <muParser.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <mutex>
#include <numbers>

#include "invar/core/suggest.h"
#include "invar/functions/expression_mistakes.h"

namespace invar {

namespace {

double heaviside(double x) { return x < 0.0 ? 0.0 : (x >= 0.0 ? 1.0 : x); }
double modulo(double a, double b) { return a - b * std::floor(a / b); }
double floor_of(double x) { return std::floor(x); }
double ceil_of(double x) { return std::ceil(x); }
double hypot_of(double x, double y) { return std::hypot(x, y); }

// Building the tables of functions is the slow part of a parser, so every expression starts as a copy of this one.
const mu::Parser& prototype() {
  static const mu::Parser parser = [] {
    mu::Parser p;
    p.ClearConst();  // _pi and _e would be second spellings
    p.DefineConst("pi", std::numbers::pi);
    p.DefineConst("e", std::numbers::e);
    p.DefineConst("deg", std::numbers::pi / 180.0);
    p.DefineFun("heaviside", heaviside);
    p.DefineFun("mod", modulo);
    p.DefineFun("floor", floor_of);
    p.DefineFun("ceil", ceil_of);
    p.DefineFun("hypot", hypot_of);
    return p;
  }();
  return parser;
}

std::string subject_of(const std::string& subject, const std::string& text) {
  return subject.empty() ? fmt::format("expression \"{}\"", text) : fmt::format("{} = {}", subject, text);
}

[[noreturn]] void refuse(const SourceLocation& where, const std::string& subject, const std::string& text,
                         const std::string& reason, const std::string& hint = "") {
  throw ModelError(where, subject_of(subject, text), fmt::format("is not a formula: {}", reason), hint);
}

// muParser reads `a = 3` as an assignment and `"a"` as a string; neither belongs into a model.
void check_characters(const std::string& text, const SourceLocation& where, const std::string& subject) {
  if (text.find_first_not_of(" \t\r\n") == std::string::npos) refuse(where, subject, text, "it is empty");
  // The parser's time grows with the square of the length, its stack with the depth.
  constexpr std::size_t kLongest = 5000;
  constexpr int kDeepest = 100;
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
  if (const auto mistake = find_mistake(text))
    throw ModelError(where, subject_of(subject, text), mistake->what, mistake->hint);
}

struct FormulaFault {
  std::string reason, hint;
};

// The parser's own sentences speak of tokens and positions inside of it.
FormulaFault describe_fault(int code, const std::string& token) {
  const std::string shown = fmt::format("\"{}\"", token);
  switch (code) {
    case mu::ecUNEXPECTED_EOF:
      return {"it ends too early", "an operand is missing at its end"};
    case mu::ecMISSING_PARENS:
      return {"a closing bracket is missing", "count the brackets"};
    case mu::ecUNEXPECTED_PARENS:
      return {token.empty() ? "a bracket is out of place" : fmt::format("the bracket {} is out of place", shown),
              "a product is written a*(b)"};
    case mu::ecUNEXPECTED_ARG_SEP:
    case mu::ecUNEXPECTED_ARG:
      return {"a comma is out of place", "the decimal point is a dot, a comma separates the values of a function"};
    case mu::ecTOO_MANY_PARAMS:
      return {token.empty() ? "a function has too many values" : fmt::format("{} has too many values", token),
              "the decimal point is a dot, a comma separates values"};
    case mu::ecTOO_FEW_PARAMS:
      return {token.empty() ? "a function has too few values" : fmt::format("{} has too few values", token), ""};
    case mu::ecUNEXPECTED_VAL:
    case mu::ecUNEXPECTED_VAR:
    case mu::ecUNEXPECTED_FUN:
    case mu::ecUNEXPECTED_STR:
      return {fmt::format("{} follows another value without an operator", shown), "a product is written a*b"};
    case mu::ecUNEXPECTED_OPERATOR:
      return {fmt::format("the operator {} is out of place", shown), "an operand is missing before it"};
    case mu::ecMISSING_ELSE_CLAUSE:
    case mu::ecMISPLACED_COLON:
      return {"a case is not complete", "write condition ? value : other_value"};
    case mu::ecUNASSIGNABLE_TOKEN:
      return {fmt::format("{} cannot be read", shown), "it may have numbers, names, + - * / ^ ( ) and functions"};
    default:
      return {token.empty() ? "it cannot be read" : fmt::format("{} cannot be read", shown),
              "it may have numbers, names, + - * / ^ ( ) and functions"};
  }
}

[[noreturn]] void translate(const mu::Parser::exception_type& error, const std::string& text,
                            const std::vector<std::string>& known, const SourceLocation& where,
                            const std::string& subject) {
  const std::string& token = error.GetToken();
  if (error.GetCode() == mu::ecUNASSIGNABLE_TOKEN && is_identifier(token)) {
    std::vector<std::string> candidates = known;
    const auto& built_in = Expression::built_in_names();
    const auto nearest = nearest_name(token, [&] {
      auto all = known;
      all.insert(all.end(), built_in.begin(), built_in.end());
      return all;
    }());
    const std::string hint = nearest         ? fmt::format("did you mean \"{}\"?", *nearest)
                             : known.empty() ? "no parameter or variable is known here"
                                             : suggestion(token, known);
    throw ModelError(where, subject_of(subject, text), fmt::format("has the unknown name \"{}\"", token), hint);
  }
  const FormulaFault fault = describe_fault(error.GetCode(), token);
  refuse(where, subject, text, fault.reason, fault.hint);
}

}  // namespace

struct Expression::Impl {
  std::string text;
  std::vector<double> values;
  mu::Parser parser = prototype();
  std::mutex mutex;
};

Expression::Expression(const std::string& text, const std::vector<std::string>& variables, const Constants& constants,
                       const SourceLocation& where, const std::string& subject)
    : impl_(std::make_unique<Impl>()) {
  check_characters(text, where, subject);
  impl_->text = text;
  impl_->values.assign(variables.size(), 0.0);
  std::vector<std::string> known = variables;
  for (const auto& [name, value] : constants) known.push_back(name);
  try {
    for (std::size_t i = 0; i < variables.size(); ++i) impl_->parser.DefineVar(variables[i], &impl_->values[i]);
    for (const auto& [name, value] : constants) impl_->parser.DefineConst(name, value);
    impl_->parser.SetExpr(text);
    int results = 0;
    impl_->parser.Eval(results);  // compiles
    if (results != 1) refuse(where, subject, text, fmt::format("it has {} results", results), "remove the comma");
  } catch (const mu::Parser::exception_type& error) {
    translate(error, text, known, where, subject);
  }
}

Expression::~Expression() = default;
Expression::Expression(Expression&&) noexcept = default;
Expression& Expression::operator=(Expression&&) noexcept = default;

double Expression::eval(std::span<const double> values) const {
  const std::lock_guard lock(impl_->mutex);
  const std::size_t n = std::min(values.size(), impl_->values.size());
  std::copy_n(values.begin(), n, impl_->values.begin());
  return impl_->parser.Eval();
}

const std::string& Expression::text() const { return impl_->text; }

std::vector<std::string> Expression::free_names(const std::string& text, const SourceLocation& where,
                                                const std::string& subject) {
  check_characters(text, where, subject);
  mu::Parser parser = prototype();
  std::vector<std::string> names;
  try {
    parser.SetExpr(text);
    for (const auto& [name, pointer] : parser.GetUsedVar()) names.push_back(name);
  } catch (const mu::Parser::exception_type& error) {
    translate(error, text, {}, where, subject);
  }
  return names;
}

const std::vector<std::string>& Expression::built_in_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const auto& [name, value] : prototype().GetConst()) all.push_back(name);
    for (const auto& [name, function] : prototype().GetFunDef()) all.push_back(name);
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
