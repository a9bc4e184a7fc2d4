// MixedStiffness: an optional ability of potentials whose stress is linear in a quadratic strain (beams). Newton's method
// for stiff ones converges far better if the stresses are unknowns of the iteration, condensed at once: the residual and
// B^T D B stay as they are, only the geometric stiffness uses the linearly updated stress S* = S - D E2(dq, dq), where dq
// is the last increment of the iteration. The term adds the difference to its Hessian; solvers find out who can do it by
// asking for this interface.
#pragma once

#include "invar/core/types.h"

namespace invar {

class MixedStiffness {
 public:
  virtual ~MixedStiffness() = default;
  // K += H(S*) - H(S), H the second derivative of S . E.
  virtual void add_stress_update(Vec dq, MatOut K) const = 0;
};

}  // namespace invar
