#include "invar/functions/expression_folding.h"

#include "invar/functions/expression_values.h"

namespace invar {

namespace {

using Op = ExpressionOp;

class ExpressionFolder {
 public:
  void add(const ExpressionCode& c) {
    const int count = operand_count(c.op);
    if (c.op == Op::kThen) {
      branches_.push_back(code_.size());
      code_.push_back({Op::kJumpIfZero});
    } else if (c.op == Op::kElse) {
      code_[branches_.back()].index = static_cast<std::uint32_t>(code_.size() + 1);
      branches_.back() = code_.size();
      code_.push_back({Op::kJump});
    } else if (c.op == Op::kSelect) {
      code_[branches_.back()].index = static_cast<std::uint32_t>(code_.size());
      branches_.pop_back();
      barrier_ = code_.size();
    } else if (count == 1 && c.op != Op::kCall && folds(1) && is(1, Op::kNumber)) {
      back(1).number = calc_unary(c.op, back(1).number);
    } else if (count == 2 && c.op != Op::kCall2 && folds(2) && fold_binary(c.op)) {
      code_.pop_back();
    } else {
      code_.push_back(c);
    }
  }
  std::vector<ExpressionCode> take() { return std::move(code_); }

 private:
  // Behind a case the last entries are a branch of it, not the operand itself.
  bool folds(std::size_t count) const { return code_.size() >= barrier_ + count; }
  ExpressionCode& back(std::size_t i) { return code_[code_.size() - i]; }
  bool is(std::size_t i, Op op) { return back(i).op == op; }

  // Writes `a op b` in place of a, if it can.
  bool fold_binary(Op op) {
    ExpressionCode &a = back(2), &b = back(1);
    if (is(2, Op::kNumber) && is(1, Op::kNumber)) {
      if (op == Op::kSum || op == Op::kMin || op == Op::kMax) return false;
      a.number = calc_binary(op, a.number, b.number);
      return true;
    }
    switch (op) {
      case Op::kPower:
        return is(2, Op::kVariable) && is(1, Op::kNumber) && fold_power(a, b.number);
      case Op::kAdd:
      case Op::kSubtract:
        return fold_sum(a, b, op == Op::kAdd ? 1.0 : -1.0);
      case Op::kMultiply:
        return fold_product(a, b);
      case Op::kDivide:
        if (!is(2, Op::kLinear) || !is(1, Op::kNumber) || b.number == 0.0) return false;
        a.factor /= b.number;
        a.number /= b.number;
        return true;
      default:
        return false;
    }
  }
  static bool fold_power(ExpressionCode& a, double exponent) {
    if (exponent == 0.0) {
      a = {Op::kNumber, 0, 1.0};
    } else if (exponent == 2.0) {
      a.op = Op::kSquare;
    } else if (exponent == 3.0) {
      a.op = Op::kCube;
    } else if (exponent == 4.0) {
      a.op = Op::kFourth;
    } else {
      return exponent == 1.0;
    }
    return true;
  }
  // A number or a linear expression, as factor*x + offset.
  static bool is_linear(const ExpressionCode& c) { return c.op == Op::kVariable || c.op == Op::kLinear; }
  static double factor_of(const ExpressionCode& c) {
    return c.op == Op::kVariable ? 1.0 : (c.op == Op::kLinear ? c.factor : 0.0);
  }
  static bool fold_sum(ExpressionCode& a, const ExpressionCode& b, double sign) {
    const bool a_number = a.op == Op::kNumber, b_number = b.op == Op::kNumber;
    if (!(a_number || is_linear(a)) || !(b_number || is_linear(b))) return false;
    if (!a_number && !b_number && a.index != b.index) return false;
    a = {Op::kLinear, a_number ? b.index : a.index, a.number + sign * b.number, factor_of(a) + sign * factor_of(b)};
    return true;
  }
  static bool fold_product(ExpressionCode& a, const ExpressionCode& b) {
    if (a.op == Op::kVariable && b.op == Op::kVariable && a.index == b.index) {
      a.op = Op::kSquare;
      return true;
    }
    const bool a_number = a.op == Op::kNumber;
    if (a_number == (b.op == Op::kNumber) || !is_linear(a_number ? b : a)) return false;
    const double scale = a_number ? a.number : b.number;
    const ExpressionCode x = a_number ? b : a;
    a = {Op::kLinear, x.index, x.op == Op::kLinear ? x.number * scale : 0.0, factor_of(x) * scale};
    return true;
  }

  std::vector<ExpressionCode> code_;
  std::vector<std::size_t> branches_;  // jumps whose targets are not known yet
  std::size_t barrier_ = 0;
};

}  // namespace

std::vector<ExpressionCode> fold_expression(const std::vector<ExpressionCode>& read) {
  ExpressionFolder folder;
  for (const ExpressionCode& c : read) folder.add(c);
  return folder.take();
}

}  // namespace invar
