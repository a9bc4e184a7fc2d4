// Number and vector types of the reference solutions. They work in long double (64-bit mantissa on x86) so that
// their own rounding stays three digits below that of the double-precision code they judge. Physical constants are
// nevertheless written as double literals (9.81, not 9.81L): both sides must describe the same numbers.
#pragma once

#include <Eigen/Dense>
#include <numbers>

namespace invar::oracles {

using Real = long double;
using Vec3 = Eigen::Matrix<Real, 3, 1>;
using Mat3 = Eigen::Matrix<Real, 3, 3>;
using VecX = Eigen::Matrix<Real, Eigen::Dynamic, 1>;
using Quat = Eigen::Quaternion<Real>;

inline constexpr Real kPi = std::numbers::pi_v<Real>;

/// Matrix of the vector product: skew(a) b = a x b.
inline Mat3 skew(const Vec3& a) {
  Mat3 s;
  s << 0, -a.z(), a.y(), a.z(), 0, -a.x(), -a.y(), a.x(), 0;
  return s;
}

/// Rotation matrix of a quaternion given as (scalar, x, y, z) that need not be normalized.
inline Mat3 rotation_of(const Eigen::Matrix<Real, 4, 1>& q) {
  return Quat(q(0), q(1), q(2), q(3)).normalized().toRotationMatrix();
}

/// Rate of the quaternion (scalar, x, y, z) of a body with angular velocity w in body axes: qdot = q w / 2.
inline Eigen::Matrix<Real, 4, 1> quaternion_rate(const Eigen::Matrix<Real, 4, 1>& q, const Vec3& w) {
  Eigen::Matrix<Real, 4, 1> rate;
  rate << -q(1) * w(0) - q(2) * w(1) - q(3) * w(2), q(0) * w(0) + q(2) * w(2) - q(3) * w(1),
      q(0) * w(1) + q(3) * w(0) - q(1) * w(2), q(0) * w(2) + q(1) * w(1) - q(2) * w(0);
  return rate / 2;
}

}  // namespace invar::oracles
