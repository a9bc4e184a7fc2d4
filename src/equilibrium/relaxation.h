// Relaxation to a stable equilibrium: the motion of a model that loses all its kinetic energy at once, W q' = -r on the
// constraints, followed by implicit steps,
//
//   (R1)  r(q1, lambda1) + mu W (q1 - q0) = 0,     Phi(q1) = 0,     h = 1/mu
//
// each of them solved by Newton's method: q1 is the minimum of V(q) + mu/2 |q - q0|^2 near q0, so the energy falls with
// every step however stiff the model is, and the way goes where the forces point. One linear step instead of (R1), as in
// minimizer.h, leaves the floor of the narrow curved valley that the energy of a thin beam is. mu stays above the most
// negative curvature at both ends of a step, so that it does not jump to the other side of an unstable equilibrium; near a
// stable one mu vanishes, and the method becomes Newton's. Relaxation ends where the last step was short with a mu below
// the lowest curvature, or where the force along it is rounding: not where the balance holds alone, which a thin beam
// satisfies within the rounding of its large internal forces far from where a small load moves it.
#pragma once

#include "invar/equilibrium/newton.h"

namespace invar {

class EquilibriumRelaxation {
 public:
  explicit EquilibriumRelaxation(const EquilibriumProblem& problem);
  // From x.q, which need not satisfy the constraints, to a balance within the tolerance of the options.
  Status solve(double factor, const NewtonOptions& options, EquilibriumIterate& x);
  // The most negative curvatures that V was seen to have at once, after one of the steps of the last solve.
  int negative_directions() const { return negative_directions_; }

 private:
  // At a balance: whether the last step leaves nothing to do.
  bool is_settled(double factor, const EquilibriumIterate& x) const;
  // One step with mu: false if it does not converge, is too long, raises the energy or ends where V + mu/2 |q - q0|^2 is not
  // convex.
  bool step(double factor, const NewtonOptions& options, double mu, EquilibriumIterate& x);

  const EquilibriumProblem& problem_;
  std::unique_ptr<KktSolver> kkt_;
  Vector W_;
  EquilibriumEval eval_;
  Vector A_, eps_, dq_, dl_, residual_, last_step_;
  double last_mu_ = 0;    // of the last step accepted
  double curvature_ = 0;  // lowest of V, at x
  bool knows_curvature_ = false;
  int negative_directions_ = 0;
  int not_convex_ = 0;     // steps in a row that were rejected because they ended so
  int inner_ = 0;          // iterations of the last step
  double longest_ = 0;     // a step may be, in the measure of the problem
  bool too_long_ = false;  // some step since the last accepted one was longer
};

}  // namespace invar
