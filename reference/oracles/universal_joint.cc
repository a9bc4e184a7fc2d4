// Body on a driven universal joint in two coordinates, see universal_joint.h.
#include "oracles/universal_joint.h"

#include <cmath>

namespace invar::oracles {

namespace {

using State = UniversalJoint::State;

// y = (alpha, beta, alphadot, betadot, work); also returns the accelerations.
State evaluate(const UniversalJointParams& p, Real t, const VecX& y, Eigen::Matrix<Real, 2, 1>& acceleration) {
  using Axis = Eigen::AngleAxis<Real>;
  State s;
  s.alpha = y(0);
  s.beta = y(1);
  s.alphadot = y(2);
  s.betadot = y(3);
  s.work = y(4);
  s.R = (Axis(p.Omega * t, Vec3::UnitY()) * Axis(s.alpha, Vec3::UnitX()) * Axis(s.beta, Vec3::UnitZ()))
            .toRotationMatrix();
  s.d1 = Vec3(std::cos(p.Omega * t), 0, -std::sin(p.Omega * t));
  s.e3 = s.R.col(2);
  const Vec3 shaft = p.Omega * Vec3::UnitY();
  s.omega = shaft + s.alphadot * s.d1 + s.betadot * s.e3;
  s.omega_body = s.R.transpose() * s.omega;
  const Vec3 d1dot = shaft.cross(s.d1), e3dot = (shaft + s.alphadot * s.d1).cross(s.e3);
  const Mat3 J = s.R * p.inertia * s.R.transpose();
  const Vec3 eta = s.R * p.eta;
  // h' - m eta x g without the unknown accelerations
  const Vec3 rest =
      J * (s.alphadot * d1dot + s.betadot * e3dot) + s.omega.cross(J * s.omega) - p.mass * eta.cross(p.gravity);
  Eigen::Matrix<Real, 2, 2> mass;
  mass << s.d1.dot(J * s.d1), s.d1.dot(J * s.e3), s.e3.dot(J * s.d1), s.e3.dot(J * s.e3);
  acceleration = -mass.inverse() * Eigen::Matrix<Real, 2, 1>(s.d1.dot(rest), s.e3.dot(rest));
  const Vec3 turning = acceleration(0) * s.d1 + acceleration(1) * s.e3;
  s.omegadot = turning + s.alphadot * d1dot + s.betadot * e3dot;
  s.lambda = -s.e3.cross(s.d1).dot(J * turning + rest);
  s.drive_torque = s.lambda * s.e3.dot(Vec3::UnitY().cross(s.d1));
  s.energy = s.omega.dot(J * s.omega) / 2 - p.mass * p.gravity.dot(eta);
  return s;
}

Rhs equations(const UniversalJointParams& p) {
  return [p](Real t, const VecX& y, VecX& ydot) {
    Eigen::Matrix<Real, 2, 1> acceleration;
    const State s = evaluate(p, t, y, acceleration);
    ydot << y(2), y(3), acceleration, s.drive_torque * p.Omega;
  };
}

VecX start_of(const UniversalJointParams& p) {
  VecX y(5);
  y << p.alpha0, p.beta0, p.alphadot0, p.betadot0, 0;
  return y;
}

}  // namespace

UniversalJoint::UniversalJoint(const UniversalJointParams& params)
    : params_(params), motion_(equations(params), 0, start_of(params)) {}

UniversalJoint::State UniversalJoint::state(Real t) const {
  Eigen::Matrix<Real, 2, 1> acceleration;
  return evaluate(params_, t, motion_.at(t), acceleration);
}

}  // namespace invar::oracles
