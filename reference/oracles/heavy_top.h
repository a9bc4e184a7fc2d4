// Rigid body with a fixed point under gravity.
// HeavyTop: any inertia, Euler's equations J w' = J w x w + m c x R^T g with a quaternion, by the ode oracle.
// LagrangeNutation: symmetric top in closed form. With u the cosine between the symmetry axis and the upward vertical,
//   udot^2 = (alpha - beta u)(1 - u^2) - (b - a u)^2 = beta (u - u1)(u - u2)(u - u3),  u1 <= u <= u2 <= 1 <= u3,
//   u = u1 + (u2 - u1) sn^2(p t + phase | (u2 - u1)/(u3 - u1)),  p = sqrt(beta (u3 - u1))/2.
#pragma once

#include "oracles/ode.h"

namespace invar::oracles {

struct HeavyTopParams {
  Real mass;
  Mat3 inertia_pivot;  ///< about the fixed point, body axes
  Vec3 com;            ///< from the fixed point, body axes
  Vec3 gravity;        ///< world axes
  Vec3 omega_body0;
  Mat3 R0 = Mat3::Identity();
};

class HeavyTop {
 public:
  struct State {
    Quat q;  ///< body to world, continuous in sign
    Mat3 R;
    Vec3 omega_body, omega_world;
    Vec3 com, com_velocity;  ///< world axes, from the fixed point
  };

  explicit HeavyTop(const HeavyTopParams& params);

  State state(Real t) const;
  Real energy(const State& s) const;
  Vec3 angular_momentum(const State& s) const;  ///< about the fixed point, world axes

 private:
  HeavyTopParams params_;
  Trajectory motion_;
};

class LagrangeNutation {
 public:
  /// Throws std::invalid_argument unless com is an axis of symmetry of the inertia.
  explicit LagrangeNutation(const HeavyTopParams& params);

  Real cos_theta(Real t) const;  ///< between com and the upward vertical
  Real cos_theta_rate(Real t) const;
  Real period() const;

 private:
  Real u1_, u2_, u3_, p_, m_, m1_, phase_;
};

/// Heavy top of Geradin/Cardona and Bruls/Arnold (rigid_heavy_top.json): J_com = diag(0.234375, 0.46875, 0.234375).
HeavyTopParams benchmark_heavy_top();

}  // namespace invar::oracles
