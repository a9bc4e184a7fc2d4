#include "invar/nonholonomic/expression_pfaffian.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "invar/core/differences.h"

namespace invar {

namespace {

// Arguments of a formula: its coordinates, then the time.
using FormulaArguments = std::array<double, kMaxLocal + 1>;

FormulaArguments gather_arguments(const std::vector<int>& coordinates, double t, Vec q) {
  FormulaArguments x;
  for (size_t i = 0; i < coordinates.size(); ++i) x[i] = q[coordinates[i]];
  x[coordinates.size()] = t;
  return x;
}

// Of a formula at x along a direction; by differences at a place where the formula itself has no derivative.
double calc_along(const ExpressionPfaffian::Formula& f, const FormulaArguments& x, const FormulaArguments& direction) {
  const size_t size = f.coordinates.size() + 1;
  const double exact = f.expression.eval_jet({x.data(), size}, {direction.data(), size}).first;
  if (std::isfinite(exact)) return exact;
  FormulaArguments shifted;
  const auto value = [&](double s) {
    for (size_t i = 0; i < size; ++i) shifted[i] = x[i] + s * direction[i];
    return f.expression.eval(std::span<const double>(shifted.data(), size));
  };
  return calc_derivative<1>(value, 0.0);
}

}  // namespace

double ExpressionPfaffian::Formula::eval(double t, Vec q) const {
  const FormulaArguments x = gather_arguments(coordinates, t, q);
  return expression.eval(std::span<const double>(x.data(), coordinates.size() + 1));
}

double ExpressionPfaffian::Formula::calc_rate(double t, Vec q, Vec v) const {
  return calc_along(*this, gather_arguments(coordinates, t, q), gather_arguments(coordinates, 1, v));
}

double ExpressionPfaffian::Formula::calc_derivative_by(std::size_t k, double t, Vec q) const {
  FormulaArguments direction;
  std::fill_n(direction.begin(), coordinates.size() + 1, 0.0);
  direction[k] = 1;
  return calc_along(*this, gather_arguments(coordinates, t, q), direction);
}

bool ExpressionPfaffian::rheonomic() const {
  return std::any_of(coefficients_.begin(), coefficients_.end(), [](const auto& c) { return c.coordinate < 0; });
}

void ExpressionPfaffian::add_A(const At& at, MatOut A) const {
  for (const auto& c : coefficients_)
    if (c.coordinate >= 0) A(c.row, c.coordinate) += c.formula.eval(at.t, at.q);
}

void ExpressionPfaffian::add_a(const At& at, VecOut a) const {
  for (const auto& c : coefficients_)
    if (c.coordinate < 0) a[c.row] += c.formula.eval(at.t, at.q);
}

void ExpressionPfaffian::add_velocity_residual_q(const At& at, MatOut J) const {
  for (const auto& c : coefficients_) {
    const double rate = c.coordinate >= 0 ? at.v[c.coordinate] : 1;
    for (size_t k = 0; k < c.formula.coordinates.size(); ++k)
      J(c.row, c.formula.coordinates[k]) += rate * c.formula.calc_derivative_by(k, at.t, at.q);
  }
}

void ExpressionPfaffian::add_force_q(const At& at, Vec lambda, MatOut K) const {
  for (const auto& c : coefficients_) {
    if (c.coordinate < 0) continue;
    for (size_t k = 0; k < c.formula.coordinates.size(); ++k)
      K(c.coordinate, c.formula.coordinates[k]) += lambda[c.row] * c.formula.calc_derivative_by(k, at.t, at.q);
  }
}

void ExpressionPfaffian::add_bias(const At& at, VecOut bias) const {
  for (const auto& c : coefficients_)
    bias[c.row] += (c.coordinate >= 0 ? at.v[c.coordinate] : 1) * c.formula.calc_rate(at.t, at.q, at.v);
}

}  // namespace invar
