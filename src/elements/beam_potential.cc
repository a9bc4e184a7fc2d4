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
  for (int a = 0; a < n; ++a) {
    const auto w = W.row(a);
    for (int i = 0; i < 3; ++i) {
      const int j = (i + 1) % 3, k = (i + 2) % 3;
      B.block<1, 3>(i, 3 * a) = (w[0] * P.col(1 + i) + w[1 + i] * P.col(0)).transpose();
      B.block<1, 3>(3 + i, 3 * a) =
          0.5 * (w[1 + k] * P.col(4 + j) + w[4 + j] * P.col(1 + k) - w[1 + j] * P.col(4 + k) - w[4 + k] * P.col(1 + j))
                    .transpose();
    }
  }
  return B;
}

void add_strain_product(const StrainColumns& L, const StrainRows& B, MatOut K) {
  for (int j = 0; j < B.cols(); j += 3) {
    // A position moves three strains, a director three others: half of the rows are zero.
    int rows[6], count = 0;
    for (int r = 0; r < 6; ++r)
      if (B(r, j) != 0 || B(r, j + 1) != 0 || B(r, j + 2) != 0) rows[count++] = r;
    for (int c = j; c < j + 3; ++c) {
      int k = 0;
      for (; k + 2 < count; k += 3)
        K.col(c) += B(rows[k], c) * L.col(rows[k]) + B(rows[k + 1], c) * L.col(rows[k + 1]) +
                    B(rows[k + 2], c) * L.col(rows[k + 2]);
      for (; k < count; ++k) K.col(c) += B(rows[k], c) * L.col(rows[k]);
    }
  }
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
    const Vector6 E = calc_strain(point, calc_point(point, q));
    U += 0.5 * point.weight * E.dot(point.D * E);
  }
  return U;
}

// K += sum w a B(P_m)^T D B(P1) + b H(S), S the mean stress as `update` changes it.
template <class Update>
void BeamPotential::add_tangent(Vec q0, Vec q1, double a, double b, const Update& update, MatOut K) const {
  for (const auto& point : points_) {
    const BeamPoint P0 = calc_point(point, q0), P1 = calc_point(point, q1);
    const Matrix6 D = point.weight * point.D;
    const Vector6 S = D * (0.5 * (calc_strain(point, P0) + calc_strain(point, P1)));
    const StrainColumns L = calc_strain_rows(point.W, 0.5 * (P0 + P1)).transpose().lazyProduct(a * D);
    add_strain_product(L, calc_strain_rows(point.W, P1), K);
    add_table(b, calc_geometric(point.W, update(point, S, P0)), K);
  }
}

void BeamPotential::add_U_q(Vec q, VecOut g) const {
  for (const auto& point : points_) {
    const BeamPoint P = calc_point(point, q);
    const Vector6 S = point.weight * (point.D * calc_strain(point, P));
    add_beam_force(point.W, calc_beam_force(P, S), g);
  }
}

void BeamPotential::add_U_qq(Vec q, MatOut K) const {
  add_tangent(
      q, q, 1, 1, [](const BeamGaussPoint&, const Vector6& S, const BeamPoint&) { return S; }, K);
}

void BeamPotential::add_U_q_bar(Vec q0, Vec q1, VecOut g) const {
  for (const auto& point : points_) {
    const BeamPoint P0 = calc_point(point, q0), P1 = calc_point(point, q1);
    const Vector6 S = 0.5 * point.weight * (point.D * (calc_strain(point, P0) + calc_strain(point, P1)));
    add_beam_force(point.W, calc_beam_force(0.5 * (P0 + P1), S), g);
  }
}

void BeamPotential::add_U_q_bar_tangent(Vec q0, Vec q1, MatOut K) const {
  add_tangent(
      q0, q1, 0.5, 0.5, [](const BeamGaussPoint&, const Vector6& S, const BeamPoint&) { return S; }, K);
}

void BeamPotential::add_mixed_U_q_bar_tangent(Vec q0, Vec q1, Vec dq, MatOut K) const {
  const auto update = [&](const BeamGaussPoint& point, const Vector6& S, const BeamPoint& P0) -> Vector6 {
    if (dq.size() == 0) return point.weight * (point.D * calc_strain(point, P0));
    return S - 0.5 * point.weight * (point.D * calc_beam_strain(interpolate(point.W, dq)));
  };
  add_tangent(q0, q1, 0.5, 0.5, update, K);
}

void BeamPotential::add_stress_update(Vec dq, MatOut K) const {
  for (const auto& point : points_) {
    const BeamPoint dP = interpolate(point.W, dq);
    add_table(-point.weight, calc_geometric(point.W, point.D * calc_beam_strain(dP)), K);
  }
}

}  // namespace invar
