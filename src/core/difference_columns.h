// Derivatives of vector functions by differences, column by column: the defaults of terms that do not write their own.
#pragma once

#include <algorithm>
#include <cmath>

#include "invar/core/types.h"

namespace invar {

// Adds the derivative of f by x to J; f(x, out) adds to out. Central differences: their error s^2 + eps/s is smallest near
// s = eps^(1/3), of the size of the variable or of one.
template <class F>
void add_difference_columns(const F& f, const VecView& x, MatOut J) {
  const double part = std::cbrt(2.2e-16);
  LocalVector y = x, above(J.rows()), below(J.rows());
  for (int j = 0; j < x.size(); ++j) {
    const double step = part * std::max(1.0, std::abs(x[j]));
    above.setZero();
    below.setZero();
    y[j] = x[j] + step;
    const double high = y[j];
    f(y, above);
    y[j] = x[j] - step;
    f(y, below);
    J.col(j) += (above - below) / (high - y[j]);
    y[j] = x[j];
  }
}

}  // namespace invar
