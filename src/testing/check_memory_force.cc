// check_memory_force: the promises of terms/memory_force.h.
#include <fmt/format.h>

#include "invar/terms/memory_path.h"
#include "invar/testing/term_checker.h"

namespace invar {

namespace {

// The outputs as values, with the internal variables and inputs of one trial.
struct MemoryValues {
  const MemoryForce& term;
  int n, nz;
  Vector u;
  TermChecker& check;

  Vector Q(const At& at) const {
    return check.added("add_Q", n, [&](VecOut out) { term.add_Q(at, out); });
  }
  Vector f(const At& at) const {
    return check.added("add_rate", nz, [&](VecOut out) { term.add_rate(at, out); });
  }
  Vector Q_bar(const Across& pair, Vector& z1) const {
    z1.setZero(nz);
    return check.added("add_Q_bar", n, [&](VecOut out) { term.add_Q_bar(pair, out, z1); });
  }
  Matrix tangent(const Across& pair) const {
    return check.added("add_Q_bar_tangent", n, n, [&](MatOut out) { term.add_Q_bar_tangent(pair, out); });
  }
};

void check_memory_derivatives(const MemoryValues& x, const At& at, double tolerance) {
  MemoryDerivatives d;
  d.set_zero(x.n, x.nz);
  x.term.add_derivatives(at, d);
  const auto compare = [&](const Matrix& given, const auto& f, const VecView& by, const char* what) {
    x.check.expect_close(given, TermChecker::difference(f, by), tolerance,
                         fmt::format("{} is not the derivative", what));
  };
  compare(
      d.Q_q, [&](const Vector& q) { return x.Q(at.with_q(q)); }, at.q, "Q_q");
  compare(
      d.Q_v, [&](const Vector& v) { return x.Q(at.with_v(v)); }, at.v, "Q_v");
  compare(
      d.Q_z, [&](const Vector& z) { return x.Q(at.with_z(z)); }, at.z, "Q_z");
  compare(
      d.f_q, [&](const Vector& q) { return x.f(at.with_q(q)); }, at.q, "f_q");
  compare(
      d.f_v, [&](const Vector& v) { return x.f(at.with_v(v)); }, at.v, "f_v");
  compare(
      d.f_z, [&](const Vector& z) { return x.f(at.with_z(z)); }, at.z, "f_z");
}

// H_rate, and the sign of what is booked.
void check_memory_power(const MemoryValues& x, const At& at, double tolerance) {
  const Vector f = x.f(at), Q = x.Q(at);
  const double rate = x.term.calc_H_rate(at, f);
  const auto H = [&](const Vector& s) -> Vector {
    const Vector q = at.q + s[0] * at.v, z = at.z + s[0] * f;
    return Vector::Constant(1, x.term.H(q, z));
  };
  x.check.expect_close(Matrix::Constant(1, 1, rate), TermChecker::difference(H, Vector::Zero(1)), tolerance,
                       "calc_H_rate is not the rate of H");
  if (x.term.account() != WorkAccount::kDissipated) return;
  x.check.expect(Q.dot(at.v) + rate <= 1e-12 * (Q.norm() * at.v.norm() + std::abs(rate) + 1),
                 "the force is booked as dissipation but gives energy: Q . v + H' > 0");
}

void check_memory_pair(const MemoryValues& x, const At& at, double step, double tolerance) {
  const Vector q1 = at.q + step * at.v;
  Vector z1, z;
  const Across pair{at.t, at.t + step, at.q, q1, at.z, x.u};
  const Vector Q_bar = x.Q_bar(pair, z1);
  const auto by_q1 = [&](const Vector& q) { return x.Q_bar({at.t, at.t + step, at.q, q, at.z, x.u}, z); };
  x.check.expect_close(x.tangent(pair), TermChecker::difference(by_q1, q1), tolerance,
                       fmt::format("Q_bar_tangent is not the derivative of Q_bar by q1 (step {:g})", step));
  if (x.term.account() != WorkAccount::kDissipated) return;
  const double H0 = x.term.H(at.q, at.z), H1 = x.term.H(q1, z1), gain = Q_bar.dot(q1 - at.q) + H1 - H0;
  x.check.expect(gain <= 1e-12 * (Q_bar.norm() * (q1 - at.q).norm() + std::abs(H0) + std::abs(H1) + 1),
                 fmt::format("the force is booked as dissipation but gives energy over a step of {:g}", step));
}

void check_memory_limits(const MemoryValues& x, const At& at) {
  const double h = 1e-6;
  const Vector q1 = at.q + h * at.v, f = x.f(at);
  Vector z1;
  const Vector Q_bar = x.Q_bar({at.t, at.t + h, at.q, q1, at.z, x.u}, z1);
  x.check.expect_close(Q_bar, x.Q(at), 1e-4, "Q_bar does not tend to Q as h -> 0");
  x.check.expect_close((z1 - at.z) / h, f, 1e-4, "(z1 - z0)/h does not tend to the rate as h -> 0");
}

void check_memory_path(const MemoryValues& x, const At& at, double alpha, double tolerance) {
  const auto make = [&](const Vector& d_j, const Vector& d_f) {
    return LocalPath{.t0 = at.t, .h = 0.3, .alpha = alpha, .q_i = at.q, .d_j = d_j, .d_f = d_f, .z_i = at.z, .u = x.u};
  };
  const Vector d_f = 0.3 * at.v, d_j = 0.1 * x.check.random(x.n);
  LocalVector z_f(x.nz);
  const auto force = [&](const LocalPath& path) {  // F_g above F_h
    Vector g = Vector::Zero(x.n), h = Vector::Zero(x.n), both(2 * x.n);
    add_path_force(x.term, path, g, h, z_f);
    both << g, h;
    return both;
  };
  Matrix gj = Matrix::Zero(x.n, x.n), gf = gj, hj = gj, hf = gj, by_j(2 * x.n, x.n), by_f(2 * x.n, x.n);
  PathTangent tangent{gj, gf, hj, hf};
  add_path_tangent(x.term, make(d_j, d_f), tangent);
  by_j << gj, hj;
  by_f << gf, hf;
  x.check.expect_close(by_j, TermChecker::difference([&](const Vector& d) { return force(make(d, d_f)); }, d_j),
                       tolerance, "the tangent along a path is not the derivative by d_j");
  x.check.expect_close(by_f, TermChecker::difference([&](const Vector& d) { return force(make(d_j, d)); }, d_f),
                       tolerance, "the tangent along a path is not the derivative by d_f");
}

}  // namespace

CheckReport check_memory_force(const MemoryForce& term, const CheckOptions& options) {
  TermChecker check(options);
  const int nz = static_cast<int>(term.internals().size()), nu = static_cast<int>(term.inputs().size());
  for (int i = 0; i < options.points && check.ok(); ++i) {
    const MemoryValues x{term, check.size(), nz, options.scale * check.random(nu), check};
    const double t = check.time();
    const Vector q = check.point(), v = options.scale * check.random(x.n);
    Vector z = Vector::Zero(nz);
    term.set_start({t, q, v, {}, x.u}, z);
    z += 0.3 * options.scale * check.random(nz);
    const At at{t, q, v, z, x.u};
    check_memory_derivatives(x, at, options.derivative_tolerance);
    check_memory_power(x, at, options.derivative_tolerance);
    check_memory_limits(x, at);
    for (const double step : {0.1, 1.0}) check_memory_pair(x, at, step, options.derivative_tolerance);
    for (const double alpha : {1.0, 0.0}) check_memory_path(x, at, alpha, options.derivative_tolerance);
    if (!options.rigid_motion_invariant) continue;
    const Vector Q = x.Q(at);
    check.expect_close(check.total_force(Q), Vector3::Zero(), 100 * options.identity_tolerance,
                       "the forces Q do not add up to zero", Q.cwiseAbs().maxCoeff());
    Vector z1;
    const Vector q1 = q + 0.3 * v, Q_bar = x.Q_bar({t, t + 0.3, q, q1, z, x.u}, z1);
    check.expect_close(check.total_force(Q_bar), Vector3::Zero(), 100 * options.identity_tolerance,
                       "the forces Q_bar do not add up to zero: linear momentum would change",
                       Q_bar.cwiseAbs().maxCoeff());
    if (!check.has_planar_frames())
      check.expect_close(check.total_moment(0.5 * (q + q1), Q_bar), Vector3::Zero(), 100 * options.identity_tolerance,
                         "the moments of Q_bar do not add up to zero: angular momentum would change",
                         Q_bar.cwiseAbs().maxCoeff() * (1 + q.cwiseAbs().maxCoeff()));
  }
  return check.report();
}

}  // namespace invar
