// Recursive descent over the grammar, from what binds least to what binds most:
//
//   choice      either [? choice : choice]
//   either      both {|| both}
//   both        comparison {&& comparison}
//   comparison  sum {(< | <= | > | >= | == | !=) sum}
//   sum         product {(+ | -) product}
//   product     power {(* | /) power}
//   power       [+ | -] operand [^ power]           -2^2 = -4, 2^3^2 = 2^9
//   operand     number | name | function (choice {, choice}) | (choice) | place function (name {, name}) [. name]
//   name        letters, digits, underscores; dots between them
//
// Chains of ?: and ^ go from the right; they are read in loops, so that long ones take no stack.
#include "invar/functions/expression_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <map>
#include <utility>

namespace invar {

namespace {

using Op = ExpressionOp;

struct KnownFunction {
  std::string_view name;
  Op op;
  int most;  // values it takes
};
constexpr int kAnyNumber = 1 << 20;
constexpr std::array<KnownFunction, 36> kFunctions = {{
    {"abs", Op::kAbs, 1},          {"acos", Op::kAcos, 1},
    {"acosh", Op::kAcosh, 1},      {"asin", Op::kAsin, 1},
    {"asinh", Op::kAsinh, 1},      {"atan", Op::kAtan, 1},
    {"atan2", Op::kAtan2, 2},      {"atanh", Op::kAtanh, 1},
    {"avg", Op::kSum, kAnyNumber}, {"ceil", Op::kCeil, 1},
    {"cos", Op::kCos, 1},          {"cosh", Op::kCosh, 1},
    {"deadzone", Op::kSum, 2},     {"exp", Op::kExp, 1},
    {"floor", Op::kFloor, 1},      {"heaviside", Op::kHeaviside, 1},
    {"hypot", Op::kHypot, 2},      {"ln", Op::kLn, 1},
    {"log", Op::kLn, 1},           {"log10", Op::kLog10, 1},
    {"log2", Op::kLog2, 1},        {"max", Op::kMax, kAnyNumber},
    {"min", Op::kMin, kAnyNumber}, {"mod", Op::kMod, 2},
    {"pulse", Op::kSum, 3},        {"ramp", Op::kSum, 3},
    {"rint", Op::kRint, 1},        {"saturate", Op::kSum, 3},
    {"sign", Op::kSign, 1},        {"sin", Op::kSin, 1},
    {"sinh", Op::kSinh, 1},        {"sqrt", Op::kSqrt, 1},
    {"step", Op::kSum, 5},         {"sum", Op::kSum, kAnyNumber},
    {"tan", Op::kTan, 1},          {"tanh", Op::kTanh, 1},
}};

// Functions that are written out in other operations, and what they take.
const std::map<std::string_view, std::string_view> kMade = {{"deadzone", "(x, width)"},
                                                            {"pulse", "(x, start, length)"},
                                                            {"ramp", "(x, x0, x1)"},
                                                            {"saturate", "(x, low, high)"},
                                                            {"step", "(x, x0, y0, x1, y1)"}};

constexpr std::array<std::string_view, 13> kOperators = {"<=", ">=", "==", "!=", "&&", "||", "<",
                                                         ">",  "+",  "-",  "*",  "/",  "^"};
constexpr const char* kAllowed = "it may have numbers, names, + - * / ^ ( ) and functions";

const KnownFunction* find_function(std::string_view name) {
  const auto found = std::find_if(kFunctions.begin(), kFunctions.end(), [&](const auto& f) { return f.name == name; });
  return found == kFunctions.end() ? nullptr : &*found;
}

[[noreturn]] void refuse_formula(const std::string& reason, const std::string& hint = "") {
  throw FormulaFault{"is not a formula: " + reason, hint, ""};
}
[[noreturn]] void refuse_comma() {
  refuse_formula("a comma is out of place", "the decimal point is a dot, a comma separates the values of a function");
}
[[noreturn]] void refuse_bracket(char bracket) {
  refuse_formula(fmt::format("the bracket \"{}\" is out of place", bracket), "a product is written a*(b)");
}
[[noreturn]] void refuse_case() { refuse_formula("a case is not complete", "write condition ? value : other_value"); }

bool begins_number(std::string_view rest) {
  const auto digit = [&](std::size_t i) { return i < rest.size() && rest[i] >= '0' && rest[i] <= '9'; };
  return digit(0) || (rest.starts_with('.') && digit(1));
}

class ExpressionReader {
 public:
  ExpressionReader(std::string_view text, const NameReader& find_name, const FunctionTable* functions)
      : text_(text), find_name_(find_name), functions_(functions) {}

