// The rates of the rows across a step: two-point derivatives psi_bar of terms/constraint.h. Velocity rows A v + a, and chi, take
// the derivative in the middle, made exact along the increment (terms/rate_identity.h); where A is linear in q it is exact
// there already.
#include "invar/core/local_matrix.h"
#include "invar/system/assembled_system.h"
#include "invar/terms/rate_identity.h"

namespace invar {

namespace {

// Local work of one term with velocity rows.
struct RateWork {
  LocalVector q0, q1, v0, v1, qm, vm, dq, dv, increment, by_time, value;
  LocalMatrix J, B;

  void gather(const TermPlan& plan, const Across& pair, Vec from, Vec to) {
    plan.gather(pair.q0, q0);
    plan.gather(pair.q1, q1);
    plan.gather(from, v0);
    plan.gather(to, v1);
    dq = q1 - q0;
    dv = v1 - v0;
    qm = 0.5 * (q0 + q1);
    vm = 0.5 * (v0 + v1);
  }
  // The rows of `term` at t, which `add_psi(t, q, v, psi)` adds: their increments, and what time alone does.
  template <class AddPsi>
  void calc_increments(const Across& pair, int rows, bool rheonomic, const AddPsi& add_psi) {
    increment.setZero(rows);
    by_time.setZero(rows);
    const auto add = [&](double t, const LocalVector& q, const LocalVector& v, double factor, LocalVector& to) {
      value.setZero(rows);
      add_psi(t, q, v, value);
      to += factor * value;
    };
    add(pair.t1, q1, v1, 1, increment);
    add(pair.t0, q0, v0, -1, increment);
    if (!rheonomic) return;
    add(pair.t1, q1, v1, 0.5, by_time);
    add(pair.t0, q1, v1, -0.5, by_time);
    add(pair.t1, q0, v0, 0.5, by_time);
    add(pair.t0, q0, v0, -0.5, by_time);
  }
};

}  // namespace

void AssembledSystem::eval_rates(const Across& pair, Vec v0, Vec v1, const Vector& /*B*/, unsigned parts,
                                 RateEval& out) const {
  const int nonzeros = plan_.G_pattern.nonzeros(), m = rows();
  if (parts & kResidual) {
    out.Psi.setZero(nonzeros);
    out.G_1.setZero(nonzeros);
    out.psi_t_bar.setZero(m);
    out.psi_1.setZero(m);
    quadratic_.set_mean_rate_G(v0, v1, out.Psi);
    quadratic_.set_G(pair.q1, out.G_1);
    quadratic_.add_rate(out.G_1, v1, out.psi_1);
  }
  if (parts & kTangent) {
    out.Psi_1.setZero(nonzeros);
    quadratic_.set_rate_G(v1, out.Psi_1);
  }
  if (constraints_.empty() && assembly_->pfaffians.empty() && !has_nonlinear_rows()) return;
  RateWork w;
  for (const int i : constraints_) {
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
    const TermPlan& plan = plan_.pfaffians[i];
    const Pfaffian& term = *assembly_->pfaffians[i].term;
    w.gather(plan, pair, v0, v1);
    if (parts & kResidual) {
      const auto add_psi = [&](double t, const LocalVector& q, const LocalVector& v, LocalVector& psi) {
        w.J.setZero(plan.rows, plan.size);
        term.add_A({t, q}, w.J);
        psi.noalias() += w.J.lazyProduct(v);
        if (term.rheonomic()) term.add_a({t, q}, psi);
      };
      w.calc_increments(pair, plan.rows, term.rheonomic(), add_psi);
      w.B.setZero(plan.rows, plan.size);
      term.add_A({pair.t_m(), w.qm}, w.B);
      w.J.setZero(plan.rows, plan.size);
      term.add_velocity_residual_q({pair.t_m(), w.qm, w.vm}, w.J);
      close_rate_identity(w.increment, w.B, w.dq, w.dv, w.by_time, w.J);
      scatter(plan.G, w.J, 1, out.Psi);
      out.psi_t_bar.segment(plan.first_row, plan.rows) += w.by_time;
      w.value.setZero(plan.rows);
      add_psi(pair.t1, w.q1, w.v1, w.value);
      out.psi_1.segment(plan.first_row, plan.rows) += w.value;
      scatter(plan.G, w.J, 1, out.G_1);  // A at the end, as add_psi has left it
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
      const auto add_psi = [&](double t, const LocalVector& q, const LocalVector& v, LocalVector& psi) {
        term.add_chi({t, q, v}, psi);
      };
      w.calc_increments(pair, plan.rows, true, add_psi);
      const LocalVector rate = w.dq / pair.h();  // as eval_pair takes the middle
      w.B.setZero(plan.rows, plan.size);
      term.add_chi_v({pair.t_m(), w.qm, rate}, w.B);
      w.J.setZero(plan.rows, plan.size);
      term.add_chi_q({pair.t_m(), w.qm, w.vm}, w.J);
      close_rate_identity(w.increment, w.B, w.dq, w.dv, w.by_time, w.J);
      scatter(plan.G, w.J, 1, out.Psi);
      out.psi_t_bar.segment(plan.first_row, plan.rows) += w.by_time;
      auto psi = out.psi_1.segment(plan.first_row, plan.rows);
      term.add_chi({pair.t1, w.q1, w.v1}, psi);
      w.J.setZero(plan.rows, plan.size);
      term.add_chi_v({pair.t1, w.q1, w.v1}, w.J);
      scatter(plan.G, w.J, 1, out.G_1);
    }
    if (parts & kTangent) {
      w.J.setZero(plan.rows, plan.size);
      term.add_chi_q({pair.t1, w.q1, w.v1}, w.J);
      scatter(plan.G, w.J, 1, out.Psi_1);
    }
  }
}

}  // namespace invar
