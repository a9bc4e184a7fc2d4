#include "invar/terms/path.h"

#include "invar/core/local_matrix.h"

#include <array>

namespace invar {

namespace {

constexpr PathPoint make_point(double x, double w) {  // of the rule on [-1, 1]
  const double tau = 0.5 + 0.5 * x;
  return {tau, 0.5 * w, 3 * tau * (1 - tau), 3 * (1 - 2 * tau), 1 - 2 * tau};
}

template <int n>
constexpr std::array<PathPoint, 2 * n> make_pairs(const std::array<std::array<double, 2>, n>& half) {
  std::array<PathPoint, 2 * n> points{};
  for (int k = 0; k < n; ++k) {
    points[k] = make_point(-half[k][0], half[k][1]);
    points[2 * n - 1 - k] = make_point(half[k][0], half[k][1]);
  }
  return points;
}

// Gauss-Legendre nodes and weights.
constexpr std::array<PathPoint, 3> kThree{make_point(-0.77459666924148337704, 5.0 / 9), make_point(0, 8.0 / 9),
                                          make_point(0.77459666924148337704, 5.0 / 9)};
constexpr std::array<PathPoint, 6> kSix = make_pairs<3>({{{0.93246951420315202781, 0.17132449237917034504},
                                                          {0.66120938646626451366, 0.36076157304813860757},
                                                          {0.23861918608319690863, 0.46791393457269104739}}});

void start(int rows, int n, bool tangent, ConstraintPath& out) {
  for (LocalMatrix* B : {&out.B_g0, &out.B_g1, &out.B_h0, &out.B_h1}) B->setZero(rows, n);
  out.mean.setZero(rows);
  out.end.setZero(rows);
  out.work_drives.setZero(rows);
  if (!tangent) return;
  for (LocalMatrix* G : {&out.G_mean_j, &out.G_mean_f, &out.G_end_j, &out.G_end_f}) G->setZero(rows, n);
  for (LocalMatrix* K : {&out.K_gj, &out.K_gf, &out.K_hj, &out.K_hf}) K->setZero(n, n);
}

// The Jacobian J at a point of the path.
void add_columns(const PathPoint& p, const LocalMatrix& J, ConstraintPath& out) {
  const double w0 = p.weight * (1 - p.tau), w1 = p.weight * p.tau;
  out.B_g0 += w0 * J;
  out.B_g1 += w1 * J;
  out.B_h0 += w0 * p.odd * J;
  out.B_h1 += w1 * p.odd * J;
}

// The derivative K of the constraint force at a point.
void add_stiffness(const PathPoint& p, const LocalMatrix& K, ConstraintPath& out) {
  const double w = p.weight;
  out.K_gj += w * p.shape_j * K;
  out.K_gf += w * p.tau * K;
  out.K_hj += w * p.odd * p.shape_j * K;
  out.K_hf += w * p.odd * p.tau * K;
}

// [Bauchau2003] eqs. (27), (28) with t_j = t_i: u_j is the value just after the start.
void calc_literal(const Constraint& term, const LocalPath& path, Vec lambda, bool tangent, ConstraintPath& out) {
  const int m = term.rows(), n = static_cast<int>(path.q_i.size());
  const double t0 = path.t0, t1 = t0 + path.h;
  const LocalVector q_j = path.q_i + path.d_j, q_f = path.q_i + path.d_f;
  LocalMatrix J_g = Matrix::Zero(m, n), J_h = Matrix::Zero(m, n);
  term.add_Phi_q_bar({t0, t1, q_j, q_f}, J_g);
  term.add_Phi_q_bar({t0, t0, path.q_i, q_j}, J_h);
  out.B_g0 = J_g;
  out.B_h0 = (J_h - J_g) / 3;
  out.end.noalias() = J_g.lazyProduct(path.d_f - path.d_j) + J_h.lazyProduct(path.d_j);
  if (term.rheonomic()) {
    out.work_drives = -lambda.cwiseProduct(out.end);
    term.add_Phi_t_bar({t0, t1, q_j, q_f}, out.end);
  }
  if (!tangent) return;
  term.add_Phi_q({t1, q_f}, out.G_end_f);
  term.add_Phi_q_bar_tangent({t1, t0, q_f, q_j}, lambda, out.K_gj);  // mean-value Jacobians are symmetric
  term.add_Phi_q_bar_tangent({t0, t1, q_j, q_f}, lambda, out.K_gf);
  term.add_Phi_q_bar_tangent({t0, t0, path.q_i, q_j}, lambda, out.K_hj);
  out.K_hj = (out.K_hj - out.K_gj) / 3;
  out.K_hf = -out.K_gf / 3;
}

void calc_literal(const Pfaffian& term, const LocalPath& path, Vec lambda, bool tangent, ConstraintPath& out) {
  const int m = term.rows(), n = static_cast<int>(path.q_i.size());
  const double t0 = path.t0, t1 = t0 + path.h, tm = 0.5 * (t0 + t1);
  const LocalVector q_g = path.q_i + 0.5 * (path.d_j + path.d_f), q_h = path.q_i + 0.5 * path.d_j;
  const LocalVector step = path.d_f - path.d_j;
  LocalMatrix J_g = Matrix::Zero(m, n), J_h = Matrix::Zero(m, n);
  term.add_A({tm, q_g}, J_g);
  term.add_A({t0, q_h}, J_h);
  out.B_g0 = J_g;
  out.B_h0 = (J_h - J_g) / 3;
  out.end.noalias() = J_g.lazyProduct(step) + J_h.lazyProduct(path.d_j);
  if (term.rheonomic()) {
    out.work_drives = -lambda.cwiseProduct(out.end);
    LocalVector a = Vector::Zero(m);
    term.add_mean_a(t0, t1, {tm, q_g}, a);
    out.end += path.h * a;
  }
  if (!tangent) return;
  LocalMatrix R_g = Matrix::Zero(m, n), R_h = Matrix::Zero(m, n), a_h = Matrix::Zero(m, n);
  const LocalVector v_g = step / path.h, v_h = path.d_j / path.h, zero = Vector::Zero(n);
  term.add_velocity_residual_q({tm, q_g, v_g}, R_g);
  term.add_velocity_residual_q({t0, q_h, v_h}, R_h);
  term.add_velocity_residual_q({t0, q_h, zero}, a_h);  // the stage [i, j] carries no time
  out.G_end_j = J_h - J_g + 0.5 * path.h * (R_g + R_h - a_h);
  out.G_end_f = J_g + 0.5 * path.h * R_g;
  term.add_force_q({tm, q_g}, lambda, out.K_gf);
  out.K_gf *= 0.5;
  out.K_gj = out.K_gf;
  term.add_force_q({t0, q_h}, lambda, out.K_hj);
  out.K_hj = (0.5 * out.K_hj - out.K_gj) / 3;
  out.K_hf = -out.K_gf / 3;
}

}  // namespace

std::span<const PathPoint> path_points(int count) {
  if (count == kQuadraticPoints) return kThree;
  return kSix;
}

void calc_path(const Constraint& term, const LocalPath& path, Vec lambda_0, Vec lambda_1, bool tangent,
               ConstraintPath& out) {
  const int m = term.rows(), n = static_cast<int>(path.q_i.size());
  start(m, n, tangent, out);
  if (path.rule == PathRule::kLiteral) return calc_literal(term, path, lambda_0, tangent, out);
  LocalMatrix J(m, n), K(n, n);
  LocalVector X_1 = Vector::Zero(m), rows(m);
  const bool exact = term.is_quadratic();
  for (const PathPoint& p : path_points(exact ? kQuadraticPoints : kSmoothPoints)) {
    const LocalVector q = path.at(p);
    const double t = path.time(p);
    J.setZero();
    term.add_Phi_q({t, q}, J);
    add_columns(p, J, out);
    rows.noalias() = J.lazyProduct(path.rate(p));
    if (term.rheonomic()) {
      out.work_drives -= p.weight * ((1 - p.tau) * lambda_0 + p.tau * lambda_1).cwiseProduct(rows);
      LocalVector Phi_t = Vector::Zero(m);
      term.add_Phi_t({t, q}, Phi_t);
      rows += path.h * Phi_t;
    }
    out.mean += p.weight * (1 - p.tau) * rows;
    X_1 += p.weight * p.tau * rows;
    if (!tangent) continue;
    // X_0 is the mean of Phi minus Phi_i: its derivative needs no second derivatives of Phi.
    out.G_mean_j += p.weight * p.shape_j * J;
    out.G_mean_f += p.weight * p.tau * J;
    K.setZero();
    const LocalVector lambda = (1 - p.tau) * lambda_0 + p.tau * lambda_1;
    term.add_Phi_qq({t, q}, lambda, K);
    add_stiffness(p, K, out);
  }
  const LocalVector q_f = path.q_i + path.d_f;
  const double t1 = path.t0 + path.h;
  if (exact) {
    out.end = out.mean + X_1;
  } else {  // the exact increment, so that position rows do not drift by errors of the rule
    J.setZero();
    term.add_Phi_q_bar({path.t0, t1, path.q_i, q_f}, J);
    out.end.noalias() = J.lazyProduct(path.d_f);
    if (term.rheonomic()) term.add_Phi_t_bar({path.t0, t1, path.q_i, q_f}, out.end);
  }
  if (tangent) term.add_Phi_q({t1, q_f}, out.G_end_f);
}

void calc_path(const Pfaffian& term, const LocalPath& path, Vec lambda_0, Vec lambda_1, bool tangent,
               ConstraintPath& out) {
  const int m = term.rows(), n = static_cast<int>(path.q_i.size());
  start(m, n, tangent, out);
  if (path.rule == PathRule::kLiteral) return calc_literal(term, path, lambda_0, tangent, out);
  LocalMatrix J(m, n), R(m, n), K(n, n);
  LocalVector rows(m);
  // Whatever the number of points, the force does no work but that of the drive: three give order six.
  for (const PathPoint& p : path_points(kQuadraticPoints)) {
    const LocalVector q = path.at(p), rate = path.rate(p);
    const double t = path.time(p), w = p.weight, w0 = w * (1 - p.tau);
    J.setZero();
    term.add_A({t, q}, J);
    add_columns(p, J, out);
    rows.noalias() = J.lazyProduct(rate);
    if (term.rheonomic()) {
      out.work_drives -= w * ((1 - p.tau) * lambda_0 + p.tau * lambda_1).cwiseProduct(rows);
      LocalVector a = Vector::Zero(m);
      term.add_a({t, q}, a);
      rows += path.h * a;
    }
    out.mean += w0 * rows;
    out.end += w * rows;
    if (!tangent) continue;
    R.setZero();
    const LocalVector v = rate / path.h;
    term.add_velocity_residual_q({t, q, v}, R);
    R *= path.h;
    out.G_mean_j += w0 * (p.rate_j * J + p.shape_j * R);
    out.G_mean_f += w0 * (J + p.tau * R);
    out.G_end_j += w * (p.rate_j * J + p.shape_j * R);
    out.G_end_f += w * (J + p.tau * R);
    K.setZero();
    const LocalVector lambda = (1 - p.tau) * lambda_0 + p.tau * lambda_1;
    term.add_force_q({t, q}, lambda, K);
    add_stiffness(p, K, out);
  }
}

double add_path_force(const Force& term, const LocalPath& path, VecOut g, VecOut h) {
  double work = 0;
  LocalVector Q(path.q_i.size());
  for (const PathPoint& p : path_points(kQuadraticPoints)) {
    const LocalVector q = path.at(p), rate = path.rate(p), v = rate / path.h;
    Q.setZero();
    term.add_Q({path.time(p), q, v, {}, path.u}, Q);
    g += p.weight * Q;
    h += p.weight * p.odd * Q;
    work += p.weight * Q.dot(rate);
  }
  return work;
}

void add_path_tangent(const Force& term, const LocalPath& path, PathTangent& out) {
  const auto n = path.q_i.size();
  LocalMatrix K(n, n), C(n, n);
  for (const PathPoint& p : path_points(kQuadraticPoints)) {
    const LocalVector v = path.rate(p) / path.h, q = path.at(p);
    K.setZero();
    C.setZero();
    term.add_Q_q_and_Q_v({path.time(p), q, v, {}, path.u}, K, C);
    C /= path.h;
    out.gj += p.weight * (p.shape_j * K + p.rate_j * C);
    out.gf += p.weight * (p.tau * K + C);
    out.hj += p.weight * p.odd * (p.shape_j * K + p.rate_j * C);
    out.hf += p.weight * p.odd * (p.tau * K + C);
  }
}

}  // namespace invar
