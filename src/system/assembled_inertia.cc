// AssembledSystem with a variable mass: gathers the coordinates of its terms, scatters their results.
#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "invar/core/local_matrix.h"
#include "invar/system/assembled_system.h"

namespace invar {

namespace {

struct InertiaLocal {
  InertiaVector q, v;
  LocalVector force, J_q;
  LocalMatrix K, C;
};

// Cholesky, with unknowns scaled to a unit diagonal so that grams and tonnes, metres and radians are judged alike.
template <class Block>
bool is_positive_block(const MassGroup& group, const Vector& M, Block& block) {
  const int n = group.size;
  block.setZero(n, n);
  for (int k = 0; k < n * n; ++k)
    if (group.positions[k] >= 0) block(k / n, k % n) = M[group.positions[k]];
  if (!block.allFinite()) return false;
  for (int k = 0; k < n; ++k) {
    const double diagonal = block(k, k);
    if (!(diagonal > 0)) return false;
    const double scale = 1 / std::sqrt(diagonal);
    block.row(k) *= scale;
    block.col(k) *= scale;
  }
  Eigen::Ref<Matrix> in_place(block);
  return Eigen::LLT<Eigen::Ref<Matrix>>(in_place).info() == Eigen::Success;
}

bool is_positive(const MassGroup& group, const Vector& M) {
  if (group.size <= kMaxLocal) {
    LocalMatrix block;
    return is_positive_block(group, M, block);
  }
  Matrix block;
  return is_positive_block(group, M, block);
}

}  // namespace

void AssembledSystem::find_mass_groups() {
  std::vector<int> group(coordinates());
  std::iota(group.begin(), group.end(), 0);
  std::vector<bool> varies(coordinates(), false);
  for (const TermPlan& plan : plan_.variable_inertias) {
    const auto global = global_indices(plan);
    for (const int i : global) {
      varies[i] = true;
      const int from = group[i], to = group[global.front()];
      std::replace(group.begin(), group.end(), from, to);
    }
  }
  for (int g = 0; g < coordinates(); ++g) {
    std::vector<int> members;
    for (int i = 0; i < coordinates(); ++i)
      if (varies[i] && group[i] == g) members.push_back(i);
    if (members.empty()) continue;
    MassGroup& added = mass_groups_.emplace_back();
    added.size = static_cast<int>(members.size());
    for (const int a : members)
      for (const int b : members) added.positions.push_back(plan_.K_pattern.position(a, b));
  }
}

bool AssembledSystem::eval_mass(const At& at, Vector& M) const {
  M = M_;
  InertiaLocal w;
  for (size_t i = 0; i < plan_.variable_inertias.size(); ++i) {
    const TermPlan& plan = plan_.variable_inertias[i];
    plan.gather(at.q, w.q);
    w.K.setZero(plan.size, plan.size);
    assembly_->variable_inertias[i].term->add_M({at.t, w.q}, w.K);
    scatter(plan.K, w.K, 1, M);
  }
  return std::all_of(mass_groups_.begin(), mass_groups_.end(), [&](const MassGroup& g) { return is_positive(g, M); });
}

void AssembledSystem::add_inertias(const At& at, unsigned parts, PointEval& out) const {
  InertiaLocal w;
  if (parts & kEnergy) out.p_t = 0;
  if (parts & kForces) {
    out.J_q.setZero(coordinates());
    out.J_t = 0;
  }
  for (size_t i = 0; i < plan_.variable_inertias.size(); ++i) {
    const TermPlan& plan = plan_.variable_inertias[i];
    const VariableInertia& term = *assembly_->variable_inertias[i].term;
    plan.gather(at.q, w.q);
    plan.gather(at.v, w.v);
    if (parts & kEnergy) {
      out.T += term.T({at.t, w.q, w.v});
      out.p_t += term.p_t({at.t, w.q, w.v});
    }
    if (parts & kPower) out.power_applied -= term.T_t({at.t, w.q, w.v});
    if (parts & kForces) {
      w.force.setZero(plan.size);
      w.J_q.setZero(plan.size);
      out.J_t += term.add_force({at.t, w.q, w.v}, w.force, w.J_q);
      w.force = -w.force;
      plan.scatter(w.force, out.Q);
      plan.scatter(w.J_q, out.J_q);
    }
    if (parts & kStiffness) {
      w.K.setZero(plan.size, plan.size);
      w.C.setZero(plan.size, plan.size);
      term.add_force_derivatives({at.t, w.q, w.v}, w.K, w.C);
      scatter(plan.K, w.K, 1, out.K);
      if (out.rate_weight != 0)
        scatter(plan.K, w.C, out.rate_weight, out.K);
      else
        scatter(plan.K, w.C, 1, out.C);
    }
  }
}

void AssembledSystem::add_pair_inertia(const PairMotion& motion, unsigned parts, PairEval& out) const {
  InertiaStep step{.t0 = motion.t0, .h = motion.h, .q0 = {}, .v0 = {}, .q1 = {}, .dv = {}};
  InertiaLocal w;
  for (size_t i = 0; i < plan_.variable_inertias.size(); ++i) {
    const TermPlan& plan = plan_.variable_inertias[i];
    const VariableInertia& term = *assembly_->variable_inertias[i].term;
    plan.gather(motion.q0, step.q0);
    plan.gather(motion.v0, step.v0);
    plan.gather(motion.q1, step.q1);
    plan.gather(motion.dv, step.dv);
    if (motion.u) plan.gather(*motion.u, step.u);
    if (parts & (kResidual | kWork)) {
      w.force.setZero(plan.size);
      const double work = add_pair_force(term, step, w.force);
      if (parts & kWork) out.work_applied += work;
      if (parts & kResidual) plan.scatter(w.force, out.f);
    }
    if (parts & kTangent) {
      w.K.setZero(plan.size, plan.size);
      add_pair_tangent(term, step, w.K);
      scatter(plan.K, w.K, 1, out.K);
    }
  }
}

}  // namespace invar
