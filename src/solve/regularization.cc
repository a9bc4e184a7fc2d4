// The scale of the regularization: s_r, an estimate of the r-th diagonal entry of the Schur complement G A^-1 G^T from the
// diagonal of A, from below.
#include <algorithm>
#include <cmath>
#include <utility>

#include "invar/solve/kkt.h"
#include "invar/system/scale_groups.h"

namespace invar {

namespace {
constexpr double kNoResistance = 1e-8;  // relative to the largest of the system
constexpr double kAnotherScale = 1e-6;  // of the row's heaviest, see scale_groups.cc
constexpr double kLeastPart = 1e-3;

// The diagonals, looked up once per call; kept, so that steps allocate nothing.
struct Diagonals {
  Vector resistance, mass,
      beside;  // beside: largest resistance among the positions, or the rotations, of the same node

  void read(const MechanicalSystem& system, const Vector& A) {
    const SparsePattern& K = system.K_pattern();
    for (Vector* x : {&resistance, &mass, &beside}) x->resize(K.rows);
    for (int j = 0; j < K.rows; ++j) {
      const int at = K.position(j, j);
      resistance[j] = std::abs(A[at]);
      mass[j] = std::abs(system.M()[at]);
    }
    for (const Node& node : system.layout().nodes()) {
      const int positions = count_positions(node.kind), others = node_size(node.kind) - positions;
      for (const auto& [from, count] : {std::pair(node.offset, positions), std::pair(node.offset + positions, others)})
        if (count > 0) beside.segment(from, count).setConstant(resistance.segment(from, count).maxCoeff());
    }
  }
};

}  // namespace

void calc_regularization(const MechanicalSystem& system, const Vector& A, const Vector& G, double epsilon,
                         Vector& eps) {
  thread_local Diagonals d;
  d.read(system, A);
  const SparsePattern& pattern = system.G_pattern();
  eps.resize(pattern.rows);
  double largest = 0;
  // What curvature of constraints leaves on a coordinate without mass, a joint angle say, is rounding and no resistance.
  const double none = d.resistance.size() ? kNoResistance * d.resistance.maxCoeff() : 0;
  for (int r = 0; r < pattern.rows; ++r) {
    double mass = 0, s = 0;
    for (int k = pattern.start[r]; k < pattern.start[r + 1]; ++k)
      if (const int j = pattern.index[k]; d.mass[j] > 0 || d.resistance[j] >= none)
        mass = std::max(mass, d.resistance[j]);
    // Massless coordinates (directors of flat bodies, joint angles) count as a thousandth of the row's heaviest; those with a
    // mass of another scale, as of a light body on a heavy one, as a thousandth of the heaviest beside them in their node.
    for (int k = pattern.start[r]; k < pattern.start[r + 1]; ++k) {
      const int j = pattern.index[k];
      const double own = d.resistance[j];
      const bool is_other = d.mass[j] > 0 && own >= d.mass[j] && own < kAnotherScale * std::max(mass, d.beside[j]);
      s += G[k] * G[k] / std::max({own, kLeastPart * (is_other ? d.beside[j] : mass), 1e-300});
    }
    eps[r] = epsilon * s;
    largest = std::max(largest, mass > 0 ? eps[r] : 0.0);
  }
  // Rows that touch only massless coordinates, or vanish, get the scale of the others.
  for (int r = 0; r < pattern.rows; ++r)
    if (!(eps[r] > 0) || !(eps[r] <= largest)) eps[r] = largest > 0 ? largest : epsilon;
}

}  // namespace invar