  std::vector<ExpressionCode> read() {
    choice();
    int results = 1;
    for (; take(","); ++results) choice();
    if (!rest().empty()) refuse_after_value();
    if (results > 1) refuse_formula(fmt::format("it has {} results", results), "remove the comma");
    return std::move(code_);
  }

 private:
  std::string_view rest() {
    while (at_ < text_.size() && std::string_view(" \t\r\n").find(text_[at_]) != std::string_view::npos) ++at_;
    return text_.substr(at_);
  }
  bool take(std::string_view token) {
    if (!rest().starts_with(token)) return false;
    at_ += token.size();
    return true;
  }
  void emit(Op op) { code_.push_back({op}); }
  void emit_number(double value) { code_.push_back({Op::kNumber, 0, value}); }

  void choice() {
    constexpr int kMostCases = 200;  // within the values of cases or in brackets; each takes some stack
    if (++levels_ > kMostCases)
      throw FormulaFault{fmt::format("has brackets and cases nested deeper than {}", kMostCases),
                         "name parts of it as parameters", ""};
    int open = 0;
    for (either(); take("?"); ++open, either()) {
      emit(Op::kThen);
      choice();
      if (!take(":")) rest().empty() || text_[at_] == ')' ? refuse_case() : refuse_after_value();
      emit(Op::kElse);
    }
    for (; open > 0; --open) emit(Op::kSelect);
    --levels_;
  }
  void either() {
    both();
    while (take("||")) both(), emit(Op::kOr);
  }
  void both() {
    comparison();
    while (take("&&")) comparison(), emit(Op::kAnd);
  }
  void comparison() {
    static constexpr std::array<std::pair<std::string_view, Op>, 6> kAll = {{{"<=", Op::kLessEqual},
                                                                             {">=", Op::kGreaterEqual},
                                                                             {"==", Op::kEqual},
                                                                             {"!=", Op::kNotEqual},
                                                                             {"<", Op::kLess},
                                                                             {">", Op::kGreater}}};
    sum();
    for (bool found = true; found;) {
      found = false;
      for (const auto& [token, op] : kAll) {
        if (!take(token)) continue;
        sum();
        emit(op);
        found = true;
        break;
      }
    }
  }
  void sum() {
    product();
    while (true) {
      if (take("+")) {
        product(), emit(Op::kAdd);
      } else if (take("-")) {
        product(), emit(Op::kSubtract);
      } else {
        return;
      }
    }
  }
  void product() {
    power();
    while (true) {
      if (take("*")) {
        power(), emit(Op::kMultiply);
      } else if (take("/")) {
        power(), emit(Op::kDivide);
      } else {
        return;
      }
    }
  }
  void power() {
    const std::size_t before = waiting_.size();
    do {
      if (take("-")) {
        waiting_.push_back(Op::kNegate);
      } else {
        take("+");
      }
      operand();
    } while (take("^") && (waiting_.push_back(Op::kPower), true));
    for (; waiting_.size() > before; waiting_.pop_back()) emit(waiting_.back());
  }
  void operand() {
    if (take("(")) {
      choice();
      if (!take(")")) refuse_in_brackets();
      return;
    }
    if (begins_number(rest())) return emit_number(number());
    std::string name(word());
    if (name.empty()) refuse_instead_of_value();
    at_ += name.size();
    const bool called = rest().starts_with('(');
    if (called && is_place_function(name)) name += places(name);
    if (const int named = find_function(functions_, name); named >= 0) return call_named(named);
    // Names that are functions only where they are called may be those of parameters.
    if (const KnownFunction* function = find_function(name); function != nullptr && (called || !kMade.contains(name))) {
      if (!take("("))
        refuse_formula(fmt::format("the function \"{}\" has no values", name), fmt::format("write {}(...)", name));
      return call(*function);
    }
    const auto meaning = find_name_(name);
    if (!meaning) throw FormulaFault{"", "", name};
    code_.push_back(*meaning);
  }
  void call(const KnownFunction& function) {
    if (rest().starts_with(')')) refuse_formula(fmt::format("{} has too few values", function.name));
    if (kMade.contains(function.name)) return call_made(function);
    choice();
    int count = 1;
    for (; take(","); ++count) {
      choice();
      if (function.most > 1) emit(function.op);
    }
    if (!take(")")) refuse_in_brackets();
    if (count > function.most)
      refuse_formula(fmt::format("{} has too many values", function.name),
                     "the decimal point is a dot, a comma separates values");
    if (function.most < kAnyNumber && count < function.most)
      refuse_formula(fmt::format("{} has too few values", function.name));
    if (function.most == 1) emit(function.op);
    if (function.name == "avg") emit_number(count), emit(Op::kDivide);
  }

