// The evaluation along a path made of evaluations at points, for systems that do not write one themselves. Six Gauss points
// integrate smooth forces to rounding, so the work of a potential along the path is its change; its numerical dissipation is
// zero, and stiff potentials are damped by the inertia terms only. The literal rule uses one multiplier along the same path.
// Allocates, and knows no internal variables; assembled systems have an evaluation of their own.
#include "invar/system/mechanical_system.h"

#include <limits>

#include "invar/terms/path.h"

namespace invar {

bool MechanicalSystem::eval_mass(const At&, Vector& M) const {
  M = this->M();
  return true;
}

void MechanicalSystem::start_internals(State& s) const {
  const auto z = static_cast<Eigen::Index>(internals()), u = static_cast<Eigen::Index>(layout().inputs().size());
  if (s.z.size() != z) s.z.setZero(z);
  if (s.inputs.u.size() != u) s.inputs.u = start_inputs(layout());
}

Vector start_inputs(const Layout& layout) {
  Vector u(static_cast<Eigen::Index>(layout.inputs().size()));
  for (Eigen::Index i = 0; i < u.size(); ++i) u[i] = layout.inputs()[static_cast<std::size_t>(i)].start;
  return u;
}

Vector calc_internals_at_rest(const MechanicalSystem& system, const State& s) {
  if (system.internals() == 0) return {};
  PointEval eval;
  eval.z_step = std::numeric_limits<double>::infinity();
  Vector inputs = s.inputs.u;
  if (inputs.size() == 0) inputs = start_inputs(system.layout());
  system.eval({s.t, s.q, s.v, {}, inputs}, Vector::Zero(system.rows()), kForces, eval);
  return eval.z;
}

Vector calc_mass(const MechanicalSystem& system, const At& at) {
  Vector M;
  system.eval_mass(at, M);
  return M;
}

void MechanicalSystem::add_pair_inertia(const PairMotion&, unsigned, PairEval&) const {}

void MechanicalSystem::eval_path(const Path& path, Vec lambda_0, Vec lambda_1, unsigned parts, PathEval& out) const {
  const int n = coordinates(), m = rows();
  const double h = path.t1 - path.t0;
  const bool literal = path.rule == PathRule::kLiteral;
  const auto clear = [](int size, std::initializer_list<Vector*> all) {
    for (Vector* x : all) x->setZero(size);
  };
  if (parts & kResidual) {
    clear(n, {&out.f_g, &out.f_h});
    clear(G_pattern().nonzeros(), {&out.B_g0, &out.B_g1, &out.B_h0, &out.B_h1});
    clear(m, {&out.c_mean, &out.c_end});
  }
  if (parts & kTangent) {
    clear(G_pattern().nonzeros(), {&out.G_mean_j, &out.G_mean_f, &out.G_end_j, &out.G_end_f});
    clear(K_pattern().nonzeros(), {&out.K_gj, &out.K_gf, &out.K_hj, &out.K_hf});
  }
  if (parts & kWork) {
    out.work_applied = out.dissipated = out.dissipated_numerical = 0;
    out.work_drives.setZero(rows());
  }

  PointEval point;
  Vector Bu(m);
  unsigned ask = kForces | kVelocity;
  if (parts & kTangent) ask |= kStiffness;
  if (parts & kWork) ask |= kPower;
  for (const PathPoint& p : path_points(kSmoothPoints)) {
    const Vector q = path.q_i + p.shape_j * path.d_j + p.tau * path.d_f, rate = path.d_f + p.rate_j * path.d_j,
                 v = rate / h;
    const Vector lambda = literal ? Vector(lambda_0) : Vector((1 - p.tau) * lambda_0 + p.tau * lambda_1);
    const double w = p.weight, w0 = literal ? w : w * (1 - p.tau), w1 = literal ? 0 : w * p.tau;
    eval({path.t0 + p.tau * h, q, v, {}, path.u}, lambda, ask, point);
    if (parts & kResidual) {
      out.f_g += w * (point.U_q - point.Q);
      out.f_h += w * p.odd * (point.U_q - point.Q);
      if (m > 0) {
        out.B_g0 += w0 * point.G;
        out.B_g1 += w1 * point.G;
        out.B_h0 += w0 * p.odd * point.G;
        out.B_h1 += w1 * p.odd * point.G;
        out.c_mean += w * (1 - p.tau) * h * point.Phi_dot;
        out.c_end += w * h * point.Phi_dot;
      }
    }
    if (parts & kTangent) {
      out.K_gj += w * (p.shape_j * point.K + p.rate_j / h * point.C);
      out.K_gf += w * (p.tau * point.K + point.C / h);
      out.K_hj += w * p.odd * (p.shape_j * point.K + p.rate_j / h * point.C);
      out.K_hf += w * p.odd * (p.tau * point.K + point.C / h);
      // Of velocity rows A the change with q is left out: their Newton matrix is not exact, which costs iterations.
      for (int r = 0; r < m; ++r) {
        const bool holonomic = layout().row(r).holonomic;
        for (int k = G_pattern().start[r]; k < G_pattern().start[r + 1]; ++k) {
          out.G_mean_j[k] += w * (holonomic ? p.shape_j : (1 - p.tau) * p.rate_j) * point.G[k];
          out.G_mean_f[k] += w * (holonomic ? p.tau : 1 - p.tau) * point.G[k];
          if (holonomic) continue;
          out.G_end_j[k] += w * p.rate_j * point.G[k];
          out.G_end_f[k] += w * point.G[k];
        }
      }
    }
    if (parts & kWork) {
      out.work_applied += w * h * point.power_applied;
      out.dissipated += w * h * point.power_dissipated;
      if (rheonomic()) {
        Bu.setZero();
        add_product(G_pattern(), point.G, rate, Bu);
        out.work_drives -= w * lambda.cwiseProduct(Bu);
      }
    }
  }
  if (m == 0) return;
  const Vector q_f = path.q_i + path.d_f, zero = Vector::Zero(n);
  eval({path.t1, q_f, zero, {}, path.u}, lambda_0, kPosition | kVelocity, point);
  const Vector Phi_f = point.Phi, G_f = point.G;
  eval({path.t0, path.q_i, zero, {}, path.u}, lambda_0, kPosition, point);
  for (int r = 0; r < m; ++r) {  // position rows end where they end, not where the rule says
    if (!layout().row(r).holonomic) continue;
    if (parts & kResidual) out.c_end[r] = Phi_f[r] - point.Phi[r];
    if (parts & kTangent)
      for (int k = G_pattern().start[r]; k < G_pattern().start[r + 1]; ++k) out.G_end_f[k] = G_f[k];
  }
}

}  // namespace invar
