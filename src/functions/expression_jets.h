// Numbers that carry their first and second derivative along a line, for functions/expression.cc.
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>

#include "invar/functions/expression.h"
#include "invar/functions/function1d.h"
#include "invar/functions/function2d.h"

namespace invar {

struct JetAlgebra {
  using Op = ExpressionOp;
  using Number = ExpressionJet;

  static Number number(double x) { return {x, 0.0, 0.0}; }
  static bool is_constant(const Number& u) { return u.first == 0.0 && u.second == 0.0; }
  // f(u) from f, f', f'' at u. A constant stays one also where f has no derivative.
  static Number chain(const Number& u, double f, double f1, double f2) {
    if (is_constant(u)) return number(f);
    return {f, f1 * u.first, f2 * u.first * u.first + f1 * u.second};
  }
  static Number chain(const Number& u, const Number& f) { return chain(u, f.value, f.first, f.second); }
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
        return number(std::floor(x + 0.5));
      case Op::kFloor:
        return number(std::floor(x));
      case Op::kCeil:
        return number(std::ceil(x));
      case Op::kSmooth: {
        const bool within = x > 0.0 && x < 1.0;
        return chain(u, x <= 0.0 ? 0.0 : (x >= 1.0 ? 1.0 : x * x * (3.0 - 2.0 * x)), within ? 6.0 * x * (1.0 - x) : 0.0,
                     within ? 6.0 - 12.0 * x : 0.0);
      }
      default:
        return number(x >= 0.0 ? 1.0 : 0.0);  // kHeaviside
    }
  }

  static Number call(const Function1D& f, const Number& u) {
    if (is_constant(u)) return number(f.value(u.value));
    return chain(u, f.value(u.value), f.derivative(u.value), f.second_derivative(u.value));
  }
  static Number call(const Function2D& f, const Number& u, const Number& w) {
    const Function2DJet d = f.jet(u.value, w.value);
    return {d.value, d.x * u.first + d.y * w.first,
            d.xx * u.first * u.first + 2.0 * d.xy * u.first * w.first + d.yy * w.first * w.first + d.x * u.second +
                d.y * w.second};
  }

  static Number binary(Op op, const Number& u, const Number& w) {
    switch (op) {
      case Op::kAdd:
      case Op::kSum:
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

}  // namespace invar
