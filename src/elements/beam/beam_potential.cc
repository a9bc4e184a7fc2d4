#include "invar/elements/beam/beam_potential.h"

#include "invar/elements/beam/kernel.h"

namespace invar {

BeamPoint interpolate(const BeamWeights& W, Vec q) {
  return Eigen::Map<const Eigen::Matrix<double, 3, Eigen::Dynamic>>(q.data(), 3, W.rows()).lazyProduct(W);
}

bool is_plain(const std::vector<BeamGaussPoint>& points) {
  for (const auto& point : points)
    for (int a = 0; a < point.W.rows(); a += 4) {
      const double N = point.W(a + 1, 1), dN = point.W(a, 0);
      Eigen::Matrix<double, 4, 7> W = Eigen::Matrix<double, 4, 7>::Zero();
      W(0, 0) = dN;
      for (int i = 1; i <= 3; ++i) W(i, i) = N, W(i, 3 + i) = dN;
      if (point.W.middleRows<4>(a) != W) return false;
    }
  return true;
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
  visit_beam_kernel(points_, plain_, [&]<class Kernel>() {
    typename Kernel::Table table = Kernel::Table::Zero();
    typename Kernel::Rows mean, end;
    BeamColumns<Kernel> L;
    for (const auto& point : points_) {
      const Kernel kernel(point);
      const BeamPoint P0 = calc_point(kernel, point, q0), P1 = calc_point(kernel, point, q1);
      const Matrix6 D = point.weight * point.D;
      const Vector6 S = D * (0.5 * (calc_strain(point, P0) + calc_strain(point, P1)));
      kernel.calc_rows(0.5 * (P0 + P1), mean);
      calc_columns<Kernel>(mean, a * D, L);
      kernel.calc_rows(P1, end);
      add_strain_product<Kernel>(L, end, K);
      kernel.add_geometric(update(kernel, point, S, P0), table);
    }
    add_table<Kernel>(b, table, K);
  });
}

void BeamPotential::add_U_q(Vec q, VecOut g) const {
  visit_beam_kernel(points_, plain_, [&]<class Kernel>() {
    for (const auto& point : points_) {
      const Kernel kernel(point);
      const BeamPoint P = calc_point(kernel, point, q);
      const Vector6 S = point.weight * (point.D * calc_strain(point, P));
      kernel.add_force(calc_beam_force(P, S), g.data());
    }
  });
}

void BeamPotential::add_U_qq(Vec q, MatOut K) const {
  const auto keep = [](const auto&, const BeamGaussPoint&, const Vector6& S, const BeamPoint&) { return S; };
  add_tangent(q, q, 1, 1, keep, K);
}

void BeamPotential::add_U_q_bar(Vec q0, Vec q1, VecOut g) const {
  visit_beam_kernel(points_, plain_, [&]<class Kernel>() {
    for (const auto& point : points_) {
      const Kernel kernel(point);
      const BeamPoint P0 = calc_point(kernel, point, q0), P1 = calc_point(kernel, point, q1);
      const Vector6 S = 0.5 * point.weight * (point.D * (calc_strain(point, P0) + calc_strain(point, P1)));
      kernel.add_force(calc_beam_force(0.5 * (P0 + P1), S), g.data());
    }
  });
}

void BeamPotential::add_U_q_bar_tangent(Vec q0, Vec q1, MatOut K) const {
  const auto keep = [](const auto&, const BeamGaussPoint&, const Vector6& S, const BeamPoint&) { return S; };
  add_tangent(q0, q1, 0.5, 0.5, keep, K);
}

void BeamPotential::add_mixed_U_q_bar_tangent(Vec q0, Vec q1, Vec dq, MatOut K) const {
  const auto update = [&](const auto& kernel, const BeamGaussPoint& point, const Vector6& S,
                          const BeamPoint& P0) -> Vector6 {
    if (dq.size() == 0) return point.weight * (point.D * calc_strain(point, P0));
    return S - 0.5 * point.weight * (point.D * calc_beam_strain(kernel.interpolate(dq.data())));
  };
  add_tangent(q0, q1, 0.5, 0.5, update, K);
}

void BeamPotential::add_stress_update(Vec dq, MatOut K) const {
  visit_beam_kernel(points_, plain_, [&]<class Kernel>() {
    typename Kernel::Table table = Kernel::Table::Zero();
    for (const auto& point : points_) {
      const Kernel kernel(point);
      const Vector6 E = calc_beam_strain(kernel.interpolate(dq.data()));
      kernel.add_geometric(point.weight * (point.D * E), table);
    }
    add_table<Kernel>(-1, table, K);
  });
}

}  // namespace invar
