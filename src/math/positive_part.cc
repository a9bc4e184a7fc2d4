#include "invar/math/positive_part.h"

#include <Eigen/Eigenvalues>
#include <algorithm>

namespace invar {

void add_positive_part(MatIn A, MatOut out) {
  if (A.rows() == 1) {
    out(0, 0) += std::max(A(0, 0), 0.0);
    return;
  }
  const Eigen::SelfAdjointEigenSolver<LocalMatrix> eigen{LocalMatrix(A)};
  for (int k = 0; k < A.rows(); ++k) {
    const double value = eigen.eigenvalues()[k];
    if (value <= 0) continue;
    const LocalVector x = eigen.eigenvectors().col(k);
    out.noalias() += value * x.lazyProduct(x.transpose());
  }
}

}  // namespace invar
