// InvariantPotential along a path. With e_q at the Gauss points and the stresses of terms/path_stress.h,
//   F_g = int e_q^T S dtau,   F_h = int (1 - 2 tau) e_q^T S dtau,   S(tau) = (1 - tau) S_0 + tau S_1.
//
// Where W is linear in e (a spring of rest length zero, written on the squared length), U is quadratic in q and strains
// say nothing of its dissipation, P = 0. It then is that of the linear spring, with H the positive part of U_qq:
//   (T5)  F_h += alpha/6 H d_j,   dissipates alpha/2 d_j . H d_j
#include "invar/core/local_matrix.h"
#include "invar/discrete/invariant_potential.h"
#include "invar/terms/path_stress.h"

namespace invar {

namespace {

struct StrainLaw {
  const EnergyLaw& law;
  void bar(Vec a, Vec b, VecOut out) const { law.add_dW_bar(a, b, out); }
  void bar_tangent(Vec a, Vec b, MatOut out) const { law.add_dW_bar_tangent(a, b, out); }
  void positive(Vec e, MatOut out) const { law.add_positive_ddW(e, out); }
  bool admits(Vec e) const { return law.admits(e); }
};

}  // namespace

LocalMatrix InvariantPotential::calc_J(Vec q) const {
  LocalMatrix J = Matrix::Zero(map_.rows(), map_.size());
  map_.add_e_q(0, q, J);
  return J;
}

// Integrals of e_q: with (1 - tau), tau, and these times (1 - 2 tau); and the strains.
struct InvariantPotential::Galerkin {
  LocalMatrix g0, g1, h0, h1;
  LocalVector e_i, e_j, e_f;
  std::span<const PathPoint> points;
};

void InvariantPotential::calc_galerkin(const LocalPath& path, Galerkin& out) const {
  const int m = map_.rows(), n = map_.size();
  out.points = path_points(map_.is_quadratic() ? kQuadraticPoints : kSmoothPoints);
  for (LocalMatrix* B : {&out.g0, &out.g1, &out.h0, &out.h1}) B->setZero(m, n);
  LocalVector X_1 = Vector::Zero(m);  // int tau e' dtau = e_f - int e dtau
  for (const PathPoint& p : out.points) {
    const LocalMatrix J = calc_J(path.at(p));
    const double w0 = p.weight * (1 - p.tau), w1 = p.weight * p.tau;
    out.g0 += w0 * J;
    out.g1 += w1 * J;
    out.h0 += w0 * p.odd * J;
    out.h1 += w1 * p.odd * J;
    X_1.noalias() += w1 * J.lazyProduct(path.rate(p));
  }
  const LocalVector q_f = path.q_i + path.d_f;
  out.e_i = calc_e(path.q_i);
  out.e_f = calc_e(q_f);
  out.e_j = out.e_f - 2 * X_1;  // = 2 int e dtau - e_f
}

double InvariantPotential::add_path_force(const LocalPath& path, VecOut g, VecOut h) const {
  if (path.rule == PathRule::kLiteral) return add_literal_force(path, g, h);
  Galerkin B;
  calc_galerkin(path, B);
  const PathStress S = calc_path_stress(StrainLaw{*law_}, path, B.e_i, B.e_j, B.e_f);
  g.noalias() += B.g0.transpose().lazyProduct(S.S_0) + B.g1.transpose().lazyProduct(S.S_1);
  h.noalias() += B.h0.transpose().lazyProduct(S.S_0) + B.h1.transpose().lazyProduct(S.S_1);
  return S.dissipated + add_quadratic_dissipation(path, h);
}

double InvariantPotential::add_quadratic_dissipation(const LocalPath& path, VecOut h) const {  // (T5)
  if (curvature_.size() == 0) return 0;
  const LocalVector force = path.alpha / 6 * curvature_.lazyProduct(path.d_j);
  h += force;
  return 3 * path.d_j.dot(force);
}

void InvariantPotential::add_path_tangent(const LocalPath& path, PathTangent& out) const {
  if (path.rule == PathRule::kLiteral) return add_literal_tangent(path, out);
  Galerkin B;
  calc_galerkin(path, B);
  StressTangent T;
  const PathStress S = calc_path_stress(StrainLaw{*law_}, path, B.e_i, B.e_j, B.e_f, &T);
  const int m = map_.rows(), n = map_.size();
  LocalMatrix mean_j = Matrix::Zero(m, n), mean_f = Matrix::Zero(m, n), K(n, n);
  for (const PathPoint& p : B.points) {
    const LocalVector q = path.at(p), stress = (1 - p.tau) * S.S_0 + p.tau * S.S_1;
    const LocalMatrix J = calc_J(q);
    mean_j += p.weight * p.shape_j * J;
    mean_f += p.weight * p.tau * J;
    K.setZero();
    map_.add_e_qq(0, q, stress, K);
    out.gj += p.weight * p.shape_j * K;
    out.gf += p.weight * p.tau * K;
    out.hj += p.weight * p.odd * p.shape_j * K;
    out.hf += p.weight * p.odd * p.tau * K;
  }
  const LocalVector q_f = path.q_i + path.d_f;
  const LocalMatrix ef_f = calc_J(q_f), ej_j = 2 * mean_j, ej_f = 2 * mean_f - ef_f;
  const LocalMatrix S0_j = T.S0_j.lazyProduct(ej_j), S1_j = T.S1_j.lazyProduct(ej_j);
  const LocalMatrix S0_f = T.S0_j.lazyProduct(ej_f) + T.S0_f.lazyProduct(ef_f);
  const LocalMatrix S1_f = T.S1_j.lazyProduct(ej_f) + T.S1_f.lazyProduct(ef_f);
  out.gj.noalias() += B.g0.transpose().lazyProduct(S0_j) + B.g1.transpose().lazyProduct(S1_j);
  out.gf.noalias() += B.g0.transpose().lazyProduct(S0_f) + B.g1.transpose().lazyProduct(S1_f);
  out.hj.noalias() += B.h0.transpose().lazyProduct(S0_j) + B.h1.transpose().lazyProduct(S1_j);
  out.hf.noalias() += B.h0.transpose().lazyProduct(S0_f) + B.h1.transpose().lazyProduct(S1_f);
  if (curvature_.size() > 0) out.hj += path.alpha / 6 * curvature_;
}

// With the mean-value Jacobians B_g over [q_j, q_f] and B_h over [q_i, q_j] and S_g = (S_0 + S_1)/2:
//   F_g = B_g^T S_g,   F_h = (B_h^T S_0 - B_g^T S_g)/3
double InvariantPotential::add_literal_force(const LocalPath& path, VecOut g, VecOut h) const {
  const LocalVector q_j = path.q_i + path.d_j, q_f = path.q_i + path.d_f;
  const PathStress S = calc_path_stress(StrainLaw{*law_}, path, calc_e(path.q_i), calc_e(q_j), calc_e(q_f));
  LocalMatrix B_g = Matrix::Zero(map_.rows(), map_.size()), B_h = B_g;
  map_.add_e_q_bar(0, q_j, 0, q_f, B_g);
  map_.add_e_q_bar(0, path.q_i, 0, q_j, B_h);
  const LocalVector F = 0.5 * B_g.transpose().lazyProduct(S.S_0 + S.S_1);
  g += F;
  h += (B_h.transpose().lazyProduct(S.S_0) - F) / 3;
  return S.dissipated + add_quadratic_dissipation(path, h);
}

void InvariantPotential::add_literal_tangent(const LocalPath& path, PathTangent& out) const {
  const int n = map_.size();
  const LocalVector q_j = path.q_i + path.d_j, q_f = path.q_i + path.d_f;
  StressTangent T;
  const PathStress S = calc_path_stress(StrainLaw{*law_}, path, calc_e(path.q_i), calc_e(q_j), calc_e(q_f), &T);
  LocalMatrix B_g = Matrix::Zero(map_.rows(), n), B_h = B_g;
  map_.add_e_q_bar(0, q_j, 0, q_f, B_g);
  map_.add_e_q_bar(0, path.q_i, 0, q_j, B_h);
  const LocalMatrix J_j = calc_J(q_j), J_f = calc_J(q_f);
  const LocalVector S_g = 0.5 * (S.S_0 + S.S_1);
  LocalMatrix gj = Matrix::Zero(n, n), gf = gj, hj = gj;
  map_.add_e_q_bar_tangent(0, q_f, 0, q_j, S_g, gj);
  map_.add_e_q_bar_tangent(0, q_j, 0, q_f, S_g, gf);
  map_.add_e_q_bar_tangent(0, path.q_i, 0, q_j, S.S_0, hj);
  const LocalMatrix Sg_j = 0.5 * (T.S0_j + T.S1_j).lazyProduct(J_j), Sg_f = 0.5 * (T.S0_f + T.S1_f).lazyProduct(J_f);
  gj.noalias() += B_g.transpose().lazyProduct(Sg_j);
  gf.noalias() += B_g.transpose().lazyProduct(Sg_f);
  const LocalMatrix S0_j = T.S0_j.lazyProduct(J_j), S0_f = T.S0_f.lazyProduct(J_f);
  hj.noalias() += B_h.transpose().lazyProduct(S0_j);
  out.gj += gj;
  out.gf += gf;
  out.hj += (hj - gj) / 3;
  out.hf += (B_h.transpose().lazyProduct(S0_f) - gf) / 3;
  if (curvature_.size() > 0) out.hj += path.alpha / 6 * curvature_;
}

}  // namespace invar
