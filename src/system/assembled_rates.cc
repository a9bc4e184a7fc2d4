// The rates of the rows across a step: two-point derivatives psi_bar of terms/constraint.h. Velocity rows psi = A v + a, or chi,
// take the change of psi_v, made exact along the increment (terms/rate_identity.h),
//
//   (D5)  Psi = (psi_v(1) - psi_v(0))/h + [ psi_1 - psi_0 - ... ] dq^T / (dq . dq)
//
// and not the derivative by q. With d(B^T gamma)/dt = B^T gamma' + Psi^T gamma the balances (B1) and (B2) of em_step.h add up to
// M q'' + f = -B^T (lambda - gamma'): the constraint acts along its rows alone. For holonomic rows both are the same, since
// second derivatives commute; for others gamma times their difference would be a force that is not there.
#include "invar/core/local_matrix.h"
#include "invar/system/assembled_system.h"
#include "invar/terms/rate_identity.h"

namespace invar {

namespace {

// Local work of one term with velocity rows.
struct RateWork {
  LocalVector q0, q1, v0, v1, qm, dq, dv, increment, by_time, value;
  LocalMatrix J, B, Psi;

  void gather(const TermPlan& plan, const Across& pair, Vec from, Vec to) {
    plan.gather(pair.q0, q0);
    plan.gather(pair.q1, q1);
    plan.gather(from, v0);
    plan.gather(to, v1);
    dq = q1 - q0;
    dv = v1 - v0;
    qm = 0.5 * (q0 + q1);
  }
  // (D5) of a term whose B is known. J and value are then psi_v and psi at the end. `eval(t, q, v, psi_v, psi)` adds both.
  template <class Eval>
  void calc(const Across& pair, const TermPlan& plan, bool rheonomic, const Eval& eval) {
    const auto set = [&](double t, const LocalVector& q, const LocalVector& v) {
      J.setZero(plan.rows, plan.size);
      value.setZero(plan.rows);
      eval(t, q, v, J, value);
    };
    by_time.setZero(plan.rows);
    if (rheonomic) {
      set(pair.t0, q1, v1);
      by_time -= 0.5 * value;
      set(pair.t1, q0, v0);
      by_time += 0.5 * value;
    }
    set(pair.t0, q0, v0);
    if (rheonomic) by_time -= 0.5 * value;
    increment = -value;
    Psi = J;
    set(pair.t1, q1, v1);
    if (rheonomic) by_time += 0.5 * value;
    increment += value;
    Psi = (J - Psi) / pair.h();
    close_rate_identity(increment, B, dq, dv, by_time, Psi);
  }
  void scatter_to(const TermPlan& plan, RateEval& out) const {
    scatter(plan.G, Psi, 1, out.Psi);
    scatter(plan.G, J, 1, out.G_1);
    out.psi_t_bar.segment(plan.first_row, plan.rows) += by_time;
    out.psi_1.segment(plan.first_row, plan.rows) += value;
  }
};

}  // namespace

void AssembledSystem::eval_rates(const Across& pair, Vec v0, Vec v1, const Vector& /*B*/, unsigned parts,
                                 RateEval& out) const {
  const int nonzeros = plan_.G_pattern.nonzeros(), m = rows();
  // Quadratic rows set their values; what is no entry of theirs stays zero.
  const bool all_quadratic = constraints_.empty() && assembly_->pfaffians.empty() && !has_nonlinear_rows();
  const auto clear = [&](Vector& values) {
    if (!all_quadratic || values.size() != nonzeros) values.setZero(nonzeros);
  };
  if (parts & kResidual) {
    clear(out.Psi);
    clear(out.G_1);
    out.psi_t_bar.setZero(m);
    out.psi_1.setZero(m);
    quadratic_.set_mean_rate_G(v0, v1, out.Psi);
    quadratic_.set_G(pair.q1, out.G_1);
    quadratic_.add_rate(out.G_1, v1, out.psi_1);
  }
  if (parts & kTangent) {
    clear(out.Psi_1);
    quadratic_.set_rate_G(v1, out.Psi_1);
  }
  if (all_quadratic) return;
  RateWork w;
  for (const int i : constraints_) {
    if (is_off(assembly_->constraints[i], pair.u)) continue;
    const TermPlan& plan = plan_.constraints[i];
    const Constraint& term = *assembly_->constraints[i].term;
    w.gather(plan, pair, v0, v1);
    if (parts & kResidual) {
      w.J.setZero(plan.rows, plan.size);
      w.by_time.setZero(plan.rows);
      term.add_psi_bar({pair.t0, pair.t1, w.q0, w.q1}, w.v0, w.v1, w.J, w.by_time);
      scatter(plan.G, w.J, 1, out.Psi);
      out.psi_t_bar.segment(plan.first_row, plan.rows) += w.by_time;
      w.J.setZero();
      term.add_Phi_q({pair.t1, w.q1}, w.J);
      scatter(plan.G, w.J, 1, out.G_1);
      auto psi = out.psi_1.segment(plan.first_row, plan.rows);
      psi.noalias() += w.J.lazyProduct(w.v1);
      if (term.rheonomic()) term.add_Phi_t({pair.t1, w.q1}, psi);
    }
    if (parts & kTangent) {
      w.J.setZero(plan.rows, plan.size);
      term.add_psi_q({pair.t1, w.q1, w.v1}, w.J);
      scatter(plan.G, w.J, 1, out.Psi_1);
    }
  }
  for (size_t i = 0; i < assembly_->pfaffians.size(); ++i) {
    if (is_off(assembly_->pfaffians[i], pair.u)) continue;
    const TermPlan& plan = plan_.pfaffians[i];
    const Pfaffian& term = *assembly_->pfaffians[i].term;
    w.gather(plan, pair, v0, v1);
    if (parts & kResidual) {
      w.B.setZero(plan.rows, plan.size);
      term.add_A({pair.t_m(), w.qm}, w.B);
      w.calc(pair, plan, term.rheonomic(),
             [&](double t, const LocalVector& q, const LocalVector& v, LocalMatrix& A, LocalVector& psi) {
               term.add_A({t, q}, A);
               psi.noalias() += A.lazyProduct(v);
               if (term.rheonomic()) term.add_a({t, q}, psi);
             });
      w.scatter_to(plan, out);
    }
    if (parts & kTangent) {
      w.J.setZero(plan.rows, plan.size);
      term.add_velocity_residual_q({pair.t1, w.q1, w.v1}, w.J);
      scatter(plan.G, w.J, 1, out.Psi_1);
    }
  }
  for (size_t i = 0; i < assembly_->velocity_constraints.size(); ++i) {
    const TermPlan& plan = plan_.velocity_constraints[i];
    const VelocityConstraint& term = *assembly_->velocity_constraints[i].term;
    w.gather(plan, pair, v0, v1);
    if (parts & kResidual) {
      const LocalVector rate = w.dq / pair.h();  // as eval_pair takes the middle
      w.B.setZero(plan.rows, plan.size);
      term.add_chi_v({pair.t_m(), w.qm, rate}, w.B);
      w.calc(pair, plan, true,
             [&](double t, const LocalVector& q, const LocalVector& v, LocalMatrix& chi_v, LocalVector& chi) {
               term.add_chi_v({t, q, v}, chi_v);
               term.add_chi({t, q, v}, chi);
             });
      w.scatter_to(plan, out);
    }
    if (parts & kTangent) {
      w.J.setZero(plan.rows, plan.size);
      term.add_chi_q({pair.t1, w.q1, w.v1}, w.J);
      scatter(plan.G, w.J, 1, out.Psi_1);
    }
  }
}

}  // namespace invar
