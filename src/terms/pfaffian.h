// Pfaffian: non-holonomic rows A(t, q) v + a(t, q) = 0, linear in the velocities ([Bauchau2003] eq. (2)).
//
// Across a step the conserving schemes enforce A(t_m, q_m) (q1 - q0) + h a_m = 0 with a_m = mean_a(t0, t1, q_m)
// ([Bauchau2003] eq. (22)). The derivatives have defaults by differences, so that a new type only needs A and a;
// the built-in types supply them analytically where that is simple.
#pragma once

#include "invar/core/state.h"

namespace invar {

class Pfaffian {
 public:
  virtual ~Pfaffian() = default;
  virtual int rows() const = 0;
  // Whether a(t, q) may be nonzero, i.e. whether the constraint can do work.
  virtual bool rheonomic() const = 0;

  virtual void add_A(const At& at, MatOut A) const = 0;
  virtual void add_a(const At& at, VecOut a) const = 0;
  // Mean of a over [t0, t1], all but the time as in `at`; the default is a 3-point Gauss rule.
  virtual void add_mean_a(double t0, double t1, const At& at, VecOut a) const;
  // d (A v + a) / dq.
  virtual void add_velocity_residual_q(const At& at, MatOut J) const;
  // d (A^T lambda) / dq.
  virtual void add_force_q(const At& at, Vec lambda, MatOut K) const;
  // What remains of the time derivative of A v + a without accelerations.
  virtual void add_bias(const At& at, VecOut bias) const;
};

}  // namespace invar
