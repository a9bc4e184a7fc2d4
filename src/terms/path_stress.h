// Stresses along a path (terms/path.h) for an energy W of strains e: linear in time, S(tau) = (1 - tau) S_0 + tau S_1.
// The mean of e along the path defines the stage strain e_j = 2 int e dtau - e_f, and the work of the forces is
//
//   (T1)  int S . e' dtau = (S_0 + S_1)/2 . (e_f - e_j) + S_0 . (e_j - e_i)
//
// linear in S. With the discrete derivative D(a, b) . (b - a) = W(b) - W(a), symmetric in a and b, and b = e_j - e_i,
//
//   (T2)  (S_0 + S_1)/2 = D(e_j, e_f),       S_0 = D(e_i, e_j)
//   (T3)  (S_0 + S_1)/2 = D(e_i, e_f + b),   S_1 = D(e_f + b, e_f)          its mirror image in time
//   (T4)  S_0 += alpha/2 P b,  S_1 -= alpha/2 P b                           dissipates alpha/2 b . P b
//
// (T2) and (T3) both make (T1) the change of W; their mean does so too and is symmetric in time, hence of even order for
// alpha = 0. For quadratic W they coincide, and with P = W'' they are the scheme of beams with linear elasticity. In
// general P is the positive part of W''(e_i): decay is then certain for every law, and where W is convex the order is not
// touched, because b is O(h^2). The literal rule is (T2) with e_j = e(q_j).
//
// A law may not admit e_j or e_f + b (a squared length below zero): then S = D(e_i, e_f), with the same work.
#pragma once

#include "invar/core/local_matrix.h"
#include "invar/terms/path.h"

namespace invar {

// Derivatives of S_0 and S_1.
struct StressTangent {
  LocalMatrix S0_j, S0_f, S1_j, S1_f;
};

struct PathStress {
  LocalVector S_0, S_1;
  double dissipated = 0;
};

// Law: bar(a, b, out) and bar_tangent(a, b, out) (by b) add to out; positive(e, out) adds P; admits(e).
template <class Law>
PathStress calc_path_stress(const Law& law, const LocalPath& path, const LocalVector& e_i, const LocalVector& e_j,
                            const LocalVector& e_f, StressTangent* tangent = nullptr) {
  const auto m = e_i.size();
  const LocalVector b = e_j - e_i, e_k = e_f + b;
  LocalMatrix P = Matrix::Zero(m, m);
  if (path.alpha != 0) law.positive(e_i, P);
  const auto bar = [&](const LocalVector& x, const LocalVector& y) {
    LocalVector S = Vector::Zero(m);
    law.bar(x, y, S);
    return S;
  };
  const auto slope = [&](const LocalVector& x, const LocalVector& y) {
    LocalMatrix K = Matrix::Zero(m, m);
    law.bar_tangent(x, y, K);
    return K;
  };
  PathStress out;
  const bool literal = path.rule == PathRule::kLiteral;
  if (!literal && !(law.admits(e_j) && law.admits(e_k))) {
    out.S_0 = out.S_1 = bar(e_i, e_f);
    if (tangent) {
      tangent->S0_j = tangent->S1_j = Matrix::Zero(m, m);
      tangent->S0_f = tangent->S1_f = slope(e_i, e_f);
    }
  } else {
    const LocalVector mean = bar(e_j, e_f);
    out.S_0 = bar(e_i, e_j);
    out.S_1 = 2 * mean - out.S_0;
    if (tangent) {
      tangent->S0_j = slope(e_i, e_j);
      tangent->S0_f = Matrix::Zero(m, m);
      tangent->S1_j = 2 * slope(e_f, e_j) - tangent->S0_j;
      tangent->S1_f = 2 * slope(e_j, e_f);
    }
    if (!literal) {
      const LocalVector mirror_mean = bar(e_i, e_k), mirror = bar(e_k, e_f);
      out.S_0 = 0.5 * out.S_0 + mirror_mean - 0.5 * mirror;
      out.S_1 = 0.5 * (out.S_1 + mirror);
      if (tangent) {
        const LocalMatrix mean_k = slope(e_i, e_k), mirror_k = slope(e_f, e_k), mirror_f = slope(e_k, e_f);
        tangent->S0_j = 0.5 * tangent->S0_j + mean_k - 0.5 * mirror_k;
        tangent->S0_f = mean_k - 0.5 * (mirror_k + mirror_f);
        tangent->S1_j = 0.5 * (tangent->S1_j + mirror_k);
        tangent->S1_f = 0.5 * (tangent->S1_f + mirror_k + mirror_f);
      }
    }
  }
  const LocalVector extra = 0.5 * path.alpha * P.lazyProduct(b);  // (T4)
  out.S_0 += extra;
  out.S_1 -= extra;
  out.dissipated = b.dot(extra);
  if (tangent) {
    tangent->S0_j += 0.5 * path.alpha * P;
    tangent->S1_j -= 0.5 * path.alpha * P;
  }
  return out;
}

}  // namespace invar
