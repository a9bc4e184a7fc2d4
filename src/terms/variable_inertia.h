// VariableInertia: a kinetic energy whose coefficients depend on time and configuration ([Braun2012] eq. (1)). With the
// time as coordinate 0, x = (t, q), and w = (1, v),
//
//   (V1)  T(t, q, v) = 1/2 w^T M(x) w = 1/2 v^T M_qq v + M_tq . v + 1/2 M_tt
//
// A term supplies M and its derivatives along a line; everything else follows from them, here for all terms alike.
// At a point, with D_k = dM/dx_k and N = sum_k w_k D_k,
//
//   (V2)  M_qq v' + c_q = forces,      c_k = (N w)_k - 1/2 w^T D_k w
//
// Prescribed motion (terms with t or without a velocity) does work. Its momentum is p_t = (M w)_t, and J = T - p_t, the
// kinetic part of Jacobi's integral, changes without regard to accelerations:
//
//   (V3)  d(T - p_t)/dt = power of the forces - T_t
//
// Across a step with d = x1 - x0 = h (w0 + w1)/2, the momentum balance and its work are
//
//   (V4)  h f = M1 w1 - M0 w0 - h/2 g,   g . d = w0^T (M1 - M0) w1
//   (V5)  f_q . (q1 - q0) + h f_t = T1 - T0
//
// exactly: f_q enters the equations of motion, h f_t is the work of the prescribed motion. g is the discrete gradient of
// mu(x) = w0^T M(x) w1; where a scheme moves by d = h (w_m + u), with w_m = (w0 + w1)/2 and M_m u = B^T gamma, of
// mu(x) = w0^T M(x) w1 + 2 u^T M(x) w_m, and (V5) then gives T1 - T0 + gamma . B (v1 - v0): the mean of the gradient along the step, and what the quadrature leaves goes to the time where M
// depends on it, else along those coordinates that M depends on [Gonzalez1996]. So the momenta of cyclic coordinates are
// kept exactly, too. docs/theory/variable-mass.md has the derivation.
#pragma once

#include "invar/core/state.h"

namespace invar {

inline constexpr int kMaxInertia = 13;  // coordinates of one term, the time included
using InertiaVector = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, kMaxInertia, 1>;
using InertiaMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, kMaxInertia, kMaxInertia>;

// M(x + s dx) and its first and second derivative by s, at s = 0. All symmetric.
struct MassJet {
  InertiaMatrix value, first, second;
};

class VariableInertia {
 public:
  virtual ~VariableInertia() = default;
  // Fills `out`, of size 1 + coordinates.
  virtual void calc_M(const InertiaVector& x, const InertiaVector& dx, MassJet& out) const = 0;
  // Whether M depends on x_k.
  virtual bool depends_on(int /*k*/) const { return true; }

  double T(const At& at) const;
  double p_t(const At& at) const;  // of (V3)
  double T_t(const At& at) const;  // derivative by t alone
  void add_M(const At& at, MatOut M) const;
  // Adds c_q of (V2) and the gradient of J = T - p_t; returns the derivative of J by t.
  double add_force(const At& at, VecOut c, VecOut J_q) const;
  // Derivatives of c_q.
  void add_force_derivatives(const At& at, MatOut by_q, MatOut by_v) const;
};

// A step of a term: the velocity changes by dv, v0 + dv/2 + u = (q1 - q0)/h. An empty u is zero.
struct InertiaStep {
  double t0 = 0, h = 0;
  InertiaVector q0, v0, q1, dv, u = {};
};

// Adds f_q of (V4) and returns the work h f_t.
double add_pair_force(const VariableInertia& term, const InertiaStep& step, VecOut f);
// d f_q / d q1, where v1 = 2 (q1 - q0)/h - v0. What u changes of it is left out.
void add_pair_tangent(const VariableInertia& term, const InertiaStep& step, MatOut K);

}  // namespace invar
