// Formulas of time in a case that is given: each number is evaluated at one instant, and what depends on time alone decides its
// cases at another one. A formula so continues smoothly from inside a step to its ends. Numbers that depend on the state as well
// decide for themselves.
#pragma once

#include <cmath>
#include <numbers>

#include "invar/functions/expression_jets.h"
#include "invar/functions/expression_values.h"

namespace invar {

struct CaseAlgebra {
  using Op = ExpressionOp;
  using Number = CasedValue;

  static Number number(double x) { return {JetAlgebra::number(x), x, true}; }

  static Number unary(Op op, const Number& u) {
    if (!u.timed) return {JetAlgebra::unary(op, u.at), calc_unary(op, u.inside), false};
    const double x = u.inside, y = calc_unary(op, x);
    switch (op) {
      case Op::kAbs:
        return {x < 0 ? JetAlgebra::unary(Op::kNegate, u.at) : u.at, y};
      case Op::kSign:
      case Op::kRint:
      case Op::kFloor:
      case Op::kCeil:
      case Op::kHeaviside:
        return number(y);
      case Op::kSmooth: {
        if (x <= 0 || x >= 1) return number(y);
        const ExpressionJet square = JetAlgebra::multiply(u.at, u.at);
        return {JetAlgebra::multiply(square, JetAlgebra::add(JetAlgebra::number(3), scale(u.at, 2), -1)), y};
      }
      default:
        return {JetAlgebra::unary(op, u.at), y};
    }
  }

  static Number binary(Op op, const Number& u, const Number& w) {
    const double y = calc_binary(op, u.inside, w.inside);
    if (!u.timed || !w.timed) return {JetAlgebra::binary(op, u.at, w.at), y, false};
    switch (op) {
      case Op::kLess:
      case Op::kLessEqual:
      case Op::kGreater:
      case Op::kGreaterEqual:
      case Op::kEqual:
      case Op::kNotEqual:
      case Op::kAnd:
      case Op::kOr:
        return number(y);
      case Op::kMod:
        return {
            JetAlgebra::add(u.at, JetAlgebra::multiply(w.at, JetAlgebra::number(std::floor(u.inside / w.inside))), -1),
            y};
      case Op::kMin:
        return w.inside < u.inside ? w : u;
      case Op::kMax:
        return u.inside < w.inside ? w : u;
      case Op::kAtan2: {
        ExpressionJet angle = JetAlgebra::binary(op, u.at, w.at);
        angle.value += 2 * std::numbers::pi * std::round((y - angle.value) / (2 * std::numbers::pi));
        return {angle, y};
      }
      default:
        return {JetAlgebra::binary(op, u.at, w.at), y};
    }
  }

  static Number call(const Function1D& f, const Number& u) {
    if (!u.timed) return {JetAlgebra::call(f, u.at), f.value(u.inside), false};
    return {JetAlgebra::chain(u.at, f.continued(u.at.value, u.inside)), f.value(u.inside)};
  }
  static Number call(const Function2D& f, const Number& u, const Number& w) {
    return {JetAlgebra::call(f, u.at, w.at), f.value(u.inside, w.inside), u.timed && w.timed};
  }
  static Number select(const Number& condition, const Number& a, const Number& b) {
    if (!condition.timed) {
      const bool chosen = condition.at.value != 0;
      return {JetAlgebra::select(condition.at, a.at, b.at), chosen ? a.inside : b.inside, false};
    }
    return condition.inside != 0 ? a : b;
  }

 private:
  static ExpressionJet scale(const ExpressionJet& u, double c) { return {c * u.value, c * u.first, c * u.second}; }
};

}  // namespace invar
