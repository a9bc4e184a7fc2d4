#include "invar/integrators/explicit/invariant_correction.h"

#include <algorithm>
#include <cmath>

namespace invar {

namespace {
constexpr int kRounds = 4;                   // quadratic convergence from the error of a step
constexpr double kIndependent = 1e-8;        // of unit gradients; below, the direction is one of the others
constexpr double kLargestShare = 0.5;        // of the velocity that is changed, as for the energy alone
constexpr double kVelocityRounding = 4e-16;  // of the velocity
}  // namespace

void InvariantCorrection::start(double t, Vec q, Vec v) {
  system_.eval_invariants({t, q, v}, eval_);
  kept_ = eval_.value;
}

void InvariantCorrection::shift(const At& from, const At& to) {
  system_.eval_invariants(from, eval_);
  kept_ -= eval_.value;
  system_.eval_invariants(to, eval_);
  kept_ += eval_.value;
}

void InvariantCorrection::factor(ConstrainedMotion& motion, double t, const Vector& y) {
  const int n = motion.coordinates(), k = system_.invariants();
  system_.eval_invariants({t, y.head(n), y.segment(n, n)}, eval_);
  c_.setZero(system_.rows());
  X_.resize(n, k);
  for (int i = 0; i < k; ++i) {
    g_ = eval_.I_v.row(i).transpose();
    motion.solver().solve(g_, c_, x_, l_);
    X_.col(i) = x_;
  }
  Matrix W = eval_.I_v * X_;
  // Scaled to a unit diagonal, so that units do not matter for what counts as dependent.
  scale_.resize(k);
  for (int i = 0; i < k; ++i) scale_[i] = W(i, i) > 0 ? 1 / std::sqrt(W(i, i)) : 0;
  W_.setThreshold(kIndependent);
  W_.compute(scale_.asDiagonal() * W * scale_.asDiagonal());
}

Vector InvariantCorrection::solve(const Vector& right) const {
  return scale_.asDiagonal() * W_.solve(scale_.asDiagonal() * right);
}

void InvariantCorrection::apply(ConstrainedMotion& motion, double t, Vector& y) {
  const int n = motion.coordinates();
  for (int round = 0; round < kRounds; ++round) {
    factor(motion, t, y);
    auto v = y.segment(n, n);
    const double speed = v.norm();
    Vector change = X_ * solve(eval_.value - kept_);  // (I1)
    if (!change.allFinite()) return;
    if (change.norm() > kLargestShare * speed) change *= kLargestShare * speed / change.norm();
    v -= change;

    g_.setZero(n);  // (I2)
    add_product(system_.K_pattern(), motion.M(), v, g_);
    motion.solver().solve(g_, c_, x_, l_);
    x_ -= X_ * solve(eval_.I_v * x_);
    const double psi = motion.calc_psi(t, y), xMx = g_.dot(x_), s = psi / xMx;
    double beta = 0;
    if (xMx > 0 && std::isfinite(psi)) beta = s < 0.5 ? 2 * s / (1 + std::sqrt(1 - 2 * s)) : kLargestShare;
    beta = std::clamp(beta, -kLargestShare, kLargestShare);
    v -= beta * x_;
    if (change.norm() + std::abs(beta) * x_.norm() <= kVelocityRounding * speed) return;
  }
}

}  // namespace invar
