// Recursive descent over the grammar, from what binds least to what binds most:
//
//   choice      either [? choice : choice]
//   either      both {|| both}
//   both        comparison {&& comparison}
//   comparison  sum {(< | <= | > | >= | == | !=) sum}
//   sum         product {(+ | -) product}
//   product     power {(* | /) power}
//   power       [+ | -] operand [^ power]           -2^2 = -4, 2^3^2 = 2^9
//   operand     number | name | function (choice {, choice}) | (choice)
//
// Chains of ?: and ^ go from the right; they are read in loops, so that long ones take no stack.
#include "invar/functions/expression_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
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
constexpr std::array<KnownFunction, 31> kFunctions = {{
    {"abs", Op::kAbs, 1},
    {"acos", Op::kAcos, 1},
    {"acosh", Op::kAcosh, 1},
    {"asin", Op::kAsin, 1},
    {"asinh", Op::kAsinh, 1},
    {"atan", Op::kAtan, 1},
    {"atan2", Op::kAtan2, 2},
    {"atanh", Op::kAtanh, 1},
    {"avg", Op::kSum, kAnyNumber},
    {"ceil", Op::kCeil, 1},
    {"cos", Op::kCos, 1},
    {"cosh", Op::kCosh, 1},
    {"exp", Op::kExp, 1},
    {"floor", Op::kFloor, 1},
    {"heaviside", Op::kHeaviside, 1},
    {"hypot", Op::kHypot, 2},
    {"ln", Op::kLn, 1},
    {"log", Op::kLn, 1},
    {"log10", Op::kLog10, 1},
    {"log2", Op::kLog2, 1},
    {"max", Op::kMax, kAnyNumber},
    {"min", Op::kMin, kAnyNumber},
    {"mod", Op::kMod, 2},
    {"rint", Op::kRint, 1},
    {"sign", Op::kSign, 1},
    {"sin", Op::kSin, 1},
    {"sinh", Op::kSinh, 1},
    {"sqrt", Op::kSqrt, 1},
    {"sum", Op::kSum, kAnyNumber},
    {"tan", Op::kTan, 1},
    {"tanh", Op::kTanh, 1},
}};

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
  ExpressionReader(std::string_view text, const NameReader& find_name) : text_(text), find_name_(find_name) {}

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
    const std::string name(word());
    if (name.empty()) refuse_instead_of_value();
    at_ += name.size();
    if (const KnownFunction* function = find_function(name)) {
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
  // The letters, digits and underscores that follow.
  std::string_view word() {
    const std::string_view all = rest();
    const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
    std::size_t size = 0;
    while (size < all.size() &&
           (letter(all[size]) || (size > 0 && (all[size] == '_' || (all[size] >= '0' && all[size] <= '9')))))
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
  std::size_t at_ = 0;
  int levels_ = 0;
  std::vector<Op> waiting_;  // signs and powers whose right operand is being read
  std::vector<ExpressionCode> code_;
};

}  // namespace

std::vector<ExpressionCode> read_expression(std::string_view text, const NameReader& find_name) {
  return ExpressionReader(text, find_name).read();
}

const std::vector<std::string>& function_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const auto& function : kFunctions) all.emplace_back(function.name);
    return all;
  }();
  return names;
}

}  // namespace invar
