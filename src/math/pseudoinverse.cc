#include "invar/math/pseudoinverse.h"

#include <algorithm>
#include <cmath>

namespace invar {

namespace {

constexpr int kMaxSweeps = 30;            // 4 to 6 are usual
constexpr double kOrthogonal = 1e-15;     // columns whose cosine is below count as orthogonal
constexpr double kRoundingValue = 1e-13;  // singular values below, relative to the largest, are rounding
constexpr double kNoColumn = 1e-14;       // columns below, relative to the norm of the matrix, are rounding

// Rotates the columns of X until they are orthogonal, and W with them: X0 W = X.
void orthogonalize(Matrix& X, Matrix& W) {
  const double negligible = kNoColumn * X.norm();
  const int k = static_cast<int>(X.cols());
  bool rotated = true;
  for (int sweep = 0; rotated && sweep < kMaxSweeps; ++sweep) {
    rotated = false;
    for (int i = 0; i + 1 < k; ++i) {
      for (int j = i + 1; j < k; ++j) {
        const double a = X.col(i).squaredNorm(), b = X.col(j).squaredNorm(), c = X.col(i).dot(X.col(j));
        if (std::min(a, b) <= negligible * negligible || std::abs(c) <= kOrthogonal * std::sqrt(a * b)) continue;
        rotated = true;
        const double zeta = (b - a) / (2 * c);
        const double t = (zeta >= 0 ? 1 : -1) / (std::abs(zeta) + std::sqrt(1 + zeta * zeta));
        const double cs = 1 / std::sqrt(1 + t * t), sn = cs * t;
        for (Matrix* A : {&X, &W}) {
          for (Eigen::Index r = 0; r < A->rows(); ++r) {
            const double x = (*A)(r, i), y = (*A)(r, j);
            (*A)(r, i) = cs * x - sn * y;
            (*A)(r, j) = sn * x + cs * y;
          }
        }
      }
    }
  }
}

}  // namespace

void TruncatedSvd::compute(const Matrix& Ct, double truncation, const Keep& keep) {
  compute(Ct, truncation, keep, static_cast<int>(std::min(Ct.cols(), Ct.rows())));
}

void TruncatedSvd::compute(const Matrix& Ct, double truncation, const Keep& keep, int most) {
  // The narrower side is rotated: C^T U = V S, or C V = U S.
  const bool wide = Ct.cols() <= Ct.rows();
  Matrix& X = wide ? V_ : U_;
  Matrix& W = wide ? U_ : V_;
  if (wide)
    X = Ct;
  else
    X = Ct.transpose();
  const int k = static_cast<int>(X.cols());
  W.resize(k, k);
  W.setIdentity();
  S_.resize(k);
  orthogonalize(X, W);
  double largest = 0;
  for (int i = 0; i < k; ++i) {
    S_[i] = X.col(i).norm();
    largest = std::max(largest, S_[i]);
  }
  double smallest = 0;  // that counts
  if (most < k) {
    sorted_ = S_;
    std::sort(sorted_.data(), sorted_.data() + k);
    smallest = most > 0 ? sorted_[k - most] : INFINITY;
  }
  rank_ = 0;
  for (int i = 0; i < k; ++i) {
    if (S_[i] < smallest) continue;
    if (!(S_[i] > truncation * largest)) {
      if (!keep || !(S_[i] > kRoundingValue * largest)) continue;
      const Vector x = X.col(i) / S_[i], w = W.col(i);
      if (!keep(S_[i], wide ? x : w, wide ? w : x)) continue;
    }
    if (i != rank_) {
      X.col(i).swap(X.col(rank_));
      W.col(i).swap(W.col(rank_));
      std::swap(S_[i], S_[rank_]);
    }
    X.col(rank_) /= S_[rank_];
    ++rank_;
  }
}

}  // namespace invar
