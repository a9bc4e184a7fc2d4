#include "invar/system/assembled_system.h"

#include "invar/core/local_matrix.h"
#include "invar/core/term_failure.h"

namespace invar {

namespace {

// Local work arrays for one term; on the stack, sized by the largest element.
struct Local {
  LocalVector q0, q1, lambda, force, rows, dq;
  LocalMatrix J, K;
};

// Stays empty where there was no correction yet.
void gather_correction(const TermPlan& plan, bool given, const Vector& dq, LocalVector& local) {
  local.resize(0);
  if (given) plan.gather(dq, local);
}

void resize(Vector& x, int n) {
  if (x.size() != n) x.resize(n);
  x.setZero();
}

}  // namespace

AssembledSystem::AssembledSystem(std::shared_ptr<const Assembly> assembly)
    : assembly_(std::move(assembly)),
      plan_(make_assembly_plan(*assembly_)),
      start_inputs_(start_inputs(assembly_->layout)) {
  M_ = Vector::Zero(plan_.K_pattern.nonzeros());
  LocalMatrix M;
  for (size_t i = 0; i < assembly_->inertias.size(); ++i) {
    const TermPlan& plan = plan_.inertias[i];
    M.setZero(plan.size, plan.size);
    assembly_->inertias[i].term->add_M(M);
    scatter(plan.K, M, 1, M_);
  }
  compact_M_ = CompactMatrix(plan_.K_pattern, M_);
  find_mass_groups();
  constant_U_q_ = Vector::Zero(coordinates());
  for (size_t i = 0; i < assembly_->potentials.size(); ++i) {
    const Potential& term = *assembly_->potentials[i].term;
    const TermPlan& plan = plan_.potentials[i];
    if (!term.is_linear() || assembly_->potentials[i].switch_input >= 0) {
      potentials_.push_back(static_cast<int>(i));
      continue;
    }
    const LocalVector zero = Vector::Zero(plan.size);
    LocalVector gradient = zero;
    constant_U_ += term.U(zero);
    term.add_U_q(zero, gradient);
    plan.scatter(gradient, constant_U_q_);
  }
  for (size_t i = 0; i < assembly_->constraints.size(); ++i) {
    const Constraint& term = *assembly_->constraints[i].term;
    if (term.is_quadratic() && assembly_->constraints[i].switch_input < 0)
      quadratic_.add(term, plan_.constraints[i], plan_.G_pattern, plan_.K_pattern);
    else
      constraints_.push_back(static_cast<int>(i));
  }
  for (const auto& p : assembly_->forces) dissipative_ |= p.term->account() == WorkAccount::kDissipated;
  for (const auto& p : assembly_->memory_forces)
    dissipative_ |= p.term->account() == WorkAccount::kDissipated || p.term->has_friction();
  for (const auto& p : assembly_->constraints) rheonomic_ |= p.term->rheonomic();
  for (const auto& p : assembly_->pfaffians) rheonomic_ |= p.term->rheonomic();
  rheonomic_ |= has_nonlinear_rows();  // they may do work
}

void AssembledSystem::eval(const At& at, Vec lambda, unsigned parts, PointEval& out) const {
  const int n = coordinates(), m = rows();
  EvaluatedOwner owner;
  Local w;
  LocalVector local_v;
  LocalMatrix C;
  if (parts & kEnergy) {
    out.T = 0.5 * compact_M_.calc_form(at.v);
    out.U = 0;
  }
  if (parts & kForces) resize(out.U_q, n), resize(out.Q, n);
  if (parts & kPosition) resize(out.Phi, m);
  if (parts & kVelocity) resize(out.Phi_dot, m), resize(out.G, plan_.G_pattern.nonzeros());
  if (parts & kBias) resize(out.bias, m);
  const bool joined = out.rate_weight != 0;  // derivatives by q and v in one matrix
  if (parts & kStiffness)
    resize(out.K, plan_.K_pattern.nonzeros()), resize(out.C, joined ? 0 : plan_.K_pattern.nonzeros());

  if (parts & (kEnergy | kForces | kStiffness)) {
    if (parts & kEnergy) out.U += constant_U_ + constant_U_q_.dot(at.q);
    if (parts & kForces) out.U_q = constant_U_q_;
    for (const int i : potentials_) {
      if (is_off(assembly_->potentials[i], at.u)) continue;
      const TermPlan& plan = plan_.potentials[i];
      owner = assembly_->potentials[i].owner;
      const Potential& term = *assembly_->potentials[i].term;
      plan.gather(at.q, w.q1);
      if (parts & kEnergy) out.U += term.U(w.q1);
      if (parts & kForces) {
        w.force.setZero(plan.size);
        term.add_U_q(w.q1, w.force);
        plan.scatter(w.force, out.U_q);
      }
      if (parts & kStiffness) {
        w.K.setZero(plan.size, plan.size);
        term.add_U_qq(w.q1, w.K);
        scatter_symmetric(plan.K, w.K, out.K);
      }
    }
  }
  if (parts & kPower) out.power_applied = out.power_dissipated = out.stored_rate = 0;
  if (parts & (kForces | kStiffness | kPower)) {
    for (size_t i = 0; i < assembly_->forces.size(); ++i) {
      if (is_off(assembly_->forces[i], at.u)) continue;
      const TermPlan& plan = plan_.forces[i];
      owner = assembly_->forces[i].owner;
      const Force& term = *assembly_->forces[i].term;
      plan.gather(at.q, w.q1);
      plan.gather(at.v, local_v);
      if (parts & (kForces | kPower)) {
        w.force.setZero(plan.size);
        term.add_Q({at.t, w.q1, local_v, {}, plan.take_inputs(at.u)}, w.force);
        const double power = w.force.dot(local_v);
        if (parts & kPower && term.account() == WorkAccount::kApplied) out.power_applied += power;
        if (parts & kPower && term.account() == WorkAccount::kDissipated) out.power_dissipated -= power;
        if (parts & kForces) plan.scatter(w.force, out.Q);
      }
      if (parts & kStiffness) {
        w.K.setZero(plan.size, plan.size);
        if (joined) {
          term.add_Q_tangent({at.t, w.q1, local_v, {}, plan.take_inputs(at.u)}, 1, out.rate_weight, w.K);
        } else {
          C.setZero(plan.size, plan.size);
          term.add_Q_q_and_Q_v({at.t, w.q1, local_v, {}, plan.take_inputs(at.u)}, w.K, C);
          scatter(plan.K, C, -1, out.C);
        }
        scatter(plan.K, w.K, -1, out.K);
      }
    }
  }
  if (!assembly_->memory_forces.empty()) eval_memories(at, parts, out);
  if (has_variable_mass()) add_inertias(at, parts, out);
  if (!(parts & (kPosition | kVelocity | kBias | kStiffness))) return;
  if (parts & kPosition) {
    for (size_t i = 0; i < assembly_->constraints.size(); ++i) {
      if (is_off(assembly_->constraints[i], at.u)) continue;
      const TermPlan& plan = plan_.constraints[i];
      owner = assembly_->constraints[i].owner;
      plan.gather(at.q, w.q1);
      assembly_->constraints[i].term->add_Phi({at.t, w.q1, {}, {}, plan.take_inputs(inputs_or_start(at.u))},
                                              out.Phi.segment(plan.first_row, plan.rows));
    }
  }
  if (parts & kVelocity) {
    quadratic_.set_G(at.q, out.G);
    quadratic_.add_rate(out.G, at.v, out.Phi_dot);
  }
  if (parts & kBias) quadratic_.add_bias(at.v, out.bias);
  if (parts & kStiffness) quadratic_.add_stiffness(lambda, 1, out.K);
  for (const int i : constraints_) {
    if (is_off(assembly_->constraints[i], at.u)) continue;
    const TermPlan& plan = plan_.constraints[i];
    owner = assembly_->constraints[i].owner;
    const Constraint& term = *assembly_->constraints[i].term;
    plan.gather(at.q, w.q1);
    if (parts & kVelocity) {
      plan.gather(at.v, local_v);
      w.J.setZero(plan.rows, plan.size);
      term.add_Phi_q({at.t, w.q1}, w.J);
      scatter(plan.G, w.J, 1, out.G);
      auto Phi_dot = out.Phi_dot.segment(plan.first_row, plan.rows);
      Phi_dot.noalias() += w.J.lazyProduct(local_v);
      if (term.rheonomic()) term.add_Phi_t({at.t, w.q1}, Phi_dot);
    }
    if (parts & kBias) {
      plan.gather(at.v, local_v);
      term.add_bias({at.t, w.q1, local_v}, out.bias.segment(plan.first_row, plan.rows));
    }
    if (parts & kStiffness) {
      w.K.setZero(plan.size, plan.size);
      term.add_Phi_qq({at.t, w.q1}, lambda.segment(plan.first_row, plan.rows), w.K);
      scatter(plan.K, w.K, 1, out.K);
    }
  }
  for (size_t i = 0; i < assembly_->pfaffians.size(); ++i) {
    if (is_off(assembly_->pfaffians[i], at.u)) continue;
    const TermPlan& plan = plan_.pfaffians[i];
    owner = assembly_->pfaffians[i].owner;
    const Pfaffian& term = *assembly_->pfaffians[i].term;
    plan.gather(at.q, w.q1);
    plan.gather(at.v, local_v);
    if (parts & kVelocity) {
      w.J.setZero(plan.rows, plan.size);
      term.add_A({at.t, w.q1}, w.J);
      scatter(plan.G, w.J, 1, out.G);
      auto Phi_dot = out.Phi_dot.segment(plan.first_row, plan.rows);
      Phi_dot.noalias() += w.J.lazyProduct(local_v);
      term.add_a({at.t, w.q1}, Phi_dot);
    }
    if (parts & kBias) term.add_bias({at.t, w.q1, local_v}, out.bias.segment(plan.first_row, plan.rows));
    if (parts & kStiffness) {
      w.K.setZero(plan.size, plan.size);
      term.add_force_q({at.t, w.q1}, lambda.segment(plan.first_row, plan.rows), w.K);
      scatter(plan.K, w.K, 1, out.K);
    }
  }
  if (has_nonlinear_rows()) eval_velocity_rows(at, lambda, parts, out);
}

void AssembledSystem::eval_pair(const Across& pair, Vec lambda, unsigned parts, PairEval& out) const {
  const int n = coordinates(), m = rows();
  const double h = pair.h();
  EvaluatedOwner owner;
  Local w;
  LocalVector dq;
  if (parts & kResidual) resize(out.f, n), resize(out.B, plan_.G_pattern.nonzeros()), resize(out.a_bar, m);
  if (parts & kTangent) resize(out.G, plan_.G_pattern.nonzeros()), resize(out.K, plan_.K_pattern.nonzeros());
  if (parts & kWork) out.work_applied = out.dissipated = 0;
  if (parts & (kResidual | kTangent)) {
    if (parts & kResidual) out.f = constant_U_q_;
    for (const int i : potentials_) {
      if (is_off(assembly_->potentials[i], pair.u)) continue;
      const TermPlan& plan = plan_.potentials[i];
      owner = assembly_->potentials[i].owner;
      const Potential& term = *assembly_->potentials[i].term;
      plan.gather(pair.q0, w.q0);
      plan.gather(pair.q1, w.q1);
      if (parts & kResidual) {
        w.force.setZero(plan.size);
        term.add_U_q_bar(w.q0, w.q1, w.force);
        plan.scatter(w.force, out.f);
      }
      if (parts & kTangent) {
        w.K.setZero(plan.size, plan.size);
        if (parts & kMixed) {
          gather_correction(plan, out.has_dq, out.dq, w.dq);
          term.add_mixed_U_q_bar_tangent(w.q0, w.q1, w.dq, w.K);
        } else {
          term.add_U_q_bar_tangent(w.q0, w.q1, w.K);
        }
        scatter(plan.K, w.K, 1, out.K);
      }
    }
  }
  for (size_t i = 0; i < assembly_->forces.size(); ++i) {
    if (is_off(assembly_->forces[i], pair.u)) continue;
    const TermPlan& plan = plan_.forces[i];
    owner = assembly_->forces[i].owner;
    const Force& term = *assembly_->forces[i].term;
    plan.gather(pair.q0, w.q0);
    plan.gather(pair.q1, w.q1);
    if (parts & (kResidual | kWork)) {
      w.force.setZero(plan.size);
      term.add_Q_bar({pair.t0, pair.t1, w.q0, w.q1, {}, plan.take_inputs(pair.u)}, w.force);
      if (parts & kWork) {
        const double work = w.force.dot(w.q1 - w.q0);
        if (term.account() == WorkAccount::kApplied)
          out.work_applied += work;
        else
          out.dissipated -= work;
      }
      if (parts & kResidual) {
        w.force = -w.force;
        plan.scatter(w.force, out.f);
      }
    }
    if (parts & kTangent) {
      w.K.setZero(plan.size, plan.size);
      term.add_Q_bar_tangent({pair.t0, pair.t1, w.q0, w.q1, {}, plan.take_inputs(pair.u)}, w.K);
      scatter(plan.K, w.K, -1, out.K);
    }
  }
  if (!assembly_->memory_forces.empty()) eval_memories_pair(pair, parts, out);
  if (parts & kResidual) {
    if (out.d)
      quadratic_.set_mean_G_along(pair.q0, *out.d, out.B);
    else
      quadratic_.set_mean_G(pair.q0, pair.q1, out.B);
  }
  if (parts & kTangent) {
    quadratic_.set_G(pair.q1, out.G);
    quadratic_.add_stiffness(lambda, 0.5, out.K);
  }
  for (const int i : constraints_) {
    if (is_off(assembly_->constraints[i], pair.u)) continue;
    const TermPlan& plan = plan_.constraints[i];
    owner = assembly_->constraints[i].owner;
    const Constraint& term = *assembly_->constraints[i].term;
    plan.gather(pair.q1, w.q1);
    plan.gather(pair.q0, w.q0);
    if (parts & kResidual) {
      w.J.setZero(plan.rows, plan.size);
      term.add_Phi_q_bar({pair.t0, pair.t1, w.q0, w.q1}, w.J);
      scatter(plan.G, w.J, 1, out.B);
      if (term.rheonomic())
        term.add_Phi_t_bar({pair.t0, pair.t1, w.q0, w.q1}, out.a_bar.segment(plan.first_row, plan.rows));
    }
    if (parts & kTangent) {
      w.J.setZero(plan.rows, plan.size);
      term.add_Phi_q({pair.t1, w.q1}, w.J);
      scatter(plan.G, w.J, 1, out.G);
      w.K.setZero(plan.size, plan.size);
      term.add_Phi_q_bar_tangent({pair.t0, pair.t1, w.q0, w.q1}, lambda.segment(plan.first_row, plan.rows), w.K);
      scatter(plan.K, w.K, 1, out.K);
    }
  }
  for (size_t i = 0; i < assembly_->pfaffians.size(); ++i) {
    if (is_off(assembly_->pfaffians[i], pair.u)) continue;
    const TermPlan& plan = plan_.pfaffians[i];
    owner = assembly_->pfaffians[i].owner;
    const Pfaffian& term = *assembly_->pfaffians[i].term;
    plan.gather(pair.q0, w.q0);
    plan.gather(pair.q1, w.q1);
    const double tm = pair.t_m();
    const LocalVector qm = 0.5 * (w.q0 + w.q1);
    dq = w.q1 - w.q0;
    if (parts & (kResidual | kTangent)) {
      w.J.setZero(plan.rows, plan.size);
      term.add_A({tm, qm}, w.J);
    }
    if (parts & kResidual) {
      scatter(plan.G, w.J, 1, out.B);
      if (term.rheonomic()) {
        w.rows.setZero(plan.rows);
        term.add_mean_a(pair.t0, pair.t1, {tm, qm}, w.rows);
        out.a_bar.segment(plan.first_row, plan.rows) += h * w.rows;
      }
    }
    if (parts & kTangent) {
      w.K.setZero(plan.rows, plan.size);
      const LocalVector vm = dq / h;
      term.add_velocity_residual_q({tm, qm, vm}, w.K);
      w.J += 0.5 * h * w.K;
      scatter(plan.G, w.J, 1, out.G);
      w.K.setZero(plan.size, plan.size);
      term.add_force_q({tm, qm}, lambda.segment(plan.first_row, plan.rows), w.K);
      w.K *= 0.5;
      scatter(plan.K, w.K, 1, out.K);
    }
  }
  if (has_nonlinear_rows()) eval_velocity_rows_pair(pair, lambda, parts, out);
}

}  // namespace invar
