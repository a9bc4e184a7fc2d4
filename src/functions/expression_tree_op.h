// The operations of functions/expression_tree.cc.
#pragma once

#include "invar/functions/expression_tree.h"

namespace invar {

// clang-format off
enum class ExpressionTree::Op : std::uint8_t {
  kNumber, kVariable, kNegate, kAdd, kSubtract, kMultiply, kDivide, kPower,
  kLess, kLessEqual, kGreater, kGreaterEqual, kEqual, kNotEqual, kAnd, kOr, kSelect,
  kSin, kCos, kTan, kAsin, kAcos, kAtan, kSinh, kCosh, kTanh, kAsinh, kAcosh, kAtanh,
  kExp, kLn, kLog2, kLog10, kSqrt, kAbs, kSign, kRint, kFloor, kCeil, kHeaviside,
  kAtan2, kHypot, kMod, kMin, kMax,
};
// clang-format on

}  // namespace invar
