// Sleigh, knife edge, rolling disc and snakeboard, see nonholonomic.h.
#include "oracles/nonholonomic.h"

#include <cmath>
#include <stdexcept>

namespace invar::oracles {

Real ChaplyginSleigh::Law::v(Real t) const { return V * std::tanh(k * (t - t0)); }
Real ChaplyginSleigh::Law::w(Real t) const { return W / std::cosh(k * (t - t0)); }
Real ChaplyginSleigh::Law::theta(Real t) const {
  return 2 * W / k * (std::atan(std::tanh(k * (t - t0) / 2)) + std::atan(std::tanh(k * t0 / 2)));
}

ChaplyginSleigh::ChaplyginSleigh(Real m, Real I_com, Real a, Real v0, Real w0)
    : m_(m),
      I_(I_com),
      a_(a),
      law_([&] {
        if (!(a > 0) || w0 == 0) throw std::invalid_argument("oracles::ChaplyginSleigh: needs a > 0 and w0 != 0");
        const Real J = I_com + m * a * a;
        Law law{};
        law.V = std::sqrt(v0 * v0 + J * w0 * w0 / m);
        law.W = std::copysign(law.V * std::sqrt(m / J), w0);
        law.k = m * a * law.V / J;
        law.t0 = -std::atanh(v0 / law.V) / law.k;
        return law;
      }()),
      path_([law = law_](Real t, const VecX&,
                         VecX& ydot) { ydot << law.v(t) * std::cos(law.theta(t)), law.v(t) * std::sin(law.theta(t)); },
            0, VecX::Zero(2)) {}

ChaplyginSleigh::State ChaplyginSleigh::state(Real t) const {
  const VecX y = path_.at(t);
  const Real theta = law_.theta(t);
  return {y(0), y(1), theta, law_.v(t), law_.w(t), y(0) + a_ * std::cos(theta), y(1) + a_ * std::sin(theta)};
}

Real ChaplyginSleigh::energy(const State& s) const { return (m_ * s.v * s.v + (I_ + m_ * a_ * a_) * s.w * s.w) / 2; }

KnifeEdge::KnifeEdge(Real m, Real g, Real incline, Real Omega) : m_(m), slope_(g * std::sin(incline)), Omega_(Omega) {}

KnifeEdge::State KnifeEdge::state(Real t) const {
  const Real c = slope_ / (2 * Omega_ * Omega_), phi = Omega_ * t, s = std::sin(phi);
  return {c * s * s,
          c * (phi - std::sin(2 * phi) / 2),
          phi,
          c * Omega_ * std::sin(2 * phi),
          2 * c * Omega_ * s * s,
          2 * m_ * slope_ * s};
}

namespace {

Rhs disc_equations(const RollingDiscParams& p) {
  return [p](Real, const VecX& y, VecX& ydot) {
    const Real sb = std::sin(y(1)), cb = std::cos(y(1)), ad = y(3), bd = y(4), w3 = y(5);
    const Real mR2 = p.m * p.R * p.R, spin = w3 - ad * cb;
    ydot(0) = ad;
    ydot(1) = bd;
    ydot(2) = spin;
    ydot(3) = (p.C * bd * w3 - 2 * p.A * ad * bd * cb) / (p.A * sb);
    ydot(4) = (p.A * ad * ad * sb * cb - (p.C + mR2) * ad * w3 * sb - p.m * p.g * p.R * cb) / (p.A + mR2);
    ydot(5) = mR2 * ad * bd * sb / (p.C + mR2);
    // The contact point runs along the level direction e1 at the rate the rim passes it.
    ydot(6) = -p.R * spin * std::cos(y(0));
    ydot(7) = -p.R * spin * std::sin(y(0));
  };
}

}  // namespace

RollingDisc::RollingDisc(const RollingDiscParams& params)
    : params_(params), motion_(disc_equations(params), 0, [&params] {
        VecX y(8);
        y << 0, params.beta0, 0, params.alphadot0, params.betadot0, params.w30, 0, 0;
        return y;
      }()) {}

RollingDisc::State RollingDisc::state(Real t) const {
  using Axis = Eigen::AngleAxis<Real>;
  const VecX y = motion_.at(t);
  State s;
  s.alpha = y(0);
  s.beta = y(1);
  s.gamma = y(2);
  s.alphadot = y(3);
  s.betadot = y(4);
  s.w3 = y(5);
  const Mat3 frame = (Axis(s.alpha, Vec3::UnitZ()) * Axis(s.beta, Vec3::UnitX())).toRotationMatrix();
  s.R = frame * Axis(s.gamma, Vec3::UnitZ()).toRotationMatrix();
  s.omega = frame * Vec3(s.betadot, s.alphadot * std::sin(s.beta), s.w3);
  s.contact = Vec3(y(6), y(7), 0);
  s.center = s.contact + params_.R * frame.col(1);
  s.center_velocity = s.omega.cross(params_.R * frame.col(1));
  return s;
}

Real RollingDisc::energy(const State& s) const {
  const Real across = s.omega.squaredNorm() - s.w3 * s.w3;
  return (params_.m * s.center_velocity.squaredNorm() + params_.A * across + params_.C * s.w3 * s.w3) / 2 +
         params_.m * params_.g * s.center.z();
}

RollingDiscParams spinning_coin() {
  RollingDiscParams p;
  p.R = 0.01;
  p.m = 1;
  p.A = 2.5e-5;
  p.C = 5e-5;
  p.beta0 = kPi / 2 - kPi / 180;
  p.alphadot0 = 10 * kPi;
  p.w30 = p.alphadot0 * std::cos(p.beta0);  // no spin about the normal besides the vertical rotation
  return p;
}

Snakeboard::Snakeboard(const SnakeboardParams& params)
    : params_(params),
      motion_(
          [p = params](Real t, const VecX& y, VecX& ydot) {
            const Real phi = p.phi_amplitude * std::sin(t), phidot = p.phi_amplitude * std::cos(t);
            const Real lever = std::tan(phi) / p.l, lever_rate = phidot / (p.l * std::cos(phi) * std::cos(phi));
            const Real J = p.J + p.Jr + 2 * p.Jw, u = y(3), rotor = -p.Jr * p.psi_amplitude * std::sin(t);
            ydot << u * std::cos(y(2)), u * std::sin(y(2)), u * lever,
                -lever * (J * u * lever_rate + rotor) / (p.m + J * lever * lever);
          },
          0, VecX::Zero(4)) {}

Snakeboard::State Snakeboard::state(Real t) const {
  const VecX y = motion_.at(t);
  const Real u = y(3);
  return {y(0),
          y(1),
          y(2),
          u * std::cos(y(2)),
          u * std::sin(y(2)),
          u * std::tan(params_.phi_amplitude * std::sin(t)) / params_.l,
          u};
}

}  // namespace invar::oracles
