#include "invar/integrators/energy_momentum/ep_step.h"

#include <cmath>

#include "invar/solve/acceleration.h"

namespace invar {

namespace {

// Corrections below this fraction of the increment no longer change the solution beyond rounding.
constexpr double kConverged = 2e-16;
// A correction that stops shrinking below this has reached the rounding of the residual.
constexpr double kRoundOffFloor = 1e-9;

double max_abs(const Vector& x) { return x.size() == 0 ? 0.0 : x.cwiseAbs().maxCoeff(); }

}  // namespace

bool IncrementHistory::predict(double h, Vector& d) const {
  if (count_ == 0 || std::abs(h - h_) > 1e-12 * std::abs(h)) return false;
  switch (count_) {  // polynomial extrapolation of equidistant increments
    case 1: d = d_[0]; break;
    case 2: d = 2 * d_[0] - d_[1]; break;
    case 3: d = 3 * d_[0] - 3 * d_[1] + d_[2]; break;
    default: d = 4 * d_[0] - 6 * d_[1] + 4 * d_[2] - d_[3]; break;
  }
  return true;
}

void IncrementHistory::push(double h, const Vector& d) {
  if (std::abs(h - h_) > 1e-12 * std::abs(h)) count_ = 0;
  h_ = h;
  for (int i = kDepth - 1; i > 0; --i) d_[i].swap(d_[i - 1]);
  d_[0] = d;
  count_ = std::min(count_ + 1, kDepth);
}

EpStep::EpStep(const MechanicalSystem& system, EpOptions options)
    : system_(system), options_(options), kkt_(make_kkt_solver(system, options.form)),
      M_regularized_(system.M() + calc_mass_regularization(system)) {
  const int n = system.coordinates(), m = system.rows();
  for (Vector* x : {&d_, &r_f_, &dq_, &q1_, &momentum_}) x->setZero(n);
  for (Vector* x : {&l_, &lambda_, &dl_, &c_, &c_start_}) x->setZero(m);
}

// Continues from the last step if s0 is its end, else evaluates where we are.
void EpStep::connect(const State& s0) {
  if (last_q_.size() == s0.q.size() && last_q_ == s0.q) return;
  carry_.setZero(s0.q.size());
  system_.eval(s0.t, s0.q, s0.v, lambda_, kPosition, point_);
  c_start_ = point_.Phi;
  scale_ = 0;
  eps_.resize(0);
}

bool EpStep::refactor(double h) {
  A_ = M_regularized_ + 0.5 * h * h * pair_.K;
  const double epsilon = options_.form == KktForm::kAugmented ? 1 / options_.penalty : kRegularization;
  if (eps_.size() == 0) calc_regularization(system_, system_.M(), pair_.G, epsilon, eps_);
  return kkt_->factor(A_, pair_.B, pair_.G, eps_);
}

StepReport EpStep::step(const State& s0, double h, State& s1, Memory& memory) {
  StepReport report;
  const double t1 = s0.t + h, half = 0.5 * h * h;
  connect(s0);
  if (!memory.increments.predict(h, d_)) d_ = h * s0.v;
  if (memory.has_l && memory.h == h) {
    l_ = memory.l;
  } else if (memory.has_l && memory.h != 0) {
    l_ = memory.l * (h * h / (memory.h * memory.h));
  } else {
    l_.setZero();
  }
  momentum_ = h * s0.v;
  double previous = 0, first = 0;
  bool want_factor = true;
  for (int k = 0; k < options_.max_iterations; ++k) {
    q1_ = s0.q + d_;
    lambda_ = l_ / half;
    system_.eval_pair(s0.t, s0.q, t1, q1_, lambda_, want_factor ? kResidual | kTangent : kResidual, pair_);
    r_f_ = half * pair_.f;
    dq_ = d_ - momentum_;
    add_product(system_.K_pattern(), system_.M(), dq_, r_f_);
    add_transpose_product(system_.G_pattern(), pair_.B, l_, r_f_);
    if (want_factor) {
      if (!refactor(h)) {
        report.status = {StatusCode::kSingular, ""};
        return report;
      }
      ++report.factorizations;
    }
    c_ = c_start_ + pair_.a_bar;
    add_product(system_.G_pattern(), pair_.B, d_, c_);
    kkt_->solve(r_f_, c_, dq_, dl_);
    ++report.iterations;
    const double correction = max_abs(dq_);
    if (!std::isfinite(correction) || !std::isfinite(max_abs(dl_))) {
      report.status = {StatusCode::kNotFinite, fmt::format("in iteration {}", k + 1)};
      return report;
    }
    d_ += dq_;
    l_ += dl_;
    bool converged = false;
    const double tolerance = kConverged * std::max(max_abs(d_), 1e-3 * scale_);
    if (k == 0) {
      first = correction;
      converged = correction == 0 || 4 * curvature_ * correction * correction < tolerance;
    } else {
      if (k == 1 && first > 1e-12) curvature_ = std::max(correction / (first * first), 0.5 * std::min(curvature_, 1e8));
      const double rate = previous > 0 ? correction / previous : 0;
      converged = correction * std::min(rate, 1.0) < tolerance || (rate > 0.25 && correction < kRoundOffFloor);
      if (rate > 1e3 && correction > 1) {
        report.status = {StatusCode::kNotConverged, describe_failure(correction)};
        return report;
      }
      want_factor = rate > 0.02;
    }
    if (k == 0) want_factor = correction > 1e-3;
    if (converged) {
      s1.t = t1;
      // q1 = q0 + carry + d with the part lost in rounding kept for the next step.
      carry_ += d_;
      s1.q = s0.q + carry_;
      carry_ -= s1.q - s0.q;
      last_q_ = s1.q;
      scale_ = std::max(max_abs(d_), 0.9 * scale_);
      s1.v = (2 / h) * d_ - s0.v;
      lambda_ = l_ / half;
      memory.increments.push(h, d_);
      memory.l = l_;
      memory.has_l = true;
      memory.h = h;
      finish(s0, s1, h, report);
      return report;
    }
    previous = correction;
  }
  report.status = {StatusCode::kNotConverged, describe_failure(previous)};
  return report;
}

std::string EpStep::describe_failure(double correction) const {
  std::string text = fmt::format("last correction {:.1e}", correction);
  if (c_.size() > 0) {
    int worst;
    const double c = c_.cwiseAbs().maxCoeff(&worst);
    text += fmt::format(", largest constraint residual {:.1e} in \"{}\", row {}", c, system_.layout().row(worst).owner,
                        system_.layout().row(worst).label);
  }
  return text;
}

// Evaluates the finished step: the constraint residual that stays, and the books of energy.
void EpStep::finish(const State& s0, const State& s1, double h, StepReport& report) {
  system_.eval_pair(s0.t, s0.q, s1.t, s1.q, lambda_, kResidual | kWork, pair_);
  c_ = pair_.a_bar;
  add_product(system_.G_pattern(), pair_.B, d_, c_);
  c_start_ += c_;
  for (int r = 0; r < c_.size(); ++r) {
    if (!system_.layout().row(r).holonomic) c_start_[r] = 0;
  }
  if (c_.size() > 0) report.velocity_mid_max = c_.cwiseAbs().maxCoeff(&report.velocity_mid_row) / std::abs(h);
  report.work_applied = pair_.work_applied;
  report.dissipated_physical = pair_.dissipated;
  report.work_drives = lambda_.dot(pair_.a_bar);  // [Bauchau2003] eq. (20) with its sign turned: work done on the system
}

}  // namespace invar
