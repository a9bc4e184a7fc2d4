#include "invar/math/rotation.h"

#include <Eigen/SVD>

namespace invar {

Matrix3 skew(const Vector3& a) {
  Matrix3 S;
  S << 0, -a[2], a[1], a[2], 0, -a[0], -a[1], a[0], 0;
  return S;
}

Matrix3 make_rotation(const Vector3& axis, double angle) {
  return Eigen::AngleAxisd(angle, axis.normalized()).toRotationMatrix();
}

Matrix3 make_triad(const Vector3& third, const Vector3& first_hint) {
  const Vector3 f3 = third.normalized();
  Vector3 f1 = first_hint - first_hint.dot(f3) * f3;
  if (f1.norm() < 1e-8) {
    int least;
    f3.cwiseAbs().minCoeff(&least);
    const Vector3 e = Vector3::Unit(least);
    f1 = e - e.dot(f3) * f3;
  }
  f1.normalize();
  Matrix3 R;
  R << f1, f3.cross(f1), f3;
  return R;
}

Eigen::Vector4d calc_quaternion(const Matrix3& R) {
  const Eigen::Quaterniond e(R);
  const double sign = e.w() < 0 ? -1 : 1;
  return sign * Eigen::Vector4d(e.w(), e.x(), e.y(), e.z());
}

Vector3 calc_conformal(const Matrix3& R) {
  const Eigen::Vector4d e = calc_quaternion(R);
  return 4 * e.tail<3>() / (1 + e[0]);
}

Matrix3 calc_nearest_rotation(const Matrix3& A) {
  const Eigen::JacobiSVD<Matrix3> svd(A, Eigen::ComputeFullU | Eigen::ComputeFullV);
  Matrix3 R = svd.matrixU() * svd.matrixV().transpose();
  if (R.determinant() < 0) {
    Matrix3 U = svd.matrixU();
    U.col(2) *= -1;
    R = U * svd.matrixV().transpose();
  }
  return R;
}

}  // namespace invar
