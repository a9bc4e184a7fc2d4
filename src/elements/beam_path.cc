// BeamPotential along a path (terms/path.h). Strains are quadratic in the coordinates and B is linear in them, so the
// time integrals are exact without a rule. With P_i, P_j, P_f interpolated at the three configurations,
//
//   E_mean = int E dtau = sum G_kl E(P_k, P_l) - E_ref,   E_j = 2 E_mean - E_f
//   S_0 = D [(1 + alpha)/2 E_j + (1 - alpha)/2 E_i],      S_1 = D [E_f + (1 - alpha)/2 (E_j - E_i)]
//   F_y = w [B(P_y0)^T S_0 + B(P_y1)^T S_1],  y = g, h    with P_yk the moments of P along the path
//
// does the work U_f - U_i + alpha/2 (E_j - E_i) . D (E_j - E_i). The literal rule of [Bauchau2003] eqs. (23)-(28) is the
// same with E_j = E(P_j) and other P_yk; it takes energy out of stiff spinning structures, see
// docs/theory/energy-decaying.md.
#include "invar/elements/beam_potential.h"

namespace invar {

namespace {

struct Moments {
  double g[2][3], h[2][3];  // of P_i, P_j, P_f in P_g0, P_g1, P_h0, P_h1
};
constexpr Moments kGalerkin{{{1.0 / 12, 1.0 / 4, 1.0 / 6}, {-1.0 / 12, 1.0 / 4, 1.0 / 3}},
                            {{7.0 / 60, 1.0 / 20, 0}, {1.0 / 20, -1.0 / 20, -1.0 / 6}}};
constexpr Moments kLiteral{{{0, 1.0 / 4, 1.0 / 4}, {0, 1.0 / 4, 1.0 / 4}},
                           {{1.0 / 6, 1.0 / 12, -1.0 / 12}, {0, -1.0 / 12, -1.0 / 12}}};
// int of the products of the shapes of q_i, q_j, q_f.
constexpr double kGram[3][3] = {
    {2.0 / 15, -1.0 / 20, -1.0 / 12}, {-1.0 / 20, 3.0 / 10, 1.0 / 4}, {-1.0 / 12, 1.0 / 4, 1.0 / 3}};

struct PathPoints {
  BeamPoint P[3];            // i, j, f
  BeamPoint mean_j, mean_f;  // sum G_jl P_l, sum G_fl P_l
  BeamPoint g[2], h[2];
  Vector6 S[2], b;  // stresses, E_j - E_i
};

PathPoints calc_path_points(const BeamGaussPoint& point, const LocalPath& path) {
  PathPoints out;
  const BeamPoint d_j = interpolate(point.W, path.d_j), d_f = interpolate(point.W, path.d_f);
  out.P[0] = calc_point(point, path.q_i);
  out.P[1] = out.P[0] + d_j;
  out.P[2] = out.P[0] + d_f;
  const bool literal = path.rule == PathRule::kLiteral;
  const Moments& moments = literal ? kLiteral : kGalerkin;
  const auto combine = [&](const double* c) -> BeamPoint {
    return c[0] * out.P[0] + c[1] * out.P[1] + c[2] * out.P[2];
  };
  for (int k = 0; k < 2; ++k) {
    out.g[k] = combine(moments.g[k]);
    out.h[k] = combine(moments.h[k]);
  }
  out.mean_j = combine(kGram[1]);
  out.mean_f = combine(kGram[2]);
  const Vector6 E_i = calc_strain(point, out.P[0]), E_f = calc_strain(point, out.P[2]);
  Vector6 E_j;
  if (literal) {
    E_j = calc_strain(point, out.P[1]);
  } else {
    const BeamPoint mean_i = combine(kGram[0]);
    const Vector6 E_mean = calc_beam_strain(mean_i, out.P[0]) + calc_beam_strain(out.mean_j, out.P[1]) +
                           calc_beam_strain(out.mean_f, out.P[2]) - point.E_ref;
    E_j = 2 * E_mean - E_f;
  }
  const double a = path.alpha;
  out.b = E_j - E_i;
  out.S[0] = point.weight * (point.D * (0.5 * (1 + a) * E_j + 0.5 * (1 - a) * E_i));
  out.S[1] = point.weight * (point.D * (E_f + 0.5 * (1 - a) * out.b));
  return out;
}

}  // namespace

double BeamPotential::add_path_force(const LocalPath& path, VecOut g, VecOut h) const {
  double dissipated = 0;
  for (const auto& point : points_) {
    const PathPoints p = calc_path_points(point, path);
    add_beam_force(point.W, calc_beam_force(p.g[0], p.S[0]) + calc_beam_force(p.g[1], p.S[1]), g);
    add_beam_force(point.W, calc_beam_force(p.h[0], p.S[0]) + calc_beam_force(p.h[1], p.S[1]), h);
    dissipated += 0.5 * path.alpha * point.weight * p.b.dot(point.D * p.b);
  }
  return dissipated;
}

void BeamPotential::add_path_tangent(const LocalPath& path, PathTangent& out) const {
  add_path_tangent(
      path, [](const BeamGaussPoint&, PathPoints&) {}, out);
}

void BeamPotential::add_mixed_path_tangent(const LocalPath& path, Vec dq_j, Vec dq_f, PathTangent& out) const {
  const bool literal = path.rule == PathRule::kLiteral;
  const double a = path.alpha;
  const auto update = [&](const BeamGaussPoint& point, PathPoints& p) {
    const Matrix6 D = point.weight * point.D;
    if (dq_f.size() == 0) {
      p.S[0] = p.S[1] = D * calc_strain(point, p.P[0]);
      return;
    }
    // What the strains contain of second order in the corrections.
    const BeamPoint d_j = interpolate(point.W, dq_j), d_f = interpolate(point.W, dq_f);
    const Vector6 jj = calc_beam_strain(d_j), ff = calc_beam_strain(d_f);
    const Vector6 c_j =
        literal
            ? jj
            : Vector6(2 * (kGram[1][1] * jj + 2 * kGram[1][2] * calc_beam_strain(d_j, d_f) + kGram[2][2] * ff) - ff);
    p.S[0] -= 0.5 * (1 + a) * (D * c_j);
    p.S[1] -= D * (ff + 0.5 * (1 - a) * c_j);
  };
  add_path_tangent(path, update, out);
}

template <class Update>
void BeamPotential::add_path_tangent(const LocalPath& path, const Update& update, PathTangent& out) const {
  const bool literal = path.rule == PathRule::kLiteral;
  const Moments& moments = literal ? kLiteral : kGalerkin;
  const double a = path.alpha;
  for (const auto& point : points_) {
    PathPoints p = calc_path_points(point, path);
    const Matrix6 D = point.weight * point.D;
    const StrainRows Ef_f = calc_strain_rows(point.W, p.P[2]);
    const StrainRows Ej_j = calc_strain_rows(point.W, literal ? p.P[1] : BeamPoint(2 * p.mean_j));
    StrainRows Ej_f = StrainRows::Zero(6, Ef_f.cols());
    if (!literal) Ej_f = calc_strain_rows(point.W, 2 * p.mean_f - p.P[2]);
    // S_0 = D [(1 + a)/2 E_j + ...], S_1 = D [E_f + (1 - a)/2 E_j + ...]
    const StrainRows S1_f = a == 1 ? Ef_f : StrainRows(Ef_f + 0.5 * (1 - a) * Ej_f);
    const auto add = [&](const BeamPoint& P_0, const BeamPoint& P_1, MatOut& K_j, MatOut& K_f) {
      const StrainColumns B_0 = calc_strain_rows(point.W, P_0).transpose(),
                          B_1 = calc_strain_rows(point.W, P_1).transpose();
      const StrainColumns L_0 = B_0.lazyProduct(0.5 * (1 + a) * D), L_1 = B_1.lazyProduct(D);
      add_strain_product(L_0, Ej_j, K_j);
      if (a != 1) add_strain_product(0.5 * (1 - a) * L_1, Ej_j, K_j);
      if (!literal) add_strain_product(L_0, Ej_f, K_f);
      add_strain_product(L_1, S1_f, K_f);
    };
    add(p.g[0], p.g[1], out.gj, out.gf);
    add(p.h[0], p.h[1], out.hj, out.hf);
    update(point, p);
    for (int k = 0; k < 2; ++k) {
      const BeamTable table = calc_geometric(point.W, p.S[k]);
      add_table(moments.g[k][1], table, out.gj);
      add_table(moments.g[k][2], table, out.gf);
      add_table(moments.h[k][1], table, out.hj);
      add_table(moments.h[k][2], table, out.hf);
    }
  }
}

}  // namespace invar
