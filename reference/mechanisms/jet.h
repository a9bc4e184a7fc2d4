// Numbers with their first and second time derivative. A constraint is written once, as a function of poses; its rate and
// its acceleration terms follow from the rules below, so that no Jacobian and no bias is derived by hand.
#pragma once

#include <cmath>

#include "oracles/real.h"

namespace invar::mechanisms {

using oracles::Mat3;
using oracles::Real;
using oracles::Vec3;
using oracles::VecX;
using MatX = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic>;

struct Jet {
  Real a = 0, b = 0, c = 0;  // value, first and second derivative
  Jet() = default;
  Jet(Real value, Real first = 0, Real second = 0) : a(value), b(first), c(second) {}
};

inline Jet operator+(const Jet& x, const Jet& y) { return {x.a + y.a, x.b + y.b, x.c + y.c}; }
inline Jet operator-(const Jet& x, const Jet& y) { return {x.a - y.a, x.b - y.b, x.c - y.c}; }
inline Jet operator*(const Jet& x, const Jet& y) {
  return {x.a * y.a, x.a * y.b + x.b * y.a, x.a * y.c + 2 * x.b * y.b + x.c * y.a};
}

// f(x) from the value and the two derivatives of f.
inline Jet chain(const Jet& x, Real f, Real f1, Real f2) { return {f, f1 * x.b, f2 * x.b * x.b + f1 * x.c}; }
inline Jet sin(const Jet& x) { return chain(x, std::sin(x.a), std::cos(x.a), -std::sin(x.a)); }
inline Jet cos(const Jet& x) { return chain(x, std::cos(x.a), -std::sin(x.a), -std::cos(x.a)); }
inline Jet sqrt(const Jet& x) {
  const Real r = std::sqrt(x.a);
  return chain(x, r, 1 / (2 * r), -1 / (4 * r * x.a));
}
inline Jet atan2(const Jet& y, const Jet& x) {
  const Real d = x.a * x.a + y.a * y.a, n = x.a * y.b - y.a * x.b;
  const Real d1 = 2 * (x.a * x.b + y.a * y.b), n1 = x.a * y.c - y.a * x.c;
  return {std::atan2(y.a, x.a), n / d, (n1 * d - n * d1) / (d * d)};
}

struct Jet3 {
  Jet x, y, z;
};
inline Jet3 operator+(const Jet3& u, const Jet3& v) { return {u.x + v.x, u.y + v.y, u.z + v.z}; }
inline Jet3 operator-(const Jet3& u, const Jet3& v) { return {u.x - v.x, u.y - v.y, u.z - v.z}; }
inline Jet3 operator*(const Jet& s, const Jet3& v) { return {s * v.x, s * v.y, s * v.z}; }
inline Jet dot(const Jet3& u, const Jet3& v) { return u.x * v.x + u.y * v.y + u.z * v.z; }
inline Jet3 jet3(const Vec3& a, const Vec3& b = Vec3::Zero(), const Vec3& c = Vec3::Zero()) {
  return {{a.x(), b.x(), c.x()}, {a.y(), b.y(), c.y()}, {a.z(), b.z(), c.z()}};
}

}  // namespace invar::mechanisms
