// One step of Gauss-Legendre collocation with s = 10 stages, order 20 (Hairer, Lubich, Wanner, Geometric Numerical
// Integration, II.1.3 and VIII.6): F_i = f(t + c_i h, y + h sum_j a_ij F_j), y1 = y + h sum_i b_i F_i.
#include <algorithm>
#include <cmath>

#include "oracles/ode.h"

namespace invar::oracles {

namespace {

constexpr int kStages = 10;
using Table = Eigen::Matrix<Real, kStages, kStages>;
using Column = Eigen::Matrix<Real, kStages, 1>;

struct Gauss {
  Column c, b;
  Table a;
  Column last;  // functional giving the coefficient of the highest Legendre polynomial of F over the step
};

// P_n(x) and its derivative by the three-term recurrence.
std::pair<Real, Real> legendre(int n, Real x) {
  Real p = 1, q = 0;
  for (int k = 0; k < n; ++k) {
    const Real next = ((2 * k + 1) * x * p - k * q) / (k + 1);
    q = p;
    p = next;
  }
  return {p, n * (x * p - q) / (x * x - 1)};
}

Gauss make_gauss() {
  Gauss g;
  for (int i = 0; i < kStages; ++i) {
    Real x = -std::cos(kPi * (i + 0.75L) / (kStages + 0.5L));
    for (int k = 0; k < 8; ++k) {
      const auto [p, slope] = legendre(kStages, x);
      x -= p / slope;
    }
    const Real slope = legendre(kStages, x).second;
    g.c(i) = (1 + x) / 2;
    g.b(i) = 1 / ((1 - x * x) * slope * slope);
  }
  // a_ij is the integral of the j-th Lagrange polynomial from 0 to c_i, exact by the same quadrature.
  g.a.setZero();
  for (int i = 0; i < kStages; ++i)
    for (int j = 0; j < kStages; ++j)
      for (int k = 0; k < kStages; ++k) {
        Real value = 1;
        for (int l = 0; l < kStages; ++l)
          if (l != j) value *= (g.c(i) * g.c(k) - g.c(l)) / (g.c(j) - g.c(l));
        g.a(i, j) += g.c(i) * g.b(k) * value;
      }
  for (int i = 0; i < kStages; ++i)
    g.last(i) = (2 * kStages - 1) * g.b(i) * legendre(kStages - 1, 2 * g.c(i) - 1).first;
  return g;
}

}  // namespace

Real Trajectory::try_gauss(const Node& from, Real h, VecX& increment) const {
  static const Gauss g = make_gauss();
  using Stages = Eigen::Matrix<Real, Eigen::Dynamic, kStages>;
  const auto n = from.y.size();
  VecX f(n), y(n);
  f_(from.t, from.y, f);
  Stages F = f.replicate(1, kStages), shift(n, kStages);
  Real previous = HUGE_VALL;
  constexpr int kIterations = 60;
  bool converged = false;
  for (int iteration = 0; iteration < kIterations && !converged; ++iteration) {
    shift.noalias() = h * F * g.a.transpose();
    Real change = 0;
    for (int i = 0; i < kStages; ++i) {
      y = from.y + (from.carry + shift.col(i));
      f_(from.t + g.c(i) * h, y, f);
      change = std::max(change, relative_size(h * (f - F.col(i)), y));
      F.col(i) = f;
    }
    if (!std::isfinite(change)) return HUGE_VALL;
    // Iterate down to the rounding, where the changes stop falling; a slow contraction means h is too long.
    converged = change == 0 || (change >= previous && change < 1e-17L);
    if (iteration > 3 && change > 0.7L * previous && change > 1e-15L) return HUGE_VALL;
    previous = change;
  }
  if (!converged) return HUGE_VALL;
  increment = h * (F * g.b);
  // The stages err by about the last Legendre coefficient, the end point by its square; 1e-3 is the safety that makes
  // the halving check come out at rounding.
  return relative_size(h * (F * g.last), from.y + increment) / (1e-3L * std::sqrt(options_.tolerance));
}

}  // namespace invar::oracles
