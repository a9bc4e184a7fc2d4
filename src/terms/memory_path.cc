#include "invar/terms/memory_path.h"

#include "invar/terms/memory_equations.h"

namespace invar {

namespace {

// A Gauss point: weights of z_f and z_j in z(tau), see (Z4).
double weight_f(const PathPoint& p) { return 0.5 * (1 - p.odd); }
double weight_j(const PathPoint& p, double alpha) { return 0.5 * (1 + alpha * p.odd); }

// y = (z_f - z_i, z_j - z_i).
LocalVector calc_z(const LocalPath& path, const PathPoint& p, const LocalVector& y) {
  const auto n = path.z_i.size();
  return path.z_i + weight_f(p) * y.head(n) + weight_j(p, path.alpha) * y.segment(n, n);
}

// J of the residuals of (Z4), from f_z at one Gauss point.
void add_memory_block(const LocalPath& path, const PathPoint& p, const LocalMatrix& f_z, MemoryMatrix& J) {
  const auto n = f_z.rows();
  const double w = path.h * p.weight, wf = weight_f(p), wj = weight_j(p, path.alpha);
  J.topLeftCorner(n, n) -= w * wf * f_z;
  J.topRightCorner(n, n) -= w * wj * f_z;
  J.bottomLeftCorner(n, n) -= w * p.odd * wf * f_z;
  J.bottomRightCorner(n, n) -= w * p.odd * wj * f_z;
}

bool solve_memory(const MemoryForce& force, const LocalPath& path, LocalVector& y) {
  const auto n = path.z_i.size();
  y.setZero(2 * n);
  MemoryDerivatives d;
  LocalVector rate(n);
  return solve_memory_equations(y, path.z_i.cwiseAbs().maxCoeff(), [&](VecOut r, MemoryMatrix* J) {
    r = y;
    if (J) J->setIdentity(2 * n, 2 * n);
    for (const PathPoint& p : path_points(kQuadraticPoints)) {
      const LocalVector q = path.at(p), v = path.rate(p) / path.h, z = calc_z(path, p, y);
      const At at{path.time(p), q, v, z, path.u};
      rate.setZero();
      force.add_rate(at, rate);
      r.head(n) -= path.h * p.weight * rate;
      r.segment(n, n) -= path.h * p.weight * p.odd * rate;
      if (!J) continue;
      d.set_zero(q.size(), n);
      force.add_derivatives(at, d);
      add_memory_block(path, p, d.f_z, *J);
    }
  });
}

}  // namespace

double add_path_force(const MemoryForce& force, const LocalPath& path, VecOut g, VecOut h, VecOut z_f) {
  LocalVector y, Q(path.q_i.size());
  if (force.acts_across_ends()) {
    const LocalVector q_f = path.q_i + path.d_f;
    Q.setZero();
    force.add_Q_bar({path.t0, path.t0 + path.h, path.q_i, q_f, path.z_i, path.u}, Q, z_f);
    g += Q;
    return Q.dot(path.d_f);
  }
  solve_memory(force, path, y);
  double work = 0;
  for (const PathPoint& p : path_points(kQuadraticPoints)) {
    const LocalVector q = path.at(p), rate = path.rate(p), v = rate / path.h, z = calc_z(path, p, y);
    Q.setZero();
    force.add_Q({path.time(p), q, v, z, path.u}, Q);
    g += p.weight * Q;
    h += p.weight * p.odd * Q;
    work += p.weight * Q.dot(rate);
  }
  z_f = path.z_i + y.head(path.z_i.size());
  return work;
}

double calc_path_friction(const MemoryForce& force, const LocalPath& path, Vec z_f) {
  LocalVector y, Q(path.q_i.size());
  solve_memory(force, path, y);
  const LocalVector change = z_f - path.z_i, sum = z_f + path.z_i;
  double loss = -force.calc_friction_energy(change, sum);
  for (const PathPoint& p : path_points(kQuadraticPoints)) {
    const LocalVector q = path.at(p), rate = path.rate(p), v = rate / path.h, z = calc_z(path, p, y);
    Q.setZero();
    force.add_friction_Q({path.time(p), q, v, z, path.u}, Q);
    loss -= p.weight * Q.dot(rate);
  }
  return loss;
}

void add_path_tangent(const MemoryForce& force, const LocalPath& path, PathTangent& out) {
  const auto size = path.q_i.size(), n = path.z_i.size();
  if (force.acts_across_ends()) {
    const LocalVector q_f = path.q_i + path.d_f;
    force.add_Q_bar_tangent({path.t0, path.t0 + path.h, path.q_i, q_f, path.z_i, path.u}, out.gf);
    return;
  }
  LocalVector y;
  solve_memory(force, path, y);
  MemoryMatrix J = MemoryMatrix::Identity(2 * n, 2 * n);
  // Right-hand sides of dy by d_j and d_f, and what dy adds to the forces.
  LocalMatrix R_j = Matrix::Zero(2 * n, size), R_f = R_j, g_y = Matrix::Zero(size, 2 * n), h_y = g_y;
  MemoryDerivatives d;
  for (const PathPoint& p : path_points(kQuadraticPoints)) {
    const LocalVector q = path.at(p), v = path.rate(p) / path.h, z = calc_z(path, p, y);
    d.set_zero(size, n);
    force.add_derivatives({path.time(p), q, v, z, path.u}, d);
    add_memory_block(path, p, d.f_z, J);
    const double w = p.weight, wh = path.h * w, wf = weight_f(p), wj = weight_j(p, path.alpha);
    d.f_v /= path.h;
    d.Q_v /= path.h;
    R_j.topRows(n) += wh * (p.shape_j * d.f_q + p.rate_j * d.f_v);
    R_j.bottomRows(n) += wh * p.odd * (p.shape_j * d.f_q + p.rate_j * d.f_v);
    R_f.topRows(n) += wh * (p.tau * d.f_q + d.f_v);
    R_f.bottomRows(n) += wh * p.odd * (p.tau * d.f_q + d.f_v);
    g_y.leftCols(n) += w * wf * d.Q_z;
    g_y.rightCols(n) += w * wj * d.Q_z;
    h_y.leftCols(n) += w * p.odd * wf * d.Q_z;
    h_y.rightCols(n) += w * p.odd * wj * d.Q_z;
    out.gj += w * (p.shape_j * d.Q_q + p.rate_j * d.Q_v);
    out.gf += w * (p.tau * d.Q_q + d.Q_v);
    out.hj += w * p.odd * (p.shape_j * d.Q_q + p.rate_j * d.Q_v);
    out.hf += w * p.odd * (p.tau * d.Q_q + d.Q_v);
  }
  const Eigen::PartialPivLU<MemoryMatrix> lu(J);
  LocalMatrix Y(2 * n, size);
  Y = lu.solve(R_j);
  out.gj.noalias() += g_y.lazyProduct(Y);
  out.hj.noalias() += h_y.lazyProduct(Y);
  Y = lu.solve(R_f);
  out.gf.noalias() += g_y.lazyProduct(Y);
  out.hf.noalias() += h_y.lazyProduct(Y);
}

}  // namespace invar
