// Reference motions with rolling and knife-edge constraints (parameters of
// nonholonomic_disc_sleigh_knife_snakeboard.json; equations re-derived).
#pragma once

#include "oracles/ode.h"

namespace invar::oracles {

/// Chaplygin sleigh: blade at (x, y) with heading theta, mass center a > 0 ahead of it. vdot = a w^2,
/// wdot = -m a v w/(I + m a^2), solved by v = V tanh(k (t - t0)), w = W sech(k (t - t0)); x, y by quadrature.
class ChaplyginSleigh {
 public:
  struct State {
    Real x, y, theta, v, w;
    Real com_x, com_y;
  };

  explicit ChaplyginSleigh(Real m = 1, Real I_com = 0.1, Real a = 0.1, Real v0 = 0.2, Real w0 = 2);

  State state(Real t) const;
  Real energy(const State& s) const;

 private:
  struct Law {
    Real V, W, k, t0;
    Real v(Real t) const;
    Real w(Real t) const;
    Real theta(Real t) const;
  };

  Real m_, I_, a_;
  Law law_;
  Trajectory path_;
};

/// Knife edge at the mass center on an incline, x downhill, started at rest with spin Omega and heading along x:
/// x = c sin^2(Om t), y = c (Om t - sin(2 Om t)/2), phi = Om t, c = g sin(incline)/(2 Om^2).
class KnifeEdge {
 public:
  struct State {
    Real x, y, phi, vx, vy;
    Real reaction;  ///< side force on the body along (-sin phi, cos phi) [N]: m g sin(incline) 2 sin(phi)
  };

  explicit KnifeEdge(Real m = 1.25, Real g = 9.81, Real incline = kPi / 4, Real Omega = kPi / 3);

  State state(Real t) const;

 private:
  Real m_, slope_, Omega_;  // slope: g sin(incline)
};

/// Thin disc rolling on the plane z = 0. Axes e1 = Rz(alpha) x (level), n = Rz(alpha) Rx(beta) z the normal,
/// e2 = n x e1 from the contact point to the center; w = betadot e1 + alphadot sin(beta) e2 + w3 n, w3 = spin +
/// alphadot cos(beta). Started with the contact point at the origin, alpha = 0.
struct RollingDiscParams {
  Real R = 0.5, m = 1, A = 0.0625, C = 0.125, g = 9.81;  ///< A about a diameter, C about the normal
  Real beta0 = 70 * kPi / 180, alphadot0 = 1, betadot0 = 0, w30 = -8;
};

class RollingDisc {
 public:
  struct State {
    Real alpha, beta, gamma;  ///< gamma: spin angle, rate w3 - alphadot cos(beta)
    Real alphadot, betadot, w3;
    Vec3 center, center_velocity, contact;
    Mat3 R;  ///< disc to world: Rz(alpha) Rx(beta) Rz(gamma), third column the normal
    Vec3 omega;
  };

  explicit RollingDisc(const RollingDiscParams& params = {});

  State state(Real t) const;
  Real energy(const State& s) const;

 private:
  RollingDiscParams params_;
  Trajectory motion_;  // alpha, beta, gamma, alphadot, betadot, w3, contact x, contact y
};

/// The coin of exudyn_coin in the table: radius 10 mm, tilted by one degree, spun about the vertical at 10 pi rad/s. The
/// table's axes are those of RollingDisc turned by -90 degrees: (x, y) there is (y, -x) here.
RollingDiscParams spinning_coin();

/// Snakeboard with prescribed rotor psi = psi_amplitude sin t and wheels phi_front = -phi_back = phi_amplitude sin t,
/// started at rest. The constraints leave the forward speed u: no side slip of the center, thetadot = u tan(phi)/l, and
///   m u' + (tan(phi)/l)((J + Jr + 2 Jw) theta'' + Jr psi'') = 0.
struct SnakeboardParams {
  Real m = 6, J = 0.016, Jr = 0.072, Jw = 0.0013, l = 0.2;
  Real psi_amplitude = 0.7, phi_amplitude = 0.3;
};

class Snakeboard {
 public:
  struct State {
    Real x, y, theta, vx, vy, omega, u;
  };

  explicit Snakeboard(const SnakeboardParams& params = {});

  State state(Real t) const;

 private:
  SnakeboardParams params_;
  Trajectory motion_;  // x, y, theta, u
};

}  // namespace invar::oracles
