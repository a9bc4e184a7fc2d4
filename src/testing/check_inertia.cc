// check_variable_inertia: the promises of terms/variable_inertia.h.
#include <fmt/format.h>

#include "invar/testing/term_checker.h"

namespace invar {

namespace {

// The outputs as values; x = (t, q), w = (1, v).
struct InertiaValues {
  const VariableInertia& term;
  int n;
  TermChecker& check;

  static Vector joined(double first, const Vector& rest) {
    Vector x(rest.size() + 1);
    x << first, rest;
    return x;
  }
  MassJet jet(const Vector& x, const Vector& dx) const {
    MassJet out;
    term.calc_M(x, dx, out);
    return out;
  }
  Matrix M(const Vector& x) const { return jet(x, Vector::Zero(n + 1)).value; }
  double T(double t, const Vector& q, const Vector& v) const { return term.T({t, q, v}); }
  // Of all coordinates, the time first.
  Vector momentum(double t, const Vector& q, const Vector& v) const { return M(joined(t, q)) * joined(1, v); }
  double J(double t, const Vector& q, const Vector& v) const { return T(t, q, v) - term.p_t({t, q, v}); }
  Vector force(double t, const Vector& q, const Vector& v) const {
    Vector J_q = Vector::Zero(n);
    return check.added("add_force", n, [&](VecOut out) { term.add_force({t, q, v}, out, J_q); });
  }
  Vector pair(const InertiaStep& step, double* work = nullptr) const {
    return check.added("add_pair_force", n, [&](VecOut out) {
      const double done = add_pair_force(term, step, out);
      if (work) *work = done;
    });
  }
  Matrix tangent(const InertiaStep& step) const {
    return check.added("add_pair_tangent", n, n, [&](MatOut out) { add_pair_tangent(term, step, out); });
  }
};

Vector one(double value) { return Vector::Constant(1, value); }

InertiaStep make_step(double t0, double h, const Vector& q0, const Vector& v0, const Vector& q1) {
  return {.t0 = t0, .h = h, .q0 = q0, .v0 = v0, .q1 = q1, .dv = 2 * ((q1 - q0) / h - v0)};
}

void check_mass_jet(const InertiaValues& f, const CheckOptions& options, TermChecker& check) {
  const Vector x = InertiaValues::joined(check.time(), check.point()), dx = check.random(f.n + 1);
  const MassJet jet = f.jet(x, dx);
  const auto flat = [](const Matrix& M) -> Vector { return M.reshaped(); };
  const double tolerance = options.derivative_tolerance;
  check.expect_close(jet.value, jet.value.transpose(), 0, "M is not symmetric");
  check.expect_close(flat(jet.first), TermChecker::difference([&](double s) { return flat(f.M(x + s * dx)); }, 0),
                     tolerance, "the first derivative of M is not that of M");
  check.expect_close(flat(jet.second),
                     TermChecker::difference([&](double s) { return flat(f.jet(x + s * dx, dx).first); }, 0), tolerance,
                     "the second derivative of M is not that of M");
  for (int k = 0; k <= f.n; ++k)
    if (!f.term.depends_on(k))
      check.expect(f.M(x) == f.M(x + 0.3 * Vector::Unit(f.n + 1, k)), "M depends on a coordinate that it denies");
}

void check_inertia_point(const InertiaValues& f, const CheckOptions& options, TermChecker& check) {
  const double t = check.time(), tolerance = options.derivative_tolerance;
  const Vector q = check.point(), v = options.scale * check.random(f.n), p = f.momentum(t, q, v);
  const Matrix M = check.added("add_M", f.n, f.n, [&](MatOut out) { f.term.add_M({t, q}, out); });
  check.expect_close(M, f.M(InertiaValues::joined(t, q)).bottomRightCorner(f.n, f.n), options.identity_tolerance,
                     "add_M is not the block of the coordinates");
  const Matrix T_v = TermChecker::difference([&](const Vector& y) { return one(f.T(t, q, y)); }, v);
  check.expect_close(p.tail(f.n), T_v.transpose(), tolerance, "M w is not the derivative of T with respect to v");
  check.expect_close(one(f.term.p_t({t, q, v})), p.head(1), options.identity_tolerance, "p_t is not (M w)_t");
  const Matrix T_q = TermChecker::difference([&](const Vector& y) { return one(f.T(t, y, v)); }, q);
  const Vector p_dot =
      TermChecker::difference([&](double s) -> Vector { return f.momentum(t + s, q + s * v, v).tail(f.n); }, 0);
  check.expect_close(f.force(t, q, v), p_dot - T_q.transpose(), tolerance, "(V2) the force is not d(M w)/dt - T_q");
  check.expect_close(one(f.term.T_t({t, q, v})),
                     TermChecker::difference([&](double s) { return one(f.T(s, q, v)); }, t), tolerance,
                     "T_t is not the derivative of T with respect to t");
  Vector ignored = Vector::Zero(f.n), J_q = ignored;
  const double J_t = f.term.add_force({t, q, v}, ignored, J_q);
  const Matrix wanted = TermChecker::difference([&](const Vector& y) { return one(f.J(t, y, v)); }, q);
  check.expect_close(J_q, wanted.transpose(), tolerance, "J_q is not the derivative of T - p_t with respect to q");
  check.expect_close(one(J_t), TermChecker::difference([&](double s) { return one(f.J(s, q, v)); }, t), tolerance,
                     "J_t is not the derivative of T - p_t with respect to t");
  Matrix by_q = Matrix::Zero(f.n, f.n), by_v = by_q;
  f.term.add_force_derivatives({t, q, v}, by_q, by_v);
  check.expect_close(by_q, TermChecker::difference([&](const Vector& y) { return f.force(t, y, v); }, q), tolerance,
                     "the derivative of the force with respect to q is wrong");
  check.expect_close(by_v, TermChecker::difference([&](const Vector& y) { return f.force(t, q, y); }, v), tolerance,
                     "the derivative of the force with respect to v is wrong");
}

void check_inertia_pair(const InertiaValues& f, const CheckOptions& options, double increment, TermChecker& check) {
  const double t0 = check.time(), h = std::min(increment, 1.0);
  const Vector q0 = check.point(), q1 = q0 + increment * options.scale * check.random(f.n);
  const Vector v0 = options.scale * check.random(f.n);
  const InertiaStep step = make_step(t0, h, q0, v0, q1);
  const Vector v1 = v0 + Vector(step.dv);
  double work = 0;
  const Vector force = f.pair(step, &work);
  const double T0 = f.T(t0, q0, v0), T1 = f.T(t0 + h, q1, v1);
  const Vector p0 = f.momentum(t0, q0, v0), p1 = f.momentum(t0 + h, q1, v1);
  // Parts that cancel: momenta times velocities, the time among them.
  const double magnitude = std::abs(T0) + std::abs(T1) + std::abs(p0[0]) + std::abs(p1[0]) +
                           (p0.tail(f.n).cwiseAbs() + p1.tail(f.n).cwiseAbs()).dot((q1 - q0).cwiseAbs()) / h;
  check.expect_close(one(force.dot(q1 - q0) + work), one(T1 - T0), options.identity_tolerance,
                     fmt::format("(V5) f . (q1 - q0) + work = T1 - T0 fails for increments of {:g}", increment),
                     magnitude);
  const InertiaStep back{.t0 = t0 + h, .h = -h, .q0 = q1, .v0 = v1, .q1 = q0, .dv = -step.dv};
  check.expect_close(f.pair(back), force, options.identity_tolerance,
                     fmt::format("the step back has another force (increments of {:g})", increment),
                     (p0.cwiseAbs().maxCoeff() + p1.cwiseAbs().maxCoeff()) / h);
  if (increment < 1e-2) return;
  check.expect_close(
      f.tangent(step),
      TermChecker::difference([&](const Vector& y) { return f.pair(make_step(t0, h, q0, v0, y)); }, q1),
      options.derivative_tolerance,
      fmt::format("the tangent is not the derivative of f with respect to q1 (increments of {:g})", increment));
}

// Along a motion with acceleration a, the force tends to M a + c of its middle, with the square of the step.
void check_inertia_limit(const InertiaValues& f, const CheckOptions& options, TermChecker& check) {
  const double t = check.time();
  const Vector q = check.point(), v = options.scale * check.random(f.n), a = check.random(f.n);
  const Matrix M = f.M(InertiaValues::joined(t, q)).bottomRightCorner(f.n, f.n);
  const Vector b = f.M(InertiaValues::joined(t, q)).bottomRows(f.n) * InertiaValues::joined(0, a);
  const Vector limit = b + f.force(t, q, v);
  const auto gap = [&](double h) {
    const Vector q0 = q - 0.5 * h * v, q1 = q + 0.5 * h * v;
    return (f.pair({.t0 = t - h / 2, .h = h, .q0 = q0, .v0 = v - 0.5 * h * a, .q1 = q1, .dv = h * a}) - limit).norm();
  };
  const double rounding = 1e-9 * (1 + limit.norm() + M.norm() * v.norm());
  check.expect(gap(1e-3) <= gap(1e-2) / 50 + rounding, "f does not tend to M a + c with the square of the step");
}

}  // namespace

CheckReport check_variable_inertia(const VariableInertia& term, const CheckOptions& options) {
  TermChecker check(options);
  const InertiaValues values{term, check.size(), check};
  for (int i = 0; i < options.points && check.ok(); ++i) {
    check_mass_jet(values, options, check);
    check_inertia_point(values, options, check);
    for (const double increment : TermChecker::increments()) check_inertia_pair(values, options, increment, check);
    check_inertia_limit(values, options, check);
  }
  return check.report();
}

}  // namespace invar
