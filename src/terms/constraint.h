// Constraint: holonomic rows Phi(t, q) = 0 of the local coordinates, possibly depending on time (rheonomic).
//
// Besides the derivatives at a point, every constraint offers a mean-value Jacobian and a time increment with
//   (D2)  Phi(t1, q1) - Phi(t0, q0) = Phi_q_bar (q1 - q0) + Phi_t_bar
// exactly ([Bauchau2003] eqs. (6) and (17); Phi_t_bar is the increment a_m, not a rate). Phi_q_bar does not change when the
// two ends change places. The rate psi = Phi_q v + Phi_t has a two-point derivative of its own that goes with the same
// Phi_q_bar (docs/theory/both-levels.md):
//   (D3)  psi_1 - psi_0 = psi_q_bar (q1 - q0) + Phi_q_bar (v1 - v0) + psi_t_bar
// All outputs are added to.
#pragma once

#include <memory>
#include <vector>

#include "invar/core/layout.h"
#include "invar/core/state.h"

namespace invar {

class Constraint {
 public:
  virtual ~Constraint() = default;
  virtual int rows() const = 0;
  virtual bool rheonomic() const = 0;
  // Names and units of the inputs that Phi reads, At::u, and none of its derivatives does: values of the rows that are held.
  virtual std::vector<VariableInfo> inputs() const { return {}; }
  // Whether Phi is at most quadratic in q and independent of time: integrals along a path are then exact with few points.
  virtual bool is_quadratic() const { return false; }
  // A rheonomic constraint with numbers of no special value for its functions of time: which entries of the derivatives
  // can be nonzero at any time is seen in it at once. Without one (null) all of them are taken to be.
  virtual std::unique_ptr<Constraint> make_timeless() const { return nullptr; }

  virtual void add_Phi(const At& at, VecOut Phi) const = 0;
  virtual void add_Phi_q(const At& at, MatOut J) const = 0;
  virtual void add_Phi_t(const At& at, VecOut Phi_t) const = 0;
  // What remains of the second time derivative without accelerations: (Phi_q v)_q v + 2 Phi_qt v + Phi_tt.
  virtual void add_bias(const At& at, VecOut bias) const = 0;
  // Sum over rows of lambda_i d2 Phi_i / dq2.
  virtual void add_Phi_qq(const At& at, Vec lambda, MatOut K) const = 0;

  virtual void add_Phi_q_bar(const Across& pair, MatOut J) const = 0;
  virtual void add_Phi_t_bar(const Across& pair, VecOut a) const = 0;
  // d (Phi_q_bar^T lambda) / d q1.
  virtual void add_Phi_q_bar_tangent(const Across& pair, Vec lambda, MatOut K) const = 0;

  // d psi / dq = Phi_qq v + Phi_qt. The default takes Phi_qt from differences.
  virtual void add_psi_q(const At& at, MatOut J) const;
  // (D3) with the velocities v0 and v1 at the ends. The default is psi_q in the middle, made exact along q1 - q0
  // (terms/rate_identity.h).
  virtual void add_psi_bar(const Across& pair, Vec v0, Vec v1, MatOut psi_q_bar, VecOut psi_t_bar) const;
};

}  // namespace invar
