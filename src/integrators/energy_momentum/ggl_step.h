// One step of the stabilized index-2 (GGL) method [Bauchau2003] sec. 5, eqs. (34)-(37). A second set of multipliers mu
// corrects the coordinates so that velocity constraints can be required beside those of positions. With x = d - h v_i,
// z = h (v_m - v_i), scaled multipliers l = h^2/2 lambda, m = h mu, and the mean-value Jacobian B of eq. (6):
//
//   (G1)  M z + h^2/2 f + B^T l = 0           eq. (4)
//   (G2)  x - z + B^T m = 0                   eq. (37)
//   (G3)  Phi(q_f) = 0                        eq. (9)
//   (G4)  mean_value: B v_m + a_bar/h = 0     eq. (11)
//         end_point:  Phi_q(q_f) v_f + Phi_t = 0   as in the original method
//
// Eq. (38): mean_value implies mu = 0, so the step is that of EP. With end_point mu is O(h^2) and the energy changes by
//
//   (G5)  E_f - E_i = work + (v_f - v_i) . M B^T mu
//
// which is booked as numerical dissipation (of either sign). Velocity rows have no position to correct, their mu is pinned
// to zero: mean_value requires B v_m + a_m = 0, eq. (22), end_point A v_f + a = 0 at the end.
#pragma once

#include "invar/integrators/energy_momentum/step_start.h"
#include "invar/integrators/implicit_step.h"
#include "invar/integrators/increment_history.h"
#include "invar/solve/double_kkt.h"

namespace invar {

struct GglOptions {
  bool end_point = false;
  KktForm form = KktForm::kReduced;
  int max_iterations = 30;
};

class GglStep final : public ImplicitStep {
 public:
  GglStep(const MechanicalSystem& system, const GglOptions& options);

  const Vector& lambda() const { return lambda_; }
  // Multipliers of the velocity constraints of the last step.
  const Vector& mu() const { return mu_; }
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
  void calc_rate_of_G(const At& at, double h);

  GglOptions options_;
  std::unique_ptr<DoubleKktSolver> kkt_;
  DoubleKkt matrix_;
  PairEval pair_;
  PointEval end_, point_;
  std::vector<bool> holonomic_;
  Vector eps_mu_, G_rate_;
  Vector d0_, d_, x_[2], l_[2], r_[2], c_[2], dx_[2], dl_[2], q1_, v1_, lambda_, mu_, Bd_;
  IncrementHistory increments_;
  Vector last_l_;
  double last_h_ = 0;
  StepStart start_;
};

}  // namespace invar
