#include "invar/elements/beam_potential.h"

namespace invar {

namespace {

using Columns = Eigen::Map<const Eigen::Matrix<double, 3, Eigen::Dynamic>>;
using ColumnsOut = Eigen::Map<Eigen::Matrix<double, 3, Eigen::Dynamic>>;

}  // namespace

BeamPoint interpolate(const BeamWeights& W, Vec q) { return Columns(q.data(), 3, W.rows()).lazyProduct(W); }

StrainRows calc_strain_rows(const BeamWeights& W, const BeamPoint& P) {
  const auto n = W.rows();
  StrainRows B(6, 3 * n);
  Eigen::Matrix<double, 3, Eigen::Dynamic, 0, 3, 16> row(3, n);
  for (int a = 0; a < 6; ++a) {
    row.noalias() = calc_beam_force(P, Vector6::Unit(a)).lazyProduct(W.transpose());
    B.row(a) = Eigen::Map<const Eigen::Matrix<double, 1, Eigen::Dynamic>>(row.data(), 3 * n);
  }
  return B;
}

void add_beam_force(const BeamWeights& W, const BeamPoint& F, VecOut g) {
  ColumnsOut(g.data(), 3, W.rows()).noalias() += F.lazyProduct(W.transpose());
}

BeamTable calc_geometric(const BeamWeights& W, const Vector6& S) {
  Eigen::Matrix<double, 7, 7> h = Eigen::Matrix<double, 7, 7>::Zero();
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    const double m = 0.5 * S[3 + i];
    h(0, 1 + i) += S[i], h(1 + i, 0) += S[i];
    h(1 + k, 4 + j) += m, h(4 + j, 1 + k) += m;
    h(1 + j, 4 + k) -= m, h(4 + k, 1 + j) -= m;
  }
  const BeamWeights Wh = W.lazyProduct(h);
  return Wh.lazyProduct(W.transpose());
}

void add_table(double factor, const BeamTable& table, MatOut K) {
  for (int b = 0; b < table.cols(); ++b)
    for (int a = 0; a < table.rows(); ++a)
      for (int i = 0; i < 3; ++i) K(3 * a + i, 3 * b + i) += factor * table(a, b);
}

double BeamPotential::U(Vec q) const {
  double U = 0;
  for (const auto& point : points_) {
    const Vector6 E = calc_strain(point, interpolate(point.W, q));
    U += 0.5 * point.weight * E.dot(point.D * E);
  }
  return U;
}

void BeamPotential::add_U_q(Vec q, VecOut g) const {
  for (const auto& point : points_) {
    const BeamPoint P = interpolate(point.W, q);
    const Vector6 S = point.weight * (point.D * calc_strain(point, P));
    add_beam_force(point.W, calc_beam_force(P, S), g);
  }
}

void BeamPotential::add_U_qq(Vec q, MatOut K) const {
  for (const auto& point : points_) {
    const BeamPoint P = interpolate(point.W, q);
    const Matrix6 D = point.weight * point.D;
    const StrainRows B = calc_strain_rows(point.W, P);
    const StrainRows DB = D.lazyProduct(B);
    K.noalias() += B.transpose() * DB;
    add_table(1, calc_geometric(point.W, D * calc_strain(point, P)), K);
  }
}

void BeamPotential::add_U_q_bar(Vec q0, Vec q1, VecOut g) const {
  for (const auto& point : points_) {
    const BeamPoint P0 = interpolate(point.W, q0), P1 = interpolate(point.W, q1);
    const Vector6 S = 0.5 * point.weight * (point.D * (calc_strain(point, P0) + calc_strain(point, P1)));
    add_beam_force(point.W, calc_beam_force(0.5 * (P0 + P1), S), g);
  }
}

void BeamPotential::add_U_q_bar_tangent(Vec q0, Vec q1, MatOut K) const {
  for (const auto& point : points_) {
    const BeamPoint P0 = interpolate(point.W, q0), P1 = interpolate(point.W, q1);
    const Matrix6 D = 0.5 * point.weight * point.D;
    const Vector6 S = D * (calc_strain(point, P0) + calc_strain(point, P1));
    const StrainRows B_m = calc_strain_rows(point.W, 0.5 * (P0 + P1)),
                     DB = D.lazyProduct(calc_strain_rows(point.W, P1));
    K.noalias() += B_m.transpose() * DB;
    add_table(0.5, calc_geometric(point.W, S), K);
  }
}

void BeamPotential::add_stress_update(Vec dq, MatOut K) const {
  for (const auto& point : points_) {
    const BeamPoint dP = interpolate(point.W, dq);
    add_table(-point.weight, calc_geometric(point.W, point.D * calc_beam_strain(dP)), K);
  }
}

}  // namespace invar
