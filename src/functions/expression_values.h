// Formulas on plain numbers, for functions/expression.cc and functions/expression_folding.cc.
#pragma once

#include <cmath>

#include "invar/functions/expression_code.h"

namespace invar {

inline double calc_unary(ExpressionOp op, double x) {
  using Op = ExpressionOp;
  switch (op) {
    case Op::kNegate:
      return -x;
    case Op::kSin:
      return std::sin(x);
    case Op::kCos:
      return std::cos(x);
    case Op::kTan:
      return std::tan(x);
    case Op::kAsin:
      return std::asin(x);
    case Op::kAcos:
      return std::acos(x);
    case Op::kAtan:
      return std::atan(x);
    case Op::kSinh:
      return std::sinh(x);
    case Op::kCosh:
      return std::cosh(x);
    case Op::kTanh:
      return std::tanh(x);
    case Op::kAsinh:
      return std::asinh(x);
    case Op::kAcosh:
      return std::acosh(x);
    case Op::kAtanh:
      return std::atanh(x);
    case Op::kExp:
      return std::exp(x);
    case Op::kLn:
      return std::log(x);
    case Op::kLog2:
      return std::log2(x);
    case Op::kLog10:
      return std::log10(x);
    case Op::kSqrt:
      return std::sqrt(x);
    case Op::kAbs:
      return std::abs(x);
    case Op::kSign:
      return x < 0.0 ? -1.0 : (x > 0.0 ? 1.0 : 0.0);
    case Op::kRint:
      return std::floor(x + 0.5);
    case Op::kFloor:
      return std::floor(x);
    case Op::kCeil:
      return std::ceil(x);
    case Op::kSmooth:
      return x <= 0.0 ? 0.0 : (x >= 1.0 ? 1.0 : x * x * (3.0 - 2.0 * x));
    default:  // kHeaviside
      return x < 0.0 ? 0.0 : (x >= 0.0 ? 1.0 : x);
  }
}

inline double calc_binary(ExpressionOp op, double a, double b) {
  using Op = ExpressionOp;
  switch (op) {
    case Op::kAdd:
    case Op::kSum:
      return a + b;
    case Op::kSubtract:
      return a - b;
    case Op::kMultiply:
      return a * b;
    case Op::kDivide:
      return a / b;
    case Op::kPower:
      return std::pow(a, b);
    case Op::kLess:
      return a < b;
    case Op::kLessEqual:
      return a <= b;
    case Op::kGreater:
      return a > b;
    case Op::kGreaterEqual:
      return a >= b;
    case Op::kEqual:
      return a == b;
    case Op::kNotEqual:
      return a != b;
    case Op::kAnd:
      return a != 0.0 && b != 0.0;
    case Op::kOr:
      return a != 0.0 || b != 0.0;
    case Op::kAtan2:
      return std::atan2(a, b);
    case Op::kHypot:
      return std::hypot(a, b);
    case Op::kMod:
      return a - b * std::floor(a / b);
    case Op::kMin:
      return b < a ? b : a;
    default:  // kMax
      return a < b ? b : a;
  }
}

}  // namespace invar
