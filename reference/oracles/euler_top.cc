// Torque-free rigid body, see euler_top.h.
#include "oracles/euler_top.h"

#include <cmath>
#include <limits>
#include <utility>

#include "oracles/elliptic.h"

namespace invar::oracles {

EulerTop::Spin EulerTop::make_spin(const Vec3& I, const Vec3& w0) {
  Spin s;
  s.w0 = w0;
  int a = 0, b = 1, c = 2;
  Real parity = 1;  // of (a, b, c): an odd renaming of the axes reverses time in Euler's equations
  const auto order = [&](int& i, int& j) {
    if (I(i) <= I(j)) return;
    std::swap(i, j);
    parity = -parity;
  };
  order(a, b);
  order(b, c);
  order(a, b);
  // L^2 - 2T Ib, sorted by moments; its sign tells which outer axis the motion circles.
  const Real excess = I(c) * (I(c) - I(b)) * w0(c) * w0(c) - I(a) * (I(b) - I(a)) * w0(a) * w0(a);
  if (excess < 0 || (excess == 0 && I(c) == I(b))) {
    std::swap(a, c);
    parity = -parity;
  }
  if (I(a) == I(c)) return s;  // a sphere: steady
  // The three combinations of 2T and L^2 as sums of products, free of cancellation; signs follow (Ic - Ia).
  const Real q = I(a) * (I(c) - I(a)) * w0(a) * w0(a) + I(b) * (I(c) - I(b)) * w0(b) * w0(b);  // 2T Ic - L^2
  const Real p = I(b) * (I(b) - I(a)) * w0(b) * w0(b) + I(c) * (I(c) - I(a)) * w0(c) * w0(c);  // L^2 - 2T Ia
  if (p == 0 || q == 0) return s;  // at rest, or about a principal axis
  s.a = a;
  s.b = b;
  s.c = c;
  s.steady = false;
  // A takes the sign of wa: the starting amplitude then lies within a quarter period, also on the separatrix.
  s.A = std::copysign(std::sqrt(q / (I(a) * (I(c) - I(a)))), w0(a));
  s.B = std::sqrt(q / (I(b) * (I(c) - I(b))));
  s.C = std::copysign(std::sqrt(p / (I(c) * (I(c) - I(a)))), w0(c));
  s.rate = parity * (I(c) - I(b)) * s.B * s.C / (I(a) * s.A);
  s.m = (I(b) - I(a)) * q / ((I(c) - I(b)) * p);
  s.m1 = std::fabs(excess * (I(c) - I(a)) / ((I(c) - I(b)) * p));
  s.phase = elliptic_f(std::atan2(w0(b) / s.B, w0(a) / s.A), s.m, s.m1);
  return s;
}

Vec3 EulerTop::Spin::omega(Real t) const {
  if (steady) return w0;
  const Jacobi j = jacobi(rate * t + phase, m, m1);
  Vec3 w;
  w(a) = A * j.cn;
  w(b) = B * j.sn;
  w(c) = C * j.dn;
  return w;
}

EulerTop::EulerTop(const Vec3& moments, const Vec3& w0, const Mat3& R0)
    : motion_(make_spin(moments, w0)),
      orientation_(
          [spin = motion_](Real t, const VecX& y, VecX& ydot) { ydot = quaternion_rate(y.head<4>(), spin.omega(t)); },
          0,
          [&R0] {
            const Quat q(R0);
            return Eigen::Matrix<Real, 4, 1>(q.w(), q.x(), q.y(), q.z());
          }()) {}

Mat3 EulerTop::rotation(Real t) const { return rotation_of(orientation_.at(t).head<4>()); }

Quat EulerTop::quaternion(Real t) const {
  const VecX y = orientation_.at(t);
  return Quat(y(0), y(1), y(2), y(3)).normalized();
}

Real EulerTop::period() const {
  if (motion_.steady) return 0;
  if (motion_.m1 == 0) return std::numeric_limits<Real>::infinity();
  return 4 * elliptic_k(motion_.m, motion_.m1) / std::fabs(motion_.rate);
}

}  // namespace invar::oracles
