// One step of the scheme that keeps energy, positions and velocities at the same instants (docs/theory/both-levels.md), after
// the idea of [Kinon2023]: discrete gradients with a second set of multipliers gamma for the velocity constraints. With the
// mean-value Jacobian B, discrete forces f = U_q_bar - Q_bar and the two-point derivative Psi of the rates of the rows (D3),
//
//   (B1)  M (q1 - q0) = h ( M v_m + B^T gamma )               v_m = (v0 + v1)/2
//   (B2)  M (v1 - v0) = -h ( f + B^T lambda + Psi^T gamma )
//   (B3)  Phi(t1, q1) = 0,  or B (q1 - q0) + a_bar = 0 of velocity rows
//   (B4)  psi(t1, q1, v1) = 0,  psi = Phi_q v + Phi_t, or A v + a
//
// in the unknowns x = d - h v0, d = q1 - q0, z = h/2 (v1 - v0), l = h^2/2 lambda - m, m = h gamma, and with S = h/2 Psi:
//
//   (E1)  M x + h^2/2 f + B^T l + S^T m = 0
//   (E2)  M (x - z) - B^T m = 0
//   (E3)  Phi(q0) + B d + a_bar = 0
//   (E4)  h/2 psi(t1, q0 + d, v0 + 2 z/h) = 0
//
// No inverse of M: coordinates may be without mass. l answers (E3) and m answers (E4), so one regularization each suffices.
// Drives do the work lambda . a_bar + gamma . psi_t_bar. What iterations and rounding leave of (E1), (E2), of q1 and v1 is
// carried to the next step. A mass that varies with (t, q) adds its own momentum balance to f
// (MechanicalSystem::add_pair_inertia), and its mean over the step stands in (B1).
#pragma once

#include "invar/integrators/energy_momentum/step_start.h"
#include "invar/integrators/implicit_step.h"
#include "invar/integrators/increment_history.h"
#include "invar/integrators/multiplier_history.h"
#include "invar/integrators/smooth_history.h"
#include "invar/solve/double_kkt.h"

namespace invar {

struct EmOptions {
  KktForm form = KktForm::kReduced;
  bool sweeps = true;  // the linear systems of an iteration by two sweeps over the levels, or as one matrix
  int max_iterations = 20;
};

class EmStep final : public ImplicitStep {
 public:
  EmStep(const MechanicalSystem& system, const EmOptions& options);

  // Stage-wise memory: predictors and last multipliers.
  struct Memory {
    SmoothHistory increments, gaps, forces;  // of d, x - z, S^T m
    IncrementHistory late_forces;            // of what S^T m gains after the velocities have joined
    MultiplierHistory multipliers;           // of l
    void archive(Archive& a) {
      a("increments", increments);
      a("gaps", gaps);
      a("forces", forces);
      a("late_forces", late_forces);
      a("multipliers", multipliers);
    }
  };

  StepReport step(const State& s0, double h, State& s1, Memory& memory);
  const Vector& lambda() const { return lambda_; }
  // Multipliers gamma of the velocity constraints of the last step.
  const Vector& gamma() const { return gamma_; }
  // The next step depends on nothing that went before.
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
  bool is_met(double balance, double motion) const;
  double measure_rates() const;
  void polish(const State& s0, double h);
  void add_inertia(const State& s0, double h, unsigned parts);
  Status look_at_mass(const State& s);
  void make_whole();
  void calc_eps(double h);
  bool factor_velocities();
  bool wants_velocities(double floor) const;
  void start_velocities(const State& s0, double h);
  void calc_motion_residual(bool with_m);
  bool join_velocities(const State& s0);
  void sweep_again(bool joins);
  void solve_velocities(const Vector& r, const Vector& c, const Vector* dx, double h, Vector& dz, Vector& dm);

  EmOptions options_;
  Memory* memory_ = nullptr;   // of the stage at hand
  const State* s0_ = nullptr;  // where the step at hand starts
  int attempts_ = 0;           // at the step at hand
  int corrections_ = 0;        // of this attempt
  double h_ = 0;
  // Velocities join the iteration once positions are nearly found; until then S^T m is a guess.
  enum class Velocities { kWait, kStart, kTakePart };
  Velocities stage_ = Velocities::kWait;
  bool has_velocity_factors_ = false;
  bool slow_ = false;                                         // the last correction, in the balance of positions
  double last_floor_ = 0, last_balance_ = 0, last_rows_ = 0;  // of the positions, before the last correction
  std::unique_ptr<KktSolver> positions_, velocities_;
  std::unique_ptr<DoubleKktSolver> whole_kkt_;  // both as one matrix, where sweeps have failed
  bool whole_ = false;
  DoubleKkt matrix_;
  PairEval pair_;
  RateEval rates_;
  Vector force_;          // S^T m, or a guess of it
  Vector gap_;            // a guess of x - z
  Vector joined_, late_;  // S^T m with which velocities joined, and a guess of what it gains from there on
  bool has_joined_ = false;
  Vector A_, velocity_eps_, scaled_eps_, rest_f_, rest_c_, dz_, dm_, step_x_, step_l_;
  Vector d0_, d_, x_, z_, l_, m_, r_[2], c_[2], dx_[2], dl_[2], work_, q1_, v1_, lambda_, gamma_, drive_work_;
  Vector momentum_defect_, motion_defect_;  // left over by (B2) and (B1): the next step makes them good
  Vector start_M_, mean_M_, dv_,
      u_;  // where the mass varies: at the start of the step, and its mean less the constant part
  StepStart start_;
};

}  // namespace invar
