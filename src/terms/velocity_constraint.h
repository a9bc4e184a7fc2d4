// VelocityConstraint: non-holonomic rows chi(t, q, v) = 0 that need not be linear in the velocities ([Braun2012] eq. (2)).
// By the rule of Chetaev the reaction is -chi_v^T lambda. It does work where chi_v v does not vanish with chi, as for a
// prescribed speed; that work is booked as work of drives.
//
// Across a step the energy-preserving scheme enforces chi(t_m, q_m, v_m) = 0 at the middle, v_m = (q1 - q0)/h, with the
// reaction of the middle; the work is then exactly -lambda^T chi_v (q1 - q0). All outputs are added to.
#pragma once

#include "invar/core/state.h"

namespace invar {

class VelocityConstraint {
 public:
  virtual ~VelocityConstraint() = default;
  virtual int rows() const = 0;

  virtual void add_chi(const At& at, VecOut chi) const = 0;
  virtual void add_chi_t(const At& at, VecOut chi_t) const = 0;
  virtual void add_chi_q(const At& at, MatOut J) const = 0;
  virtual void add_chi_v(const At& at, MatOut J) const = 0;
  // d (chi_v^T lambda) / dq and / dv.
  virtual void add_force_q(const At& at, Vec lambda, MatOut K) const = 0;
  virtual void add_force_v(const At& at, Vec lambda, MatOut K) const = 0;
};

}  // namespace invar
