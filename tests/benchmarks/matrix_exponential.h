// exp(A t) for exact motions of linear systems.
#pragma once

#include <cmath>

#include "invar/core/types.h"

namespace invar::benchmarks {

using LongMatrix = Eigen::Matrix<long double, Eigen::Dynamic, Eigen::Dynamic>;

// By its series for a small part of t, squared.
inline Matrix calc_exponential(const Matrix& A, double t) {
  const int halvings = 20;
  const LongMatrix B = A.cast<long double>() * (t / std::pow(2.0L, halvings));
  LongMatrix sum = LongMatrix::Identity(A.rows(), A.cols()), term = sum;
  for (int k = 1; k < 12; ++k) sum += term = (term * B / static_cast<long double>(k)).eval();
  for (int k = 0; k < halvings; ++k) sum = (sum * sum).eval();
  return sum.cast<double>();
}

}  // namespace invar::benchmarks
