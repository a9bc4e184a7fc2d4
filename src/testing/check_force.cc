// check_force: the promises of terms/force.h.
#include <fmt/format.h>

#include "invar/testing/path_checks.h"

namespace invar {

namespace {

// The outputs as values.
struct ForceValues {
  const Force& term;
  int n;
  TermChecker& check;

  Vector Q(double t, const Vector& q, const Vector& v) const {
    return check.added("add_Q", n, [&](VecOut out) { term.add_Q({t, q, v}, out); });
  }
  Matrix Q_q(double t, const Vector& q, const Vector& v) const {
    return check.added("add_Q_q", n, n, [&](MatOut out) { term.add_Q_q({t, q, v}, out); });
  }
  Matrix Q_v(double t, const Vector& q, const Vector& v) const {
    return check.added("add_Q_v", n, n, [&](MatOut out) { term.add_Q_v({t, q, v}, out); });
  }
  Vector Q_bar(double t0, const Vector& q0, double t1, const Vector& q1) const {
    return check.added("add_Q_bar", n, [&](VecOut out) { term.add_Q_bar({t0, t1, q0, q1}, out); });
  }
  Matrix tangent(double t0, const Vector& q0, double t1, const Vector& q1) const {
    return check.added("add_Q_bar_tangent", n, n, [&](MatOut out) { term.add_Q_bar_tangent({t0, t1, q0, q1}, out); });
  }
};

}  // namespace

CheckReport check_force(const Force& term, const CheckOptions& options) {
  TermChecker check(options);
  const ForceValues f{term, check.size(), check};
  const double tolerance = options.derivative_tolerance;
  const bool dissipates = term.account() == WorkAccount::kDissipated;
  for (int i = 0; i < options.points && check.ok(); ++i) {
    const double t = check.time();
    const Vector q = check.point(), v = options.scale * check.random(f.n), Q = f.Q(t, q, v);
    check.expect_close(f.Q_q(t, q, v), TermChecker::difference([&](const Vector& x) { return f.Q(t, x, v); }, q),
                       tolerance, "Q_q is not the derivative of Q with respect to q");
    check.expect_close(f.Q_v(t, q, v), TermChecker::difference([&](const Vector& x) { return f.Q(t, q, x); }, v),
                       tolerance, "Q_v is not the derivative of Q with respect to v");
    if (dissipates)
      check.expect(Q.dot(v) <= 1e-12 * (Q.norm() * v.norm() + 1),
                   "the force is booked as dissipation but gives energy: Q . v > 0");
    const double h = 1e-6;
    check.expect_close(f.Q_bar(t, q, t + h, q + h * v), Q, 1e-4,
                       "Q_bar does not tend to Q as h -> 0 along q1 = q0 + h v");
    for (const double step : {0.1, 1.0}) {
      const Vector q1 = q + step * v;
      check.expect_close(
          f.tangent(t, q, t + step, q1),
          TermChecker::difference([&](const Vector& x) { return f.Q_bar(t, q, t + step, x); }, q1), tolerance,
          fmt::format("Q_bar_tangent is not the derivative of Q_bar with respect to q1 (step {:g})", step));
      if (dissipates) {
        const Vector Q_bar = f.Q_bar(t, q, t + step, q1);
        check.expect(
            Q_bar.dot(q1 - q) <= 1e-12 * (Q_bar.norm() * (q1 - q).norm() + 1),
            fmt::format(
                "the force is booked as dissipation but its work Q_bar . (q1 - q0) over a step of {:g} is positive",
                step));
      }
    }
    if (!options.rigid_motion_invariant) continue;
    check.expect_close(check.total_force(Q), Vector3::Zero(), 100 * options.identity_tolerance,
                       "the forces Q do not add up to zero", Q.cwiseAbs().maxCoeff());
    const Vector q1 = q + 0.3 * v, Q_bar = f.Q_bar(t, q, t + 0.3, q1);
    check.expect_close(check.total_force(Q_bar), Vector3::Zero(), 100 * options.identity_tolerance,
                       "the forces Q_bar do not add up to zero: linear momentum would change",
                       Q_bar.cwiseAbs().maxCoeff());
    if (!check.has_planar_frames())
      check.expect_close(
          check.total_moment(0.5 * (q + q1), Q_bar), Vector3::Zero(), 100 * options.identity_tolerance,
          "the moments of Q_bar about the origin, at the mean configuration, do not add up to zero: angular momentum "
          "would change",
          Q_bar.cwiseAbs().maxCoeff() * (1 + q.cwiseAbs().maxCoeff()));
  }
  if (check.ok()) check_path(term, options, check);
  return check.report();
}

}  // namespace invar
