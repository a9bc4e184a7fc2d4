// Reads a formula into postfix code by recursive descent and runs it on jets or intervals. The precedences are those of
// muParser: ?: below || below && below comparisons below + - below * / and signs below ^ (from the right).
#include "invar/functions/expression_tree.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "invar/functions/expression_tree_degrees.h"
#include "invar/functions/expression_tree_intervals.h"
#include "invar/functions/expression_tree_jets.h"

namespace invar {

namespace {

using Op = ExpressionTree::Op;
using Code = ExpressionTree::Code;

constexpr int kMostLevels = 400;
constexpr int kDeepest = 48;  // values waiting at the same time; deeper formulas go without a tree

constexpr std::array<std::pair<std::string_view, Op>, 24> kFunctionsOfOne = {{
    {"sin", Op::kSin},     {"cos", Op::kCos},     {"tan", Op::kTan},     {"asin", Op::kAsin},
    {"acos", Op::kAcos},   {"atan", Op::kAtan},   {"sinh", Op::kSinh},   {"cosh", Op::kCosh},
    {"tanh", Op::kTanh},   {"asinh", Op::kAsinh}, {"acosh", Op::kAcosh}, {"atanh", Op::kAtanh},
    {"exp", Op::kExp},     {"ln", Op::kLn},       {"log", Op::kLn},      {"log2", Op::kLog2},
    {"log10", Op::kLog10}, {"sqrt", Op::kSqrt},   {"abs", Op::kAbs},     {"sign", Op::kSign},
    {"rint", Op::kRint},   {"floor", Op::kFloor}, {"ceil", Op::kCeil},   {"heaviside", Op::kHeaviside},
}};
constexpr std::array<std::pair<std::string_view, Op>, 7> kFunctionsOfMore = {{
    {"atan2", Op::kAtan2},
    {"hypot", Op::kHypot},
    {"mod", Op::kMod},
    {"min", Op::kMin},
    {"max", Op::kMax},
    {"sum", Op::kAdd},
    {"avg", Op::kAdd},
}};

int operands(Op op) {
  if (op == Op::kNumber || op == Op::kVariable) return 0;
  if (op == Op::kSelect) return 3;
  return op == Op::kNegate || (op >= Op::kSin && op <= Op::kHeaviside) ? 1 : 2;
}

bool is_case(Op op) {
  return (op >= Op::kLess && op <= Op::kNotEqual) || (op >= Op::kAbs && op <= Op::kHeaviside) || op == Op::kAtan2 ||
         op >= Op::kMod;
}

class TreeReader {
 public:
  TreeReader(std::string_view text, const std::vector<std::string>& variables, const Expression::Constants& constants)
      : text_(text), variables_(variables), constants_(constants) {}

  std::optional<std::vector<Code>> read() {
    choice();
    skip_blanks();
    if (!good_ || at_ != text_.size()) return std::nullopt;
    int waiting = 0;
    for (const Code& code : code_) {
      waiting += 1 - operands(code.op);
      if (waiting > kDeepest) return std::nullopt;
    }
    return code_;
  }

 private:
  // Cases, signs and powers call themselves; each level takes some stack.
  struct Level {
    explicit Level(TreeReader& reader) : levels(reader.levels_) {
      if (++levels > kMostLevels) reader.good_ = false;
    }
    ~Level() { --levels; }
    int& levels;
  };

  void skip_blanks() {
    while (at_ < text_.size() && std::string_view(" \t\r\n").find(text_[at_]) != std::string_view::npos) ++at_;
  }
  bool take(std::string_view token) {
    skip_blanks();
    if (text_.substr(at_, token.size()) != token) return false;
    at_ += token.size();
    return true;
  }
  void emit(Op op) { code_.push_back({op}); }
  void number(double value) { code_.push_back({Op::kNumber, value}); }

