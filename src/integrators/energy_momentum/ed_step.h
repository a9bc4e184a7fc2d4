// One step of the energy-decaying scheme [Bauchau2003] sec. 4, in the time-Galerkin form of terms/path.h. With the
// unknowns x = d_f - h v_i and y = d_j (increments over the step and to the stage value), eqs. (25) and (26) read
//
//   (E1)  v_j - v_i = (2 x + 6 y) / (h (1 + alpha)),     v_f - v_i = (2 alpha x - 6 y) / (h (1 + alpha))
//
// and the balances (23), (24), M (v_f - v_i)/h + F_g = 0 and M (v_j - v_i)/h + F_h = 0, are combined such that the mass
// stands on the diagonal only (L = h^2 lambda):
//
//   (E2)  M x + h^2/2 (F_g + F_h) = 0
//   (E3)  M y + h^2/6 (alpha F_h - F_g) = 0
//   (E4)  Phi(q_f) = 0 and int Phi dtau = 0; velocity rows: int (A q' + h a) = 0 and int (1 - tau)(A q' + h a) = 0
//
// where F = f + constraint forces. Multiplying (23) by d_f, (24) by 3 d_j gives the balance of energy
//
//   (E5)  E_f - E_i = work - alpha/2 |v_j - v_i|_M^2 - dissipation of the potentials
//
// Redundant rows can hold at the end but not in the mean, too: they keep one multiplier, L_1 = L_0, and Phi(q_f) = 0 alone.
// By (H3) of terms/path.h they stay workless.
//
// At the end Phi_q v_f + Phi_t is of second order in the step. With `exact_ends` v_f is projected onto G v + Phi_t = 0 in the mass
// norm, which takes |change of v|_M^2 / 2 out of the kinetic energy, never less than zero, and lets drives do the work
// impulse . Phi_t; both are booked. The velocities then are of third order.
//
// Newton on (x, y, L_0, L_1) with the exact tangent, factors kept while they serve. The literal rule has one multiplier a
// row and Phi(q_f) = 0 alone; the unused L_1 is pinned to zero.
#pragma once

#include "invar/integrators/energy_momentum/step_start.h"
#include "invar/integrators/implicit_step.h"
#include "invar/integrators/increment_history.h"
#include "invar/solve/acceleration.h"
#include "invar/solve/double_kkt.h"

namespace invar {

struct EdOptions {
  double alpha = 1;
  PathRule rule = PathRule::kGalerkin;
  bool exact_ends = true;  // velocity constraints at step ends; not for alpha = 0, which is to keep the energy
  KktForm form = KktForm::kReduced;  // the literal rule is always solved in full form
  int max_iterations = 20;
};

class EdStep final : public ImplicitStep {
 public:
  EdStep(const MechanicalSystem& system, const EdOptions& options);

  // Mean of lambda over the step; and at its start and end.
  const Vector& lambda() const { return lambda_mean_; }
  const Vector& lambda_0() const { return lambda_[0]; }
  const Vector& lambda_1() const { return lambda_[1]; }
  void reset();
  void continue_from(const Change& change);  // see Integrator
  void archive(Archive& a);

 private:
  Status begin(const State& s0, double h) override;
  void predict(const State& s0, double h, bool plain) override;
  void evaluate(const State& s0, double h, NewtonParts parts) override;
  NewtonResidual calc_residual(const State& s0, double h) override;
  bool refactor(const State& s0, double h) override;
  double correct() override;
  void finish(const State& s0, double h, State& s1, StepReport& report) override;
  std::span<const Vector> constraint_residuals() const override { return c_; }
  void find_single_rows(const State& s);
  void project_end(State& s1, StepReport& report);

  EdOptions options_;
  std::unique_ptr<DoubleKktSolver> kkt_;
  DoubleKkt matrix_;
  PathEval path_;
  Vector q_start_;
  double E_[2][2];  // the Schur complement of constant rows is E (x) G M^-1 G^T, and so is the regularization
  Vector d0_, d_f_, x_[2], L_[2], r_[2], c_[2], dx_[2], dL_[2], lambda_[2], lambda_mean_, work_;
  IncrementHistory increments_, stages_;
  std::vector<int> single_;  // rows with one multiplier
  int steps_ = 0;            // since the start
  Vector last_L_[2];
  double last_h_ = 0;
  StepStart start_;
  std::unique_ptr<AccelerationSolver> projection_;  // with exact_ends
  PointEval end_;
  Vector impulse_, drive_work_;
};

}  // namespace invar
