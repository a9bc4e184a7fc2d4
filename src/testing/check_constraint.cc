// check_constraint: the promises of terms/constraint.h.
#include <fmt/format.h>

#include "invar/testing/path_checks.h"

namespace invar {

namespace {

// The outputs as values.
struct ConstraintValues {
  const Constraint& term;
  int n;
  TermChecker& check;

  Vector Phi(double t, const Vector& q) const {
    return check.added("add_Phi", term.rows(), [&](VecOut out) { term.add_Phi({t, q}, out); });
  }
  Matrix Phi_q(double t, const Vector& q) const {
    return check.added("add_Phi_q", term.rows(), n, [&](MatOut out) { term.add_Phi_q({t, q}, out); });
  }
  Vector Phi_t(double t, const Vector& q) const {
    return check.added("add_Phi_t", term.rows(), [&](VecOut out) { term.add_Phi_t({t, q}, out); });
  }
  Vector bias(double t, const Vector& q, const Vector& v) const {
    return check.added("add_bias", term.rows(), [&](VecOut out) { term.add_bias({t, q, v}, out); });
  }
  Matrix Phi_qq(double t, const Vector& q, const Vector& lambda) const {
    return check.added("add_Phi_qq", n, n, [&](MatOut out) { term.add_Phi_qq({t, q}, lambda, out); });
  }
  Matrix Phi_q_bar(double t0, const Vector& q0, double t1, const Vector& q1) const {
    return check.added("add_Phi_q_bar", term.rows(), n, [&](MatOut out) { term.add_Phi_q_bar({t0, t1, q0, q1}, out); });
  }
  Vector Phi_t_bar(double t0, const Vector& q0, double t1, const Vector& q1) const {
    return check.added("add_Phi_t_bar", term.rows(), [&](VecOut out) { term.add_Phi_t_bar({t0, t1, q0, q1}, out); });
  }
  Matrix tangent(double t0, const Vector& q0, double t1, const Vector& q1, const Vector& lambda) const {
    return check.added("add_Phi_q_bar_tangent", n, n, [&](MatOut out) {
      term.add_Phi_q_bar_tangent({t0, t1, q0, q1}, lambda, out);
    });
  }

