// Rows chi(t, q, v) = 0 that are not linear in the velocities (terms/velocity_constraint.h), and conserved quantities.
//
// Across a pair with d = q1 - q0, v_m = d/h and the middle (t_m, q_m):
//   B = chi_v(m),   a_bar = h chi(m) - B d,   so that B d + a_bar = h chi(m)
//   d(B d + a_bar)/dq1 = h chi_q(m)/2 + chi_v(m),   d(B^T lambda)/dq1 = (chi_v^T lambda)_q/2 + (chi_v^T lambda)_v/h
#include "invar/core/local_matrix.h"
#include "invar/system/assembled_system.h"

namespace invar {

void AssembledSystem::eval_velocity_rows(const At& at, Vec lambda, unsigned parts, PointEval& out) const {
  LocalVector local_q, local_v;
  LocalMatrix J;
  for (size_t i = 0; i < assembly_->velocity_constraints.size(); ++i) {
    const TermPlan& plan = plan_.velocity_constraints[i];
    const VelocityConstraint& term = *assembly_->velocity_constraints[i].term;
    plan.gather(at.q, local_q);
    plan.gather(at.v, local_v);
    if (parts & kVelocity) {
      J.setZero(plan.rows, plan.size);
      term.add_chi_v({at.t, local_q, local_v}, J);
      scatter(plan.G, J, 1, out.G);
      term.add_chi({at.t, local_q, local_v}, out.Phi_dot.segment(plan.first_row, plan.rows));
    }
    if (parts & kBias) {
      auto bias = out.bias.segment(plan.first_row, plan.rows);
      J.setZero(plan.rows, plan.size);
      term.add_chi_q({at.t, local_q, local_v}, J);
      bias.noalias() += J.lazyProduct(local_v);
      term.add_chi_t({at.t, local_q, local_v}, bias);
    }
    if (parts & kStiffness) {
      const auto l = lambda.segment(plan.first_row, plan.rows);
      J.setZero(plan.size, plan.size);
      term.add_force_v({at.t, local_q, local_v}, l, J);
      const bool joined = out.rate_weight != 0;
      scatter(plan.K, J, joined ? out.rate_weight : 1, joined ? out.K : out.C);
      J.setZero(plan.size, plan.size);
      term.add_force_q({at.t, local_q, local_v}, l, J);
      scatter(plan.K, J, 1, out.K);
    }
  }
}

void AssembledSystem::eval_velocity_rows_pair(const Across& pair, Vec lambda, unsigned parts, PairEval& out) const {
  const double h = pair.h(), tm = pair.t_m();
  LocalVector a, b, qm, vm;
  LocalMatrix J, K;
  for (size_t i = 0; i < assembly_->velocity_constraints.size(); ++i) {
    const TermPlan& plan = plan_.velocity_constraints[i];
    const VelocityConstraint& term = *assembly_->velocity_constraints[i].term;
    plan.gather(pair.q0, a);
    plan.gather(pair.q1, b);
    qm = 0.5 * (a + b);
    vm = (b - a) / h;
    J.setZero(plan.rows, plan.size);
    term.add_chi_v({tm, qm, vm}, J);
    if (parts & kResidual) {
      scatter(plan.G, J, 1, out.B);
      LocalVector chi = Vector::Zero(plan.rows);
      term.add_chi({tm, qm, vm}, chi);
      out.a_bar.segment(plan.first_row, plan.rows) += h * (chi - J.lazyProduct(vm));
    }
    if (parts & kTangent) {
      const auto l = lambda.segment(plan.first_row, plan.rows);
      K.setZero(plan.rows, plan.size);
      term.add_chi_q({tm, qm, vm}, K);
      J += 0.5 * h * K;
      scatter(plan.G, J, 1, out.G);
      K.setZero(plan.size, plan.size);
      term.add_force_q({tm, qm, vm}, l, K);
      scatter(plan.K, K, 0.5, out.K);
      K.setZero(plan.size, plan.size);
      term.add_force_v({tm, qm, vm}, l, K);
      scatter(plan.K, K, 1 / h, out.K);
    }
  }
}

void AssembledSystem::eval_invariants(const At& at, InvariantEval& out) const {
  const int k = invariants();
  out.value.setZero(k);
  out.rate_t.setZero(k);
  out.I_q.setZero(k, coordinates());
  out.I_v.setZero(k, coordinates());
  LocalVector local_q, local_v, gradient;
  for (int i = 0; i < k; ++i) {
    const TermPlan& plan = plan_.invariants[i];
    const Invariant& term = *assembly_->invariants[i].term;
    plan.gather(at.q, local_q);
    plan.gather(at.v, local_v);
    out.value[i] = term.value({at.t, local_q, local_v});
    out.rate_t[i] = term.calc_rate_t({at.t, local_q, local_v});
    const auto scatter_row = [&](Matrix& to) {
      for (const auto& s : plan.segments)
        to.block(i, s.global, 1, s.length) += gradient.segment(s.local, s.length).transpose();
    };
    gradient.setZero(plan.size);
    term.add_q({at.t, local_q, local_v}, gradient);
    scatter_row(out.I_q);
    gradient.setZero(plan.size);
    term.add_v({at.t, local_q, local_v}, gradient);
    scatter_row(out.I_v);
  }
}

}  // namespace invar
