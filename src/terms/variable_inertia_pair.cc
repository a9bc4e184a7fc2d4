// The two-point form (V4), (V5) of terms/variable_inertia.h, and its derivative.
#include <array>
#include <cmath>
#include <limits>

#include "invar/terms/variable_inertia.h"

namespace invar {

namespace {

constexpr std::array<std::pair<double, double>, 4> kStepPoints = {{{0.0694318442029737124, 0.173927422568726929},
                                                                   {0.3300094782075718676, 0.326072577431273071},
                                                                   {0.6699905217924281324, 0.326072577431273071},
                                                                   {0.9305681557970262876, 0.173927422568726929}}};
// As of forces/potential.cc: below, four points are exact to rounding for functions of unit scale, unless a gap is seen
// that is clearly more than rounding.
constexpr double kShortStep = 1e-3, kClearGap = 64;

// What (V4) is made of.
struct InertiaPair {
  InertiaVector x0, d, w0, w1, u;  // u: empty or with time
  InertiaMatrix M0, M1;
  // w0^T A w1 + u^T A (w0 + w1)
  double form(const InertiaMatrix& A) const {
    const double product = w0.dot(A.lazyProduct(w1));
    return u.size() == 0 ? product : product + u.dot(A.lazyProduct(w0 + w1));
  }
  InertiaVector g, e;  // g, and the direction of the correction: d where M depends on it
  double c = 0;        // g = mean gradient + c e
  bool corrected = false;
};

InertiaVector with_time(double t, const InertiaVector& rest) {
  InertiaVector x(rest.size() + 1);
  x << t, rest;
  return x;
}

void calc_mass(const VariableInertia& term, const InertiaVector& x, InertiaMatrix& M) {
  MassJet jet;
  term.calc_M(x, InertiaVector::Zero(x.size()), jet);
  M = jet.value;
}

InertiaPair calc_inertia_pair(const VariableInertia& term, const InertiaStep& step) {
  InertiaPair p;
  const int n = static_cast<int>(step.q0.size()) + 1;
  p.x0 = with_time(step.t0, step.q0);
  p.d = with_time(step.h, step.q1 - step.q0);
  p.w0 = with_time(1, step.v0);
  p.w1 = with_time(1, step.v0 + step.dv);
  if (step.u.size() > 0) p.u = with_time(0, step.u);
  calc_mass(term, p.x0, p.M0);
  calc_mass(term, with_time(step.t0 + step.h, step.q1), p.M1);
  p.g.setZero(n);
  p.e.setZero(n);
  MassJet jet;
  InertiaVector dx = InertiaVector::Zero(n);
  for (int k = 0; k < n; ++k) {
    if (!term.depends_on(k)) continue;
    p.e[k] = p.d[k];
    dx[k] = 1;
    for (const auto& [s, weight] : kStepPoints) {
      term.calc_M(p.x0 + s * p.d, dx, jet);
      p.g[k] += weight * p.form(jet.first);
    }
    dx[k] = 0;
  }
  const double mu0 = p.form(p.M0), mu1 = p.form(p.M1);
  const double change = p.form(p.M1 - p.M0), gap = change - p.g.dot(p.d);
  if (term.depends_on(0)) {
    p.g[0] += gap / p.d[0];
    return p;
  }
  const double ee = p.e.squaredNorm(),
               rounding = std::numeric_limits<double>::epsilon() * (std::abs(mu0) + std::abs(mu1));
  p.corrected = ee > kShortStep * kShortStep || (ee > 0 && std::abs(gap) > kClearGap * rounding);
  if (p.corrected) p.c = gap / ee;
  p.g += p.c * p.e;
  return p;
}

}  // namespace

double add_pair_force(const VariableInertia& term, const InertiaStep& step, VecOut f) {
  const InertiaPair p = calc_inertia_pair(term, step);
  const double h = step.h;
  // M1 w1 - M0 w0 with the small differences first.
  InertiaVector momentum = p.M1.lazyProduct(with_time(0, step.dv));
  momentum += (p.M1 - p.M0).lazyProduct(p.w0);
  momentum -= 0.5 * h * p.g;
  f += momentum.tail(f.size()) / h;
  return momentum[0];
}

void add_pair_tangent(const VariableInertia& term, const InertiaStep& step, MatOut K) {
  const InertiaPair p = calc_inertia_pair(term, step);
  const int n = static_cast<int>(p.d.size());
  const double h = step.h;
  const InertiaVector x1 = p.x0 + p.d;
  InertiaMatrix momentum = (2 / h) * p.M1;  // by x1, with w1 = 2 d/h - w0
  InertiaVector mu_1 = InertiaVector::Zero(n);
  InertiaMatrix g_x = InertiaMatrix::Zero(n, n), g_w = InertiaMatrix::Zero(n, n);
  MassJet jet;
  InertiaVector dx = InertiaVector::Zero(n);
  for (int l = 0; l < n; ++l) {
    if (!term.depends_on(l)) continue;
    dx[l] = 1;
    term.calc_M(x1, dx, jet);
    momentum.col(l) += jet.first.lazyProduct(p.w1);
    mu_1[l] = p.w0.dot(jet.first.lazyProduct(p.w1));
    dx[l] = 0;
  }
  InertiaVector square(n);  // w0 . d2M/dx_k^2 w1
  for (const auto& [s, weight] : kStepPoints) {
    const InertiaVector x = p.x0 + s * p.d;
    for (int k = 0; k < n; ++k) {
      if (!term.depends_on(k)) continue;
      dx[k] = 1;
      term.calc_M(x, dx, jet);
      square[k] = p.w0.dot(jet.second.lazyProduct(p.w1));
      g_x(k, k) += weight * s * square[k];
      g_w.row(k) += weight * jet.first.lazyProduct(p.w0).transpose();
      for (int l = 0; l < k; ++l) {
        if (!term.depends_on(l)) continue;
        dx[l] = 1;
        term.calc_M(x, dx, jet);
        dx[l] = 0;
        const double mixed = 0.5 * (p.w0.dot(jet.second.lazyProduct(p.w1)) - square[k] - square[l]);
        g_x(k, l) += weight * s * mixed;
        g_x(l, k) += weight * s * mixed;
      }
      dx[k] = 0;
    }
  }
  if (p.corrected) {
    const double ee = p.e.squaredNorm();
    const InertiaVector mean = p.g - p.c * p.e;
    InertiaVector c_x = mu_1 - mean - 2 * p.c * p.e, c_w = (p.M1 - p.M0).lazyProduct(p.w0);
    c_x.noalias() -= g_x.transpose().lazyProduct(p.e);
    c_w.noalias() -= g_w.transpose().lazyProduct(p.e);
    for (int k = 0; k < n; ++k)
      if (term.depends_on(k)) g_x(k, k) += p.c;
    g_x.noalias() += (p.e / ee).lazyProduct(c_x.transpose());
    g_w.noalias() += (p.e / ee).lazyProduct(c_w.transpose());
  }
  momentum -= 0.5 * h * g_x + g_w;
  K += momentum.bottomRightCorner(K.rows(), K.cols()) / h;
}

}  // namespace invar
