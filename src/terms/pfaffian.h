// Pfaffian: non-holonomic rows A(t, q) v + a(t, q) = 0, linear in the velocities ([Bauchau2003] eq. (2)).
//
// Across a step the conserving schemes enforce A(t_m, q_m) (q1 - q0) + h a_m = 0 with a_m = mean_a(t0, t1, q_m)
// ([Bauchau2003] eq. (22)). The derivatives have defaults by differences, so that a new type only needs A and a;
// the built-in types supply them analytically where that is simple.
#pragma once

#include "invar/core/types.h"

namespace invar {

class Pfaffian {
 public:
  virtual ~Pfaffian() = default;
  virtual int rows() const = 0;
  // Whether a(t, q) may be nonzero, i.e. whether the constraint can do work.
  virtual bool rheonomic() const = 0;

  virtual void add_A(double t, Vec q, MatOut A) const = 0;
  virtual void add_a(double t, Vec q, VecOut a) const = 0;
  // Mean of a over [t0, t1] at fixed q; the default is a 3-point Gauss rule.
  virtual void add_mean_a(double t0, double t1, Vec q, VecOut a) const;
  // d (A v + a) / dq.
  virtual void add_velocity_residual_q(double t, Vec q, Vec v, MatOut J) const;
  // d (A^T lambda) / dq.
  virtual void add_force_q(double t, Vec q, Vec lambda, MatOut K) const;
  // What remains of the time derivative of A v + a without accelerations.
  virtual void add_bias(double t, Vec q, Vec v, VecOut bias) const;
};

}  // namespace invar
