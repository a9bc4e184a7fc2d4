// check_pfaffian: the promises of terms/pfaffian.h.
#include "invar/functions/function1d.h"
#include "invar/testing/path_checks.h"

namespace invar {

namespace {

// The outputs as values.
struct PfaffianValues {
  const Pfaffian& term;
  int n;
  TermChecker& check;

  Matrix A(double t, const Vector& q) const {
    return check.added("add_A", term.rows(), n, [&](MatOut out) { term.add_A({t, q}, out); });
  }
  Vector a(double t, const Vector& q) const {
    return check.added("add_a", term.rows(), [&](VecOut out) { term.add_a({t, q}, out); });
  }
  Vector mean_a(double t0, double t1, const Vector& q) const {
    return check.added("add_mean_a", term.rows(), [&](VecOut out) { term.add_mean_a(t0, t1, {t0, q}, out); });
  }
  Vector residual(double t, const Vector& q, const Vector& v) const { return A(t, q) * v + a(t, q); }
  Matrix residual_q(double t, const Vector& q, const Vector& v) const {
    return check.added("add_velocity_residual_q", term.rows(), n, [&](MatOut out) {
      term.add_velocity_residual_q({t, q, v}, out);
    });
  }
  Matrix force_q(double t, const Vector& q, const Vector& lambda) const {
    return check.added("add_force_q", n, n, [&](MatOut out) { term.add_force_q({t, q}, lambda, out); });
  }
  Vector bias(double t, const Vector& q, const Vector& v) const {
    return check.added("add_bias", term.rows(), [&](VecOut out) { term.add_bias({t, q, v}, out); });
  }
};

}  // namespace

CheckReport check_pfaffian(const Pfaffian& term, const CheckOptions& options) {
  TermChecker check(options);
  const PfaffianValues f{term, check.size(), check};
  const double tolerance = options.derivative_tolerance;
  for (int i = 0; i < options.points && check.ok(); ++i) {
    const double t = check.time();
    const Vector q = check.point(), v = check.random(f.n), lambda = check.random(term.rows());
    check.expect(f.A(t, q).allFinite() && f.a(t, q).allFinite(), "A or a is not finite");
    check.expect_close(f.residual_q(t, q, v),
                       TermChecker::difference([&](const Vector& x) { return f.residual(t, x, v); }, q), tolerance,
                       "velocity_residual_q is not the derivative of A v + a with respect to q");
    check.expect_close(
        f.force_q(t, q, lambda),
        TermChecker::difference([&](const Vector& x) -> Vector { return f.A(t, x).transpose() * lambda; }, q),
        tolerance, "force_q is not the derivative of A^T lambda with respect to q");
    check.expect_close(f.bias(t, q, v),
                       TermChecker::difference([&](double s) { return f.residual(s, q + (s - t) * v, v); }, t),
                       tolerance, "the bias is not the time derivative of A v + a at constant velocity");
    check.expect_close(f.mean_a(t, t, q), f.a(t, q), 10 * options.identity_tolerance, "mean_a at t1 = t0 is not a");
    const double t1 = t + 0.01;  // a step, over which the default rule of three points is good to rounding
    Vector mean(term.rows());
    for (int row = 0; row < term.rows(); ++row)
      mean[row] = integrate([&](double s) { return f.a(s, q)[row]; }, t, t1) / (t1 - t);
    check.expect_close(f.mean_a(t, t1, q), mean, 1e-10, "mean_a is not the mean of a over the step");
    if (!term.rheonomic()) check.expect(f.a(t, q).isZero(0), "a is not zero although rheonomic() is false");
  }
  if (check.ok()) check_path(term, options, check);
  return check.report();
}

}  // namespace invar
