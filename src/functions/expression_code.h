// The operations a formula is read into (functions/expression_reader.cc), in postfix order.
#pragma once

#include <cstdint>
#include <vector>

namespace invar {

// clang-format off
enum class ExpressionOp : std::uint8_t {
  kNumber, kVariable, kNegate, kAdd, kSubtract, kMultiply, kDivide, kPower, kSum,
  kLess, kLessEqual, kGreater, kGreaterEqual, kEqual, kNotEqual, kAnd, kOr, kSelect,
  kSin, kCos, kTan, kAsin, kAcos, kAtan, kSinh, kCosh, kTanh, kAsinh, kAcosh, kAtanh,
  kExp, kLn, kLog2, kLog10, kSqrt, kAbs, kSign, kRint, kFloor, kCeil, kHeaviside,
  kAtan2, kHypot, kMod, kMin, kMax,
  kSmooth,                            // 0 up to 0, 1 from 1 on, x^2 (3 - 2x) between
  kCall, kCall2,                      // a named function of one or two values (functions/function_table.h)
  kThen, kElse,                       // between the operands of kSelect; only the reader writes them
  kLinear, kSquare, kCube, kFourth,   // of a variable, and the jumps: only in folded code (expression_folding.h)
  kJumpIfZero, kJump,
};
// clang-format on

struct ExpressionCode {
  ExpressionOp op;
  std::uint32_t index = 0;  // of the variable or the named function, or where a jump goes
  double number = 0.0;      // kNumber; the offset of kLinear
  double factor = 0.0;      // kLinear: factor*x + number
};

// How many values an operation takes; kThen and kElse take part in no arithmetic.
inline int operand_count(ExpressionOp op) {
  using Op = ExpressionOp;
  if (op == Op::kNumber || op == Op::kVariable || op >= Op::kThen) return 0;
  if (op == Op::kSelect) return 3;
  if (op == Op::kSmooth || op == Op::kCall) return 1;
  return op == Op::kNegate || (op >= Op::kSin && op <= Op::kHeaviside) ? 1 : 2;
}

}  // namespace invar
