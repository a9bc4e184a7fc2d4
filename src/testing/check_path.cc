#include <fmt/format.h>

#include <array>
#include <cmath>

#include "invar/testing/path_checks.h"

namespace invar {

namespace {

constexpr std::array<PathRule, 2> kRules{PathRule::kGalerkin, PathRule::kLiteral};
// Sizes of the increments: a large step, a usual one, one where cancellation would show.
constexpr std::array<double, 3> kIncrements{0.2, 1e-2, 1e-6};

LocalPath make_path(const CheckOptions& options, double increment, double alpha, PathRule rule, TermChecker& check) {
  const int n = check.size();
  LocalPath path;
  path.t0 = check.time();
  path.h = std::min(increment, 0.1);
  path.alpha = alpha;
  path.rule = rule;
  path.q_i = check.point();
  path.d_f = increment * options.scale * check.random(n);
  path.d_j = 0.2 * increment * options.scale * check.random(n);
  return path;
}

std::string where(const LocalPath& path, double increment) {
  return fmt::format(" ({} path, alpha {:g}, increments of {:g})",
                     path.rule == PathRule::kLiteral ? "literal" : "Galerkin", path.alpha, increment);
}

// Compares derivatives of `f`, a vector function of the path, by d_j and d_f.
void expect_tangent(const std::function<Vector(const LocalPath&)>& f, const LocalPath& path, const Matrix& by_j,
                    const Matrix& by_f, double tolerance, const std::string& statement, TermChecker& check) {
  LocalPath p = path;
  const auto j = TermChecker::difference(
      [&](const Vector& x) {
        p.d_j = x;
        return f(p);
      },
      Vector(path.d_j));
  p = path;
  const auto f_ = TermChecker::difference(
      [&](const Vector& x) {
        p.d_f = x;
        return f(p);
      },
      Vector(path.d_f));
  check.expect_close(by_j, j, tolerance, statement + " by q_j");
  check.expect_close(by_f, f_, tolerance, statement + " by q_f");
}

// A force along a path with its tangent, whatever makes it.
struct PathForce {
  Vector g, h;
  double number = 0;  // dissipation or work
};

template <class Add>
PathForce calc_force(int n, Add&& add) {
  PathForce out{Vector::Zero(n), Vector::Zero(n)};
  out.number = add(out.g, out.h);
  return out;
}

template <class Force, class Tangent>
void expect_force_tangent(const Force& force, const Tangent& add_tangent, const LocalPath& path, double tolerance,
                          const std::string& suffix, TermChecker& check) {
  const int n = check.size();
  Matrix gj = Matrix::Zero(n, n), gf = gj, hj = gj, hf = gj;
  PathTangent tangent{gj, gf, hj, hf};
  add_tangent(tangent);
  expect_tangent([&](const LocalPath& p) { return force(p).g; }, path, gj, gf, tolerance,
                 "the tangent of F_g is not its derivative" + suffix, check);
  expect_tangent([&](const LocalPath& p) { return force(p).h; }, path, hj, hf, tolerance,
                 "the tangent of F_h is not its derivative" + suffix, check);
}

Vector number(double x) { return Vector::Constant(1, x); }

template <class Term>
ConstraintPath calc_rows(const Term& term, const LocalPath& path, const Vector& l0, const Vector& l1, bool tangent) {
  ConstraintPath out;
  calc_path(term, path, l0, l1, tangent, out);
  return out;
}

Vector force_g(const ConstraintPath& c, const Vector& l0, const Vector& l1) {
  return c.B_g0.transpose() * l0 + c.B_g1.transpose() * l1;
}
Vector force_h(const ConstraintPath& c, const Vector& l0, const Vector& l1) {
  return c.B_h0.transpose() * l0 + c.B_h1.transpose() * l1;
}

// What rows of both kinds promise: work, tangents.
template <class Term>
void check_rows(const Term& term, const CheckOptions& options, double increment, PathRule rule, TermChecker& check) {
  const LocalPath path = make_path(options, increment, 1, rule, check);
  const Vector l0 = check.random(term.rows()), l1 = check.random(term.rows());
  const std::string suffix = where(path, increment);
  const ConstraintPath c = calc_rows(term, path, l0, l1, true);
  const Vector g = force_g(c, l0, l1), h = force_h(c, l0, l1);
  const double work = g.dot(path.d_f) + 3 * h.dot(path.d_j);
  const double magnitude = g.cwiseAbs().dot(path.q_i.cwiseAbs() + path.d_f.cwiseAbs());
  if (term.rheonomic()) {
    check.expect_close(number(c.work_drives.sum()), number(-work), options.identity_tolerance,
                       "work_drives is not the work of the forces turned in sign" + suffix, magnitude);
  } else {
    const double expected = rule == PathRule::kLiteral ? l0.dot(c.end) : l0.dot(c.mean) + l1.dot(c.end - c.mean);
    check.expect_close(number(work), number(expected), options.identity_tolerance,
                       "the constraint forces do work although both residuals vanish" + suffix, magnitude);
    check.expect(c.work_drives.isZero(0), "work_drives is not zero although rheonomic() is false" + suffix);
  }
  const auto rows = [&](const LocalPath& p) { return calc_rows(term, p, l0, l1, false); };
  const double tolerance = options.derivative_tolerance;
  expect_tangent([&](const LocalPath& p) -> Vector { return rows(p).end; }, path, c.G_end_j, c.G_end_f, tolerance,
                 "G_end is not the derivative of the end residual" + suffix, check);
  if (rule == PathRule::kGalerkin)
    expect_tangent([&](const LocalPath& p) -> Vector { return rows(p).mean; }, path, c.G_mean_j, c.G_mean_f, tolerance,
                   "G_mean is not the derivative of the mean residual" + suffix, check);
  expect_tangent([&](const LocalPath& p) -> Vector { return force_g(rows(p), l0, l1); }, path, c.K_gj, c.K_gf,
                 tolerance, "K_g is not the derivative of F_g" + suffix, check);
  expect_tangent([&](const LocalPath& p) -> Vector { return force_h(rows(p), l0, l1); }, path, c.K_hj, c.K_hf,
                 tolerance, "K_h is not the derivative of F_h" + suffix, check);
}

}  // namespace

void check_path(const Potential& term, const CheckOptions& options, TermChecker& check) {
  const int n = check.size();
  for (const PathRule rule : kRules)
    for (const double alpha : {1.0, 0.3, 0.0})
      for (const double increment : kIncrements) {
        const LocalPath path = make_path(options, increment, alpha, rule, check);
        const std::string suffix = where(path, increment);
        const auto force = [&](const LocalPath& p) {
          return calc_force(n, [&](VecOut g, VecOut h) { return term.add_path_force(p, g, h); });
        };
        const PathForce F = force(path);
        const Vector q_i = path.q_i, q_f = path.q_i + path.d_f;
        const double U_i = term.U(q_i), U_f = term.U(q_f), work = F.g.dot(path.d_f) + 3 * F.h.dot(path.d_j);
        const double magnitude = std::abs(U_i) + std::abs(U_f) + F.g.cwiseAbs().dot(q_i.cwiseAbs() + q_f.cwiseAbs());
        check.expect_close(number(work), number(U_f - U_i + F.number), options.identity_tolerance,
                           "(D3) F_g . d_f + 3 F_h . d_j = U_f - U_i + dissipation fails" + suffix, magnitude);
        check.expect(F.number >= 0, fmt::format("the numerical dissipation {:g} is negative{}", F.number, suffix));
        if (alpha == 0) check.expect(F.number == 0, "there is numerical dissipation with alpha = 0" + suffix);
        if (increment < 1e-3) {
          const Vector U_q = check.added("add_U_q", n, [&](VecOut out) { term.add_U_q(q_i, out); });
          Matrix K = Matrix::Zero(n, n);
          term.add_U_qq(q_i, K);
          const double near = 1e-6 + 100 * increment * (1 + K.cwiseAbs().maxCoeff());
          check.expect_close(F.g, U_q, near, "F_g does not tend to U_q for small increments" + suffix);
          check.expect_close(F.h, Vector::Zero(n), near, "F_h does not tend to zero for small increments" + suffix);
        }
        expect_force_tangent(
            force, [&](PathTangent& out) { term.add_path_tangent(path, out); }, path, options.derivative_tolerance,
            suffix, check);
        Vector forward = Vector::Zero(n), back = Vector::Zero(n);
        term.add_U_q_bar(q_i, q_f, forward);
        term.add_U_q_bar(q_f, q_i, back);
        check.expect_close(forward, back, 100 * options.identity_tolerance,
                           "U_q_bar changes when q0 and q1 change places" + suffix, magnitude);
      }
}

void check_path(const Constraint& term, const CheckOptions& options, TermChecker& check) {
  const int m = term.rows();
  const auto Phi = [&](double t, const LocalVector& q) {
    Vector out = Vector::Zero(m);
    term.add_Phi({t, q}, out);
    return out;
  };
  for (const PathRule rule : kRules)
    for (const double increment : kIncrements) {
      check_rows(term, options, increment, rule, check);
      const LocalPath path = make_path(options, increment, 1, rule, check);
      const ConstraintPath c = calc_rows(term, path, Vector::Zero(m), Vector::Zero(m), false);
      const std::string suffix = where(path, increment);
      const LocalVector q_f = path.q_i + path.d_f;
      const Vector Phi_i = Phi(path.t0, path.q_i), Phi_f = Phi(path.t0 + path.h, q_f);
      const double magnitude = Phi_i.cwiseAbs().maxCoeff() + Phi_f.cwiseAbs().maxCoeff() +
                               c.B_g0.cwiseAbs().maxCoeff() * path.q_i.cwiseAbs().maxCoeff();
      check.expect_close(c.end, Phi_f - Phi_i, options.identity_tolerance,
                         "the end residual is not the increment of Phi" + suffix, magnitude);
      if (rule == PathRule::kLiteral) continue;
      Vector mean = Vector::Zero(m);
      for (const PathPoint& p : path_points(kSmoothPoints)) mean += p.weight * Phi(path.time(p), path.at(p));
      check.expect_close(c.mean, mean - Phi_i, options.identity_tolerance,
                         "the mean residual is not the mean of Phi minus its start" + suffix, magnitude);
    }
}

void check_path(const Pfaffian& term, const CheckOptions& options, TermChecker& check) {
  for (const PathRule rule : kRules)
    for (const double increment : kIncrements) check_rows(term, options, increment, rule, check);
}

void check_path(const Force& term, const CheckOptions& options, TermChecker& check) {
  const int n = check.size();
  for (const double increment : kIncrements) {
    LocalPath path = make_path(options, increment, 1, PathRule::kGalerkin, check);
    path.h = std::max(path.h, 1e-3);
    const std::string suffix = where(path, increment);
    const auto force = [&](const LocalPath& p) {
      return calc_force(n, [&](VecOut g, VecOut h) { return add_path_force(term, p, g, h); });
    };
    const PathForce F = force(path);
    check.expect_close(number(F.g.dot(path.d_f) + 3 * F.h.dot(path.d_j)), number(F.number), options.identity_tolerance,
                       "the work along the path is not F_g . d_f + 3 F_h . d_j" + suffix);
    if (term.account() == WorkAccount::kDissipated)
      check.expect(F.number <= 1e-12 * (F.g.norm() * path.d_f.norm() + 1),
                   "the force is booked as dissipation but its work along a path is positive" + suffix);
    expect_force_tangent(
        force, [&](PathTangent& out) { add_path_tangent(term, path, out); }, path, options.derivative_tolerance, suffix,
        check);
  }
}

}  // namespace invar
