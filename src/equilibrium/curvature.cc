#include "invar/equilibrium/curvature.h"

#include <algorithm>
#include <cmath>
#include <random>

#include "invar/math/dense_eigen.h"

namespace invar {

namespace {

constexpr int kCurvatureSteps = 12;  // the ends of the spectrum of an inverse stand apart: a few steps find them

}  // namespace

double estimate_lowest_curvature(const MechanicalSystem& system, KktSolver& factored, const Vector& W,
                                 const Vector& seed, double limit, int* below) {
  const int n = system.coordinates();
  const SparsePattern& pattern = system.K_pattern();
  const Vector zero_rows = Vector::Zero(system.rows());
  Vector x, l;
  const auto mass = [&](const Vector& v) {
    Vector out = Vector::Zero(n);
    add_product(pattern, W, v, out);
    return out;
  };
  const auto apply = [&](const Vector& Wv) {
    factored.solve(-Wv, zero_rows, x, l);
    return x;
  };
  const int steps = std::min(kCurvatureSteps, n);
  Matrix V(n, steps), WV(n, steps), H = Matrix::Zero(steps, steps);
  int size = 0;
  const auto append = [&](Vector v) {
    const double before = std::sqrt(std::max(0.0, v.dot(mass(v))));
    for (int pass = 0; pass < 2; ++pass) v -= V.leftCols(size) * (WV.leftCols(size).transpose() * v);
    const Vector Wv = mass(v);
    const double norm = std::sqrt(std::max(0.0, v.dot(Wv)));
    if (!(norm > 1e-8 * before)) return false;
    V.col(size) = v / norm;
    WV.col(size) = Wv / norm;
    ++size;
    return true;
  };
  // Every direction takes part in the start: those of small mass by the mass, those of small stiffness by the inverse.
  std::mt19937 random(11);
  std::uniform_real_distribution<double> uniform(-1, 1);
  Vector start = Vector::NullaryExpr(n, [&] { return uniform(random); });
  Vector first = apply(mass(start));
  if (seed.size() == n) {
    const double wanted = std::sqrt(std::max(0.0, seed.dot(mass(seed))));
    const double there = std::sqrt(std::max(0.0, first.dot(mass(first))));
    if (wanted > 0) first += there / wanted * seed;
  }
  if (!first.allFinite()) return std::nan("");
  if (n == 0 || !append(first)) return 0;
  int done = 0;
  for (; done < size; ++done) {
    const Vector y = apply(WV.col(done));
    if (!y.allFinite()) return std::nan("");
    H.col(done).head(size) = WV.leftCols(size).transpose() * y;
    if (size < steps && append(y)) H(size - 1, done) = WV.col(size - 1).dot(y);
  }
  const Matrix T = 0.5 * (H.topLeftCorner(done, done) + H.topLeftCorner(done, done).transpose());
  const Vector theta = calc_symmetric_eigen(T).values;
  if (below) *below = static_cast<int>((theta.array() * limit > 1).count());
  const double largest = theta.cwiseAbs().maxCoeff();
  if (theta[0] < -1e-10 * largest) return 1 / theta[0];
  return theta[done - 1] > 0 ? 1 / theta[done - 1] : 0;
}

}  // namespace invar
