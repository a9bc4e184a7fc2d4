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

// The diagonals; kept, so that steps allocate nothing.
struct Diagonals {
  Vector resistance, mass,
      beside;  // beside: largest resistance among the positions, or the rotations, of the same node

  void read(const MechanicalSystem& system, const Vector& A) {
    const SparsePattern& K = system.K_pattern();
    for (Vector* x : {&resistance, &mass, &beside}) x->resize(K.rows);
    for (int j = 0; j < K.rows; ++j) {
      const int at = K.diagonal.empty() ? K.position(j, j) : K.diagonal[static_cast<std::size_t>(j)];
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

void RowResistances::read(const MechanicalSystem& system, const Vector& A) {
  thread_local Diagonals d;
  d.read(system, A);
  const SparsePattern& pattern = system.G_pattern();
  divisor_.resize(pattern.nonzeros());
  has_mass_.resize(static_cast<std::size_t>(pattern.rows));
  // What curvature of constraints leaves on a coordinate without mass, a joint angle say, is rounding and no resistance.
  const double none = d.resistance.size() ? kNoResistance * d.resistance.maxCoeff() : 0;
  for (int r = 0; r < pattern.rows; ++r) {
    double mass = 0;
    for (int k = pattern.start[r]; k < pattern.start[r + 1]; ++k)
      if (const int j = pattern.index[k]; d.mass[j] > 0 || d.resistance[j] >= none)
        mass = std::max(mass, d.resistance[j]);
    // Massless coordinates (directors of flat bodies, joint angles) count as a thousandth of the row's heaviest; those with a
    // mass of another scale, as of a light body on a heavy one, as a thousandth of the heaviest beside them in their node.
    for (int k = pattern.start[r]; k < pattern.start[r + 1]; ++k) {
      const int j = pattern.index[k];
      const double own = d.resistance[j];
      const bool is_other = d.mass[j] > 0 && own >= d.mass[j] && own < kAnotherScale * std::max(mass, d.beside[j]);
      divisor_[k] = std::max({own, kLeastPart * (is_other ? d.beside[j] : mass), 1e-300});
    }
    has_mass_[static_cast<std::size_t>(r)] = mass > 0;
  }
}

void RowResistances::calc_regularization(const SparsePattern& pattern, const Vector& G, double epsilon,
                                         Vector& eps) const {
  eps.resize(pattern.rows);
  double largest = 0;
  for (int r = 0; r < pattern.rows; ++r) {
    double s = 0;
    for (int k = pattern.start[r]; k < pattern.start[r + 1]; ++k) s += G[k] * G[k] / divisor_[k];
    eps[r] = epsilon * s;
    largest = std::max(largest, has_mass_[static_cast<std::size_t>(r)] ? eps[r] : 0.0);
  }
  // Rows that touch only massless coordinates, or vanish, get the scale of the others.
  for (int r = 0; r < pattern.rows; ++r)
    if (!(eps[r] > 0) || !(eps[r] <= largest)) eps[r] = largest > 0 ? largest : epsilon;
}

void calc_regularization(const MechanicalSystem& system, const Vector& A, const Vector& G, double epsilon,
                         Vector& eps) {
  thread_local RowResistances resistances;  // kept, so that steps allocate nothing
  resistances.read(system, A);
  resistances.calc_regularization(system.G_pattern(), G, epsilon, eps);
}

}  // namespace invar
