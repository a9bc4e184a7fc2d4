// Free rigid body on twelve coordinates d = (u, e1, e2, e3), reference point O away from the mass center:
// [Bauchau2003] sec. 6.1. Exact motion: the mass center moves uniformly, the body turns about it as an Euler top.
// Multipliers of M d'' + B lambda = 0, constraints (e_i.e_i - 1)/2 and e_i.e_j, in the order of [Bauchau2003] eq. (41):
// 11, 22, 33, 23, 13, 12. With S_ij = M_ij - M_0i M_0j/M_00 (second moments about the mass center) and
// A = skew(w') + skew(w)^2 in body axes, so that e_j.e_i'' = A_ji, the symmetric matrix of multipliers is
//   Lambda_kj = -sum_i S_ki A_ji, i.e. Lambda = -S A^T.                                                        (1)
#pragma once

#include <array>

#include "oracles/euler_top.h"

namespace invar::oracles {

struct FreeRigidBodyParams {
  Real M00 = 1.8;
  Vec3 M0{0.18, -0.72, 0.54};
  Mat3 M = (Mat3() << 0.2, -0.012, 0.015, -0.012, 0.7, -0.023, 0.015, -0.023, 0.4).finished();
  Vec3 v0{5, 0, 0};      ///< velocity of O
  Vec3 omega0{0, 4, 0};  ///< at the start u = 0 and e_k = i_k
};

class FreeRigidBody {
 public:
  struct State {
    Vec3 u, udot;
    Mat3 R, Rdot;  ///< columns e1, e2, e3 and their rates
    Vec3 omega;    ///< world axes
    std::array<Real, 6> lambda;
    Real lambda_asymmetry;  ///< largest |Lambda - Lambda^T| of (1): zero when w' obeys Euler's equation
  };

  explicit FreeRigidBody(const FreeRigidBodyParams& params = {});

  State state(Real t) const;
  Real energy(const State& s) const;  ///< from the twelve coordinates' mass matrix, [Bauchau2003] eq. (39)

 private:
  FreeRigidBodyParams params_;
  Vec3 com_;        // body axes, from O
  Mat3 S_, J_;      // second moments and inertia about the mass center
  Mat3 principal_;  // columns: principal axes in body axes
  EulerTop top_;
};

}  // namespace invar::oracles
