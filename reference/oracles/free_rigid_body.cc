// Exact motion and multipliers of a free rigid body on directors, see free_rigid_body.h.
#include "oracles/free_rigid_body.h"

namespace invar::oracles {

namespace {

Mat3 second_moments(const FreeRigidBodyParams& p) { return p.M - p.M0 * p.M0.transpose() / p.M00; }

Mat3 inertia_of(const Mat3& S) { return S.trace() * Mat3::Identity() - S; }

Mat3 principal_axes(const Mat3& J) {
  Mat3 axes = Eigen::SelfAdjointEigenSolver<Mat3>(J).eigenvectors();
  if (axes.determinant() < 0) axes.col(2) = -axes.col(2);
  return axes;
}

}  // namespace

FreeRigidBody::FreeRigidBody(const FreeRigidBodyParams& params)
    : params_(params),
      com_(params.M0 / params.M00),
      S_(second_moments(params)),
      J_(inertia_of(S_)),
      principal_(principal_axes(J_)),
      top_((principal_.transpose() * J_ * principal_).diagonal(), principal_.transpose() * params.omega0, principal_) {}

FreeRigidBody::State FreeRigidBody::state(Real t) const {
  State s;
  s.R = top_.rotation(t) * principal_.transpose();
  const Vec3 w = principal_ * top_.omega_body(t);  // body axes
  s.omega = s.R * w;
  s.Rdot = s.R * skew(w);
  const Vec3 com_velocity = params_.v0 + params_.omega0.cross(com_);
  s.u = com_ + t * com_velocity - s.R * com_;
  s.udot = com_velocity - s.Rdot * com_;

  const Vec3 wdot = J_.inverse() * (J_ * w).cross(w);
  const Mat3 lambda = -S_ * (skew(wdot) + skew(w) * skew(w)).transpose();
  s.lambda = {lambda(0, 0), lambda(1, 1), lambda(2, 2), lambda(1, 2), lambda(0, 2), lambda(0, 1)};
  s.lambda_asymmetry = (lambda - lambda.transpose()).cwiseAbs().maxCoeff();
  return s;
}

Real FreeRigidBody::energy(const State& s) const {
  return (params_.M00 * s.udot.squaredNorm() + 2 * s.udot.dot(s.Rdot * params_.M0) +
          (s.Rdot.transpose() * s.Rdot * params_.M).trace()) /
         2;
}

}  // namespace invar::oracles
