#include "invar/nonholonomic/expression_pfaffian.h"

#include <algorithm>
#include <array>

namespace invar {

double ExpressionPfaffian::Formula::eval(double t, Vec q) const {
  std::array<double, kMaxLocal + 1> values;
  const size_t n = coordinates.size();
  for (size_t i = 0; i < n; ++i) values[i] = q[coordinates[i]];
  values[n] = t;
  return expression->eval(std::span<const double>(values.data(), n + 1));
}

bool ExpressionPfaffian::rheonomic() const {
  return std::any_of(coefficients_.begin(), coefficients_.end(), [](const auto& c) { return c.coordinate < 0; });
}

void ExpressionPfaffian::add_A(double t, Vec q, MatOut A) const {
  for (const auto& c : coefficients_)
    if (c.coordinate >= 0) A(c.row, c.coordinate) += c.formula.eval(t, q);
}

void ExpressionPfaffian::add_a(double t, Vec q, VecOut a) const {
  for (const auto& c : coefficients_)
    if (c.coordinate < 0) a[c.row] += c.formula.eval(t, q);
}

}  // namespace invar
