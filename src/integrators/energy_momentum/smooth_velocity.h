// The velocities between which the energy-preserving step is a smooth map, and the way there and back.
//
// A step of the EP scheme turns the sign of the normal part of the nodal velocity relative to a smooth value
//   (S1)  G v_n = -(h^2/12) G q''' + O(h^4),        from (v0 + v1)/2 = (q1 - q0)/h
// Started with a tangent velocity, the normal part therefore alternates with amplitude O(h^2), and a composition of steps
// of different size stays at order 4 for constrained systems (measured), whatever its coefficients. So for orders above 4
// every substep is entered with a normal part
//   (S2)  G v_n = h^2/12 g(q, v) + delta,           g the part of Phi''' without G q'''
// and left with a tangent velocity. For the map from tangent to tangent velocity to be symmetric, delta = O(h^4) must be
// the same at both ends; it is a smooth function of time, and the value found at the end of a substep serves as prediction
// for the same substep of the next step (without it, order 6 measures as 5). With v_p the velocity that the drives impose,
// w the rest of the tangent velocity and n = M^-1 G^T mu the normal part, all orthogonal in the kinetic energy up to
//   (S3)  T(v_p + w + n) = T(v_p) + T(w) + T(n) + n.M v_p,     n.M v_p = -mu.Phi_t the work of the drives,
// that work is booked and w is scaled to make up for T(n), so that the energy balance stays exact to rounding.
// What the scheme keeps, energy and position constraints, it keeps; velocities are tangent at the end of every substep;
// momenta of free systems are kept only to the order of the method.
#pragma once

#include "invar/core/state.h"
#include "invar/solve/acceleration.h"

namespace invar {

class SmoothVelocity {
 public:
  explicit SmoothVelocity(const MechanicalSystem& system);
  // Tangent velocity -> velocity with the normal part (S2) for a step h. False if a linear system is singular.
  // The work of drives is added to `work`.
  bool enter(State& s, double h, const Vector& delta, double& work);
  // End of that step: any velocity -> tangent velocity of the same energy; delta is improved.
  bool leave(State& s, double h, Vector& delta, double& work);

 private:
  double calc_product(const Vector& a, const Vector& b);  // a.M b
  void calc_third_derivative_part(const State& s, const Vector& a, Vector& g);
  // Splits a velocity at (t, q) into the part imposed by drives, the tangent and the normal rest.
  bool split(const State& s);

  const MechanicalSystem& system_;
  AccelerationSolver solver_;
  PointEval eval_;
  Vector a_, lambda_, g_, imposed_, tangent_, normal_, Mv_, plus_, minus_, found_, q_, v_;
};

}  // namespace invar
