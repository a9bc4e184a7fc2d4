#include "invar/terms/variable_inertia.h"

#include <array>

namespace invar {

namespace {

InertiaVector joined(double first, Vec rest) {
  InertiaVector x(rest.size() + 1);
  x[0] = first;
  x.tail(rest.size()) = rest;
  return x;
}

InertiaMatrix calc_mass_at(const VariableInertia& term, const InertiaVector& x) {
  MassJet jet;
  term.calc_M(x, InertiaVector::Zero(x.size()), jet);
  return jet.value;
}

// D_k; zero where M does not depend on x_k.
using MassGradient = std::array<InertiaMatrix, kMaxInertia>;

void calc_gradient(const VariableInertia& term, const InertiaVector& x, MassGradient& D) {
  const int n = static_cast<int>(x.size());
  InertiaVector dx = InertiaVector::Zero(n);
  MassJet jet;
  for (int k = 0; k < n; ++k) {
    D[k].setZero(n, n);
    if (!term.depends_on(k)) continue;
    dx[k] = 1;
    term.calc_M(x, dx, jet);
    dx[k] = 0;
    D[k] = jet.first;
  }
}

// `use(k, l, H)` for all k >= l with the second derivatives H of M by x_k and x_l.
template <class Use>
void visit_second(const VariableInertia& term, const InertiaVector& x, Use&& use) {
  const int n = static_cast<int>(x.size());
  InertiaVector dx = InertiaVector::Zero(n);
  std::array<InertiaMatrix, kMaxInertia> square;
  MassJet jet;
  for (int k = 0; k < n; ++k) {
    if (!term.depends_on(k)) continue;
    dx[k] = 1;
    term.calc_M(x, dx, jet);
    square[k] = jet.second;
    use(k, k, square[k]);
    for (int l = 0; l < k; ++l) {
      if (!term.depends_on(l)) continue;
      dx[l] = 1;
      term.calc_M(x, dx, jet);
      dx[l] = 0;
      const InertiaMatrix mixed = 0.5 * (jet.second - square[k] - square[l]);
      use(k, l, mixed);
    }
    dx[k] = 0;
  }
}

double form(const InertiaVector& a, const InertiaMatrix& M, const InertiaVector& b) { return a.dot(M.lazyProduct(b)); }

}  // namespace

double VariableInertia::T(const At& at) const {
  const InertiaVector w = joined(1, at.v);
  return 0.5 * form(w, calc_mass_at(*this, joined(at.t, at.q)), w);
}

double VariableInertia::p_t(const At& at) const {
  return calc_mass_at(*this, joined(at.t, at.q)).row(0).dot(joined(1, at.v));
}

double VariableInertia::T_t(const At& at) const {
  if (!depends_on(0)) return 0;
  const InertiaVector w = joined(1, at.v);
  MassJet jet;
  calc_M(joined(at.t, at.q), InertiaVector::Unit(w.size(), 0), jet);
  return 0.5 * form(w, jet.first, w);
}

void VariableInertia::add_M(const At& at, MatOut M) const {
  M += calc_mass_at(*this, joined(at.t, at.q)).bottomRightCorner(at.q.size(), at.q.size());
}

double VariableInertia::add_force(const At& at, VecOut c, VecOut J_q) const {
  const InertiaVector x = joined(at.t, at.q), w = joined(1, at.v);
  MassGradient D;
  calc_gradient(*this, x, D);
  for (int k = 0; k < x.size(); ++k) c += w[k] * D[k].bottomRows(c.size()).lazyProduct(w);
  const auto T_x = [&](int k) { return 0.5 * form(w, D[k], w); };
  const auto J_x = [&](int k) { return T_x(k) - D[k].row(0).dot(w); };
  for (int k = 1; k < x.size(); ++k) {
    c[k - 1] -= T_x(k);
    J_q[k - 1] += J_x(k);
  }
  return J_x(0);
}

void VariableInertia::add_force_derivatives(const At& at, MatOut by_q, MatOut by_v) const {
  const InertiaVector x = joined(at.t, at.q), w = joined(1, at.v);
  const int n = static_cast<int>(x.size());
  MassGradient D;
  calc_gradient(*this, x, D);
  InertiaMatrix C = InertiaMatrix::Zero(n, n), K = InertiaMatrix::Zero(n, n);
  for (int k = 0; k < n; ++k) {
    const InertiaVector a = D[k].lazyProduct(w);
    C += w[k] * D[k];
    C.col(k) += a;
    C.row(k) -= a.transpose();
  }
  visit_second(*this, x, [&](int k, int l, const InertiaMatrix& H) {
    const InertiaVector a = H.lazyProduct(w);
    const double half = 0.5 * a.dot(w);
    K.col(l) += w[k] * a;
    K(k, l) -= half;
    if (k == l) return;
    K.col(k) += w[l] * a;
    K(l, k) -= half;
  });
  by_q += K.bottomRightCorner(n - 1, n - 1);
  by_v += C.bottomRightCorner(n - 1, n - 1);
}

}  // namespace invar