  void choice() {
    const Level level(*this);
    if (!good_) return;
    either();
    if (!good_ || !take("?")) return;
    choice();
    good_ = good_ && take(":");
    if (good_) choice();
    emit(Op::kSelect);
  }
  void either() {
    both();
    while (good_ && take("||")) both(), emit(Op::kOr);
  }
  void both() {
    comparison();
    while (good_ && take("&&")) comparison(), emit(Op::kAnd);
  }
  void comparison() {
    static constexpr std::array<std::pair<std::string_view, Op>, 6> kAll = {{{"<=", Op::kLessEqual},
                                                                             {">=", Op::kGreaterEqual},
                                                                             {"==", Op::kEqual},
                                                                             {"!=", Op::kNotEqual},
                                                                             {"<", Op::kLess},
                                                                             {">", Op::kGreater}}};
    sum();
    for (bool found = good_; found && good_;) {
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
    while (good_) {
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
    signed_power();
    while (good_) {
      if (take("*")) {
        signed_power(), emit(Op::kMultiply);
      } else if (take("/")) {
        signed_power(), emit(Op::kDivide);
      } else {
        return;
      }
    }
  }
  void signed_power() {
    const Level level(*this);
    if (!good_) return;
    if (take("-")) {
      signed_power();
      emit(Op::kNegate);
    } else if (take("+")) {
      signed_power();
    } else {
      operand();
      if (good_ && take("^")) signed_power(), emit(Op::kPower);
    }
  }
  void operand() {
    if (++depth_ > kDeepest) good_ = false;  // brackets in brackets
    if (good_) known_operand();
    --depth_;
  }
  void known_operand() {
    if (take("(")) {
      choice();
      good_ = good_ && take(")");
      return;
    }
    const std::size_t start = at_;
    if (at_ < text_.size() && (text_[at_] == '.' || (text_[at_] >= '0' && text_[at_] <= '9'))) {
      double value = 0.0;
      const auto [end, status] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), value);
      good_ = status == std::errc();
      at_ = static_cast<std::size_t>(end - text_.data());
      return number(value);
    }
    while (at_ < text_.size() && is_identifier(text_.substr(start, at_ + 1 - start))) ++at_;
    const std::string_view name = text_.substr(start, at_ - start);
    good_ = !name.empty();
    if (good_) take("(") ? call(name) : named(name);
  }
  void named(std::string_view name) {
    for (std::size_t i = 0; i < variables_.size(); ++i)
      if (variables_[i] == name) return code_.push_back({Op::kVariable, 0.0, i});
    for (const auto& [constant, value] : constants_)
      if (constant == name) return number(value);
    if (name == "pi") return number(std::numbers::pi);
    if (name == "e") return number(std::numbers::e);
    if (name == "deg") return number(std::numbers::pi / 180.0);
    good_ = false;
  }
  void call(std::string_view name) {
    const auto more = std::find_if(kFunctionsOfMore.begin(), kFunctionsOfMore.end(),
                                   [&](const auto& entry) { return entry.first == name; });
    choice();
    double count = 1.0;
    for (; good_ && more != kFunctionsOfMore.end() && take(","); ++count) choice(), emit(more->second);
    good_ = good_ && take(")");
    if (more != kFunctionsOfMore.end()) {
      if (name == "avg") number(count), emit(Op::kDivide);
      return;
    }
    for (const auto& [function, op] : kFunctionsOfOne)
      if (function == name) return emit(op);
    good_ = false;
  }

  std::string_view text_;
  const std::vector<std::string>& variables_;
  const Expression::Constants& constants_;
  std::size_t at_ = 0;
  int depth_ = 0, levels_ = 0;
  bool good_ = true;
  std::vector<Code> code_;
};

template <class Algebra>
typename Algebra::Number run(const std::vector<Code>& code, Algebra& algebra, const auto& variable) {
  std::array<typename Algebra::Number, kDeepest> stack;
  std::size_t top = 0;  // one above the last
  for (const Code& c : code) {
    switch (operands(c.op)) {
      case 0:
        stack[top++] = c.op == Op::kNumber ? Algebra::number(c.number) : variable(c.index);
        break;
      case 1:
        stack[top - 1] = algebra.unary(c.op, stack[top - 1]);
        break;
      case 2:
        --top;
        stack[top - 1] = algebra.binary(c.op, stack[top - 1], stack[top]);
        break;
      default:
        top -= 2;
        stack[top - 1] = Algebra::select(stack[top - 1], stack[top], stack[top + 1]);
    }
  }
  return stack[0];
}

}  // namespace

std::optional<ExpressionTree> ExpressionTree::make(const Expression& formula, const std::vector<std::string>& variables,
                                                   const Expression::Constants& constants) {
  auto code = TreeReader(formula.text(), variables, constants).read();
  if (!code) return std::nullopt;
  ExpressionTree tree;
  tree.code_ = std::move(*code);
  for (const Code& c : tree.code_) tree.has_cases_ = tree.has_cases_ || is_case(c.op);
  // Some arguments of any size and sign. Where they cancel, the two may differ by more than rounding of the result.
  constexpr std::array<double, 7> kSamples = {0.37, -1.93, 12.7, -0.0041, 3.3e-6, 251.0, -40.1};
  std::vector<double> x(variables.size()), zero(variables.size(), 0.0);
  for (std::size_t k = 0; k < kSamples.size(); ++k) {
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = kSamples[(k + 3 * i) % kSamples.size()];
    const double ours = tree.eval(x, zero).value, expected = formula.eval(x);
    if (!std::isfinite(ours) && !std::isfinite(expected)) continue;
    if (!(std::abs(ours - expected) <= 1e-8 * std::abs(expected) + 1e-300)) return std::nullopt;
  }
  return tree;
}

ExpressionTree::Jet ExpressionTree::eval(std::span<const double> x, std::span<const double> direction) const {
  JetAlgebra algebra;
  return run(code_, algebra, [&](std::size_t i) { return Jet{x[i], direction[i], 0.0}; });
}

ExpressionTree::Jet ExpressionTree::eval(double x) const {
  JetAlgebra algebra;
  return run(code_, algebra, [&](std::size_t) { return Jet{x, 1.0, 0.0}; });
}

bool ExpressionTree::keeps_its_case(double a, double b) const {
  IntervalAlgebra algebra;
  run(code_, algebra, [&](std::size_t) { return IntervalAlgebra::Number{std::min(a, b), std::max(a, b)}; });
  return algebra.keeps_its_case;
}

std::optional<unsigned> ExpressionTree::find_degrees(const std::vector<bool>& marked) const {
  DegreeAlgebra algebra;
  const auto result = run(code_, algebra, [&](std::size_t i) { return DegreeAlgebra::Number{marked[i] ? 2u : 1u}; });
  if (result.degrees >= DegreeAlgebra::kNoPolynomial) return std::nullopt;
  return result.degrees;
}

bool ExpressionTree::depends_on(std::size_t variable) const {
  return std::any_of(code_.begin(), code_.end(),
                     [&](const Code& c) { return c.op == Op::kVariable && c.index == variable; });
}

}  // namespace invar
