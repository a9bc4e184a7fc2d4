#include "invar/equilibrium/internal_modes.h"

#include <cmath>

namespace invar {

namespace {

// Units of the internal variables that make rows and columns of J as large as each other (Osborne): s_k of z_k = s_k z~_k.
Vector balance_internals(Matrix& J, Eigen::Index first) {
  Vector scale = Vector::Ones(J.rows() - first);
  constexpr int kSweeps = 20;  // each halves what is out of balance, on a logarithmic scale
  for (int sweep = 0; sweep < kSweeps; ++sweep)
    for (Eigen::Index k = first; k < J.rows(); ++k) {
      const double own = std::abs(J(k, k)), row = J.row(k).cwiseAbs().sum() - own,
                   column = J.col(k).cwiseAbs().sum() - own;
      if (!(row > 0) || !(column > 0)) continue;
      const double s = std::exp2(std::round(0.5 * std::log2(row / column)));  // powers of two round nothing
      J.row(k) /= s;
      J.col(k) *= s;
      scale[k - first] *= s;
    }
  return scale;
}

}  // namespace

bool solve_with_internals(const Matrix& M, const Matrix& C, const Matrix& K, const InternalPart& part,
                          const Matrix& terms, std::vector<EigenPair>& out) {
  out.clear();
  const auto n = M.rows(), m = part.f_z.rows();
  // In coordinates of the undamped modes, in units of their frequencies, as in solve_general.
  std::vector<EigenPair> undamped;
  if (!solve_conservative(M, 0.5 * (K + K.transpose()), undamped, &terms)) return false;
  if (static_cast<Eigen::Index>(undamped.size()) != n) return false;
  Matrix T(n, n);
  Vector rate = Vector::Ones(n);
  double slowest = 1e300;
  for (const EigenPair& pair : undamped)
    if (!pair.zero) slowest = std::min(slowest, std::abs(pair.value));
  for (Eigen::Index i = 0; i < n; ++i) {
    const EigenPair& pair = undamped[static_cast<std::size_t>(i)];
    T.col(i) = pair.shape.real();
    if (slowest < 1e300) rate[i] = pair.zero ? slowest : std::abs(pair.value);
  }
  const Matrix to_y = T * rate.cwiseInverse().asDiagonal();
  Matrix J = Matrix::Zero(2 * n + m, 2 * n + m);
  J.block(0, n, n, n) = rate.asDiagonal();
  J.block(n, 0, n, n) = -T.transpose() * K * to_y;
  J.block(n, n, n, n) = -T.transpose() * C * T;
  J.block(n, 2 * n, n, m) = T.transpose() * part.Q_z;
  J.block(2 * n, 0, m, n) = part.f_q * to_y;
  J.block(2 * n, n, m, n) = part.f_v * T;
  J.block(2 * n, 2 * n, m, m) = part.f_z;
  const Vector scale = balance_internals(J, 2 * n);
  out = solve_first_order(J);
  for (EigenPair& pair : out) {
    Eigen::VectorXcd shape(n + m);
    shape.head(n) = to_y.cast<std::complex<double>>() * pair.shape.head(n);
    shape.tail(m) = scale.cast<std::complex<double>>().cwiseProduct(pair.shape.tail(m));
    pair.shape = shape;
  }
  return true;
}

}  // namespace invar
