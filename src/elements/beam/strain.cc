#include "invar/elements/beam/strain.h"

namespace invar {

namespace {
// (i, j, k) cyclic: K_i = (d_k . d_j' - d_j . d_k')/2
constexpr int kNext[3] = {1, 2, 0}, kLast[3] = {2, 0, 1};
}  // namespace

Vector6 calc_beam_strain(const BeamPoint& P) {
  Vector6 E;
  for (int i = 0; i < 3; ++i) {
    const int j = kNext[i], k = kLast[i];
    E[i] = P.col(1 + i).dot(P.col(0));
    E[3 + i] = 0.5 * (P.col(1 + k).dot(P.col(4 + j)) - P.col(1 + j).dot(P.col(4 + k)));
  }
  return E;
}

Vector6 calc_beam_strain(const BeamPoint& a, const BeamPoint& b) {
  Vector6 E;
  for (int i = 0; i < 3; ++i) {
    const int j = kNext[i], k = kLast[i];
    E[i] = 0.5 * (a.col(1 + i).dot(b.col(0)) + b.col(1 + i).dot(a.col(0)));
    E[3 + i] = 0.25 * (a.col(1 + k).dot(b.col(4 + j)) + b.col(1 + k).dot(a.col(4 + j)) -
                       a.col(1 + j).dot(b.col(4 + k)) - b.col(1 + j).dot(a.col(4 + k)));
  }
  return E;
}

}  // namespace invar
