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
#include "invar/integrators/increment_history.h"
#include "invar/integrators/newton_iteration.h"
#include "invar/solve/kkt.h"
#include "invar/system/compact_matrix.h"
#include "invar/system/residual_measure.h"

namespace invar {

struct EpOptions {
  KktForm form = KktForm::kReduced;
  double penalty = 1e9;  // augmented multipliers only: relative to the Schur complement
  int max_iterations = 20;
};

class EpStep {
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
  // The next step depends on nothing that went before.
  // Where constraints cannot be met down to rounding, beside a singular position, a step takes them as near as they come,
  // or fails.
  void accept_unmet(bool accepts) { accepts_unmet_ = accepts; }
  void reset();
  void archive(Archive& a);

 private:
  void predict(const State& s0, double h, const Memory& memory);
  NewtonResidual evaluate(const State& s0, double h, NewtonParts parts);
  NewtonResidual calc_residual(double h);
  bool refactor(double h);
  double correct();
  void add_inertia(const State& s0, double h, unsigned parts);
  Status look_at_mass(const State& s);
  void finish(const State& s0, double h, State& s1, Memory& memory, StepReport& report);

  const MechanicalSystem& system_;
  EpOptions options_;
  std::unique_ptr<KktSolver> kkt_;
  PairEval pair_;
  CompactMatrix M_;
  Vector M_regularized_, A_, eps_, scaled_eps_, c_, d_, d0_, x_, l_, lambda_, r_f_, dq_, dl_, q1_, drive_work_;
  StepStart start_;
  Vector defect_;  // the momentum that iterations and rounding left over: the next step makes it good
  ResidualMeasure measure_;
  double eps_factor_ = 1;
  Vector variable_M_, dv_;  // where the mass varies: its value at the end of the last step, and v1 - v0
  bool accepts_unmet_ = true;
};

}  // namespace invar