  // The values of a function that is made of other operations, each as code of its own.
  using Code = std::vector<ExpressionCode>;
  void call_made(const KnownFunction& function) {
    std::vector<Code> values;
    do {
      Code outer;
      std::swap(outer, code_);
      choice();
      std::swap(outer, code_);
      values.push_back(std::move(outer));
    } while (take(","));
    if (!take(")")) refuse_in_brackets();
    const int count = static_cast<int>(values.size());
    if (count != function.most)
      refuse_formula(fmt::format("{} has too {} values", function.name, count < function.most ? "few" : "many"),
                     fmt::format("it takes {}", kMade.at(function.name)));
    const auto put = [&](std::size_t i) { code_.insert(code_.end(), values[i].begin(), values[i].end()); };
    const auto put_fraction = [&] {  // (x - x0)/(x1 - x0)
      const std::size_t x1 = function.name == "step" ? 3 : 2;
      put(0), put(1), emit(Op::kSubtract), put(x1), put(1), emit(Op::kSubtract), emit(Op::kDivide);
    };
    if (function.name == "saturate") {
      put(0), put(1), emit(Op::kMax), put(2), emit(Op::kMin);
    } else if (function.name == "deadzone") {
      put(0), put(1), emit(Op::kSubtract), emit_number(0), emit(Op::kMax);
      put(0), put(1), emit(Op::kAdd), emit_number(0), emit(Op::kMin), emit(Op::kAdd);
    } else if (function.name == "ramp") {
      put_fraction(), emit_number(0), emit(Op::kMax), emit_number(1), emit(Op::kMin);
    } else if (function.name == "step") {
      put(2), put(4), put(2), emit(Op::kSubtract), put_fraction(), emit(Op::kSmooth), emit(Op::kMultiply),
          emit(Op::kAdd);
    } else {  // pulse
      put(0), put(1), emit(Op::kGreaterEqual), put(0), put(1), put(2), emit(Op::kAdd), emit(Op::kLess), emit(Op::kAnd);
    }
    constexpr std::size_t kMostCode = 20'000;  // calls within calls repeat their values
    if (code_.size() > kMostCode)
      throw FormulaFault{fmt::format("has {} too often within each other", function.name),
                         "name parts of it as measures or functions", ""};
  }
  void call_named(int named) {
    const NamedFunction& f = (*functions_)[static_cast<std::size_t>(named)];
    if (!take("("))
      refuse_formula(fmt::format("the function \"{}\" has no values", f.name),
                     fmt::format("write {}({})", f.name, f.of_one ? "x" : "x, y"));
    if (rest().starts_with(')')) refuse_formula(fmt::format("{} has too few values", f.name));
    choice();
    int count = 1;
    for (; take(","); ++count) choice();
    if (!take(")")) refuse_in_brackets();
    if (count != f.values())
      refuse_formula(fmt::format("{} has too {} values", f.name, count < f.values() ? "few" : "many"),
                     f.of_one ? "it is a function of one" : "it is a function of two");
    code_.push_back({f.of_one ? Op::kCall : Op::kCall2, static_cast<std::uint32_t>(named)});
  }
  // "(a,b)" or "(a,b).x" behind the name of a place function.
  std::string places(const std::string& function) {
    if (!take("("))
      refuse_formula(fmt::format("the function \"{}\" has no values", function),
                     fmt::format("write {}(a, b) with the names of places", function));
    std::string text = "(";
    do {
      const std::string_view name = rest().substr(0, word().size());
      if (name.empty()) refuse_formula(fmt::format("{} takes names of places", function), "e.g. distance(tip, wall)");
      at_ += name.size();
      text += (text.size() > 1 ? "," : "") + std::string(name);
    } while (take(","));
    if (!take(")")) refuse_in_brackets();
    text += ")";
    if (at_ + 1 < text_.size() && text_[at_] == '.') {
      ++at_;
      const std::string component(word());
      at_ += component.size();
      text += "." + component;
    }
    return text;
  }

