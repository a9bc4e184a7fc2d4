// Force: a generalized force Q(t, q, v) of the local coordinates that is not derived from an energy. Its power is
// Q . v; across a step its work is Q_bar . (q1 - q0), which the certificate books as work in or as dissipation.
#pragma once

#include "invar/core/types.h"

namespace invar {

// Where the work of a force goes in the energy balance.
enum class WorkAccount { kApplied, kDissipated };

class Force {
 public:
  virtual ~Force() = default;
  virtual WorkAccount account() const = 0;

  virtual void add_Q(double t, Vec q, Vec v, VecOut Q) const = 0;
  virtual void add_Q_q(double t, Vec q, Vec v, MatOut K) const = 0;
  virtual void add_Q_v(double t, Vec q, Vec v, MatOut C) const = 0;
  // Both derivatives, for forces that get them in one calculation.
  virtual void add_Q_q_and_Q_v(double t, Vec q, Vec v, MatOut K, MatOut C) const {
    add_Q_q(t, q, v, K);
    add_Q_v(t, q, v, C);
  }

  // K += by_q Q_q + by_v Q_v, for forces that are faster when both go into one matrix.
  virtual void add_Q_tangent(double t, Vec q, Vec v, double by_q, double by_v, MatOut K) const;

  // Two-point value; the default is the midpoint value with v_m = (q1 - q0)/h.
  virtual void add_Q_bar(double t0, Vec q0, double t1, Vec q1, VecOut Q) const;
  // d Q_bar / d q1.
  virtual void add_Q_bar_tangent(double t0, Vec q0, double t1, Vec q1, MatOut K) const;
};

}  // namespace invar
