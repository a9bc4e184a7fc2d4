#include "invar/terms/potential.h"

#include "invar/core/local_matrix.h"
#include "invar/math/positive_part.h"
#include "invar/terms/path_stress.h"

namespace invar {

namespace {

// The potential as an energy law of its own coordinates: S(tau) is the force, so F_g = (S_0 + S_1)/2, F_h = (S_0 - S_1)/6.
struct CoordinateLaw {
  const Potential& term;
  void bar(Vec a, Vec b, VecOut out) const { term.add_U_q_bar(a, b, out); }
  void bar_tangent(Vec a, Vec b, MatOut out) const { term.add_U_q_bar_tangent(a, b, out); }
  void positive(Vec e, MatOut out) const {
    LocalMatrix K = Matrix::Zero(e.size(), e.size());
    term.add_U_qq(e, K);
    add_positive_part(K, out);
  }
  static bool admits(Vec) { return true; }
};

}  // namespace

void Potential::add_mixed_U_q_bar_tangent(Vec q0, Vec q1, Vec, MatOut K) const { add_U_q_bar_tangent(q0, q1, K); }

void Potential::add_mixed_path_tangent(const LocalPath& path, Vec, Vec, PathTangent& out) const {
  add_path_tangent(path, out);
}

double Potential::add_path_force(const LocalPath& path, VecOut g, VecOut h) const {
  const LocalVector q_j = path.q_i + path.d_j, q_f = path.q_i + path.d_f;
  const PathStress S = calc_path_stress(CoordinateLaw{*this}, path, path.q_i, q_j, q_f);
  g += 0.5 * (S.S_0 + S.S_1);
  h += (S.S_0 - S.S_1) / 6;
  return S.dissipated;
}

void Potential::add_path_tangent(const LocalPath& path, PathTangent& out) const {
  const LocalVector q_j = path.q_i + path.d_j, q_f = path.q_i + path.d_f;
  StressTangent T;
  calc_path_stress(CoordinateLaw{*this}, path, path.q_i, q_j, q_f, &T);
  out.gj += 0.5 * (T.S0_j + T.S1_j);
  out.gf += 0.5 * (T.S0_f + T.S1_f);
  out.hj += (T.S0_j - T.S1_j) / 6;
  out.hf += (T.S0_f - T.S1_f) / 6;
}

}  // namespace invar