  double number() {
    double value = 0.0;
    const char* begin = text_.data() + at_;
    const auto [end, status] = std::from_chars(begin, text_.data() + text_.size(), value);
    const std::string spelled(begin, end);
    if (status == std::errc::result_out_of_range) {
      value = std::strtod(spelled.c_str(), nullptr);  // zero if it is too small
      if (!(value <= std::numeric_limits<double>::max()))
        refuse_formula(fmt::format("the number {} is too large", spelled), "the largest is 1.797e308");
    }
    at_ += spelled.size();
    return value;
  }
  // The name that follows: letters, digits, underscores, and dots with a letter behind them.
  std::string_view word() {
    const std::string_view all = rest();
    const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
    std::size_t size = 0;
    const auto dot = [&](std::size_t i) { return all[i] == '.' && i + 1 < all.size() && letter(all[i + 1]); };
    while (
        size < all.size() &&
        (letter(all[size]) || (size > 0 && (all[size] == '_' || (all[size] >= '0' && all[size] <= '9') || dot(size)))))
      ++size;
    return all.substr(0, size);
  }

  [[noreturn]] void refuse_instead_of_value() {
    if (rest().empty()) refuse_formula("it ends too early", "an operand is missing at its end");
    for (const std::string_view token : kOperators)
      if (rest().starts_with(token))
        refuse_formula(fmt::format("the operator \"{}\" is out of place", token), "an operand is missing before it");
    if (text_[at_] == ')') refuse_bracket(')');
    if (text_[at_] == ',') refuse_comma();
    refuse_formula(fmt::format("\"{}\" cannot be read", text_[at_]), kAllowed);
  }
  // Something other than an operator stands behind a value.
  [[noreturn]] void refuse_after_value() {
    const char next = rest().front();
    if (next == '(' || next == ')') refuse_bracket(next);
    if (next == ',') refuse_comma();
    if (next == ':') refuse_case();
    std::string token(word());
    if (token.empty() && begins_number(rest())) {
      const std::size_t start = at_;
      number();
      token = text_.substr(start, at_ - start);
    } else if (!token.empty() && find_function(token) == nullptr && !find_name_(token)) {
      throw FormulaFault{"", "", token};
    }
    if (token.empty()) refuse_formula(fmt::format("\"{}\" cannot be read", next), kAllowed);
    refuse_formula(fmt::format("\"{}\" follows another value without an operator", token), "a product is written a*b");
  }
  [[noreturn]] void refuse_in_brackets() {
    if (rest().empty()) refuse_formula("a closing bracket is missing", "count the brackets");
    refuse_after_value();
  }

  std::string_view text_;
  const NameReader& find_name_;
  const FunctionTable* functions_;
  std::size_t at_ = 0;
  int levels_ = 0;
  std::vector<Op> waiting_;  // signs and powers whose right operand is being read
  std::vector<ExpressionCode> code_;
};

}  // namespace

std::vector<ExpressionCode> read_expression(std::string_view text, const NameReader& find_name,
                                            const FunctionTable* functions) {
  return ExpressionReader(text, find_name, functions).read();
}

const std::vector<std::string>& made_function_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const auto& [name, values] : kMade) all.emplace_back(name);
    return all;
  }();
  return names;
}

bool is_place_function(std::string_view name) {
  static constexpr std::string_view kAll[] = {"distance",   "distance_rate", "position", "velocity",         "angle",
                                              "angle_rate", "magnitude",     "momentum", "angular_momentum", "center"};
  return std::find(std::begin(kAll), std::end(kAll), name) != std::end(kAll);
}

const std::vector<std::string>& function_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const auto& function : kFunctions)
      if (!kMade.contains(function.name)) all.emplace_back(function.name);
    return all;
  }();
  return names;
}

}  // namespace invar
