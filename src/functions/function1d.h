// Functions of one variable that a model gives as a number, a formula, a polynomial or a table: drive angles over
// time, spring forces over elongation. Besides the value they offer what conserving schemes need: the integral F of f
// between two arguments and hence the discrete derivative of F,
//
//   mean(a, b)    = (F(b) - F(a)) / (b - a),     mean(a, a) = f(a)                          (1)
//   d mean / d b  = (f(b) - mean(a, b)) / (b - a) = int_0^1 s f'(a + s (b - a)) ds           (2)
//
// The last form of (2) has no cancellation and takes over where the arguments are close; at b = a it is f'(a)/2.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "invar/functions/break.h"
#include "invar/functions/expression.h"
#include "invar/functions/function_jumps.h"

namespace invar {

class Function1D : public BreakSource {
 public:
  virtual double value(double x) const = 0;
  virtual double derivative(double x) const = 0;
  virtual double second_derivative(double x) const = 0;
  // Signed integral from a to b.
  virtual double integral(double a, double b) const = 0;
  // Integral from 0 to x, at a cost that does not grow with x.
  virtual double antiderivative(double x) const { return integral(0, x); }
  virtual bool is_constant() const { return false; }
  // Where the function or its slope jumps between a and b, both excluded, a < b.
  virtual FunctionJumps find_jumps(double /*a*/, double /*b*/) const { return {}; }
  // Value and derivatives at x of the smooth piece that holds at `inside`, continued beyond its ends.
  virtual ExpressionJet continued(double x, double /*inside*/) const {
    return {value(x), derivative(x), second_derivative(x)};
  }
};

using FunctionPtr = std::shared_ptr<const Function1D>;

// What a table answers outside its range.
enum class Outside {
  kLinear,  // continues with the slope at the end: C1, the default
  kHold,    // keeps the end value: continuous only
  kError,   // throws ModelError
};

FunctionPtr make_constant(double value);
// c[0] + c[1] x + c[2] x^2 + ...; no coefficients is the zero function.
FunctionPtr make_polynomial(std::vector<double> coefficients);
// Formula of one named variable. Exact derivatives; integral by adaptive Gauss-Kronrod quadrature from kink to kink
// (?:, min, max, abs, ...), to near rounding.
FunctionPtr make_expression(const std::string& text, const std::string& variable,
                            const Expression::Constants& constants = {}, const SourceLocation& where = {},
                            const std::string& subject = "", FunctionTablePtr functions = nullptr);
// C2 cubic spline with not-a-knot ends through (x, y): exact for cubics. Two points give the line, three the parabola.
// Throws ModelError unless there are two points or more, all finite, x strictly increasing.
FunctionPtr make_table(std::vector<double> x, std::vector<double> y, Outside outside = Outside::kLinear,
                       const SourceLocation& where = {}, const std::string& subject = "table");

double mean_value(const Function1D& f, double a, double b);     // (1)
double mean_value_db(const Function1D& f, double a, double b);  // (2)

// The quadrature behind make_expression, for any callable: adaptive Gauss-Kronrod (7, 15) to near rounding.
template <class F>
double integrate(const F& f, double a, double b);

}  // namespace invar

#include "invar/functions/function1d_quadrature.h"
