// Spherical compound pendulum as a unit vector, see compound_pendulum.h.
#include "oracles/compound_pendulum.h"

#include <cmath>

namespace invar::oracles {

namespace {

Real length_of(const CompoundPendulumParams& p) {
  const Real r1 = p.l1, r2 = p.l1 + p.l2;
  return (p.m1 * r1 * r1 + p.m2 * r2 * r2) / (p.m1 * r1 + p.m2 * r2);
}

VecX start_of(const CompoundPendulumParams& p) {
  const Real c1 = std::cos(p.phi1), s1 = std::sin(p.phi1), c2 = std::cos(p.phi2), s2 = std::sin(p.phi2);
  const Vec3 n(s2 * c1, s2 * s1, -c2);
  const Vec3 ndot(p.phi2_rate * c2 * c1 - p.phi1_rate * s2 * s1, p.phi2_rate * c2 * s1 + p.phi1_rate * s2 * c1,
                  p.phi2_rate * s2);
  VecX y(6);
  y << n, n.cross(ndot);
  return y;
}

}  // namespace

CompoundPendulum::CompoundPendulum(const CompoundPendulumParams& params)
    : params_(params),
      motion_(
          [a = params.g / length_of(params)](Real, const VecX& y, VecX& ydot) {
            const Vec3 n = y.head<3>(), w = y.tail<3>();
            ydot.head<3>() = w.cross(n);
            ydot.tail<3>() = -a * n.cross(Vec3::UnitZ());
          },
          0, start_of(params)) {}

CompoundPendulum::State CompoundPendulum::state(Real t) const {
  const VecX y = motion_.at(t);
  State s;
  s.n = y.head<3>();
  s.ndot = y.tail<3>().cross(s.n);
  s.r1 = params_.l1 * s.n;
  s.r2 = (params_.l1 + params_.l2) * s.n;
  s.v1 = params_.l1 * s.ndot;
  s.v2 = (params_.l1 + params_.l2) * s.ndot;
  return s;
}

Real CompoundPendulum::effective_length() const { return length_of(params_); }

Real CompoundPendulum::energy(const State& s) const {
  return params_.m1 * (s.v1.squaredNorm() / 2 + params_.g * s.r1.z()) +
         params_.m2 * (s.v2.squaredNorm() / 2 + params_.g * s.r2.z());
}

Real CompoundPendulum::vertical_momentum(const State& s) const {
  return params_.m1 * s.r1.cross(s.v1).z() + params_.m2 * s.r2.cross(s.v2).z();
}

}  // namespace invar::oracles
