// Rotations: reading them from files, triads from an axis, and the parametrizations used in outputs.
#pragma once

#include "invar/core/types.h"

namespace invar {

Matrix3 skew(const Vector3& a);

// Rotation about a unit axis.
Matrix3 make_rotation(const Vector3& axis, double angle);

// Right-handed orthonormal triad with the given third axis; the first is the projection of `first_hint`, or, where that
// is parallel to the axis, of the coordinate axis least aligned with it.
Matrix3 make_triad(const Vector3& third, const Vector3& first_hint = Vector3::Zero());

// Unit quaternion (w, x, y, z) with w >= 0.
Eigen::Vector4d calc_quaternion(const Matrix3& R);

// Conformal rotation vector (Wiener-Milenkovic) c = 4 n tan(phi/4), rescaled to |phi| <= pi [Bauchau2003] sec. 6.2.
Vector3 calc_conformal(const Matrix3& R);

// Nearest rotation matrix in the Frobenius norm.
Matrix3 calc_nearest_rotation(const Matrix3& A);

}  // namespace invar
