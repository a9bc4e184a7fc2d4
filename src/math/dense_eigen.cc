#include "invar/math/dense_eigen.h"

#include <Eigen/Eigenvalues>
#include <Eigen/SVD>

namespace invar {

SymmetricEigen calc_symmetric_eigen(const Matrix& A) {
  const Eigen::SelfAdjointEigenSolver<Matrix> eigen(A);
  return {eigen.eigenvalues(), eigen.eigenvectors(), eigen.info() == Eigen::Success};
}

SymmetricEigen calc_symmetric_eigen(const Matrix& A, const Matrix& M) {
  const Eigen::GeneralizedSelfAdjointEigenSolver<Matrix> eigen(A, M);
  return {eigen.eigenvalues(), eigen.eigenvectors(), eigen.info() == Eigen::Success};
}

GeneralEigen calc_general_eigen(const Matrix& A) {
  const Eigen::EigenSolver<Matrix> eigen(A);
  return {eigen.eigenvalues(), eigen.eigenvectors()};
}

SingularDirections calc_singular_directions(const Matrix& A) {
  const Eigen::BDCSVD<Matrix> svd(A, Eigen::ComputeFullV);
  return {svd.singularValues(), svd.matrixV()};
}

}  // namespace invar
