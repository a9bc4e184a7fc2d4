// Rigid body with a fixed point under gravity, see heavy_top.h.
#include "oracles/heavy_top.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

#include "oracles/elliptic.h"

namespace invar::oracles {

namespace {

VecX start_of(const HeavyTopParams& p) {
  const Quat q(p.R0);
  VecX y(7);
  y << q.w(), q.x(), q.y(), q.z(), p.omega_body0;
  return y;
}

Rhs euler_equations(const HeavyTopParams& p) {
  const Mat3 inverse = p.inertia_pivot.inverse();
  return [p, inverse](Real, const VecX& y, VecX& ydot) {
    const Vec3 w = y.tail<3>();
    const Vec3 g = rotation_of(y.head<4>()).transpose() * p.gravity;
    ydot.head<4>() = quaternion_rate(y.head<4>(), w);
    ydot.tail<3>() = inverse * ((p.inertia_pivot * w).cross(w) + p.mass * p.com.cross(g));
  };
}

// Roots of x^3 + c2 x^2 + c1 x + c0, all real, ascending: trigonometric formula, then Newton against its rounding.
std::array<Real, 3> real_roots(Real c2, Real c1, Real c0) {
  const Real shift = c2 / 3;
  const Real r = std::sqrt(std::max(shift * shift - c1 / 3, 0.0L));
  const Real d = (2 * shift * shift * shift - shift * c1 + c0) / 2;
  const Real angle = std::acos(std::clamp(r > 0 ? -d / (r * r * r) : 0.0L, -1.0L, 1.0L));
  std::array<Real, 3> roots{};
  for (int k = 0; k < 3; ++k) {
    Real x = 2 * r * std::cos((angle + 2 * kPi * k) / 3) - shift;
    for (int i = 0; i < 4; ++i) {
      const Real slope = (3 * x + 2 * c2) * x + c1;
      if (slope != 0) x -= (((x + c2) * x + c1) * x + c0) / slope;
    }
    roots[k] = x;
  }
  std::sort(roots.begin(), roots.end());
  return roots;
}

}  // namespace

HeavyTop::HeavyTop(const HeavyTopParams& params)
    : params_(params), motion_(euler_equations(params), 0, start_of(params)) {}

HeavyTop::State HeavyTop::state(Real t) const {
  const VecX y = motion_.at(t);
  State s;
  s.q = Quat(y(0), y(1), y(2), y(3)).normalized();
  s.R = s.q.toRotationMatrix();
  s.omega_body = y.tail<3>();
  s.omega_world = s.R * s.omega_body;
  s.com = s.R * params_.com;
  s.com_velocity = s.omega_world.cross(s.com);
  return s;
}

Real HeavyTop::energy(const State& s) const {
  return s.omega_body.dot(params_.inertia_pivot * s.omega_body) / 2 - params_.mass * params_.gravity.dot(s.com);
}

Vec3 HeavyTop::angular_momentum(const State& s) const { return s.R * (params_.inertia_pivot * s.omega_body); }

LagrangeNutation::LagrangeNutation(const HeavyTopParams& params) {
  const Real arm = params.com.norm(), g = params.gravity.norm();
  const Vec3 axis = params.com / arm;
  const Real I3 = axis.dot(params.inertia_pivot * axis), I1 = (params.inertia_pivot.trace() - I3) / 2;
  const Mat3 symmetric = I1 * Mat3::Identity() + (I3 - I1) * axis * axis.transpose();
  if ((params.inertia_pivot - symmetric).cwiseAbs().maxCoeff() > 1e-15L * params.inertia_pivot.trace())
    throw std::invalid_argument("oracles::LagrangeNutation: com is not an axis of symmetry of the inertia");

  const Vec3 up = -(params.R0.transpose() * params.gravity) / g;  // body axes
  const Vec3 w = params.omega_body0;
  const Real u0 = axis.dot(up), udot0 = w.cross(axis).dot(up);
  const Real a = I3 * w.dot(axis) / I1, b = (params.inertia_pivot * w).dot(up) / I1;
  const Real beta = 2 * params.mass * g * arm / I1;
  const Real alpha = w.cross(axis).squaredNorm() + beta * u0;
  const auto [u1, u2, u3] = real_roots(-(alpha + a * a) / beta, (2 * a * b - beta) / beta, (alpha - b * b) / beta);
  u1_ = u1;
  u2_ = u2;
  u3_ = u3;
  p_ = std::sqrt(beta * (u3 - u1)) / 2;
  m_ = (u2 - u1) / (u3 - u1);
  m1_ = (u3 - u2) / (u3 - u1);
  // The double angle of the amplitude is well conditioned at the turning points; the amplitude alone (a square root)
  // is not. udot = 2 (u2 - u1) p sn cn dn.
  const Real dn = std::sqrt((u3 - u0) / (u3 - u1));
  phase_ = elliptic_f(std::atan2(udot0 / (p_ * dn), u1 + u2 - 2 * u0) / 2, m_, m1_);
}

Real LagrangeNutation::cos_theta(Real t) const {
  const Real sn = jacobi(p_ * t + phase_, m_, m1_).sn;
  return u1_ + (u2_ - u1_) * sn * sn;
}

Real LagrangeNutation::cos_theta_rate(Real t) const {
  const Jacobi j = jacobi(p_ * t + phase_, m_, m1_);
  return 2 * (u2_ - u1_) * p_ * j.sn * j.cn * j.dn;
}

Real LagrangeNutation::period() const { return 2 * elliptic_k(m_, m1_) / p_; }

HeavyTopParams benchmark_heavy_top() {
  HeavyTopParams p;
  p.mass = 15;
  p.inertia_pivot = Vec3(15.234375, 0.46875, 15.234375).asDiagonal();
  p.com = Vec3(0, 1, 0);
  p.gravity = Vec3(0, 0, -9.81);
  p.omega_body0 = Vec3(0, 150, -4.61538);
  return p;
}

}  // namespace invar::oracles
