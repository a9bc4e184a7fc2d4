// check_potential: the promises of terms/potential.h.
#include <fmt/format.h>

#include "invar/testing/path_checks.h"

namespace invar {

namespace {

// The outputs as values.
struct PotentialValues {
  const Potential& term;
  int n;
  TermChecker& check;

  Vector U(const Vector& q) const { return Vector::Constant(1, term.U(q)); }
  Vector U_q(const Vector& q) const {
    return check.added("add_U_q", n, [&](VecOut out) { term.add_U_q(q, out); });
  }
  Matrix U_qq(const Vector& q) const {
    return check.added("add_U_qq", n, n, [&](MatOut out) { term.add_U_qq(q, out); });
  }
  Vector U_q_bar(const Vector& q0, const Vector& q1) const {
    return check.added("add_U_q_bar", n, [&](VecOut out) { term.add_U_q_bar(q0, q1, out); });
  }
  Matrix tangent(const Vector& q0, const Vector& q1) const {
    return check.added("add_U_q_bar_tangent", n, n, [&](MatOut out) { term.add_U_q_bar_tangent(q0, q1, out); });
  }
};

void check_potential_pair(const PotentialValues& f, const CheckOptions& options, double increment, TermChecker& check) {
  const Vector q0 = check.point(), q1 = q0 + increment * options.scale * check.random(f.n), qm = 0.5 * (q0 + q1);
  const Vector g = f.U_q_bar(q0, q1);
  const Vector U0 = f.U(q0), U1 = f.U(q1);
  // Rounding of U is relative to the parts it is made of, of which |g||q| is a measure.
  const double magnitude = std::abs(U0[0]) + std::abs(U1[0]) + g.cwiseAbs().dot((q0.cwiseAbs() + q1.cwiseAbs()));
  check.expect_close(Vector::Constant(1, g.dot(q1 - q0)), U1 - U0, options.identity_tolerance,
                     fmt::format("(D1) U_q_bar . (q1 - q0) = U1 - U0 fails for increments of {:g}", increment),
                     magnitude);
  check.expect_close(
      f.tangent(q0, q1), TermChecker::difference([&](const Vector& x) { return f.U_q_bar(q0, x); }, q1),
      options.derivative_tolerance,
      fmt::format("U_q_bar_tangent is not the derivative of U_q_bar with respect to q1 (increments of {:g})",
                  increment));
  if (increment < 1e-3)
    check.expect_close(g, f.U_q(q0), 1e-6 + 100 * increment * (1 + f.U_qq(q0).cwiseAbs().maxCoeff()),
                       fmt::format("U_q_bar does not tend to U_q as q1 -> q0 (increments of {:g})", increment));
  if (!options.rigid_motion_invariant) return;
  const double tolerance = 100 * options.identity_tolerance, size = g.cwiseAbs().maxCoeff();
  check.expect_close(f.U(check.moved(q0, check.random_rotation(), check.random_shift())), U0, tolerance,
                     "U changes under a rigid motion", magnitude);
  check.expect_close(check.total_force(g), Vector3::Zero(), tolerance,
                     "the forces U_q_bar do not add up to zero: linear momentum would change", size);
  if (!check.has_planar_frames())
    check.expect_close(
        check.total_moment(qm, g), Vector3::Zero(), tolerance,
        "the moments of U_q_bar about the origin, at the mean configuration, do not add up to zero: angular "
        "momentum would change",
        size * (1 + qm.cwiseAbs().maxCoeff()));
}

}  // namespace

CheckReport check_potential(const Potential& term, const CheckOptions& options) {
  TermChecker check(options);
  const PotentialValues f{term, check.size(), check};
  for (int i = 0; i < options.points && check.ok(); ++i) {
    const Vector q = check.point();
    check.expect_close(f.U_q(q).transpose(), TermChecker::difference([&](const Vector& x) { return f.U(x); }, q),
                       options.derivative_tolerance, "U_q is not the derivative of U");
    check.expect_close(f.U_qq(q), TermChecker::difference([&](const Vector& x) { return f.U_q(x); }, q),
                       options.derivative_tolerance, "U_qq is not the derivative of U_q");
    check.expect_close(f.U_q_bar(q, q), f.U_q(q), 10 * options.identity_tolerance, "U_q_bar at q1 = q0 is not U_q");
    for (const double increment : TermChecker::increments()) check_potential_pair(f, options, increment, check);
  }
  if (check.ok()) check_path(term, options, check);
  return check.report();
}

}  // namespace invar
