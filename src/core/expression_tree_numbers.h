// The two kinds of numbers on which core/expression_tree.cc evaluates a formula: jets and intervals.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "invar/core/expression_tree.h"

namespace invar {

enum class ExpressionTree::Op : std::uint8_t {
  kNumber,
  kVariable,
  kNegate,
  kAdd,
  kSubtract,
  kMultiply,
  kDivide,
  kPower,  // clang-format off
  kLess, kLessEqual, kGreater, kGreaterEqual, kEqual, kNotEqual, kAnd, kOr, kSelect,
  kSin, kCos, kTan, kAsin, kAcos, kAtan, kSinh, kCosh, kTanh, kAsinh, kAcosh, kAtanh,
  kExp, kLn, kLog2, kLog10, kSqrt, kAbs, kSign, kRint, kFloor, kCeil, kHeaviside,
  kAtan2, kHypot, kMod, kMin, kMax,  // clang-format on
};

// Value, first and second derivative along a line.
struct JetAlgebra {
  using Op = ExpressionTree::Op;
  using Number = ExpressionTree::Jet;

  static Number number(double x) { return {x, 0.0, 0.0}; }
  static bool is_constant(const Number& u) { return u.first == 0.0 && u.second == 0.0; }
  // f(u) from f, f', f'' at u. A constant stays one also where f has no derivative.
  static Number chain(const Number& u, double f, double f1, double f2) {
    if (is_constant(u)) return number(f);
    return {f, f1 * u.first, f2 * u.first * u.first + f1 * u.second};
  }
  static Number add(const Number& u, const Number& w, double sign) {
    return {u.value + sign * w.value, u.first + sign * w.first, u.second + sign * w.second};
  }
  static Number multiply(const Number& u, const Number& w) {
    if (is_constant(w)) return {u.value * w.value, scaled(u.first, w.value), scaled(u.second, w.value)};
    if (is_constant(u)) return multiply(w, u);
    return {u.value * w.value, u.first * w.value + u.value * w.first,
            u.second * w.value + 2.0 * u.first * w.first + u.value * w.second};
  }
  static Number divide(const Number& u, const Number& w) {
    const double q = u.value / w.value, q1 = (u.first - q * w.first) / w.value;
    return {q, q1, (u.second - 2.0 * q1 * w.first - q * w.second) / w.value};
  }
  static Number power(const Number& u, const Number& w) {
    const double f = std::pow(u.value, w.value), c = w.value;
    if (is_constant(w))
      return chain(u, f, c == 0.0 ? 0.0 : c * std::pow(u.value, c - 1.0),
                   c == 0.0 || c == 1.0 ? 0.0 : c * (c - 1.0) * std::pow(u.value, c - 2.0));
    Number result = unary(Op::kExp, multiply(w, unary(Op::kLn, u)));
    result.value = f;
    return result;
  }

  static Number unary(Op op, const Number& u) {
    const double x = u.value;
    switch (op) {
      case Op::kNegate:
        return {-x, -u.first, -u.second};
      case Op::kSin:
        return chain(u, std::sin(x), std::cos(x), -std::sin(x));
      case Op::kCos:
        return chain(u, std::cos(x), -std::sin(x), -std::cos(x));
      case Op::kTan: {
        const double t = std::tan(x), d = 1.0 + t * t;
        return chain(u, t, d, 2.0 * t * d);
      }
      case Op::kAsin: {
        const double r = 1.0 / std::sqrt((1.0 - x) * (1.0 + x));
        return chain(u, std::asin(x), r, x * r * r * r);
      }
      case Op::kAcos: {
        const double r = 1.0 / std::sqrt((1.0 - x) * (1.0 + x));
        return chain(u, std::acos(x), -r, -x * r * r * r);
      }
      case Op::kAtan: {
        const double r = 1.0 / (1.0 + x * x);
        return chain(u, std::atan(x), r, -2.0 * x * r * r);
      }
      case Op::kSinh:
        return chain(u, std::sinh(x), std::cosh(x), std::sinh(x));
      case Op::kCosh:
        return chain(u, std::cosh(x), std::sinh(x), std::cosh(x));
      case Op::kTanh: {
        const double t = std::tanh(x), r = 1.0 / std::cosh(x), d = r * r;
        return chain(u, t, d, -2.0 * t * d);
      }
      case Op::kAsinh: {
        const double r = 1.0 / std::sqrt(1.0 + x * x);
        return chain(u, std::asinh(x), r, -x * r * r * r);
      }
      case Op::kAcosh: {
        const double r = 1.0 / std::sqrt((x - 1.0) * (x + 1.0));
        return chain(u, std::acosh(x), r, -x * r * r * r);
      }
      case Op::kAtanh: {
        const double r = 1.0 / ((1.0 - x) * (1.0 + x));
        return chain(u, std::atanh(x), r, 2.0 * x * r * r);
      }
      case Op::kExp:
        return chain(u, std::exp(x), std::exp(x), std::exp(x));
      case Op::kLn:
        return chain(u, std::log(x), 1.0 / x, -1.0 / (x * x));
      case Op::kLog2:
        return chain(u, std::log2(x), std::numbers::log2e / x, -std::numbers::log2e / (x * x));
      case Op::kLog10:
        return chain(u, std::log10(x), std::numbers::log10e / x, -std::numbers::log10e / (x * x));
      case Op::kSqrt: {
        const double s = std::sqrt(x);
        return chain(u, s, 0.5 / s, -0.25 / (s * x));
      }
      case Op::kAbs:
        return chain(u, std::abs(x), sign(x), 0.0);
      case Op::kSign:
        return number(sign(x));
      case Op::kRint:
        return number(std::rint(x));
      case Op::kFloor:
        return number(std::floor(x));
      case Op::kCeil:
        return number(std::ceil(x));
      default:
        return number(x >= 0.0 ? 1.0 : 0.0);  // kHeaviside
    }
  }

