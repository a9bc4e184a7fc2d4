// Intervals in place of numbers, for functions/expression.cc: they tell whether a formula may change its case.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "invar/functions/expression_code.h"
#include "invar/functions/function1d.h"
#include "invar/functions/function2d.h"

namespace invar {

// Bounds of the values on an interval, up to rounding. A bound that only single points reach does not count as a change
// of case: the end points of an interval lie on the break itself.
struct IntervalAlgebra {
  using Op = ExpressionOp;
  struct Number {
    double lo = 0.0, hi = 0.0;
  };
  bool keeps_its_case = true;

  static constexpr double kInfinity = std::numeric_limits<double>::infinity();
  static Number number(double x) { return bounds(x, x); }
  static Number bounds(double lo, double hi) {
    return {std::isnan(lo) ? -kInfinity : lo, std::isnan(hi) ? kInfinity : hi};
  }
  static Number anything() { return {-kInfinity, kInfinity}; }
  static bool is_constant(const Number& u) { return u.lo == u.hi; }
  static Number hull(const Number& u, const Number& w) { return {std::min(u.lo, w.lo), std::max(u.hi, w.hi)}; }

  static Number multiply(const Number& u, const Number& w) {
    const auto product = [](double a, double b) { return a == 0.0 || b == 0.0 ? 0.0 : a * b; };
    const double a = product(u.lo, w.lo), b = product(u.lo, w.hi), c = product(u.hi, w.lo), d = product(u.hi, w.hi);
    return {std::min({a, b, c, d}), std::max({a, b, c, d})};
  }
  static Number inverse(const Number& u) {
    if (u.lo > 0.0 || u.hi < 0.0) return {1.0 / u.hi, 1.0 / u.lo};
    if (u.lo == 0.0 && u.hi > 0.0) return {1.0 / u.hi, kInfinity};
    if (u.hi == 0.0 && u.lo < 0.0) return {-kInfinity, 1.0 / u.lo};
    return anything();
  }
  static Number magnitude(const Number& u) {
    if (u.lo >= 0.0) return u;
    if (u.hi <= 0.0) return {-u.hi, -u.lo};
    return {0.0, std::max(-u.lo, u.hi)};
  }
  static Number power(const Number& u, const Number& w) {
    const auto raised = [&](const Number& base) { return bounds(std::pow(base.lo, w.lo), std::pow(base.hi, w.lo)); };
    if (!is_constant(w)) {
      if (!(u.lo > 0.0)) return anything();
      const Number exponent = multiply(w, {std::log(u.lo), std::log(u.hi)});
      return bounds(std::exp(exponent.lo), std::exp(exponent.hi));
    }
    if (w.lo < 0.0) return inverse(power(u, {-w.lo, -w.lo}));
    if (w.lo != std::floor(w.lo)) return raised({std::max(u.lo, 0.0), std::max(u.hi, 0.0)});
    return raised(std::fmod(w.lo, 2.0) == 0.0 ? magnitude(u) : u);
  }
  // Bounds of cos: 1 at even, -1 at odd multiples of pi.
  static Number cosine(const Number& u) {
    constexpr double kPi = std::numbers::pi;
    if (!(u.hi - u.lo < 2.0 * kPi)) return {-1.0, 1.0};
    const auto reaches = [&](double shift) {
      return std::floor((u.hi - shift) / (2.0 * kPi)) != std::floor((u.lo - shift) / (2.0 * kPi));
    };
    const double a = std::cos(u.lo), b = std::cos(u.hi);
    return {reaches(kPi) ? -1.0 : std::min(a, b), reaches(0.0) ? 1.0 : std::max(a, b)};
  }

  Number unary(Op op, const Number& u) {
    const auto rising = [&](auto f) { return bounds(f(u.lo), f(u.hi)); };
    switch (op) {
      case Op::kNegate:
        return {-u.hi, -u.lo};
      case Op::kSin:
        return cosine({u.lo - std::numbers::pi / 2.0, u.hi - std::numbers::pi / 2.0});
      case Op::kCos:
        return cosine(u);
      case Op::kTan: {
        const auto branch = [](double x) { return std::floor(x / std::numbers::pi + 0.5); };
        return branch(u.lo) == branch(u.hi) ? rising([](double x) { return std::tan(x); }) : anything();
      }
      case Op::kAsin:
        return rising([](double x) { return std::asin(x); });
      case Op::kAcos:
        return bounds(std::acos(u.hi), std::acos(u.lo));
      case Op::kAtan:
        return rising([](double x) { return std::atan(x); });
      case Op::kSinh:
        return rising([](double x) { return std::sinh(x); });
      case Op::kCosh: {
        const Number m = magnitude(u);
        return bounds(std::cosh(m.lo), std::cosh(m.hi));
      }
      case Op::kTanh:
        return rising([](double x) { return std::tanh(x); });
      case Op::kAsinh:
        return rising([](double x) { return std::asinh(x); });
      case Op::kAcosh:
        return rising([](double x) { return std::acosh(x); });
      case Op::kAtanh:
        return rising([](double x) { return std::atanh(x); });
      case Op::kExp:
        return rising([](double x) { return std::exp(x); });
      case Op::kLn:
        return rising([](double x) { return std::log(x); });
      case Op::kLog2:
        return rising([](double x) { return std::log2(x); });
      case Op::kLog10:
        return rising([](double x) { return std::log10(x); });
      case Op::kSqrt:
        return rising([](double x) { return std::sqrt(x); });
      case Op::kAbs:
        if (u.lo < 0.0 && u.hi > 0.0) keeps_its_case = false;
        return magnitude(u);
      case Op::kSign:
        return stepped(u, is_constant(u) && u.lo == 0.0 ? 0.0 : (u.lo >= 0.0 ? 1.0 : -1.0),
                       is_constant(u) && u.lo == 0.0 ? 0.0 : (u.hi <= 0.0 ? -1.0 : 1.0));
      case Op::kRint:
        return stepped(u, std::floor(u.lo + 0.5), std::ceil(u.hi - 0.5));
      case Op::kFloor:
        return stepped(u, std::floor(u.lo), std::ceil(u.hi) - 1.0);
      case Op::kCeil:
        return stepped(u, std::floor(u.lo) + 1.0, std::ceil(u.hi));
      case Op::kSmooth:
        if ((u.lo < 0.0 && u.hi > 0.0) || (u.lo < 1.0 && u.hi > 1.0)) keeps_its_case = false;
        return rising([](double x) { return x <= 0.0 ? 0.0 : (x >= 1.0 ? 1.0 : x * x * (3.0 - 2.0 * x)); });
      default:
        return stepped(u, u.lo >= 0.0 ? 1.0 : 0.0, u.hi <= 0.0 && u.lo < 0.0 ? 0.0 : 1.0);  // kHeaviside
    }
  }

