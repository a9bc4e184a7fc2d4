// AssembledSystem: forces with internal variables (terms/memory_force.h), which each condenses by itself.
#include <cmath>

#include "invar/core/local_matrix.h"
#include "invar/core/term_failure.h"
#include "invar/system/assembled_system.h"
#include "invar/terms/memory_path.h"

namespace invar {

namespace {

void resize_memories(Vector& z, int n) {
  if (z.size() != n) z.resize(n);
}

// What a term puts in, less what it stores, on its account; `friction` says how much of that on the account of work is dissipated.
template <class Friction>
void book(const MemoryForce& term, double gain, double& applied, double& dissipated, const Friction& friction) {
  if (term.account() == WorkAccount::kDissipated) {
    dissipated -= gain;
    return;
  }
  const double loss = term.has_friction() ? friction() : 0.0;
  applied += gain + loss;
  dissipated += loss;
}

// Of a force that is switched off.
void keep_memory(const TermPlan& plan, const VecView& from, Vector& to) {
  for (int k = plan.first_internal; k < plan.first_internal + plan.internals; ++k)
    to[k] = from.size() > 0 ? from[k] : 0;
}

}  // namespace

void AssembledSystem::start_internals(State& s) const {
  const bool has_z = s.z.size() == internals();
  MechanicalSystem::start_internals(s);
  if (has_z) return;
  LocalVector q, v;
  for (size_t i = 0; i < assembly_->memory_forces.size(); ++i) {
    const TermPlan& plan = plan_.memory_forces[i];
    plan.gather(s.q, q);
    plan.gather(s.v, v);
    assembly_->memory_forces[i].term->set_start({s.t, q, v, {}, plan.take_inputs(s.inputs.u)},
                                                s.z.segment(plan.first_internal, plan.internals));
  }
}

std::string AssembledSystem::find_one_way_force() const {
  for (const auto& placed : assembly_->memory_forces)
    if (placed.term->is_one_way()) return placed.owner;
  return "";
}

void AssembledSystem::eval_memories(const At& at, unsigned parts, PointEval& out) const {
  if (!(parts & (kEnergy | kForces | kStiffness | kPower))) return;
  EvaluatedOwner owner;
  LocalVector q, v, z, z_dot, force;
  LocalMatrix K, C;
  const bool at_rest = std::isinf(out.z_step);
  resize_memories(out.z, internals());
  resize_memories(out.z_dot, internals());
  for (size_t i = 0; i < assembly_->memory_forces.size(); ++i) {
    const TermPlan& plan = plan_.memory_forces[i];
    if (is_off(assembly_->memory_forces[i], at.u)) {  // its variables stay as they are
      keep_memory(plan, at_rest ? VecView() : at.z, out.z);
      out.z_dot.segment(plan.first_internal, plan.internals).setZero();
      continue;
    }
    owner = assembly_->memory_forces[i].owner;
    const MemoryForce& term = *assembly_->memory_forces[i].term;
    plan.gather(at.q, q);
    plan.gather(at.v, v);
    const VecView u = plan.take_inputs(at.u);
    z.setZero(plan.internals);
    if (at_rest) {
      term.set_start({at.t, q, v, {}, u}, z);
      solve_memory(term, {at.t, q, v, z, u}, out.z_step, z);
    } else {
      solve_memory(term, {at.t, q, v, plan.take_internals(at.z), u}, out.z_step, z);
    }
    out.z.segment(plan.first_internal, plan.internals) = z;
    const At there{at.t, q, v, z, u};
    if (parts & kEnergy) out.U += term.H(q, z);
    if (parts & (kForces | kPower)) {
      force.setZero(plan.size);
      term.add_Q(there, force);
      if (parts & kForces) plan.scatter(force, out.Q);
      z_dot.setZero(plan.internals);
      term.add_rate(there, z_dot);
      out.z_dot.segment(plan.first_internal, plan.internals) = z_dot;
    }
    if (parts & kPower) {
      const double stored = term.calc_H_rate(there, z_dot), power = force.dot(v) + stored;
      out.stored_rate += stored;
      book(term, power, out.power_applied, out.power_dissipated,
           [&] { return calc_friction_power(term, there, z_dot); });
    }
    if (parts & kStiffness) {
      K.setZero(plan.size, plan.size);
      C.setZero(plan.size, plan.size);
      add_condensed_tangent(term, there, out.z_step, K, C);
      if (out.rate_weight != 0)
        K += out.rate_weight * C;
      else
        scatter(plan.K, C, -1, out.C);
      scatter(plan.K, K, -1, out.K);
    }
  }
}

void AssembledSystem::eval_memories_pair(const Across& pair, unsigned parts, PairEval& out) const {
  EvaluatedOwner owner;
  LocalVector q0, q1, z1, force;
  LocalMatrix K;
  resize_memories(out.z1, internals());
  for (size_t i = 0; i < assembly_->memory_forces.size(); ++i) {
    const TermPlan& plan = plan_.memory_forces[i];
    if (is_off(assembly_->memory_forces[i], pair.u)) {
      keep_memory(plan, pair.z0, out.z1);
      continue;
    }
    owner = assembly_->memory_forces[i].owner;
    const MemoryForce& term = *assembly_->memory_forces[i].term;
    plan.gather(pair.q0, q0);
    plan.gather(pair.q1, q1);
    const VecView z0 = plan.take_internals(pair.z0);
    const Across local{pair.t0, pair.t1, q0, q1, z0, plan.take_inputs(pair.u)};
    if (parts & (kResidual | kWork)) {
      force.setZero(plan.size);
      z1.setZero(plan.internals);
      term.add_Q_bar(local, force, z1);
      out.z1.segment(plan.first_internal, plan.internals) = z1;
      if (parts & kWork) {
        const double gain = force.dot(q1 - q0) + (term.H(q1, z1) - term.H(q0, z0));
        book(term, gain, out.work_applied, out.dissipated, [&] { return calc_friction_loss(term, local, z1); });
      }
      if (parts & kResidual) {
        force = -force;
        plan.scatter(force, out.f);
      }
    }
    if (parts & kTangent) {
      K.setZero(plan.size, plan.size);
      term.add_Q_bar_tangent(local, K);
      scatter(plan.K, K, -1, out.K);
    }
  }
}

void AssembledSystem::eval_memories_path(const Path& path, unsigned parts, PathEval& out) const {
  LocalPath local{
      .t0 = path.t0, .h = path.t1 - path.t0, .alpha = path.alpha, .rule = path.rule, .q_i = {}, .d_j = {}, .d_f = {}};
  EvaluatedOwner owner;
  LocalVector g, h, z_f;
  LocalMatrix gj, gf, hj, hf;
  resize_memories(out.z_f, internals());
  for (size_t i = 0; i < assembly_->memory_forces.size(); ++i) {
    const TermPlan& plan = plan_.memory_forces[i];
    if (is_off(assembly_->memory_forces[i], path.u)) {
      keep_memory(plan, path.z_i, out.z_f);
      continue;
    }
    owner = assembly_->memory_forces[i].owner;
    const MemoryForce& term = *assembly_->memory_forces[i].term;
    plan.gather(path.q_i, local.q_i);
    plan.gather(path.d_j, local.d_j);
    plan.gather(path.d_f, local.d_f);
    local.z_i = plan.take_internals(path.z_i);
    local.u = plan.take_inputs(path.u);
    if (parts & (kResidual | kWork)) {
      g.setZero(plan.size);
      h.setZero(plan.size);
      z_f.setZero(plan.internals);
      const double work = add_path_force(term, local, g, h, z_f);
      out.z_f.segment(plan.first_internal, plan.internals) = z_f;
      if (parts & kWork) {
        const LocalVector q_f = local.q_i + local.d_f;
        const double gain = work + (term.H(q_f, z_f) - term.H(local.q_i, local.z_i));
        book(term, gain, out.work_applied, out.dissipated, [&] { return calc_path_friction(term, local, z_f); });
      }
      if (parts & kResidual) {
        g = -g;
        h = -h;
        plan.scatter(g, out.f_g);
        plan.scatter(h, out.f_h);
      }
    }
    if (parts & kTangent) {
      for (LocalMatrix* K : {&gj, &gf, &hj, &hf}) K->setZero(plan.size, plan.size);
      PathTangent tangent{gj, gf, hj, hf};
      add_path_tangent(term, local, tangent);
      scatter(plan.K, gj, -1, out.K_gj);
      scatter(plan.K, gf, -1, out.K_gf);
      scatter(plan.K, hj, -1, out.K_hj);
      scatter(plan.K, hf, -1, out.K_hf);
    }
  }
}

}  // namespace invar
