// Path: the continuous quadratic motion that the energy-decaying scheme follows over a step. With the configurations q_i,
// q_j, q_f of [Bauchau2003] sec. 4, d_j = q_j - q_i, d_f = q_f - q_i and tau from 0 to 1,
//
//   (H1)  q(tau) = q_i + 3 tau (1 - tau) d_j + tau d_f,      q'(tau) = d_f + 3 (1 - 2 tau) d_j
//
// Every force F enters the scheme by two numbers a coordinate (time-Galerkin), so that its work is that along the path:
//
//   (H2)  F_g = int F dtau,   F_h = int (1 - 2 tau) F dtau,      F_g . d_f + 3 F_h . d_j = int F . q' dtau
//
// Constraint forces have multipliers linear in time, lambda(tau) = (1 - tau) lambda_0 + tau lambda_1. Their work is
//
//   (H3)  lambda_0 . X_0 + lambda_1 . X_1,   X_0 = int (1 - tau) Phi_q q' dtau,   X_1 = int tau Phi_q q' dtau
//
// and for position rows X_0 = int Phi dtau - Phi_i, X_1 = Phi_f - int Phi dtau (partial integration; drives apart). Two
// conditions a row, X_0 = 0 and X_0 + X_1 = 0, hence are "the mean of Phi and the end of Phi vanish", make the forces
// workless and need nothing but Phi_q: velocity rows A q' + h a are treated by the same two conditions.
//
// Integrals are done by Gauss points: three are exact for what is quadratic in q, six are good to rounding for everything
// else at steps of up to about a quarter of a radian. docs/theory/energy-decaying.md has the derivation.
#pragma once

#include <span>

#include "invar/core/local_matrix.h"
#include "invar/core/path_rule.h"
#include "invar/core/types.h"
#include "invar/terms/constraint.h"
#include "invar/terms/force.h"
#include "invar/terms/pfaffian.h"

namespace invar {

// A Gauss point: weight, shape of d_j and d_f in q, of d_j in q', and 1 - 2 tau.
struct PathPoint {
  double tau, weight, shape_j, rate_j, odd;
};
std::span<const PathPoint> path_points(int count);  // 3 or 6
inline constexpr int kQuadraticPoints = 3, kSmoothPoints = 6;

// The path on the local coordinates of a term.
struct LocalPath {
  double t0 = 0, h = 1;
  double alpha = 1;  // numerical dissipation
  PathRule rule = PathRule::kGalerkin;
  LocalVector q_i, d_j, d_f;
  VecView z_i = {}, u = {};  // of terms with internal variables or inputs

  LocalVector at(const PathPoint& p) const { return q_i + p.shape_j * d_j + p.tau * d_f; }
  LocalVector rate(const PathPoint& p) const { return d_f + p.rate_j * d_j; }
  double time(const PathPoint& p) const { return t0 + p.tau * h; }
};

// Derivatives of F_g and F_h with respect to q_j and q_f.
struct PathTangent {
  MatOut gj, gf, hj, hf;
};

// Rows of a constraint along a path. B_xk: the force is F_x = B_x0^T lambda_0 + B_x1^T lambda_1. `mean` and `end` are the
// increments of the two residuals, G_* their derivatives, K_* those of the forces.
struct ConstraintPath {
  LocalMatrix B_g0, B_g1, B_h0, B_h1;
  LocalVector mean, end;
  LocalMatrix G_mean_j, G_mean_f, G_end_j, G_end_f;
  LocalMatrix K_gj, K_gf, K_hj, K_hf;
  LocalVector work_drives;  // of each row, done on the system; zero where no drive is
};

// Fill `out`; derivatives only where asked for.
void calc_path(const Constraint& term, const LocalPath& path, Vec lambda_0, Vec lambda_1, bool tangent,
               ConstraintPath& out);
void calc_path(const Pfaffian& term, const LocalPath& path, Vec lambda_0, Vec lambda_1, bool tangent,
               ConstraintPath& out);
// Adds the force Q to (g, h) and returns its work; adds the derivatives of (g, h).
double add_path_force(const Force& term, const LocalPath& path, VecOut g, VecOut h);
void add_path_tangent(const Force& term, const LocalPath& path, PathTangent& out);

}  // namespace invar
