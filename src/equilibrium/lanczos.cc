#include "invar/equilibrium/lanczos.h"

#include <algorithm>
#include <cmath>
#include <random>

#include "invar/math/dense_eigen.h"
#include "invar/solve/acceleration.h"
#include "invar/solve/kkt.h"

namespace invar {

namespace {

constexpr double kConverged = 1e-12;  // relative residual of theta
constexpr double kAccepted = 1e-6;    // likewise, where rounding does not allow more: its square is the error of theta
constexpr int kBlock = 7;             // six rigid motions are found in one go
constexpr int kLanczosRefinements = 6;
constexpr double kRemainder =
    1e-8;  // of a vector, beside those found before: less is rounding, and its mode has been found
constexpr double kOffConstraints = 1e-7;  // relative violation of a shape that is no motion

}  // namespace

LanczosReport find_lowest_modes(const MechanicalSystem& system, const Vector& M, const Vector& K, const Vector& G,
                                int count, double shift, int freedoms) {
  LanczosReport report;
  const SparsePattern &pattern = system.K_pattern(), &G_pattern = system.G_pattern();
  const int n = system.coordinates();
  const Vector A = K - shift * M;
  Vector eps;
  calc_regularization(system, A, G, kRegularization, eps);
  const auto kkt = make_kkt_solver(system, KktForm::kReduced, Pivots::kGeneral);
  if (!kkt->factor(A, G, G, eps)) return report;
  Vector r_f(n), r_c(system.rows()), x(n), l(system.rows()), dx, dl;
  const auto apply = [&](const Vector& Mb) {  // x = (K - shift M)^-1 Mb on the constraints
    x.setZero();
    l.setZero();
    double last = 1e300;
    for (int k = 0; k < kLanczosRefinements; ++k) {
      r_f = -Mb;
      add_product(pattern, A, x, r_f);
      add_transpose_product(G_pattern, G, l, r_f);
      r_c.setZero();
      add_product(G_pattern, G, x, r_c);
      // Twice for the equations, and on while the constraints still gain.
      const double violation = r_c.size() ? r_c.cwiseAbs().maxCoeff() : 0;
      if (k >= 2 && !(violation < 0.5 * last)) break;
      if (k >= 1) last = violation;
      kkt->solve(r_f, r_c, dx, dl);
      x += dx;
      l += dl;
    }
    ++report.solves;
    return x;
  };
  const auto mass = [&](const Vector& z) {
    Vector y = Vector::Zero(n);
    add_product(pattern, M, z, y);
    return y;
  };

  std::mt19937 random(7);
  std::uniform_real_distribution<double> uniform(-1, 1);
  const int limit = std::min({n, freedoms, std::max(4 * count + 60, 80)});
  count = std::min(count, freedoms);
  Matrix V(n, limit), MV(n, limit), H = Matrix::Zero(limit, limit);
  int size = 0;
  const auto append = [&](Vector z) {
    double before = std::sqrt(std::max(0.0, z.dot(mass(z))));
    if (!(before > 0)) return false;
    for (int pass = 0; pass < 3; ++pass) z -= V.leftCols(size) * (MV.leftCols(size).transpose() * z);
    const Vector Mz = mass(z);
    const double norm = std::sqrt(std::max(0.0, z.dot(Mz)));
    if (!(norm > kRemainder * before)) return false;
    V.col(size) = z / norm;
    MV.col(size) = Mz / norm;
    ++size;
    return true;
  };
  // On the constraints, and without what has no mass. What was found is taken out before: a rigid motion, enlarged by the
  // inverse of a small shift, would leave no digits for the others.
  const auto append_random = [&] {
    for (int b = 0; b < kBlock && size < limit; ++b) {
      Vector z = Vector::NullaryExpr(n, [&] { return uniform(random); });
      for (int pass = 0; pass < 2; ++pass) z -= V.leftCols(size) * (MV.leftCols(size).transpose() * z);
      append(apply(mass(z)));
    }
  };
  append_random();
  int done = 0;  // columns that the operator was applied to
  SymmetricEigen eigen;
  Vector confirmed;
  double worst = 0;
  while (done < size) {
    const int end = size;
    for (; done < end; ++done) {
      const Vector y = apply(MV.col(done));
      const Vector h = MV.leftCols(size).transpose() * y;
      H.col(done).head(size) = h;
      if (size < limit && append(y)) H(size - 1, done) = MV.col(size - 1).dot(y);
    }
    const Matrix T = 0.5 * (H.topLeftCorner(done, done) + H.topLeftCorner(done, done).transpose());
    eigen = calc_symmetric_eigen(T);
    // Nothing new comes out of these vectors, but modes may be alike: others find them.
    if (size == done && done < limit) append_random();
    if (done < std::min(count + kBlock, n) && done < size) continue;
    // Residual of each Ritz pair: what the operator sends out of the basis.
    const Matrix out = H.block(done, 0, size - done, done);
    worst = 0;
    for (int k = 0; k < std::min(count, done); ++k) {
      const int at = done - 1 - k;
      worst = std::max(worst, (out * eigen.vectors.col(at)).norm() / std::abs(eigen.values[at]));
    }
    if (done >= limit) break;
    if (worst > kConverged) continue;
    // Modes that are alike hide each other if there are more of them than vectors in a block. A fresh block shows them.
    const Vector values = eigen.values.tail(std::min(count, done));
    if (values.size() == confirmed.size() && (values - confirmed).norm() <= 1e-9 * values.norm()) break;
    confirmed = values;
    append_random();
  }
  if (done == 0 || (done < freedoms && worst > kAccepted)) return report;
  // Modes below the shift are at the other end of the spectrum.
  if (eigen.values[0] < -1e-9 * std::abs(eigen.values[done - 1])) return report;
  const auto violation_of = [&](const Vector& z) {
    double off = 0;
    for (int r = 0; r < G_pattern.rows; ++r) {
      double sum = 0, size_of_terms = 0;
      for (int k = G_pattern.start[r]; k < G_pattern.start[r + 1]; ++k) {
        sum += G[k] * z[G_pattern.index[k]];
        size_of_terms += std::abs(G[k]);
      }
      if (size_of_terms > 0) off = std::max(off, std::abs(sum) / size_of_terms);
    }
    return off / std::max(z.cwiseAbs().maxCoeff(), 1e-300);
  };
  Vector abs_K = K.cwiseAbs(), Kz;
  for (int k = 0; k < std::min(count, done); ++k) {
    const int at = done - 1 - k;
    const double theta = eigen.values[at];
    if (!(theta > 0)) break;
    Vector z = V.leftCols(done) * eigen.vectors.col(at);
    if (violation_of(z) > kOffConstraints) continue;
    z /= std::sqrt(z.dot(mass(z)));
    Kz.setZero(n);
    add_product(pattern, K, z, Kz);
    const double w2 = z.dot(Kz);
    Kz.setZero(n);
    add_product(pattern, abs_K, z.cwiseAbs(), Kz);
    EigenPair pair;
    pair.zero = std::abs(w2) <= 5000 * 2.3e-16 * z.cwiseAbs().dot(Kz);
    pair.value = w2 >= 0 ? std::complex<double>(0, std::sqrt(w2)) : std::complex<double>(std::sqrt(-w2), 0);
    if (pair.zero) pair.value = 0;
    pair.shape = z.cast<std::complex<double>>();
    report.pairs.push_back(std::move(pair));
  }
  report.ok = !report.pairs.empty();
  return report;
}

}  // namespace invar
