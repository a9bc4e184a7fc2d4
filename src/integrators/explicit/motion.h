// ConstrainedMotion: the right-hand side that explicit schemes integrate, y' = f(t, y) with y = (q, v, w, z) and
// the work of each driving row at the end:
//
//   (M1)  q' = v + (velocity-level corrections)                                     [Braun2012] eq. (16)
//   (M2)  M v' + G^T lambda = Q - U_q,  G v' = -bias + (constraint feedback)        [Yoon] eqs. (1), (6)
//         plus the energy control, an acceleration added to v'                      [Yoon] eq. (12), [Braun2012] eq. (20)
//   (M2a) z' = f(t, q, v, z), of forces with internal variables
//   (M3)  w' = powers of applied forces, drives (lambda . Phi_t) and dissipation, then those of each row where rows drive
//
// so that the energy law psi = E - E0 - W, W = w_applied + w_drives - w_dissipated, holds with what the scheme itself
// integrates. Where a variable mass contains prescribed motion, E is J + U (terms/variable_inertia.h (V3)), and the work
// beyond w is the change of p_t ([Yoon] below eq. (9), [Braun2012] eq. (18)). Stabilizations and energy controls see a Stage.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "invar/core/status.h"
#include "invar/solve/constrained_solver.h"

namespace invar {

// Where the right-hand side is being evaluated, and what is known there.
struct Stage {
  double t = 0, h = 0;  // h: size of the step in progress
  Vector q, v;
  PointEval eval;
  const Vector* M = nullptr;  // mass matrix in K_pattern
  double psi = 0;             // error of the energy, if asked for
  double power = 0;           // going in
  Vector q_dot, v_dot, lambda;
  Vector f, c;  // right-hand sides of (M2)
  // Work arrays for stabilizations and controls.
  Vector x, l, Mx;
};

class BranchWatch;
class Stabilization;
class EnergyControl;

class ConstrainedMotion {
 public:
  static constexpr int kBooks = 3;  // first components of w: applied, drives, dissipated

  ConstrainedMotion(const MechanicalSystem& system, ConstrainedSolverKind kind, double truncation,
                    std::unique_ptr<Stabilization> stabilization, std::unique_ptr<EnergyControl> energy);
  ~ConstrainedMotion();

  const MechanicalSystem& system() const { return system_; }
  int coordinates() const { return n_; }
  int size() const { return 2 * n_ + kBooks + z_ + driving_rows(); }
  int internals() const { return z_; }
  int first_internal() const { return 2 * n_ + kBooks; }
  // What the system is evaluated at; inputs are those of the step.
  At at(double t, const Vector& y) const {
    return {t, y.head(n_), y.segment(n_, n_), y.segment(first_internal(), z_), u_};
  }
  void set_inputs(const Vector& u) { u_ = u; }
  int driving_rows() const { return system_.rheonomic() ? m_ : 0; }
  ConstrainedSolver& solver() { return *solver_; }
  Stage& stage() { return stage_; }

  void reset();
  void forget_factors() { factored_ = false; }  // what depends on time has jumped
  void archive(Archive& a);
  // Rows that follow from others are left out, found where a run begins: away from the constraints, where the stages of a
  // step are, they contradict each other by the error of the stage, and would turn it into accelerations of order one.
  const std::vector<int>& left_out() const { return left_out_; }
  void ask_for_all_rows();
  // A step of size h from y0, where the energy should be E_expected (without the books in y0, which are zero).
  Status begin_step(double t, const Vector& y0, double h, double E_expected);
  Status eval(double t, const Vector& y, Vector& y_dot);
  // Terms held over the step are left out from now on, until the next begin_step; only they depend on its start.
  void release() { held_ = false; }
  // Accelerations that jump beside a singular position are made smooth by `watch` from now on; null: no longer.
  void smooth_by(BranchWatch* watch) { watch_ = watch; }
  bool holds_terms() const;
  // f depends on the step it is used in: it cannot be kept for the next one.
  bool depends_on_step() const;
  // No scheme reaches more on this right-hand side.
  int highest_order() const;

  // Makes the factors belong to (t, q): true if they are known to do so already or could be made. Fills eval.G and
  // eval.Phi_dot of the stage for this v.
  Status factor_at(double t, Vec q, Vec v);
  // The mass matrix where the factors belong.
  const Vector& M() const { return *stage_.M; }
  // T + U, or J + U.
  double calc_energy(const At& at);
  double calc_p_t(const At& at);
  // E - E0 - W at y.
  double calc_psi(double t, const Vector& y);

  const Vector& lambda() const { return stage_.lambda; }
  const Vector& start_velocity() const { return start_v_; }  // of the step
  int factorizations() const { return factorizations_; }

 private:
  bool has_factors_at(double t, Vec q, Vec v) const;
  void find_redundant_rows(double t, const Vector& y0);
  void choose_rows(double t, const Vector& y0);
  bool has_poor_rows();
  Status factor(double t, Vec q, Vec v);

  const MechanicalSystem& system_;
  const int n_, m_, z_;
  const ConstrainedSolverKind kind_;
  const double truncation_;
  std::unique_ptr<ConstrainedSolver> solver_;
  std::unique_ptr<Stabilization> stabilization_;
  std::unique_ptr<EnergyControl> energy_;
  Stage stage_;
  Vector no_lambda_, Phi_t_, row_power_, start_v_, u_;
  double E_expected_ = 0;
  bool held_ = false;
  BranchWatch* watch_ = nullptr;
  Vector factored_q_, factored_v_;
  double factored_t_ = 0;
  Vector variable_M_;
  bool factored_ = false;
  int factorizations_ = 0;
  std::vector<int> left_out_;
  double usual_cancellation_ = 0;
  bool knows_redundant_ = false;
};

// Where and what is not finite or cannot be solved, for messages.
Status not_finite_at(double t);

}  // namespace invar
