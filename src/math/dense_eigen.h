// Eigenvalues and singular values of dense matrices of any size. Behind plain functions, because the templates of Eigen
// take most of a minute to compile wherever they are used.
#pragma once

#include "invar/core/types.h"

namespace invar {

struct SymmetricEigen {
  Vector values;   // ascending
  Matrix vectors;  // columns; orthonormal, with A x = w M x in the metric of M
  bool ok = true;
};
SymmetricEigen calc_symmetric_eigen(const Matrix& A);
// A x = w M x with M positive definite; not ok if it is not.
SymmetricEigen calc_symmetric_eigen(const Matrix& A, const Matrix& M);

struct GeneralEigen {
  Eigen::VectorXcd values;
  Eigen::MatrixXcd vectors;  // columns of unit length
};
GeneralEigen calc_general_eigen(const Matrix& A);

struct SingularDirections {
  Vector values;  // descending
  Matrix V;       // all directions of the space on which A acts, as columns
};
SingularDirections calc_singular_directions(const Matrix& A);

}  // namespace invar
