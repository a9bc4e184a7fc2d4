// One step of formulation B, the conserving augmented Lagrangian of [Dopico2007] eqs. (6) to (9). The mean-value
// Jacobian B of the system takes the place of the rows at q_(n+beta_i): both satisfy eq. (10), B d = Phi1 - Phi0, with
// d = q1 - q0, and for quadratic rows both are the Jacobian at the middle. With d = h v0 + x and l = h^2/2 lambda*,
//
//   (B1)  M x + h^2/2 f + B^T (l + h^2/2 alpha Phi_bar) = 0,   Phi_bar = (Phi1 + Phi0)/2     eqs. (6), (7), (8)
//   (B2)  l += h^2/2 alpha Phi_bar after each iteration                                      eq. (9)
//
// Newton's matrix is M + h^2/2 K + h^2/4 alpha B^T G, which is not symmetric. Phi1 is calculated as Phi0 + B d + a_bar,
// so that alpha does not multiply the rounding of positions. Converged, Phi_bar = 0: Phi1 = -Phi0, which is 0 for a
// consistent start, and the step is that of `ep`. Velocity rows take B d + a_bar in the place of 2 Phi_bar.
#pragma once

#include <memory>

#include "invar/integrators/augmented/projection.h"
#include "invar/integrators/implicit_step.h"
#include "invar/integrators/increment_history.h"
#include "invar/solve/kkt.h"

namespace invar {

struct ConservingOptions {
  double penalty = 0;  // alpha of the paper for all rows; 0 for one that suits step, masses and stiffness
  int max_iterations = 20;
  // Relative residual at which iterations stop, in the scales of structural_step.cc, so that counts of iterations can be
  // compared with formulation A; 0: at round-off.
  double tolerance = 0;
};

class ConservingStep final : public ImplicitStep {
 public:
  ConservingStep(const MechanicalSystem& system, const ConservingOptions& options);

  void reset();
  void continue_from(const Change& change);  // see Integrator
  void archive(Archive& a);
  void set_nominal_step(double h) { nominal_h_ = h; }  // see Integrator
  const Vector& lambda() const { return lambda_; }
  NewtonFactors newton() { return {*kkt_, A_, eps_}; }

 private:
  Status begin(const State& s0, double h) override;
  void predict(const State& s0, double h, bool plain) override;
  void evaluate(const State& s0, double h, NewtonParts parts) override;
  NewtonResidual calc_residual(const State& s0, double h) override;
  bool refactor(const State& s0, double h) override;
  double correct() override;
  void finish(const State& s0, double h, State& s1, StepReport& report) override;
  std::span<const Vector> constraint_residuals() const override { return {&c_, 1}; }
  void explain_failure(double h, Status& status) const override;
  Vector calc_resistance(double h) const;

  ConservingOptions options_;
  std::unique_ptr<KktSolver> kkt_;
  IncrementHistory increments_;
  PointEval point_;
  PairEval pair_;
  Vector A_, scaled_eps_;
  Vector q1_, d_, d0_, x_, l_, lambda_, start_lambda_, r_f_, c_, dq_, dl_;
  Vector Phi0_;    // zero for velocity rows
  Vector last_q_;  // end of the last step,
  Vector defect_;  // and the momentum that its iterations left over
  double nominal_h_ = 0;
};

}  // namespace invar
