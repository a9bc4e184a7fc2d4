#include "invar/equilibrium/dense_modes.h"

#include <Eigen/Cholesky>
#include <Eigen/LU>

#include <algorithm>
#include <cmath>

#include "invar/math/dense_eigen.h"

namespace invar {

namespace {

// Freedoms split into those with mass and those without, z = A a + B b with K_bb b = -K_ba a.
struct Condensed {
  Matrix T;  // z = T a
  bool ok = true;
};

Condensed condense(const Matrix& M, const Matrix& K) {
  Condensed out;
  const SymmetricEigen eigen = calc_symmetric_eigen(M);
  const int n = static_cast<int>(M.rows());
  int massless = 0;
  const double limit = 1e-13 * std::max(0.0, n ? eigen.values[n - 1] : 0.0);
  while (massless < n && eigen.values[massless] <= limit) ++massless;
  const Matrix A = eigen.vectors.rightCols(n - massless);
  if (massless == 0) {
    out.T = Matrix::Identity(n, n);
    return out;
  }
  const Matrix B = eigen.vectors.leftCols(massless);
  const Matrix K_bb = B.transpose() * K * B;
  const Eigen::FullPivLU<Matrix> lu(K_bb);
  out.ok = lu.isInvertible();
  if (out.ok) out.T = A - B * lu.solve(B.transpose() * K * A);
  return out;
}

}  // namespace

bool solve_conservative(const Matrix& M_in, const Matrix& K_in, std::vector<EigenPair>& out, const Matrix* terms,
                        const ZeroJudge& judge) {
  out.clear();
  if (M_in.rows() == 0) return true;
  const Condensed condensed = condense(M_in, K_in);
  if (!condensed.ok) return false;
  const Matrix& T = condensed.T;
  const Matrix M = T.transpose() * M_in * T;
  Matrix K = T.transpose() * K_in * T;
  K = 0.5 * (K + K.transpose()).eval();
  const int n = static_cast<int>(M.rows());
  if (n == 0) return true;
  const SymmetricEigen rough = calc_symmetric_eigen(K, M);
  if (!rough.ok) return false;
  const double highest = rough.values.cwiseAbs().maxCoeff();
  // The shift lies below the lowest eigenvalue, at a distance of the size of the lowest that are not zero.
  double low = highest;
  for (int i = 0; i < n; ++i)
    if (const double w2 = std::abs(rough.values[i]); w2 > 1e-12 * highest) low = std::min(low, w2);
  double shift = std::min(0.0, rough.values[0]) - std::max(low, 1e-300);
  Eigen::LLT<Matrix> llt;
  for (int attempt = 0; attempt < 60; ++attempt, shift *= 2) {
    llt.compute(K - shift * M);
    if (llt.info() == Eigen::Success) break;
  }
  if (llt.info() != Eigen::Success) return false;
  // (K - shift M) z = (w2 - shift) M z  <=>  L^-1 M L^-T y = theta y, theta = 1/(w2 - shift), z = L^-T y.
  Matrix B = llt.matrixL().solve(M);
  B = llt.matrixL().solve(B.transpose()).eval();
  const SymmetricEigen eigen = calc_symmetric_eigen(0.5 * (B + B.transpose()));
  const Matrix abs_K = terms ? *terms : Matrix(K_in.cwiseAbs());
  for (int i = n - 1; i >= 0; --i) {
    const double theta = eigen.values[i];
    if (!(theta > 0)) continue;
    Vector a = llt.matrixU().solve(Vector(eigen.vectors.col(i)));
    const double mass = a.dot(M * a);
    if (!(mass > 0)) continue;
    a /= std::sqrt(mass);
    EigenPair pair;
    const Vector z = T * a;
    const double w2 = a.dot(K * a);  // Rayleigh quotient: twice as many digits as the vector
    const Vector size = z.cwiseAbs();
    pair.zero = std::abs(w2) <= kModeRounding * size.dot(abs_K * size);
    pair.value = w2 >= 0 ? std::complex<double>(0, std::sqrt(w2)) : std::complex<double>(std::sqrt(-w2), 0);
    if (pair.zero) pair.value = 0;
    pair.shape = z.cast<std::complex<double>>();
    out.push_back(std::move(pair));
  }
  const auto square = [](const EigenPair& p) { return -(p.value * p.value).real(); };
  std::stable_sort(out.begin(), out.end(),
                   [&](const EigenPair& a, const EigenPair& b) { return square(a) < square(b); });
  if (judge) judge(out);
  return true;
}

std::vector<EigenPair> solve_first_order(const Matrix& J_in) {
  std::vector<EigenPair> out;
  Matrix J = J_in;
  Matrix basis = Matrix::Identity(J.rows(), J.cols());  // x = basis * (remaining coordinates) + null directions
  const double size = J.size() ? J.cwiseAbs().maxCoeff() : 0;
  while (J.rows() > 0) {
    const SingularDirections svd = calc_singular_directions(J);
    const int n = static_cast<int>(J.rows());
    int rank = n;
    const double limit = kFirstOrderZero * size;
    while (rank > 0 && svd.values[rank - 1] <= limit) --rank;
    if (rank == n) break;
    const Matrix& V = svd.V;
    for (int i = rank; i < n; ++i) out.push_back({0, (basis * V.col(i)).cast<std::complex<double>>().eval(), true});
    const Matrix W = V.leftCols(rank);
    J = (W.transpose() * J * W).eval();
    basis = (basis * W).eval();
  }
  if (J.rows() == 0) return out;
  // The inverse gives the slow ones their digits.
  const Matrix inverse = J.fullPivLu().inverse();
  const GeneralEigen eigen = calc_general_eigen(inverse);
  std::vector<EigenPair> rest;
  for (int i = 0; i < J.rows(); ++i) {
    const std::complex<double> theta = eigen.values[i];
    if (theta == 0.0) continue;
    std::complex<double> s = 1.0 / theta;
    if (s.imag() < 0) continue;
    rest.push_back({s, basis.cast<std::complex<double>>() * eigen.vectors.col(i), false});
  }
  std::stable_sort(rest.begin(), rest.end(),
                   [](const EigenPair& a, const EigenPair& b) { return std::abs(a.value) < std::abs(b.value); });
  out.insert(out.end(), rest.begin(), rest.end());
  return out;
}

bool solve_general(const Matrix& M, const Matrix& C_in, const Matrix& K_in, std::vector<EigenPair>& out,
                   const Matrix* terms, const ZeroJudge& judge) {
  out.clear();
  if (M.rows() == 0) return true;
  // In coordinates of the undamped modes each is of the size of its own frequency, so that slow and fast ones are treated
  // alike.
  const Matrix K_symmetric = 0.5 * (K_in + K_in.transpose());
  const bool symmetric = (K_in - K_in.transpose()).norm() <= 1e-12 * K_in.norm();
  std::vector<EigenPair> undamped;
  if (!solve_conservative(M, K_symmetric, undamped, terms, judge)) return false;
  const int n = static_cast<int>(undamped.size());
  Matrix T(M.rows(), n);
  Vector rate(n);
  double slowest = 1e300;
  for (const EigenPair& pair : undamped)
    if (!pair.zero) slowest = std::min(slowest, std::abs(pair.value));
  for (int i = 0; i < n; ++i) {
    T.col(i) = undamped[i].shape.real();
    rate[i] = undamped[i].zero ? (slowest < 1e300 ? slowest : 1.0) : std::abs(undamped[i].value);
  }
  const Matrix C = T.transpose() * C_in * T;
  Matrix K = T.transpose() * K_in * T;
  if (symmetric) {
    K.setZero();
    for (int i = 0; i < n; ++i) K(i, i) = -(undamped[i].value * undamped[i].value).real();
  }
  Matrix J = Matrix::Zero(2 * n, 2 * n);
  J.topRightCorner(n, n) = rate.asDiagonal();
  J.bottomLeftCorner(n, n) = -K * rate.cwiseInverse().asDiagonal();
  J.bottomRightCorner(n, n) = -C;
  out = solve_first_order(J);
  for (EigenPair& pair : out) {
    const Eigen::VectorXcd z = rate.cwiseInverse().cast<std::complex<double>>().cwiseProduct(pair.shape.head(n));
    pair.shape = T.cast<std::complex<double>>() * z;
    const double mass = z.squaredNorm();
    if (mass > 0) pair.shape /= std::sqrt(mass);
  }
  return true;
}

}  // namespace invar
