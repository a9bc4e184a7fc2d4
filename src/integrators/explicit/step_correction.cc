#include "invar/integrators/explicit/step_correction.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "invar/core/max_abs.h"

namespace invar {

namespace {

constexpr int kMaxCorrections = 8;
constexpr double kSmallest = 4e-16;  // violation that is rounding, relative to entries of the row times the coordinates
constexpr double kFast = 0.05;       // reduction of the violation with which old factors are good enough
constexpr double kRelevant = 1e-12;  // psi/(x.Mx) below which (B3) changes nothing but rounding
constexpr double kSlowSteps = 4;     // steps that gravity and springs need to bring the motion to rest: near rest
constexpr double kLargestCorrection = 0.5;  // of the velocity, relative; what is left is corrected later
constexpr double kRestSteps = 2;            // steps in which the free part of the velocity changes as much as it is
constexpr double kFollows = 1e-7;  // violation of a redundant row, measured alike, while it follows from the others
constexpr double kLost = 1e-2;     // violation, measured alike, that is no longer a small error

}  // namespace

Status StepCorrection::apply(ConstrainedMotion& motion, double t, Vector& y) {
  const int n = motion.coordinates();
  if (!y.allFinite()) return not_finite_at(t);
  zero_.setZero(n);
  for (Vector* x : {&x_, &z_, &a_, &Mv_, &f_, &q_before_}) x->resize(n);  // once and for all
  for (Vector* x : {&c_, &l_}) x->resize(motion.system().rows());
  if (Status status = correct_constraints(motion, t, y); !status.ok()) return status;
  if (!energy_) return {};
  calc_free_velocity(motion, y);
  const double psi = motion.calc_psi(t, y);
  if (std::abs(psi) > kRelevant * xMx_) {
    motion.system().eval(motion.at(t, y), motion.lambda(), kForces, motion.stage().eval);
    calc_free_gradient(motion);
    if (passes_rest(motion, y)) return {};
    if (shift_positions(motion, psi, y)) {
      if (Status status = correct_constraints(motion, t, y); !status.ok()) return status;
      calc_free_velocity(motion, y);
    }
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
  if (acts) {
    if (Status status = correct_positions(motion, t, y); !status.ok()) return status;
    if (are_violated(motion, t, y)) {
      motion.ask_for_all_rows();
      if (Status status = correct_positions(motion, t, y); !status.ok()) return status;
    }
  }
  if (Status status = motion.factor_at(t, y.head(n), y.segment(n, n)); !status.ok()) return status;
  if (acts && motion.system().has_nonlinear_rows()) return correct_nonlinear_velocities(motion, t, y);
  if (acts) correct_velocities(motion, y);
  return {};
}

// Newton's method for (B2): the rows are linearized anew at each velocity.
Status StepCorrection::correct_nonlinear_velocities(ConstrainedMotion& motion, double t, Vector& y) {
  const int n = motion.coordinates();
  measure_->set_constraints(motion.stage().eval.G);
  double last = INFINITY;
  for (int k = 0; k < kMaxCorrections; ++k) {
    if (Status status = motion.factor_at(t, y.head(n), y.segment(n, n)); !status.ok()) return status;
    x_ = y.segment(n, n);
    measure_->begin();
    measure_->add_motion(x_);
    measure_->finish(0);
    const double size = measure_->measure_rows(motion.stage().eval.Phi_dot).size;
    if (!std::isfinite(size)) return not_finite_at(t);
    if (size >= 0.5 * last || size <= kSmallest) return {};
    last = size;
    c_ = -motion.stage().eval.Phi_dot;
    motion.solver().solve(zero_, c_, x_, l_);
    y.segment(n, n) += x_;
  }
  return {};
}

// Whether rows that were taken as redundant do not follow from the others.
bool StepCorrection::are_violated(ConstrainedMotion& motion, double t, const Vector& y) {
  if (motion.left_out().empty()) return false;
  motion.system().eval(motion.at(t, y), motion.lambda(), kPosition, motion.stage().eval);
  return !(measure_->measure_positions(motion.stage().eval.Phi) <= kFollows);
}

Status StepCorrection::correct_positions(ConstrainedMotion& motion, double t, Vector& y) {
  const int n = motion.coordinates();
  const MechanicalSystem& system = motion.system();
  PointEval& eval = motion.stage().eval;
  if (!measure_) measure_ = std::make_unique<ResidualMeasure>(system);
  measure_->set_constraints(eval.G);
  measure_->begin();
  q_before_ = y.head(n);
  measure_->add_position(q_before_);
  measure_->finish(0);
  double last = INFINITY;
  bool fresh = false;  // the factors belong to the present position, or to the one before
  for (int k = 0; k < kMaxCorrections; ++k) {
    system.eval(motion.at(t, y), motion.lambda(), kPosition, eval);
    const double size = measure_->measure_positions(eval.Phi);
    if (!std::isfinite(size)) return not_finite_at(t);
    if (size <= kSmallest) return {};
    if (k > 0 && size >= last) {  // what rounding, or a singular position, allows was reached before
      y.head(n) = q_before_;
      if (fresh || last < 1e-13) break;
      fresh = true;
      if (Status status = motion.factor_at(t, y.head(n), y.segment(n, n)); !status.ok()) return status;
      last = INFINITY;
      continue;
    }
    if (k > 0 && size > kFast * last && size > 1e-14 && !fresh) {
      fresh = true;
      if (Status status = motion.factor_at(t, y.head(n), y.segment(n, n)); !status.ok()) return status;
    }
    last = size;
    c_ = -eval.Phi;
    motion.solver().solve(zero_, c_, x_, l_);
    q_before_ = y.head(n);
    y.head(n) += x_;
  }
  system.eval(motion.at(t, y), motion.lambda(), kPosition, eval);
  int worst = 0;
  const double left = eval.Phi.cwiseAbs().maxCoeff(&worst);
  if (measure_->measure_positions(eval.Phi) <= kLost) return {};
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
  measure_->set_constraints(motion.stage().eval.G);
  double last = INFINITY;
  for (int k = 0; k < 3; ++k) {  // the second round removes what rounding of the first one left
    x_ = y.segment(n, n);
    measure_->begin();
    measure_->add_motion(x_);
    measure_->finish(0);
    const double size = measure_->measure_rows(c_).size;
    if (size >= 0.5 * last || size <= kSmallest) return;
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

// z and tau^2 z.Mz.
void StepCorrection::calc_free_gradient(ConstrainedMotion& motion) {
  const PointEval& eval = motion.stage().eval;
  f_ = eval.U_q;
  if (motion.system().has_variable_mass()) f_ += eval.J_q;  // the gradient of what is to be corrected
  c_.setZero(motion.system().rows());
  motion.solver().solve(f_, c_, z_, l_);
  const double tau = kSlowSteps * motion.stage().h;
  tau2_zMz_ = tau * tau * std::max(0.0, f_.dot(z_));
}

// (B5). Where nothing but potentials acts, (B4) covers rest.
bool StepCorrection::passes_rest(ConstrainedMotion& motion, const Vector& y) {
  const MechanicalSystem& system = motion.system();
  if (system.rheonomic() || system.has_variable_mass() || motion.stage().eval.Q.isZero(0)) return false;
  const int n = motion.coordinates();
  a_ = y.segment(n, n) - motion.start_velocity();
  f_.setZero();
  add_product(system.K_pattern(), motion.M(), a_, f_);
  c_.setZero(system.rows());
  motion.solver().solve(f_, c_, a_, l_);
  return xMx_ + tau2_zMz_ < kRestSteps * kRestSteps * f_.dot(a_);
}

// (B4); what psi then still is, is left to (B3).
bool StepCorrection::shift_positions(ConstrainedMotion& motion, double psi, Vector& y) {
  if (!(xMx_ < 4 * tau2_zMz_)) return false;
  const double tau = kSlowSteps * motion.stage().h;
  y.head(motion.coordinates()) -=
      (std::clamp(psi / (xMx_ + tau2_zMz_), -kLargestCorrection, kLargestCorrection) * tau * tau) * z_;
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
