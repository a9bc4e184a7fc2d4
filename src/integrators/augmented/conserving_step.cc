#include "invar/integrators/augmented/conserving_step.h"

#include <algorithm>
#include <cmath>

#include "invar/integrators/augmented/penalty.h"
#include "invar/solve/acceleration.h"

namespace invar {

namespace {

// As in ep_step.cc: at rounding, and at the rounding that nearly singular systems leave; and the part of the largest
// coordinate below which corrections are lost in it.
constexpr double kRounding = 3e-16;
constexpr double kRoundingFloor = 1e-11;
constexpr double kPositionRounding = 2e-15;

double max_abs(const Vector& x) { return x.size() == 0 ? 0.0 : x.cwiseAbs().maxCoeff(); }

}  // namespace

ConservingStep::ConservingStep(const MechanicalSystem& system, double penalty, int max_iterations)
    : system_(system),
      penalty_(penalty),
      max_iterations_(max_iterations),
      kkt_(make_kkt_solver(system, KktForm::kAugmented)),
      M_(system.K_pattern(), system.M()),
      M_regularized_(system.M() + calc_mass_regularization(system)) {
  for (Vector* x : {&q1_, &d_, &d0_, &x_, &r_f_, &dq_, &defect_}) x->setZero(system.coordinates());
  for (Vector* x : {&l_, &lambda_, &c_, &dl_, &Phi0_}) x->setZero(system.rows());
  largest_mass_ = max_abs(system.M());
}

void ConservingStep::reset() {
  last_q_.resize(0);
  kkt_->reset();
}

void ConservingStep::predict(const State& s0, double h) {
  d0_ = h * s0.v;
  if (increments_.predict(h, d_)) {
    x_ = d_ - d0_;
  } else {
    d_ = d0_;
    x_.setZero();
  }
  l_ = (0.5 * h * h) * lambda_;  // carried from step to step
}

bool ConservingStep::refactor(double h) {
  A_ = M_regularized_ + 0.5 * h * h * pair_.K;
  if (eps_.size() == 0 || penalty_ > 0) calc_penalty_eps(system_, pair_.G, penalty_, 0.25 * h * h, eps_);
  scaled_eps_ = eps_factor_ * eps_;
  return kkt_->factor(A_, pair_.B, pair_.G, scaled_eps_);
}

// The balance with l alone, and c = 2 Phi_bar; the solver of the augmented form adds alpha Phi_bar of (B1). Returns
// their size relative to what is summed in them.
double ConservingStep::calc_residual(double h) {
  r_f_ = 0.5 * h * h * pair_.f + 0.5 * h * defect_;
  M_.add_product_to(x_, r_f_);
  add_transpose_product(system_.G_pattern(), pair_.B, l_, r_f_);
  c_ = 2 * Phi0_ + pair_.a_bar;
  add_product(system_.G_pattern(), pair_.B, d_, c_);
  const double d = max_abs(d_), B = max_abs(pair_.B), tiny = 1e-300;
  const double scale_f = largest_mass_ * d + B * max_abs(l_) + 0.5 * h * h * max_abs(pair_.f);
  const double scale_c = B * d + max_abs(pair_.a_bar) + max_abs(Phi0_);
  const double f = max_abs(r_f_) / (scale_f + tiny), c = max_abs(c_);
  floor_residual_ = std::max(f, c / (std::max(scale_c, 1e-2 * B * B) + tiny));
  return std::max(f, c / (scale_c + tiny));
}

Status ConservingStep::iterate(const State& s0, double h, StepReport& report) {
  double last_residual = 0, last_correction = 0;
  bool want_factor = true;
  int rises = 0, i = 0;
  for (; i <= max_iterations_; ++i) {
    q1_ = s0.q + d_;
    lambda_ = l_ / (0.5 * h * h);
    system_.eval_pair(s0.t, s0.q, s0.t + h, q1_, lambda_, kResidual | kWork | (want_factor ? kTangent : 0u), pair_);
    residual_ = calc_residual(h);
    if (!std::isfinite(residual_)) return {StatusCode::kNotFinite, fmt::format("in iteration {}", i + 1)};
    if (i > 0 && residual_ <= kRounding) return {};
    if (i > 1 && residual_ > last_residual) ++rises;
    const bool at_floor = floor_residual_ <= kRoundingFloor || last_correction <= kPositionRounding * max_abs(q1_);
    if (i > 1 && at_floor && residual_ > 0.5 * last_residual) return {};
    if (i == max_iterations_ || rises > 2) break;
    if (want_factor) {
      if (!refactor(h)) return {StatusCode::kSingular, ""};
      ++report.factorizations;
    }
    kkt_->solve(r_f_, c_, dq_, dl_);
    ++report.iterations;
    const double correction = max_abs(dq_);
    if (!std::isfinite(correction) || !std::isfinite(max_abs(dl_)))
      return {StatusCode::kNotFinite, fmt::format("in iteration {}", i + 1)};
    x_ += dq_;
    d_ = d0_ + x_;
    l_ += dl_;  // (B2), with Phi_bar of the new iterate to first order
    want_factor = i == 0 ? correction > 1e-3 : correction > 0.02 * last_correction;
    last_residual = residual_;
    last_correction = correction;
  }
  int worst = -1;
  const double c = c_.size() ? c_.cwiseAbs().maxCoeff(&worst) : 0;
  std::string text = fmt::format("relative residual {:.1e} > {:.0e} after {} iterations", residual_, kRounding, i);
  if (worst >= 0)
    text += fmt::format(", largest constraint residual {:.1e} in \"{}\", row {}", c, system_.layout().row(worst).owner,
                        system_.layout().row(worst).label);
  return {StatusCode::kNotConverged, text};
}

StepReport ConservingStep::step(const State& s0, double h, State& s1) {
  StepReport report;
  if (last_q_.size() != s0.q.size() || last_q_ != s0.q) {
    increments_.clear();
    lambda_.setZero();
    defect_.setZero();
    eps_.resize(0);
  }
  system_.eval(s0.t, s0.q, s0.v, lambda_, kPosition, point_);
  Phi0_ = point_.Phi;
  start_lambda_ = lambda_;
  for (const double factor : {1.0, 1e-3, 1e3}) {  // beside singular positions one of them passes
    eps_factor_ = factor;
    predict(s0, h);
    report.status = iterate(s0, h, report);
    if (report.status.ok() || !is_recoverable(report.status.code)) break;
    lambda_ = start_lambda_;
  }
  if (report.status.ok()) finish(s0, h, s1, report);
  return report;
}

void ConservingStep::finish(const State& s0, double h, State& s1, StepReport& report) {
  s1.t = s0.t + h;
  s1.q = s0.q + d_;
  s1.v = s0.v + (2 / h) * x_;
  defect_ = (2 / h) * r_f_;  // made good in the next step, so that left-overs do not add up
  last_q_ = s1.q;
  lambda_ = l_ / (0.5 * h * h);
  increments_.push(h, d_);
  report.work_applied = pair_.work_applied;
  report.dissipated_physical = pair_.dissipated;
  report.work_drives = lambda_.dot(pair_.a_bar);
  if (c_.size() == 0) return;
  c_ -= 2 * Phi0_;  // B d + a_bar
  report.velocity_mid_max = c_.cwiseAbs().maxCoeff(&report.velocity_mid_row) / std::abs(h);
}

}  // namespace invar
