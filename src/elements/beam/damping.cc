#include "invar/elements/beam/damping.h"

#include "invar/elements/beam/kernel.h"

namespace invar {

namespace {

struct Tangent {
  Matrix6 D;
  BeamPoint P, rate;
  Vector6 S;
};

// dE/dt = 2 E(P, P') with the bilinear form of beam_strain.h.
Vector6 calc_strain_rate(const BeamPoint& P, const BeamPoint& rate) { return 2 * calc_beam_strain(P, rate); }

}  // namespace

void BeamDamping::add_Q(const At& at, VecOut Q) const {
  visit_beam_kernel(points_, plain_, [&]<class Kernel>() {
    for (const auto& point : points_) {
      const Kernel kernel(point);
      const BeamPoint P = calc_point(kernel, point, at.q);
      const Vector6 S = -beta_ * point.weight * (point.D * calc_strain_rate(P, kernel.interpolate(at.v.data())));
      kernel.add_force(calc_beam_force(P, S), Q.data());
    }
  });
}

// K += sum B(P)^T D B(rate) + second derivative of S . E, with what `place` gives at a Gauss point.
template <class Place>
void BeamDamping::add_tangent(const Place& place, MatOut K) const {
  visit_beam_kernel(points_, plain_, [&]<class Kernel>() {
    typename Kernel::Table table = Kernel::Table::Zero();
    typename Kernel::Rows left, right;
    BeamColumns<Kernel> L;
    for (const auto& point : points_) {
      const Kernel kernel(point);
      const Tangent t = place(kernel, point);
      kernel.calc_rows(t.P, left);
      calc_columns<Kernel>(left, t.D, L);
      kernel.calc_rows(t.rate, right);
      add_strain_product<Kernel>(L, right, K);
      kernel.add_geometric(t.S, table);
    }
    add_table<Kernel>(1, table, K);
  });
}

void BeamDamping::add_Q_q(const At& at, MatOut K) const {
  const auto place = [&](const auto& kernel, const BeamGaussPoint& point) {
    const BeamPoint P = calc_point(kernel, point, at.q), rate = kernel.interpolate(at.v.data());
    const Matrix6 D = -beta_ * point.weight * point.D;
    return Tangent{D, P, rate, D * calc_strain_rate(P, rate)};
  };
  add_tangent(place, K);
}

void BeamDamping::add_Q_v(const At& at, MatOut C) const {
  const auto place = [&](const auto& kernel, const BeamGaussPoint& point) {
    const BeamPoint P = calc_point(kernel, point, at.q);
    return Tangent{-beta_ * point.weight * point.D, P, P, Vector6::Zero()};
  };
  add_tangent(place, C);
}

void BeamDamping::add_Q_bar(const Across& pair, VecOut Q) const {
  visit_beam_kernel(points_, plain_, [&]<class Kernel>() {
    for (const auto& point : points_) {
      const Kernel kernel(point);
      const BeamPoint P0 = calc_point(kernel, point, pair.q0), P1 = calc_point(kernel, point, pair.q1),
                      mean = 0.5 * (P0 + P1);
      // E1 - E0 as the rate through the mean point keeps its digits for small steps.
      const Vector6 dE = calc_strain_rate(mean, P1 - P0);
      kernel.add_force(calc_beam_force(mean, -beta_ / pair.h() * point.weight * (point.D * dE)), Q.data());
    }
  });
}

void BeamDamping::add_Q_bar_tangent(const Across& pair, MatOut K) const {
  const auto place = [&](const auto& kernel, const BeamGaussPoint& point) {
    const BeamPoint P0 = calc_point(kernel, point, pair.q0), P1 = calc_point(kernel, point, pair.q1),
                    mean = 0.5 * (P0 + P1);
    const Matrix6 D = -beta_ / pair.h() * point.weight * point.D;
    return Tangent{D, mean, P1, 0.5 * (D * calc_strain_rate(mean, P1 - P0))};
  };
  add_tangent(place, K);
}

}  // namespace invar
