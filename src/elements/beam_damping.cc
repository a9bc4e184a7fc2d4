#include "invar/elements/beam_damping.h"

namespace invar {

namespace {

// dE/dt = 2 E(P, P') with the bilinear form of beam_strain.h.
Vector6 calc_strain_rate(const BeamPoint& P, const BeamPoint& rate) { return 2 * calc_beam_strain(P, rate); }

}  // namespace

void BeamDamping::add_Q(double, Vec q, Vec v, VecOut Q) const {
  for (const auto& point : points_) {
    const BeamPoint P = calc_point(point, q);
    const Vector6 S = -beta_ * point.weight * (point.D * calc_strain_rate(P, interpolate(point.W, v)));
    add_beam_force(point.W, calc_beam_force(P, S), Q);
  }
}

void BeamDamping::add_Q_q(double, Vec q, Vec v, MatOut K) const {
  for (const auto& point : points_) {
    const BeamPoint P = calc_point(point, q), rate = interpolate(point.W, v);
    const Matrix6 D = -beta_ * point.weight * point.D;
    const StrainColumns L = calc_strain_rows(point.W, P).transpose().lazyProduct(D);
    add_strain_product(L, calc_strain_rows(point.W, rate), K);
    add_table(1, calc_geometric(point.W, D * calc_strain_rate(P, rate)), K);
  }
}

void BeamDamping::add_Q_v(double, Vec q, Vec, MatOut C) const {
  for (const auto& point : points_) {
    const StrainRows B = calc_strain_rows(point.W, calc_point(point, q));
    const StrainColumns L = B.transpose().lazyProduct(-beta_ * point.weight * point.D);
    add_strain_product(L, B, C);
  }
}

void BeamDamping::add_Q_bar(double t0, Vec q0, double t1, Vec q1, VecOut Q) const {
  for (const auto& point : points_) {
    const BeamPoint P0 = calc_point(point, q0), P1 = calc_point(point, q1), mean = 0.5 * (P0 + P1);
    // E1 - E0 as the rate through the mean point keeps its digits for small steps.
    const Vector6 dE = calc_strain_rate(mean, P1 - P0);
    add_beam_force(point.W, calc_beam_force(mean, -beta_ / (t1 - t0) * point.weight * (point.D * dE)), Q);
  }
}

void BeamDamping::add_Q_bar_tangent(double t0, Vec q0, double t1, Vec q1, MatOut K) const {
  for (const auto& point : points_) {
    const BeamPoint P0 = calc_point(point, q0), P1 = calc_point(point, q1), mean = 0.5 * (P0 + P1);
    const Matrix6 D = -beta_ / (t1 - t0) * point.weight * point.D;
    const StrainColumns L = calc_strain_rows(point.W, mean).transpose().lazyProduct(D);
    add_strain_product(L, calc_strain_rows(point.W, P1), K);
    add_table(0.5, calc_geometric(point.W, D * calc_strain_rate(mean, P1 - P0)), K);
  }
}

}  // namespace invar
