// Vectors of random numbers between -1 and 1.
#pragma once

#include <random>

#include "invar/core/types.h"

namespace invar {

inline Vector random_vector(int n, std::mt19937& random) {
  std::uniform_real_distribution<double> uniform(-1, 1);
  return Vector::NullaryExpr(n, [&](Eigen::Index) { return uniform(random); });
}

}  // namespace invar
