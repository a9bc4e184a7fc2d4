// Force: a generalized force Q(t, q, v, u) of the local coordinates that is not derived from an energy. Its power is
// Q . v; across a step its work is Q_bar . (q1 - q0), which the certificate books as work in or as dissipation.
#pragma once

#include <vector>

#include "invar/core/layout.h"
#include "invar/core/state.h"

namespace invar {

// Where the work of a force goes in the energy balance.
enum class WorkAccount { kApplied, kDissipated };

class Force {
 public:
  virtual ~Force() = default;
  virtual WorkAccount account() const = 0;
  // Labels and units of the inputs it reads, at.u; constant over a step.
  virtual std::vector<VariableInfo> inputs() const { return {}; }

  virtual void add_Q(const At& at, VecOut Q) const = 0;
  // Derivatives; the defaults are differences, good to about 1e-10 of the size of Q.
  virtual void add_Q_q(const At& at, MatOut K) const;
  virtual void add_Q_v(const At& at, MatOut C) const;
  // Both derivatives, for forces that get them in one calculation.
  virtual void add_Q_q_and_Q_v(const At& at, MatOut K, MatOut C) const {
    add_Q_q(at, K);
    add_Q_v(at, C);
  }

  // K += by_q Q_q + by_v Q_v, for forces that are faster when both go into one matrix.
  virtual void add_Q_tangent(const At& at, double by_q, double by_v, MatOut K) const;

  // Two-point value; the default is the midpoint value with v_m = (q1 - q0)/h.
  virtual void add_Q_bar(const Across& pair, VecOut Q) const;
  // d Q_bar / d q1.
  virtual void add_Q_bar_tangent(const Across& pair, MatOut K) const;
};

}  // namespace invar
