// Plane pendulum in closed form, see pendulum.h.
#include "oracles/pendulum.h"

#include <cmath>
#include <limits>

#include "oracles/elliptic.h"

namespace invar::oracles {

Pendulum::Pendulum(Real length, Real g, Real theta0, Real thetadot0) : length_(length), w_(std::sqrt(g / length)) {
  const Real s = std::sin(theta0 / 2), c = std::cos(theta0 / 2), r = thetadot0 / (2 * w_);
  const Real kappa2 = s * s + r * r;
  kappa_ = std::sqrt(kappa2);
  const Real gap = c * c - r * r;  // 1 - kappa^2 without the cancellation near the upright position
  rotates_ = gap <= 0;
  if (rotates_) {
    sign_ = thetadot0 < 0 ? -1 : 1;
    m_ = 1 / kappa2;
    m1_ = -gap / kappa2;
    phase_ = m1_ > 0 ? elliptic_f(sign_ * theta0 / 2, m_, m1_) : std::atanh(sign_ * s);
    // On the separatrix the amplitude stays within half a turn, so whole turns of theta0 are kept aside.
    if (m1_ == 0) turns_ = std::round(theta0 / (2 * kPi));
    if (m1_ == 0 && std::fmod(std::fabs(turns_), 2.0L) == 1) phase_ = -phase_;
  } else {
    m_ = kappa2;
    m1_ = gap;
    turns_ = std::round(theta0 / (2 * kPi));
    const Real rest = (theta0 - 2 * kPi * turns_) / 2;
    phase_ = elliptic_f(std::atan2(std::sin(rest), r), m_, m1_);
  }
}

Pendulum::State Pendulum::state(Real t) const {
  State r{};
  if (rotates_) {
    const Jacobi j = jacobi(kappa_ * w_ * t + phase_, m_, m1_);
    r.theta = sign_ * 2 * j.am + 2 * kPi * turns_;
    r.thetadot = sign_ * 2 * kappa_ * w_ * j.dn;
  } else {
    const Jacobi j = jacobi(w_ * t + phase_, m_, m1_);
    r.theta = 2 * std::atan2(kappa_ * j.sn, j.dn) + 2 * kPi * turns_;  // cos(theta/2) = dn
    r.thetadot = 2 * kappa_ * w_ * j.cn;
  }
  r.x = length_ * std::sin(r.theta);
  r.y = -length_ * std::cos(r.theta);
  r.vx = -r.y * r.thetadot;
  r.vy = r.x * r.thetadot;
  return r;
}

Real Pendulum::period() const {
  if (m1_ == 0) return std::numeric_limits<Real>::infinity();
  const Real k = elliptic_k(m_, m1_);
  return rotates_ ? 2 * k / (kappa_ * w_) : 4 * k / w_;
}

Pendulum iftomm_pendulum() { return {1, 9.81, -kPi / 2, 0}; }

Pendulum yoon_pendulum() { return {1, 1, kPi / 2, 2}; }

}  // namespace invar::oracles
