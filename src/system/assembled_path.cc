// AssembledSystem along a path: gathers local paths, calls the terms, scatters their results.
#include "invar/core/local_matrix.h"
#include "invar/core/term_failure.h"
#include "invar/system/assembled_system.h"

namespace invar {

namespace {

void clear(int n, std::initializer_list<Vector*> all) {
  for (Vector* x : all) x->setZero(n);
}

void gather(const TermPlan& plan, const Path& path, LocalPath& local) {
  plan.gather(path.q_i, local.q_i);
  plan.gather(path.d_j, local.d_j);
  plan.gather(path.d_f, local.d_f);
}

// Four square blocks of a potential or a force.
struct Blocks {
  LocalMatrix gj, gf, hj, hf;
  PathTangent start(int n) {
    for (LocalMatrix* K : {&gj, &gf, &hj, &hf}) K->setZero(n, n);
    return {gj, gf, hj, hf};
  }
  void scatter_to(const TermPlan& plan, double factor, PathEval& out) const {
    scatter(plan.K, gj, factor, out.K_gj);
    scatter(plan.K, gf, factor, out.K_gf);
    scatter(plan.K, hj, factor, out.K_hj);
    scatter(plan.K, hf, factor, out.K_hf);
  }
};

template <class Term>
void add_rows(const Placed<Term>& placed, const TermPlan& plan, const LocalPath& path, Vec lambda_0, Vec lambda_1,
              unsigned parts, ConstraintPath& local, PathEval& out) {
  calc_path(*placed.term, path, lambda_0.segment(plan.first_row, plan.rows),
            lambda_1.segment(plan.first_row, plan.rows), parts & kTangent, local);
  if (parts & kResidual) {
    scatter(plan.G, local.B_g0, 1, out.B_g0);
    scatter(plan.G, local.B_g1, 1, out.B_g1);
    scatter(plan.G, local.B_h0, 1, out.B_h0);
    scatter(plan.G, local.B_h1, 1, out.B_h1);
    out.c_mean.segment(plan.first_row, plan.rows) = local.mean;
    out.c_end.segment(plan.first_row, plan.rows) = local.end;
  }
  if (parts & kWork) out.work_drives.segment(plan.first_row, plan.rows) = local.work_drives;
  if (!(parts & kTangent)) return;
  scatter(plan.G, local.G_mean_j, 1, out.G_mean_j);
  scatter(plan.G, local.G_mean_f, 1, out.G_mean_f);
  scatter(plan.G, local.G_end_j, 1, out.G_end_j);
  scatter(plan.G, local.G_end_f, 1, out.G_end_f);
  scatter(plan.K, local.K_gj, 1, out.K_gj);
  scatter(plan.K, local.K_gf, 1, out.K_gf);
  scatter(plan.K, local.K_hj, 1, out.K_hj);
  scatter(plan.K, local.K_hf, 1, out.K_hf);
}

}  // namespace

void AssembledSystem::eval_path(const Path& path, Vec lambda_0, Vec lambda_1, unsigned parts, PathEval& out) const {
  LocalPath local{
      .t0 = path.t0, .h = path.t1 - path.t0, .alpha = path.alpha, .rule = path.rule, .q_i = {}, .d_j = {}, .d_f = {}};
  if (parts & kResidual) {
    clear(coordinates(), {&out.f_g, &out.f_h});
    clear(plan_.G_pattern.nonzeros(), {&out.B_g0, &out.B_g1, &out.B_h0, &out.B_h1});
    clear(rows(), {&out.c_mean, &out.c_end});
    out.f_g = constant_U_q_;
  }
  if (parts & kTangent) {
    clear(plan_.G_pattern.nonzeros(), {&out.G_mean_j, &out.G_mean_f, &out.G_end_j, &out.G_end_f});
    clear(plan_.K_pattern.nonzeros(), {&out.K_gj, &out.K_gf, &out.K_hj, &out.K_hf});
  }
  if (parts & kWork) {
    out.work_applied = out.dissipated = out.dissipated_numerical = 0;
    out.work_drives.setZero(rows());
  }

  EvaluatedOwner owner;
  LocalVector g, h, dq_j, dq_f;
  Blocks blocks;
  for (const int i : potentials_) {
    if (is_off(assembly_->potentials[i], path.u)) continue;
    const TermPlan& plan = plan_.potentials[i];
    owner = assembly_->potentials[i].owner;
    const Potential& term = *assembly_->potentials[i].term;
    gather(plan, path, local);
    if (parts & (kResidual | kWork)) {
      g.setZero(plan.size);
      h.setZero(plan.size);
      const double dissipated = term.add_path_force(local, g, h);
      if (parts & kWork) out.dissipated_numerical += dissipated;
      if (parts & kResidual) plan.scatter(g, out.f_g), plan.scatter(h, out.f_h);
    }
    if (parts & kTangent) {
      PathTangent tangent = blocks.start(plan.size);
      if (parts & kMixed) {
        dq_j.resize(0);
        dq_f.resize(0);
        if (out.has_dq) plan.gather(out.dq_j, dq_j), plan.gather(out.dq_f, dq_f);
        term.add_mixed_path_tangent(local, dq_j, dq_f, tangent);
      } else {
        term.add_path_tangent(local, tangent);
      }
      blocks.scatter_to(plan, 1, out);
    }
  }
  for (size_t i = 0; i < assembly_->forces.size(); ++i) {
    if (is_off(assembly_->forces[i], path.u)) continue;
    const TermPlan& plan = plan_.forces[i];
    owner = assembly_->forces[i].owner;
    const Force& term = *assembly_->forces[i].term;
    gather(plan, path, local);
    local.u = plan.take_inputs(path.u);
    if (parts & (kResidual | kWork)) {
      g.setZero(plan.size);
      h.setZero(plan.size);
      const double work = add_path_force(term, local, g, h);
      if (parts & kWork && term.account() == WorkAccount::kApplied) out.work_applied += work;
      if (parts & kWork && term.account() == WorkAccount::kDissipated) out.dissipated -= work;
      if (parts & kResidual) {
        g = -g;
        h = -h;
        plan.scatter(g, out.f_g);
        plan.scatter(h, out.f_h);
      }
    }
    if (parts & kTangent) {
      PathTangent tangent = blocks.start(plan.size);
      add_path_tangent(term, local, tangent);
      blocks.scatter_to(plan, -1, out);
    }
  }
  if (!assembly_->memory_forces.empty()) eval_memories_path(path, parts, out);
  ConstraintPath rows;
  for (size_t i = 0; i < assembly_->constraints.size(); ++i) {
    if (is_off(assembly_->constraints[i], path.u)) continue;
    owner = assembly_->constraints[i].owner;
    gather(plan_.constraints[i], path, local);
    add_rows(assembly_->constraints[i], plan_.constraints[i], local, lambda_0, lambda_1, parts, rows, out);
  }
  for (size_t i = 0; i < assembly_->pfaffians.size(); ++i) {
    if (is_off(assembly_->pfaffians[i], path.u)) continue;
    owner = assembly_->pfaffians[i].owner;
    gather(plan_.pfaffians[i], path, local);
    add_rows(assembly_->pfaffians[i], plan_.pfaffians[i], local, lambda_0, lambda_1, parts, rows, out);
  }
}

}  // namespace invar
