// Descent to a stable equilibrium: the potential energy is lowered on the constraints, by steps of Levenberg-Marquardt
// type in the metric of the mass,
//
//   (L1)  [ K + mu W   G^T ] [dq]        [ f   ]
//         [ G          -E  ] [lambda] = - [ Phi ]
//
// followed by a return to the constraints with the same factors. mu grows until the step is short enough to be trusted,
// goes downhill and lowers the energy; it falls as the model proves right, and the method becomes Newton's. Forces without
// an energy enter with their work along the step. Kinks (contact) only cost smaller steps.
#pragma once

#include "invar/equilibrium/newton.h"

namespace invar {

class EquilibriumMinimizer {
 public:
  explicit EquilibriumMinimizer(const EquilibriumProblem& problem);
  // From x.q, which need not satisfy the constraints. Ends near an equilibrium, at the residual `near` relative to the
  // forces; Newton's method polishes it.
  Status solve(double factor, const NewtonOptions& options, EquilibriumIterate& x, double near = 1e-6);

 private:
  bool return_to_constraints(double factor, Vector& q, double allowed);

  const EquilibriumProblem& problem_;
  std::unique_ptr<KktSolver> kkt_;
  Vector W_;
  EquilibriumEval eval_, trial_;
  Vector A_, eps_, dq_, dl_, zero_, c_q_, c_l_, q_new_, work_, lambda_;
};

}  // namespace invar
