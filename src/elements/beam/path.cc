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
#include "invar/elements/beam/kernel.h"

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

template <class Kernel>
PathPoints calc_path_points(const Kernel& kernel, const BeamGaussPoint& point, const LocalPath& path) {
  PathPoints out;
  const BeamPoint d_j = kernel.interpolate(path.d_j.data()), d_f = kernel.interpolate(path.d_f.data());
  out.P[0] = calc_point(kernel, point, path.q_i);
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
  visit_beam_kernel(points_, plain_, [&]<class Kernel>() {
    for (const auto& point : points_) {
      const Kernel kernel(point);
      const PathPoints p = calc_path_points(kernel, point, path);
      kernel.add_force(calc_beam_force(p.g[0], p.S[0]) + calc_beam_force(p.g[1], p.S[1]), g.data());
      kernel.add_force(calc_beam_force(p.h[0], p.S[0]) + calc_beam_force(p.h[1], p.S[1]), h.data());
      dissipated += 0.5 * path.alpha * point.weight * p.b.dot(point.D * p.b);
    }
  });
  return dissipated;
}

void BeamPotential::add_path_tangent(const LocalPath& path, PathTangent& out) const {
  add_path_tangent(
      path, [](const auto&, const BeamGaussPoint&, PathPoints&) {}, out);
}

void BeamPotential::add_mixed_path_tangent(const LocalPath& path, Vec dq_j, Vec dq_f, PathTangent& out) const {
  const bool literal = path.rule == PathRule::kLiteral;
  const double a = path.alpha;
  const auto update = [&](const auto& kernel, const BeamGaussPoint& point, PathPoints& p) {
    const Matrix6 D = point.weight * point.D;
    if (dq_f.size() == 0) {
      p.S[0] = p.S[1] = D * calc_strain(point, p.P[0]);
      return;
    }
    // What the strains contain of second order in the corrections.
    const BeamPoint d_j = kernel.interpolate(dq_j.data()), d_f = kernel.interpolate(dq_f.data());
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
  visit_beam_kernel(points_, plain_, [&]<class Kernel>() {
    typename Kernel::Table table[2] = {Kernel::Table::Zero(), Kernel::Table::Zero()};
    typename Kernel::Rows Ef_f, Ej_j, Ej_f, B;
    BeamColumns<Kernel> L_0, L_1;
    for (const auto& point : points_) {
      const Kernel kernel(point);
      PathPoints p = calc_path_points(kernel, point, path);
      const Matrix6 D = point.weight * point.D, half = 0.5 * (1 + a) * D;
      kernel.calc_rows(p.P[2], Ef_f);
      kernel.calc_rows(literal ? p.P[1] : BeamPoint(2 * p.mean_j), Ej_j);
      if (!literal) kernel.calc_rows(2 * p.mean_f - p.P[2], Ej_f);
      // S_0 = D [(1 + a)/2 E_j + ...], S_1 = D [E_f + (1 - a)/2 E_j + ...]
      const auto add = [&](const BeamPoint& P_0, const BeamPoint& P_1, MatOut& K_j, MatOut& K_f) {
        kernel.calc_rows(P_0, B);
        calc_columns<Kernel>(B, half, L_0);
        kernel.calc_rows(P_1, B);
        calc_columns<Kernel>(B, D, L_1);
        if (a != 1) L_0 += 0.5 * (1 - a) * L_1;
        add_strain_product<Kernel>(L_0, Ej_j, K_j);
        if (!literal) add_strain_product<Kernel>(L_0, Ej_f, K_f);
        add_strain_product<Kernel>(L_1, Ef_f, K_f);
      };
      add(p.g[0], p.g[1], out.gj, out.gf);
      add(p.h[0], p.h[1], out.hj, out.hf);
      update(kernel, point, p);
      for (int k = 0; k < 2; ++k) kernel.add_geometric(p.S[k], table[k]);
    }
    const auto add_tables = [&](const double c[2][3], int shape, MatOut& K) {
      const typename Kernel::Table sum = c[0][shape] * table[0] + c[1][shape] * table[1];
      add_table<Kernel>(1, sum, K);
    };
    add_tables(moments.g, 1, out.gj);
    add_tables(moments.g, 2, out.gf);
    add_tables(moments.h, 1, out.hj);
    add_tables(moments.h, 2, out.hf);
  });
}

}  // namespace invar
