// Degrees of a formula as a polynomial of some of its variables, for functions/expression.cc. A set of degrees stands in
// place of a number: bit k says that terms of degree k may occur.
#pragma once

#include <cmath>

#include "invar/functions/expression_code.h"
#include "invar/functions/function1d.h"
#include "invar/functions/function2d.h"

namespace invar {

struct DegreeAlgebra {
  using Op = ExpressionOp;
  static constexpr unsigned kFree = 1;               // degree 0 alone
  static constexpr unsigned kNoPolynomial = 1 << 8;  // or a degree above two
  struct Number {
    unsigned degrees = kFree;
    bool is_number = false;  // and `value` is known
    double value = 0.0;
  };

  static Number number(double x) { return {kFree, true, x}; }
  static Number none() { return {kNoPolynomial}; }
  static unsigned product(unsigned a, unsigned b) {
    unsigned sum = 0;
    for (unsigned i = 0; i < 9; ++i)
      for (unsigned k = 0; k < 9; ++k)
        if ((a >> i & 1) != 0 && (b >> k & 1) != 0) sum |= i + k > 2 ? kNoPolynomial : 1u << (i + k);
    return sum;
  }
  static Number unary(Op op, const Number& u) {
    if (op == Op::kNegate) return {u.degrees, u.is_number, -u.value};
    return u.degrees == kFree ? Number{} : none();
  }
  static Number binary(Op op, const Number& u, const Number& w) {
    const bool free = u.degrees == kFree && w.degrees == kFree;
    switch (op) {
      case Op::kAdd:
      case Op::kSum:
      case Op::kSubtract:
        return {u.degrees | w.degrees};
      case Op::kMultiply:
        return {product(u.degrees, w.degrees)};
      case Op::kDivide:
        return w.degrees == kFree ? Number{u.degrees} : none();
      case Op::kPower:
        if (free) return {};
        if (!w.is_number) return none();
        if (w.value == 2.0) return {product(u.degrees, u.degrees)};
        return w.value == 1.0 ? Number{u.degrees} : none();
      default:
        return free ? Number{} : none();
    }
  }
  static Number call(const Function1D&, const Number& u) { return u.degrees == kFree ? Number{} : none(); }
  static Number call(const Function2D&, const Number& u, const Number& w) {
    return u.degrees == kFree && w.degrees == kFree ? Number{} : none();
  }
  static Number select(const Number& condition, const Number& a, const Number& b) {
    return condition.degrees == kFree ? Number{a.degrees | b.degrees} : none();
  }
};

}  // namespace invar