  // The rate Phi_q v + Phi_t and its derivatives.
  Vector psi(double t, const Vector& q, const Vector& v) const { return Phi_q(t, q) * v + Phi_t(t, q); }
  Matrix psi_q(double t, const Vector& q, const Vector& v) const {
    return check.added("add_psi_q", term.rows(), n, [&](MatOut out) { term.add_psi_q({t, q, v}, out); });
  }
  struct RateBar {
    Matrix q;
    Vector t;
  };
  RateBar psi_bar(double t0, const Vector& q0, const Vector& v0, double t1, const Vector& q1, const Vector& v1) const {
    RateBar bar{Matrix(), Vector::Zero(term.rows())};
    Vector other = bar.t;
    bar.q = check.added("add_psi_bar", term.rows(), n, [&](MatOut out) {
      term.add_psi_bar({t0, t1, q0, q1}, v0, v1, out, other);
    });
    bar.t = check.added("add_psi_bar", term.rows(), [&](VecOut out) {
      Matrix J = Matrix::Zero(term.rows(), n);
      term.add_psi_bar({t0, t1, q0, q1}, v0, v1, J, out);
    });
    return bar;
  }
};

// (D3)
void check_constraint_rates(const ConstraintValues& f, const CheckOptions& options, double increment,
                            TermChecker& check) {
  const double t0 = check.time(), t1 = t0 + std::min(increment, 1.0);
  const Vector q0 = check.point(), q1 = q0 + increment * options.scale * check.random(f.n), v0 = check.random(f.n),
               v1 = v0 + increment * check.random(f.n);
  const Vector psi0 = f.psi(t0, q0, v0), psi1 = f.psi(t1, q1, v1);
  const Matrix B = f.Phi_q_bar(t0, q0, t1, q1);
  const auto bar = f.psi_bar(t0, q0, v0, t1, q1, v1);
  const double magnitude =
      psi0.cwiseAbs().maxCoeff() + psi1.cwiseAbs().maxCoeff() + (bar.q.cwiseAbs() * (q1 - q0).cwiseAbs()).maxCoeff() +
      (B.cwiseAbs() * (v1 - v0).cwiseAbs()).maxCoeff() + bar.q.cwiseAbs().maxCoeff() * q0.cwiseAbs().maxCoeff() +
      B.cwiseAbs().maxCoeff() * (v0.cwiseAbs().maxCoeff() + v1.cwiseAbs().maxCoeff());
  check.expect_close(
      bar.q * (q1 - q0) + B * (v1 - v0) + bar.t, psi1 - psi0, options.identity_tolerance,
      fmt::format(
          "(D3) psi_q_bar (q1 - q0) + Phi_q_bar (v1 - v0) + psi_t_bar = psi_1 - psi_0 fails for increments of {:g}",
          increment),
      magnitude);
  const auto back = f.psi_bar(t1, q1, v1, t0, q0, v0);
  const double size = 1 + bar.q.cwiseAbs().maxCoeff();
  // What rounding leaves of the identity is divided by the increment.
  const double noise = options.identity_tolerance + 1e-14 * magnitude / increment;
  check.expect_close(back.q, bar.q, noise * size, "psi_q_bar changes when the two ends change places");
  if (!f.term.rheonomic()) check.expect(bar.t.isZero(0), "psi_t_bar is not zero although rheonomic() is false");
  if (increment < 1e-3 && increment > 1e-6)
    check.expect_close(bar.q, f.psi_q(t0, q0, v0), 1e-6 + 100 * increment,
                       "psi_q_bar does not tend to psi_q as the ends meet");
  if (!options.rigid_motion_invariant || check.has_planar_frames() || !f.term.is_quadratic()) return;
  const Vector gamma = check.random(f.term.rows()), force = bar.q.transpose() * gamma, impulse = B.transpose() * gamma;
  check.expect_close(check.total_force(force), Vector3::Zero(), 100 * options.identity_tolerance,
                     "the forces psi_q_bar^T gamma do not add up to zero", force.cwiseAbs().maxCoeff());
  check.expect_close(
      check.total_moment(0.5 * (q0 + q1), force) + check.total_moment(0.5 * (v0 + v1), impulse), Vector3::Zero(),
      100 * options.identity_tolerance,
      "angular momentum is not kept: q x psi_q_bar^T gamma + v x Phi_q_bar^T gamma do not add up to zero",
      force.cwiseAbs().maxCoeff() * q1.cwiseAbs().maxCoeff() + impulse.cwiseAbs().maxCoeff());
}

void check_constraint_point(const ConstraintValues& f, const CheckOptions& options, TermChecker& check) {
  const int m = f.term.rows();
  const double t = check.time(), tolerance = options.derivative_tolerance;
  const Vector q = check.point(), v = check.random(f.n), lambda = check.random(m);
  const Matrix J = f.Phi_q(t, q);
  check.expect_close(J, TermChecker::difference([&](const Vector& x) { return f.Phi(t, x); }, q), tolerance,
                     "Phi_q is not the derivative of Phi with respect to q");
  check.expect_close(f.Phi_t(t, q), TermChecker::difference([&](double s) { return f.Phi(s, q); }, t), tolerance,
                     "Phi_t is not the derivative of Phi with respect to t");
  const auto rate = [&](double s) -> Vector {
    const Vector x = q + (s - t) * v;
    return f.Phi_q(s, x) * v + f.Phi_t(s, x);
  };
  check.expect_close(f.bias(t, q, v), TermChecker::difference(rate, t), tolerance,
                     "the bias is not the second time derivative of Phi at constant velocity");
  check.expect_close(
      f.Phi_qq(t, q, lambda),
      TermChecker::difference([&](const Vector& x) -> Vector { return f.Phi_q(t, x).transpose() * lambda; }, q),
      tolerance, "Phi_qq is not the derivative of Phi_q^T lambda");
  check.expect_close(f.psi_q(t, q, v), TermChecker::difference([&](const Vector& x) { return f.psi(t, x, v); }, q),
                     tolerance, "psi_q is not the derivative of Phi_q v + Phi_t with respect to q");
  if (!f.term.rheonomic()) check.expect(f.Phi_t(t, q).isZero(0), "Phi depends on time although rheonomic() is false");
}

void check_constraint_pair(const ConstraintValues& f, const CheckOptions& options, double increment,
                           TermChecker& check) {
  const int m = f.term.rows();
  const double t0 = check.time(), t1 = t0 + std::min(increment, 1.0);
  const Vector q0 = check.point(), q1 = q0 + increment * options.scale * check.random(f.n), lambda = check.random(m);
  const Vector Phi0 = f.Phi(t0, q0), Phi1 = f.Phi(t1, q1), a = f.Phi_t_bar(t0, q0, t1, q1);
  const Matrix J = f.Phi_q_bar(t0, q0, t1, q1);
  const double magnitude = Phi0.cwiseAbs().maxCoeff() + a.cwiseAbs().maxCoeff() +
                           (J.cwiseAbs() * (q1 - q0).cwiseAbs()).maxCoeff() +
                           J.cwiseAbs().maxCoeff() * q0.cwiseAbs().maxCoeff();
  check.expect_close(
      J * (q1 - q0) + a, Phi1 - Phi0, options.identity_tolerance,
      fmt::format("(D2) Phi_q_bar (q1 - q0) + Phi_t_bar = Phi1 - Phi0 fails for increments of {:g}", increment),
      magnitude);
  check.expect_close(
      f.tangent(t0, q0, t1, q1, lambda),
      TermChecker::difference(
          [&](const Vector& x) -> Vector { return f.Phi_q_bar(t0, q0, t1, x).transpose() * lambda; }, q1),
      options.derivative_tolerance,
      fmt::format(
          "Phi_q_bar_tangent is not the derivative of Phi_q_bar^T lambda with respect to q1 (increments of {:g})",
          increment));
  if (!f.term.rheonomic()) check.expect(a.isZero(0), "Phi_t_bar is not zero although rheonomic() is false");
  if (increment < 1e-3) {
    const double near = 1e-6 + 100 * increment;
    check.expect_close(J, f.Phi_q(t0, q0), near,
                       fmt::format("Phi_q_bar does not tend to Phi_q as q1 -> q0 (increments of {:g})", increment));
    const double h = 1e-5;
    check.expect_close(f.Phi_t_bar(t0, q0, t0 + h, q0) / h, f.Phi_t(t0, q0), 1e-3,
                       "Phi_t_bar is not an increment over the step: Phi_t_bar / h does not tend to Phi_t");
  }
  if (!options.rigid_motion_invariant) return;
  const Matrix3 R = check.random_rotation();
  const Vector3 shift = check.random_shift();
  check.expect_close(f.Phi(t0, check.moved(q0, R, shift)), Phi0, 100 * options.identity_tolerance,
                     "Phi changes under a rigid motion", magnitude);
  const Vector force = J.transpose() * lambda, qm = 0.5 * (q0 + q1);
  check.expect_close(check.total_force(force), Vector3::Zero(), 100 * options.identity_tolerance,
                     "the forces Phi_q_bar^T lambda do not add up to zero", force.cwiseAbs().maxCoeff());
  if (!check.has_planar_frames())
    check.expect_close(
        check.total_moment(qm, force), Vector3::Zero(), 100 * options.identity_tolerance,
        "the moments of Phi_q_bar^T lambda about the origin, at the mean configuration, do not add up to zero",
        force.cwiseAbs().maxCoeff() * qm.cwiseAbs().maxCoeff());
}

}  // namespace

CheckReport check_constraint(const Constraint& term, const CheckOptions& options) {
  TermChecker check(options);
  const ConstraintValues values{term, check.size(), check};
  for (int i = 0; i < options.points && check.ok(); ++i) {
    check_constraint_point(values, options, check);
    for (const double increment : TermChecker::increments()) {
      check_constraint_pair(values, options, increment, check);
      check_constraint_rates(values, options, increment, check);
    }
    const double t = check.time();
    const Vector q = check.point();
    check.expect_close(values.Phi_q_bar(t, q, t, q), values.Phi_q(t, q), 10 * options.identity_tolerance,
                       "Phi_q_bar at q1 = q0 is not Phi_q");
  }
  if (check.ok()) check_path(term, options, check);
  return check.report();
}

}  // namespace invar
