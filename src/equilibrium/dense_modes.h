// Eigenvalues of small linear systems M z'' + C z' + K z = 0 and x' = J x.
#pragma once

#include <complex>
#include <functional>
#include <limits>
#include <vector>

#include "invar/core/types.h"

namespace invar {

struct EigenPair {
  std::complex<double> value;  // s, of exp(s t)
  Eigen::VectorXcd shape;      // in z (or x)
  bool zero = false;           // vanishes up to rounding
};

// Rounding errors of an eigenvalue, relative to the terms that cancel in it: multipliers of an equilibrium carry a few
// hundred units.
inline constexpr double kModeRounding = 5000 * std::numeric_limits<double>::epsilon();

// Decides which of the modes marked as zero are so, and finds their curvatures anew (curvature_noise.h).
using ZeroJudge = std::function<void(std::vector<EigenPair>&)>;

// M z'' + K z = 0 with symmetric K, M positive semidefinite; s = i omega, or s = +sqrt(-omega^2) of unstable ones, with
// shapes of unit modal mass. Sorted by omega^2 from below. Freedoms without mass are condensed. Accurate for the low ones
// also where stiff ones are many orders higher: the inverse of a shifted matrix is used. `terms` holds the size of what was
// summed up in the entries of K (|K| if null): a frequency that may be below its rounding errors is zero unless the judge
// finds that it is not. False if K is singular on freedoms without mass.
bool solve_conservative(const Matrix& M, const Matrix& K, std::vector<EigenPair>& out, const Matrix* terms = nullptr,
                        const ZeroJudge& judge = {});

// M z'' + C z' + K z = 0, any K and C: pairs with Im >= 0, sorted by |s|; every real s is listed. False as above.
bool solve_general(const Matrix& M, const Matrix& C, const Matrix& K, std::vector<EigenPair>& out,
                   const Matrix* terms = nullptr, const ZeroJudge& judge = {});

// Singular values up to this part of the largest entry count as zero below: coefficients by differences are good to some
// 1e-11 (steady_motion.h).
constexpr double kFirstOrderZero = 1e-10;

// x' = J x. Zero eigenvalues are split off by their null spaces one after the other (a staircase): where they are
// defective (x' = v, v' = 0), an eigenvalue routine alone would return the square root of the rounding errors.
std::vector<EigenPair> solve_first_order(const Matrix& J);

}  // namespace invar