  static Number binary(Op op, const Number& u, const Number& w) {
    switch (op) {
      case Op::kAdd:
        return add(u, w, 1.0);
      case Op::kSubtract:
        return add(u, w, -1.0);
      case Op::kMultiply:
        return multiply(u, w);
      case Op::kDivide:
        return divide(u, w);
      case Op::kPower:
        return power(u, w);
      case Op::kLess:
        return number(u.value < w.value);
      case Op::kLessEqual:
        return number(u.value <= w.value);
      case Op::kGreater:
        return number(u.value > w.value);
      case Op::kGreaterEqual:
        return number(u.value >= w.value);
      case Op::kEqual:
        return equal(u, w, true);
      case Op::kNotEqual:
        return equal(u, w, false);
      case Op::kAnd:
        return truth(u.value != 0.0 && w.value != 0.0, u, w);
      case Op::kOr:
        return truth(u.value != 0.0 || w.value != 0.0, u, w);
      case Op::kAtan2: {
        const double r2 = u.value * u.value + w.value * w.value;
        const double d = (w.value * u.first - u.value * w.first) / r2;
        return {std::atan2(u.value, w.value), d,
                (w.value * u.second - u.value * w.second - 2.0 * d * (w.value * w.first + u.value * u.first)) / r2};
      }
      case Op::kHypot: {
        const double h = std::hypot(u.value, w.value), d = (u.value * u.first + w.value * w.first) / h;
        return {h, d, (u.first * u.first + w.first * w.first + u.value * u.second + w.value * w.second - d * d) / h};
      }
      case Op::kMod:
        return add(u, multiply(w, number(std::floor(u.value / w.value))), -1.0);
      case Op::kMin:
        return extreme(u, w, u.value < w.value, w.value < u.value);
      default:
        return extreme(u, w, u.value > w.value, w.value > u.value);  // kMax
    }
  }
  static Number select(const Number& condition, const Number& a, const Number& b) {
    const Number& chosen = condition.value != 0.0 ? a : b;
    return std::isnan(condition.first) ? no_derivative(chosen.value) : chosen;
  }

 private:
  static double sign(double x) { return x < 0.0 ? -1.0 : (x > 0.0 ? 1.0 : 0.0); }
  static double scaled(double derivative, double factor) { return derivative == 0.0 ? 0.0 : derivative * factor; }
  static Number no_derivative(double value) { return {value, std::nan(""), std::nan("")}; }
  // x == 0 ? 1 : sin(x)/x tells nothing about derivatives at 0.
  static Number equal(const Number& u, const Number& w, bool wanted) {
    const bool same = u.value == w.value;
    if (same && (u.first != w.first || u.second != w.second)) return no_derivative(wanted);
    return number(same == wanted);
  }
  static Number truth(bool value, const Number& u, const Number& w) {
    return std::isnan(u.first) || std::isnan(w.first) ? no_derivative(value) : number(value);
  }
  // Where both are equal, the mean of the two sides.
  static Number extreme(const Number& u, const Number& w, bool first, bool second) {
    if (first) return u;
    if (second) return w;
    return {u.value, 0.5 * (u.first + w.first), 0.5 * (u.second + w.second)};
  }
};

// Bounds of the values on an interval, up to rounding. A bound that only single points reach does not count as a change
// of case: the end points of an interval lie on the break itself.
struct IntervalAlgebra {
  using Op = ExpressionTree::Op;
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
      default:
        return stepped(u, u.lo >= 0.0 ? 1.0 : 0.0, u.hi <= 0.0 && u.lo < 0.0 ? 0.0 : 1.0);  // kHeaviside
    }
  }

  Number binary(Op op, const Number& u, const Number& w) {
    const Number difference = bounds(u.lo - w.hi, u.hi - w.lo);
    switch (op) {
      case Op::kAdd:
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
