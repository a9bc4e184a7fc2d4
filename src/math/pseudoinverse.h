// Truncated singular value decomposition of a small matrix, C = U S V^T, by one-sided Jacobi rotations (Hestenes): small
// singular values come out to full relative accuracy, which a decomposition of C C^T would lose. Storage is kept from
// one matrix to the next.
#pragma once

#include <functional>

#include "invar/core/types.h"

namespace invar {

class TruncatedSvd {
 public:
  // Whether a singular value below the truncation counts, given its vectors v and u.
  using Keep = std::function<bool(double s, const Vector& v, const Vector& u)>;
  // Of the transpose of Ct, n x m. Singular values below `truncation` times the largest count as zero unless `keep` says
  // otherwise; those of rounding always do.
  void compute(const Matrix& Ct, double truncation, const Keep& keep = {});
  // The same with the largest `most` singular values at most.
  void compute(const Matrix& Ct, double truncation, const Keep& keep, int most);

  int rank() const { return rank_; }
  // The first rank() columns, values beyond them are not used. The order of the singular values is not sorted.
  Eigen::Block<const Matrix, Eigen::Dynamic, Eigen::Dynamic, true> U() const { return U_.leftCols(rank_); }
  Eigen::Block<const Matrix, Eigen::Dynamic, Eigen::Dynamic, true> V() const { return V_.leftCols(rank_); }
  Eigen::VectorBlock<const Vector> S() const { return S_.head(rank_); }

 private:
  Matrix U_, V_;
  Vector S_, sorted_;
  int rank_ = 0;
};

}  // namespace invar
