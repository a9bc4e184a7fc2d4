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
constexpr int kBlock = 7;             // six rigid motions are found in one go

}  // namespace

LanczosReport find_lowest_modes(const MechanicalSystem& system, const Vector& M, const Vector& K, const Vector& G,
                                int count, double shift) {
  LanczosReport report;
  const SparsePattern &pattern = system.K_pattern(), &G_pattern = system.G_pattern();
  const int n = system.coordinates();
  const Vector A = K - shift * M;
  Vector eps;
  calc_regularization(system, A, G, kRegularization, eps);
  const auto kkt = make_kkt_solver(system, KktForm::kReduced);
  if (!kkt->factor(A, G, G, eps)) return report;
  Vector r_f(n), r_c(system.rows()), x(n), l(system.rows()), dx, dl;
  const auto apply = [&](const Vector& Mb) {  // x = (K - shift M)^-1 Mb on the constraints
    x.setZero();
    l.setZero();
    for (int k = 0; k < 2; ++k) {
      r_f = -Mb;
      add_product(pattern, A, x, r_f);
      add_transpose_product(G_pattern, G, l, r_f);
      r_c.setZero();
      add_product(G_pattern, G, x, r_c);
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
  const int limit = std::min(n, std::max(4 * count + 60, 80));
  Matrix V(n, limit), MV(n, limit), H = Matrix::Zero(limit, limit);
  int size = 0;
  const auto append = [&](Vector z) {
    double before = std::sqrt(std::max(0.0, z.dot(mass(z))));
    if (!(before > 0)) return false;
    for (int pass = 0; pass < 3; ++pass) z -= V.leftCols(size) * (MV.leftCols(size).transpose() * z);
    const Vector Mz = mass(z);
    const double norm = std::sqrt(std::max(0.0, z.dot(Mz)));
    if (!(norm > 1e-10 * before)) return false;
    V.col(size) = z / norm;
    MV.col(size) = Mz / norm;
    ++size;
    return true;
  };
  for (int b = 0; b < kBlock && size < limit; ++b) {
    const Vector start = Vector::NullaryExpr(n, [&] { return uniform(random); });
    append(apply(mass(start)));  // on the constraints, and without what has no mass
  }
  int done = 0;  // columns that the operator was applied to
  SymmetricEigen eigen;
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
    if (done < std::min(count + kBlock, n) && done < size) continue;
    // Residual of each Ritz pair: what the operator sends out of the basis.
    const Matrix out = H.block(done, 0, size - done, done);
    bool converged = true;
    for (int k = 0; k < std::min(count, done); ++k) {
      const int at = done - 1 - k;
      const double theta = eigen.values[at];
      if (size > done && (out * eigen.vectors.col(at)).norm() > kConverged * std::abs(theta)) converged = false;
    }
    if (converged || size >= limit) break;
  }
  Vector abs_K = K.cwiseAbs(), Kz;
  for (int k = 0; k < std::min(count, done); ++k) {
    const int at = done - 1 - k;
    const double theta = eigen.values[at];
    if (!(theta > 0)) break;
    Vector z = V.leftCols(done) * eigen.vectors.col(at);
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
