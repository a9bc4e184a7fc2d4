#include "invar/integrators/energy_momentum/ep_step.h"

#include <fmt/format.h>

#include <cmath>

#include "invar/solve/acceleration.h"

namespace invar {

namespace {

// Residuals relative to the size of what is summed in them: done below the first; below the second done as well once
// they no longer shrink, which is then the rounding of a nearly singular system.
constexpr double kRounding = 3e-16;
constexpr double kRoundingFloor = 1e-11;

double max_abs(const Vector& x) { return x.size() == 0 ? 0.0 : x.cwiseAbs().maxCoeff(); }

}  // namespace

EpStep::EpStep(const MechanicalSystem& system, EpOptions options)
    : system_(system),
      options_(options),
      kkt_(make_kkt_solver(system, options.form)),
      M_(system.K_pattern(), system.M()),
      M_regularized_(system.M() + calc_mass_regularization(system)) {
  const int n = system.coordinates(), m = system.rows();
  for (Vector* x : {&d_, &d0_, &x_, &r_f_, &dq_, &q1_}) x->setZero(n);
  largest_mass_ = max_abs(system.M());
  for (Vector* x : {&l_, &lambda_, &dl_, &c_, &c_start_}) x->setZero(m);
}

void EpStep::reset() {
  last_q_.resize(0);
  kkt_->reset();
}

// Continues from the last step if s0 is its end, else evaluates where we are.
void EpStep::connect(const State& s0) {
  if (last_q_.size() == s0.q.size() && last_q_ == s0.q) {
    if (s0.t == last_t_ || !system_.rheonomic()) return;
    // The loop rounds times to multiples of the step; what drives move in that rounding belongs to the residual.
    r_f_.setZero();
    system_.eval(s0.t, s0.q, r_f_, lambda_, kVelocity, point_);
    for (int r = 0; r < c_start_.size(); ++r)
      if (system_.layout().row(r).holonomic) c_start_[r] += point_.Phi_dot[r] * (s0.t - last_t_);
    return;
  }
  carry_.setZero(s0.q.size());
  defect_.setZero(s0.q.size());
  system_.eval(s0.t, s0.q, s0.v, lambda_, kPosition, point_);
  c_start_ = point_.Phi;
  eps_.resize(0);
}

void EpStep::predict(const State& s0, double h, const Memory& memory) {
  d0_ = h * s0.v;
  if (memory.increments.predict(h, d_)) {
    x_ = d_ - d0_;
  } else {
    d_ = d0_;
    x_.setZero();
  }
  if (memory.has_l) {
    l_ = memory.l * (h * h / (memory.h * memory.h));
  } else {
    l_.setZero();
  }
}

bool EpStep::refactor(double h) {
  A_ = M_regularized_ + 0.5 * h * h * pair_.K;
  const double epsilon = options_.form == KktForm::kAugmented ? 1 / options_.penalty : kRegularization;
  if (eps_.size() != system_.rows()) {  // by inertia and stiffness, see ed_step.cc; a penalty is meant by mass alone
    Vector resistance = system_.M().cwiseAbs();
    if (options_.form != KktForm::kAugmented) resistance += 0.5 * h * h * pair_.K.cwiseAbs();
    calc_regularization(system_, resistance, pair_.G, epsilon, eps_);
  }
  if (eps_factor_ == 1) return kkt_->factor(A_, pair_.B, pair_.G, eps_);
  scaled_eps_ = eps_factor_ * eps_;
  return kkt_->factor(A_, pair_.B, pair_.G, scaled_eps_);
}

// r_f of (P1) and c of (P2) from the evaluation of the pair; returns their size relative to what is summed in them.
double EpStep::calc_residual(double h) {
  r_f_ = 0.5 * h * h * pair_.f + 0.5 * h * defect_;
  M_.add_product_to(x_, r_f_);
  add_transpose_product(system_.G_pattern(), pair_.B, l_, r_f_);
  c_ = c_start_ + pair_.a_bar;
  add_product(system_.G_pattern(), pair_.B, d_, c_);
  const double d = max_abs(d_), B = max_abs(pair_.B);
  const double scale_f = largest_mass_ * d + B * max_abs(l_) + 0.5 * h * h * max_abs(pair_.f);
  const double scale_c = B * d + max_abs(pair_.a_bar) + max_abs(c_start_);
  const double tiny = 1e-300, f = max_abs(r_f_) / (scale_f + tiny), c = max_abs(c_);
  // In directions that are singular up to the regularization, c cannot be reduced below the rounding of positions.
  // Stiff forces cannot be balanced better than the rounding of coordinates lets them be known (ed_step.cc).
  const double stiff = 1e-3 * 0.5 * h * h * stiffness_ * (max_abs(q1_) + d);
  floor_residual_ = std::max(f * scale_f / (scale_f + stiff + tiny), c / (std::max(scale_c, 1e-2 * B * B) + tiny));
  return std::max(f, c / (scale_c + tiny));
}

Status EpStep::iterate(const State& s0, double h, StepReport& report) {
  const double t1 = s0.t + h, half = 0.5 * h * h;
  double last_residual = 0, last_correction = 0;
  bool want_factor = true;
  pair_.has_dq = false;
  int rises = 0, k = 0;
  for (; k <= options_.max_iterations; ++k) {
    q1_ = s0.q + d_;
    lambda_ = l_ / half;
    system_.eval_pair(s0.t, s0.q, t1, q1_, lambda_,
                      want_factor ? kResidual | kTangent | kMixed | kWork : kResidual | kWork, pair_);
    if (want_factor) stiffness_ = max_abs(pair_.K);
    residual_ = calc_residual(h);
    if (!std::isfinite(residual_)) return {StatusCode::kNotFinite, fmt::format("in iteration {}", k + 1)};
    if (k > 0 && residual_ <= kRounding) return {};
    if (k > 1 && residual_ > last_residual) ++rises;
    if (k > 1 && floor_residual_ <= kRoundingFloor && residual_ > 0.5 * last_residual) return {};
    if (k == options_.max_iterations || rises > 2) break;
    if (want_factor) {
      if (!refactor(h)) return {StatusCode::kSingular, ""};
      ++report.factorizations;
    }
    kkt_->solve(r_f_, c_, dq_, dl_);
    ++report.iterations;
    const double correction = max_abs(dq_);
    if (!std::isfinite(correction) || !std::isfinite(max_abs(dl_)))
      return {StatusCode::kNotFinite, fmt::format("in iteration {}", k + 1)};
    pair_.dq = dq_;
    pair_.has_dq = true;
    x_ += dq_;
    d_ = d0_ + x_;
    l_ += dl_;
    // Factors are kept while they make corrections shrink fast.
    want_factor = k == 0 ? correction > 1e-3 : correction > 0.02 * last_correction;
    last_residual = residual_;
    last_correction = correction;
  }
  return {StatusCode::kNotConverged, describe_failure(k)};
}

StepReport EpStep::step(const State& s0, double h, State& s1, Memory& memory) {
  StepReport report;
  connect(s0);
  // Beside a singular position the Schur complement G A^-1 B^T has small eigenvalues of either sign, and the
  // regularization may hit one of them exactly: then another one is tried.
  for (const double factor : {1.0, 1e-3, 1e3, -1.0}) {
    eps_factor_ = factor;
    predict(s0, h, memory);
    report.status = iterate(s0, h, report);
    if (report.status.ok() || !is_recoverable(report.status.code)) break;
  }
  if (report.status.ok()) finish(s0, h, s1, memory, report);
  return report;
}

std::string EpStep::describe_failure(int iterations) const {
  std::string text =
      fmt::format("relative residual {:.1e} > {:.0e} after {} iterations", residual_, kRounding, iterations);
  if (c_.size() > 0) {
    int worst;
    const double c = c_.cwiseAbs().maxCoeff(&worst);
    text += fmt::format(", largest constraint residual {:.1e} in \"{}\", row {}", c, system_.layout().row(worst).owner,
                        system_.layout().row(worst).label);
  }
  return text;
}

// The pair has been evaluated at the solution: new state, memory, and the books of energy.
void EpStep::finish(const State& s0, double h, State& s1, Memory& memory, StepReport& report) {
  s1.t = s0.t + h;
  // q1 = q0 + carry + d with the part lost in rounding kept for the next step.
  carry_ += d_;
  s1.q = s0.q + carry_;
  carry_ -= s1.q - s0.q;
  s1.v = s0.v + (2 / h) * x_;
  // Residuals of neighbouring steps are alike; made good in the next step they do not add up to a drift.
  defect_ = (2 / h) * r_f_;
  dq_ = (s1.v - s0.v) - (2 / h) * x_;  // rounding of v1
  M_.add_product_to(dq_, defect_);
  last_q_ = s1.q;
  last_t_ = s1.t;
  lambda_ = l_ / (0.5 * h * h);
  memory.increments.push(h, d_);
  memory.l = l_;
  memory.has_l = true;
  memory.h = h;
  report.work_applied = pair_.work_applied;
  report.dissipated_physical = pair_.dissipated;
  report.work_drives =
      lambda_.dot(pair_.a_bar);  // [Bauchau2003] eq. (20) with its sign turned: work done on the system
  // (c - c_start)/h is the velocity constraint as enforced, eq. (11); c itself is where the next step starts.
  if (c_.size() > 0)
    report.velocity_mid_max = (c_ - c_start_).cwiseAbs().maxCoeff(&report.velocity_mid_row) / std::abs(h);
  c_start_ = c_;
  for (int r = 0; r < c_.size(); ++r)
    if (!system_.layout().row(r).holonomic) c_start_[r] = 0;
}

}  // namespace invar
