// One step of a generalized-alpha scheme on the index-3 equations, after [Arnold2007]. Besides q and v the step carries
// two accelerations: q'', which satisfies the balance of forces, and the algorithmic one, a, that positions are made
// of:
//
//   (S1)  q1 = q0 + h v0 + h^2 (1/2 - beta) a0 + h^2 beta a1
//   (S2)  v1 = v0 + h (1 - gamma) a0 + h gamma a1
//   (S3)  (1 - alpha_m) a1 + alpha_m a0 = (1 - alpha_f) q1'' + alpha_f q0''
//   (S4)  M q1'' + U_q(q1) - Q(t1, q1, v1) + G(q1)^T lambda1 = 0
//   (S5)  Phi(t1, q1) = 0 for position rows, A(t1, q1) v1 + a(t1, q1) = 0 for velocity rows
//
// With x = h^2 beta a1 as unknown, (S4) times k = beta h^2 (1 - alpha_f)/(1 - alpha_m), and l = k lambda, Newton's
// matrix is
//
//   [ M + weight (gamma h C + beta h^2 K)   G^T ]      weight = (1 - alpha_f)/(1 - alpha_m),
//   [ G                                     -E  ]
//
// velocity rows times beta h/gamma, so that they look like position rows. Multipliers are unknowns, or, in augmented
// form, follow from l += E^-1 (c + G dq) with 1/E = k alpha: this is lambda* += alpha Phi of [Dopico2007] eq. (2) after
// each iteration, with Phi of the new iterate taken to first order. (Evaluated anew, Phi has the rounding of q, and
// alpha would multiply it.)
//
// Internal variables follow the trapezoidal rule, z1 = z0 + h/2 (f0 + f1), and are condensed.
//
// The start: q'' from the acceleration-level equations, a0 = q''(t0 + (alpha_m - alpha_f) h) to second order.
#pragma once

#include <memory>

#include "invar/integrators/implicit_step.h"
#include "invar/integrators/increment_history.h"
#include "invar/integrators/structural/alpha_coefficients.h"
#include "invar/solve/acceleration.h"
#include "invar/solve/kkt.h"

namespace invar {

struct StructuralOptions {
  AlphaCoefficients coefficients;
  KktForm form = KktForm::kReduced;
  double penalty =
      0;  // augmented form: alpha of the paper for all rows; 0 for one that suits step, masses and stiffness
  int max_iterations = 20;
  double tolerance = 0;  // relative residual at which iterations stop; 0: at round-off
};

class StructuralStep final : public ImplicitStep {
 public:
  StructuralStep(const MechanicalSystem& system, const StructuralOptions& options);

  void reset();
  void continue_from(const Change& change);  // see Integrator
  void archive(Archive& a);
  void set_nominal_step(double h) { nominal_h_ = h; }  // see Integrator

  const Vector& lambda() const { return lambda_; }
  const Vector& acceleration() const { return qdd_; }  // q'' at the end of the last step
  const PointEval& end() const { return point_; }      // there: forces, Phi, Phi_dot, G
  // Velocity and acceleration at the end of the last step were changed from outside, the latter by forces G^T s; a gets
  // the same change as q''.
  void replace_end(const Vector& v, const Vector& qdd, const Vector& s);
  // The matrix of the last factorization without constraints, its factors and its regularization.
  const Vector& tangent() const { return A_; }
  const Vector& eps() const { return eps_; }
  KktSolver& kkt() { return *kkt_; }

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
  bool connect(const State& s0, double h);
  bool start(const State& s0, double h);
  void eval_end(const State& s0, double t1, NewtonParts parts);
  Vector calc_resistance() const;

  StructuralOptions options_;
  std::unique_ptr<KktSolver> kkt_;
  AccelerationSolver accelerations_;
  IncrementHistory increments_;
  PointEval point_, start_point_;
  PairEval pair_;
  bool has_velocity_rows_ = false;
  Vector A_, scaled_eps_;
  Vector q1_, v1_, d_, x_, l_, lambda_, start_lambda_, r_f_, c_, dq_, dl_, G_newton_, qa_, qb_, drive_work_;
  Vector d0_, v0_, m0_;  // what x = 0 gives: d, v1 and k q1''
  Vector a_, qdd_;       // the two accelerations where the step starts; where the last one ended
  Vector z_b_;           // of internal variables, terms/memory_force.h (Z2)
  Vector last_q_, last_v_, last_z_, last_u_, last_Phi_,
      last_lambda_;  // end of the last step; multipliers that belong to qdd_
  double last_h_ = 0, nominal_h_ = 0;
  double k_ = 0, velocity_factor_ = 0;  // beta h^2 weight, gamma/(beta h) of this step
};

}  // namespace invar
