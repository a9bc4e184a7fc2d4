#include "invar/math/positive_part.h"

#include <Eigen/Eigenvalues>
#include <algorithm>

namespace invar {

namespace {

// Most laws have a few invariants; only larger ones allocate.
constexpr int kFew = 12;
using FewMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, kFew, kFew>;

template <class Square>
void add_positive_part_of(const Square& A, MatOut out) {
  const Eigen::SelfAdjointEigenSolver<Square> eigen{A};
  for (int k = 0; k < A.rows(); ++k) {
    const double value = eigen.eigenvalues()[k];
    if (value <= 0) continue;
    const LocalVector x = eigen.eigenvectors().col(k);
    out.noalias() += value * x.lazyProduct(x.transpose());
  }
}

}  // namespace

void add_positive_part(MatIn A, MatOut out) {
  if (A.rows() == 1) {
    out(0, 0) += std::max(A(0, 0), 0.0);
    return;
  }
  if (A.rows() <= kFew)
    add_positive_part_of(FewMatrix(A), out);
  else
    add_positive_part_of(Matrix(A), out);
}

}  // namespace invar
