// Torque-free rigid body. Angular velocity in body axes by Jacobi elliptic functions: with the axes named a, b, c so
// that b is the middle moment and c the axis the rotation never leaves (wc keeps its sign),
//   wa = A cn u, wb = B sn u, wc = +-C dn u, u = rate t + u0,
//   A^2 = (2T Ic - L^2)/(Ia (Ic - Ia)), B^2 = (2T Ic - L^2)/(Ib (Ic - Ib)), C^2 = (L^2 - 2T Ia)/(Ic (Ic - Ia)),
//   rate^2 = (Ic - Ib)(L^2 - 2T Ia)/(Ia Ib Ic), m = (Ib - Ia)(2T Ic - L^2)/((Ic - Ib)(L^2 - 2T Ia)).
// Orientation: the quaternion equation with this w(t), by the ode oracle.
#pragma once

#include "oracles/ode.h"

namespace invar::oracles {

class EulerTop {
 public:
  /// Principal moments in any order, equal ones included; w0 in the same (body) axes; R0 from body to world.
  EulerTop(const Vec3& moments, const Vec3& w0, const Mat3& R0 = Mat3::Identity());

  Vec3 omega_body(Real t) const { return motion_.omega(t); }
  Mat3 rotation(Real t) const;    ///< body to world
  Quat quaternion(Real t) const;  ///< the same, continuous in sign
  Vec3 omega_world(Real t) const { return rotation(t) * omega_body(t); }
  Real period() const;  ///< of omega_body; infinite on the separatrix, 0 for steady rotation
  Real m() const { return motion_.m; }

 private:
  struct Spin {
    Vec3 w0;
    int a = 0, b = 1, c = 2;
    Real A = 0, B = 0, C = 0, rate = 0, m = 0, m1 = 1, phase = 0;
    bool steady = true;

    Vec3 omega(Real t) const;
  };

  static Spin make_spin(const Vec3& moments, const Vec3& w0);

  Spin motion_;
  Trajectory orientation_;
};

}  // namespace invar::oracles
