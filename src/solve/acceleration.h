// Velocities, accelerations and multipliers at a point, consistent with the constraints:
//
//   projection    min |v - v*|_M   such that G v + Phi_t = 0
//   acceleration  [ M  G^T ] [a]      = [ Q - U_q ]
//                 [ G   0  ] [lambda]   [ -bias   ]
//
// Both use one factorization. Reported velocities and joint forces come from here: at full order, without the sawtooth
// that nodal velocities and raw multipliers of conserving schemes carry.
#pragma once

#include <memory>

#include "invar/core/status.h"
#include "invar/solve/kkt.h"
#include "invar/solve/node_mass.h"
#include "invar/system/compact_matrix.h"
#include "invar/system/residual_measure.h"

namespace invar {

class AccelerationSolver {
 public:
  // For what: a start or a step, where the last bit counts because it goes on; or results to be shown, where digits that
  // rounding takes away are not refined and factors without pivots do (solve/symmetric_kkt.h), unless they do badly.
  enum class Use { kMotion, kResults };
  explicit AccelerationSolver(const MechanicalSystem& system, KktForm form = KktForm::kReduced, Use use = Use::kMotion);

  // Projects v onto the velocity constraints at (t, q, u). Returns false if the linear system is singular. `impulse`:
  // the multipliers that do it, M (v_after - v_before) = -G^T impulse. `known`, if given, has G and Phi_dot at (t, q, v).
  bool project_velocity(const At& at, Vector& v, Vector* impulse = nullptr, const PointEval* known = nullptr);
  // Removes from a small displacement at (t, q, u) what violates the constraints linearized there. The velocity matters only to rows
  // that are not linear in it.
  bool project_increment(const At& at, Vector& dq);
  // Accelerations and multipliers at (t, q, v, z, u); constraint_residual() is then |G a + bias|.
  bool solve(const At& at, Vector& a, Vector& lambda);
  double constraint_residual() const { return residual_; }
  const Vector& constraint_residuals() const { return r_c_; }
  // What was evaluated for the last solve: G, bias, U_q, Q.
  const PointEval& eval() const { return eval_; }
  // Of the last factorization: for each row an estimate of the diagonal of G M^-1 G^T, times a small constant.
  const Vector& row_mobilities() const { return eps_; }
  // What was evaluated at the last place may have jumped since.
  void forget_factors() { is_factored_ = false; }
  // Forgets factors and pivots: results are those of a new solver to the last bit.
  void reset();
  void archive(Archive& a);

 private:
  bool is_factored(const At& at) const;
  bool factor(const At& at, const PointEval* known = nullptr);
  // With the rows linearized at v.
  bool project_once(const At& at, Vector& v, Vector* impulse, const PointEval* known = nullptr);
  void add_mass_times(const Vector& x, Vector& y) const;
  bool factor_with(KktSolver& kkt);
  KktSolver& pivoted();
  bool turn_to_pivots();

  const MechanicalSystem& system_;
  KktForm form_;
  bool for_results_;
  std::unique_ptr<KktSolver> symmetric_, pivoted_;  // null: not suited, not needed yet
  KktSolver* kkt_ = nullptr;                        // the one with the present factors
  PointEval eval_;
  const Vector& M() const { return system_.has_variable_mass() ? variable_M_ : system_.M(); }
  Vector variable_M_;  // at the factors, where the mass varies
  CompactMatrix constant_M_;
  RowResistances resistances_;  // of a constant mass
  Vector M_regularized_, eps_, r_f_, r_c_, dx_, dl_, l_, v_given_;
  ResidualMeasure measure_;
  double residual_ = 0;
  double factored_t_ = 0;  // where the factors belong
  Vector factored_q_, factored_v_, factored_u_;
  bool is_factored_ = false;
};

}  // namespace invar
