// Rigid body on a driven universal joint, [Bauchau2003] sec. 6.2, in minimal coordinates. The joint's cross turns with
// d1 = cos(Om t) i1 - sin(Om t) i3 = Ry(Om t) i1 and e3 stays orthogonal to it, so that
//   R = Ry(Om t) Rx(alpha) Rz(beta),  w = Om i2 + alphadot d1 + betadot e3,
// global coordinates because d1 and e3 are always orthogonal. Equation of motion (eq. before (42)):
//   h' + lambda n + m g x eta = 0, n = e3 x d1 (a unit vector).                                               (1)
// Its d1 and e3 components give alpha'' and beta'', its n component lambda. The drive gives the body the power
//   P = -lambda n.w = lambda e3.d1', torque = P/Om; [Bauchau2003] eqs. (19), (20) count the work with opposite sign.
#pragma once

#include "oracles/ode.h"

namespace invar::oracles {

struct UniversalJointParams {
  Real mass = 1.8;
  Vec3 eta{0.1, -0.4, 0.3};  ///< mass center from the joint, body axes
  /// About the joint, body axes, as printed.
  Mat3 inertia = (Mat3() << 1.1, 0.012, -0.015, 0.012, 0.6, 0.023, -0.015, 0.023, 0.9).finished();
  Vec3 gravity{0, -9.81, 0};
  Real Omega = 1;
  Real alpha0 = 0, beta0 = 0, alphadot0 = 0, betadot0 = 0;  ///< R = I and w = (0, Om, 0)
};

class UniversalJoint {
 public:
  struct State {
    Real alpha, beta, alphadot, betadot;
    Mat3 R;
    Vec3 omega, omega_body, omegadot;  ///< omega and its rate in world axes
    Vec3 d1, e3;
    Real lambda;
    Real drive_torque;  ///< of the drive on the body about i2 [Nm]
    Real work;          ///< of the drive on the body since the start [J]
    Real energy;        ///< energy(t) - energy(0) = work(t)
  };

  explicit UniversalJoint(const UniversalJointParams& params = {});

  State state(Real t) const;

 private:
  UniversalJointParams params_;
  Trajectory motion_;  // alpha, beta, alphadot, betadot, work
};

}  // namespace invar::oracles
