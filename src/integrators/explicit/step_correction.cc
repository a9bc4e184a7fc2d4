#include "invar/integrators/explicit/step_correction.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "invar/core/max_abs.h"

namespace invar {

namespace {

constexpr int kMaxCorrections = 8;
constexpr double kRounding = 4e-16;  // of positions, relative to the largest coordinate
constexpr double kFast = 0.05;       // reduction of the violation with which old factors are good enough
constexpr double kRelevant = 1e-12;  // psi/(x.Mx) below which (B3) changes nothing but rounding
constexpr double kSlowSteps = 4;     // steps that gravity and springs need to bring the motion to rest: near rest
constexpr double kLargestCorrection = 0.5;  // of the velocity, relative; what is left is corrected later
constexpr double kLost = 1e-2;  // violation, relative to the largest coordinate, that is no longer a small error

}  // namespace

Status StepCorrection::apply(ConstrainedMotion& motion, double t, Vector& y) {
  const int n = motion.coordinates();
  if (!y.allFinite()) return not_finite_at(t);
  zero_.setZero(n);
  for (Vector* x : {&x_, &z_, &Mv_, &q_before_}) x->resize(n);  // once and for all
  for (Vector* x : {&c_, &l_}) x->resize(motion.system().rows());
  if (Status status = correct_constraints(motion, t, y); !status.ok()) return status;
  if (!energy_) return {};
  calc_free_velocity(motion, y);
  const double psi = motion.calc_psi(t, y);
  if (std::abs(psi) > kRelevant * xMx_ && shift_positions(motion, t, psi, y)) {
    if (Status status = correct_constraints(motion, t, y); !status.ok()) return status;
    calc_free_velocity(motion, y);
  }
  if (invariants_ && invariants_->acts())
    invariants_->apply(motion, t, y);
  else
    correct_energy(motion, t, y);
  // Along rows that are not linear, the correction above leaves them to second order.
  if (constraints_ && motion.system().has_nonlinear_rows()) return correct_nonlinear_velocities(motion, t, y);
  return {};
}

Status StepCorrection::correct_constraints(ConstrainedMotion& motion, double t, Vector& y) {
  const int n = motion.coordinates();
  const bool acts = constraints_ && motion.system().rows() > 0;
  if (acts)
    if (Status status = correct_positions(motion, t, y); !status.ok()) return status;
  if (Status status = motion.factor_at(t, y.head(n), y.segment(n, n)); !status.ok()) return status;
  if (acts && motion.system().has_nonlinear_rows()) return correct_nonlinear_velocities(motion, t, y);
  if (acts) correct_velocities(motion, y);
  return {};
}

// Newton's method for (B2): the rows are linearized anew at each velocity.
Status StepCorrection::correct_nonlinear_velocities(ConstrainedMotion& motion, double t, Vector& y) {
  const int n = motion.coordinates();
  double last = 1e300;
  for (int k = 0; k < kMaxCorrections; ++k) {
    if (Status status = motion.factor_at(t, y.head(n), y.segment(n, n)); !status.ok()) return status;
    const double size = max_abs(motion.stage().eval.Phi_dot);
    if (!std::isfinite(size)) return not_finite_at(t);
    if (size >= 0.5 * last || size <= kRounding * max_abs(y)) return {};
    last = size;
    c_ = -motion.stage().eval.Phi_dot;
    motion.solver().solve(zero_, c_, x_, l_);
    y.segment(n, n) += x_;
  }
  return {};
}

Status StepCorrection::correct_positions(ConstrainedMotion& motion, double t, Vector& y) {
  const int n = motion.coordinates();
  const MechanicalSystem& system = motion.system();
  PointEval& eval = motion.stage().eval;
  const double length = std::max(1.0, y.head(n).cwiseAbs().maxCoeff());
  double last = 1e300;
  bool fresh = false;  // the factors belong to the present position, or to the one before
  for (int k = 0; k < kMaxCorrections; ++k) {
    system.eval(t, y.head(n), y.segment(n, n), motion.lambda(), kPosition, eval);
    const double size = max_abs(eval.Phi);
    if (!std::isfinite(size)) return not_finite_at(t);
    if (size <= kRounding * length) return {};
    if (k > 0 && size >= last) {  // what rounding, or a singular position, allows was reached before
      y.head(n) = q_before_;
      if (fresh || last < 1e-13 * length) break;
      fresh = true;
      if (Status status = motion.factor_at(t, y.head(n), y.segment(n, n)); !status.ok()) return status;
      last = 1e300;
      continue;
    }
    if (k > 0 && size > kFast * last && size > 1e-14 * length && !fresh) {
      fresh = true;
      if (Status status = motion.factor_at(t, y.head(n), y.segment(n, n)); !status.ok()) return status;
    }
    last = size;
    c_ = -eval.Phi;
    motion.solver().solve(zero_, c_, x_, l_);
    q_before_ = y.head(n);
    y.head(n) += x_;
  }
  system.eval(t, y.head(n), y.segment(n, n), motion.lambda(), kPosition, eval);
  int worst = 0;
  const double left = eval.Phi.cwiseAbs().maxCoeff(&worst);
  if (left <= kLost * length) return {};
  const RowInfo& row = system.layout().row(worst);
  return {
      StatusCode::kNotConverged,
      fmt::format("constraint \"{}\", row {}, is violated by {:.1e} after the step and "
                  "cannot be corrected: the step is too long for the fastest vibration, or the constraints conflict",
                  row.owner, row.label, left)};
}

void StepCorrection::correct_velocities(ConstrainedMotion& motion, Vector& y) {
  const int n = motion.coordinates();
  c_ = -motion.stage().eval.Phi_dot;
  double last = 1e300;
  for (int k = 0; k < 3; ++k) {  // the second round removes what rounding of the first one left
    const double size = max_abs(c_);
    if (size >= 0.5 * last || size <= kRounding * max_abs(y)) return;
    last = size;
    motion.solver().solve(zero_, c_, x_, l_);
    y.segment(n, n) += x_;
    x_ = -x_;
    add_product(motion.system().G_pattern(), motion.stage().eval.G, x_, c_);
  }
}

// x and x.Mx; x is a projection of v, so that v.Mx = x.Mx.
void StepCorrection::calc_free_velocity(ConstrainedMotion& motion, const Vector& y) {
  const int n = motion.coordinates();
  const MechanicalSystem& system = motion.system();
  Mv_.setZero(n);
  add_product(system.K_pattern(), motion.M(), y.segment(n, n), Mv_);
  c_.setZero(system.rows());
  motion.solver().solve(Mv_, c_, x_, l_);
  xMx_ = std::max(0.0, Mv_.dot(x_));
}

// (B4); the rest of psi is left to (B3).
bool StepCorrection::shift_positions(ConstrainedMotion& motion, double t, double psi, Vector& y) {
  const int n = motion.coordinates();
  PointEval& eval = motion.stage().eval;
  motion.system().eval(t, y.head(n), y.segment(n, n), motion.lambda(), kForces, eval);
  c_.setZero(motion.system().rows());
  if (motion.system().has_variable_mass()) eval.U_q += eval.J_q;  // the gradient of what is to be corrected
  motion.solver().solve(eval.U_q, c_, z_, l_);
  const double tau = kSlowSteps * motion.stage().h, tau2_zMz = tau * tau * eval.U_q.dot(z_);
  if (!(xMx_ < 4 * tau2_zMz)) return false;
  y.head(n) -= (std::clamp(psi / (xMx_ + tau2_zMz), -kLargestCorrection, kLargestCorrection) * tau * tau) * z_;
  return true;
}

void StepCorrection::correct_energy(ConstrainedMotion& motion, double t, Vector& y) {
  const int n = motion.coordinates();
  const double psi = motion.calc_psi(t, y);
  if (!(xMx_ > 0) || !std::isfinite(psi)) return;
  const double s = psi / xMx_;
  // The smaller root of alpha - alpha^2/2 = s, written without cancellation.
  const double alpha = s < 0.5 ? 2 * s / (1 + std::sqrt(1 - 2 * s)) : kLargestCorrection;
  y.segment(n, n) -= std::clamp(alpha, -kLargestCorrection, kLargestCorrection) * x_;
}

}  // namespace invar
