// One step of the energy-preserving scheme [Bauchau2003] sec. 3. With d = q1 - q0, mean-value Jacobian B, discrete forces
// f = U_q_bar - Q_bar, and the multipliers scaled as l = h^2/2 lambda:
//
//   (P1)  M x + h^2/2 f + B^T l = 0,  d = h v0 + x      eqs. (4), (5), (13), (14)
//   (P2)  Phi(q0) + B d + a_bar = 0                     eqs. (9) and (17), or (22) for velocity rows
//   (P3)  v1 = v0 + 2 x/h                               eq. (5)
//
// A mass that varies with (t, q) adds its own momentum balance to f (MechanicalSystem::add_pair_inertia).
//
// Newton on (x, l) with the exact tangent [ M + h^2/2 K, B^T; G, -E ]. Solving for the increment, not for q1, keeps the
// energy exact to round-off far away from the origin; for the same reason (P2) is written with the increment (identical to
// Phi(q1) = 0 by the mean-value property), and what rounding cuts off q1 = q0 + d is carried to the next step. With x
// instead of d the rounding of 2/h acts on the change of the energy only; with d it would feed a bias of one unit in the
// last place of the energy into every step. The matrix is factored once at the predicted end of the step: the
// predictor is so close that further iterations with the same factors converge almost quadratically.
//
// Where the midpoint hits a singular position closely, B loses rank while G does not, and the iteration may fail. It is
// tried again with other regularizations, and at last by the loop in two parts, whose midpoints lie elsewhere.
#pragma once

#include <memory>
#include <vector>

#include "invar/integrators/energy_momentum/step_start.h"
#include "invar/integrators/implicit_step.h"
#include "invar/integrators/increment_history.h"
#include "invar/solve/kkt.h"

namespace invar {

struct EpOptions {
  KktForm form = KktForm::kReduced;
  double penalty = 1e9;  // augmented multipliers only: relative to the Schur complement
  int max_iterations = 20;
};

class EpStep final : public ImplicitStep {
 public:
  EpStep(const MechanicalSystem& system, EpOptions options);

  // Stage-wise memory: predictor and last multipliers.
  struct Memory {
    IncrementHistory increments;
    Vector l;
    bool has_l = false;
    double h = 0;
    void archive(Archive& a) {
      a("increments", increments);
      a("l", l);
      a("has_l", has_l);
      a("h", h);
    }
  };

  StepReport step(const State& s0, double h, State& s1, Memory& memory);
  const Vector& lambda() const { return lambda_; }
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
  std::span<const Vector> constraint_residuals() const override { return {&c_, 1}; }
  Status look_at_mass(const State& s);

  EpOptions options_;
  Memory* memory_ = nullptr;  // of the stage at hand
  std::unique_ptr<KktSolver> kkt_;
  PairEval pair_;
  Vector A_, scaled_eps_, c_, d_, d0_, x_, l_, lambda_, r_f_, dq_, dl_, q1_;
  StepStart start_;
  Vector defect_;           // the momentum that iterations and rounding left over: the next step makes it good
  Vector variable_M_, dv_;  // where the mass varies: its value at the end of the last step, and v1 - v0
};

}  // namespace invar
