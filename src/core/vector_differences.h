// Jacobian of a vector function by central differences of order 6: about ten digits for functions of unit scale. Terms that
// give no derivatives use it; core/differences.h is slower and gives more.
#pragma once

#include <cmath>

#include "invar/core/types.h"

namespace invar {

// J += df/dx, where f(x, y) adds the function's value to y. No allocation: vectors of at most kMaxLocal numbers.
template <class F>
void add_differences(const F& f, Vec at, MatOut J) {
  static constexpr double kWeights[] = {3.0 / 4, -3.0 / 20, 1.0 / 60};
  LocalVector x = at, y(J.rows());
  for (Eigen::Index i = 0; i < x.size(); ++i) {
    // A power of two, so that x + k s is exact for numbers of order one.
    const double s = std::ldexp(1.0, std::max(0, std::ilogb(std::abs(at[i]) + 1e-300)) - 8);
    for (int k = 1; k <= 3; ++k)
      for (const double side : {1.0, -1.0}) {
        x[i] = at[i] + side * k * s;
        y.setZero();
        f(x, y);
        J.col(i) += (side * kWeights[k - 1] / s) * y;
      }
    x[i] = at[i];
  }
}

}  // namespace invar