  // The range of a named function is not known.
  Number call(const Function1D& f, const Number& u) {
    if (is_constant(u)) return number(f.value(u.lo));
    if (!std::isfinite(u.lo) || !std::isfinite(u.hi)) {
      keeps_its_case = false;
    } else if (const FunctionJumps jumps = f.find_jumps(u.lo, u.hi); !jumps.complete || !jumps.all.empty()) {
      keeps_its_case = false;
    }
    return anything();
  }
  static Number call(const Function2D&, const Number&, const Number&) { return anything(); }

  Number binary(Op op, const Number& u, const Number& w) {
    const Number difference = bounds(u.lo - w.hi, u.hi - w.lo);
    switch (op) {
      case Op::kAdd:
      case Op::kSum:
        return bounds(u.lo + w.lo, u.hi + w.hi);
      case Op::kSubtract:
        return difference;
      case Op::kMultiply:
        return multiply(u, w);
      case Op::kDivide:
        return multiply(u, inverse(w));
      case Op::kPower:
        return power(u, w);
      case Op::kLess:
        return decided(difference, 1.0, 0.0, 0.0);
      case Op::kLessEqual:
        return decided(difference, 1.0, 0.0, 1.0);
      case Op::kGreater:
        return decided(difference, 0.0, 1.0, 0.0);
      case Op::kGreaterEqual:
        return decided(difference, 0.0, 1.0, 1.0);
      case Op::kEqual:
        return number(difference.lo == 0.0 && difference.hi == 0.0);
      case Op::kNotEqual:
        return number(difference.lo != 0.0 || difference.hi != 0.0);
      case Op::kAnd:
        return {surely(u) && surely(w) ? 1.0 : 0.0, never(u) || never(w) ? 0.0 : 1.0};
      case Op::kOr:
        return {surely(u) || surely(w) ? 1.0 : 0.0, never(u) && never(w) ? 0.0 : 1.0};
      case Op::kAtan2: {
        if (w.lo > 0.0) {
          const Number q = multiply(u, inverse(w));
          return {std::atan(q.lo), std::atan(q.hi)};
        }
        if (u.lo < 0.0 && u.hi > 0.0) keeps_its_case = false;  // the jump at the negative axis
        return {-std::numbers::pi, std::numbers::pi};
      }
      case Op::kHypot: {
        const Number a = magnitude(u), b = magnitude(w);
        return {std::hypot(a.lo, b.lo), std::hypot(a.hi, b.hi)};
      }
      case Op::kMod: {
        const Number n = unary(Op::kFloor, multiply(u, inverse(w))), m = multiply(w, n);
        return bounds(u.lo - m.hi, u.hi - m.lo);
      }
      case Op::kMin:
        if (difference.lo < 0.0 && difference.hi > 0.0) keeps_its_case = false;
        return {std::min(u.lo, w.lo), std::min(u.hi, w.hi)};
      default:  // kMax
        if (difference.lo < 0.0 && difference.hi > 0.0) keeps_its_case = false;
        return {std::max(u.lo, w.lo), std::max(u.hi, w.hi)};
    }
  }
  static Number select(const Number& condition, const Number& a, const Number& b) {
    if (never(condition)) return b;
    return surely(condition) ? a : hull(a, b);
  }

 private:
  static bool never(const Number& u) { return u.lo == 0.0 && u.hi == 0.0; }
  static bool surely(const Number& u) { return u.lo > 0.0 || u.hi < 0.0; }
  Number stepped(const Number& u, double lo, double hi) {
    if (is_constant(u)) return {std::min(lo, hi), std::max(lo, hi)};
    if (lo != hi) keeps_its_case = false;
    return bounds(lo, hi);
  }
  Number decided(const Number& difference, double below, double above, double same) {
    if (difference.lo == 0.0 && difference.hi == 0.0) return number(same);
    if (difference.hi <= 0.0) return number(below);
    if (difference.lo >= 0.0) return number(above);
    keeps_its_case = false;
    return {0.0, 1.0};
  }
};

}  // namespace invar
