#include "invar/integrators/augmented/conserving_step.h"

#include <algorithm>
#include <cmath>

#include "invar/integrators/penalty.h"
#include "invar/solve/scaled_kkt.h"

namespace invar {

namespace {

// The part of the largest coordinate below which corrections are lost in it.
constexpr double kPositionRounding = 2e-15;

}  // namespace

ConservingStep::ConservingStep(const MechanicalSystem& system, const ConservingOptions& options)
    : ImplicitStep(system, {{.max_iterations = options.max_iterations,
                             .tolerance = std::max(NewtonLimits{}.tolerance, options.tolerance)},
                            kPositiveRegularizations}),
      options_(options),
      kkt_(make_scaled_kkt_solver(system, augmented_form(options.penalty))) {
  for (Vector* x : {&q1_, &d_, &d0_, &x_, &r_f_, &dq_, &defect_}) x->setZero(system.coordinates());
  for (Vector* x : {&l_, &lambda_, &c_, &dl_, &Phi0_}) x->setZero(system.rows());
}

void ConservingStep::reset() {
  last_q_.resize(0);
  kkt_->reset();
}

void ConservingStep::continue_from(const Change& change) {
  if (change.rows) return reset();
  last_q_.resize(0);
}

void ConservingStep::archive(Archive& a) {
  a("last_q", last_q_);
  a("increments", increments_);
  a("lambda", lambda_);
  a("defect", defect_);
  a("eps", eps_);
  kkt_->archive(a);
}

Status ConservingStep::begin(const State& s0, double) {
  if (last_q_.size() != s0.q.size() || last_q_ != s0.q) {
    increments_.clear();
    lambda_.setZero();
    defect_.setZero();
    eps_.resize(0);
  }
  system_.eval(s0, lambda_, kPosition, point_);
  Phi0_ = point_.Phi;
  start_lambda_ = lambda_;
  return {};
}

void ConservingStep::predict(const State& s0, double h, bool) {
  lambda_ = start_lambda_;
  d0_ = h * s0.v;
  if (increments_.predict(h, d_)) {
    x_ = d_ - d0_;
  } else {
    d_ = d0_;
    x_.setZero();
  }
  l_ = (0.5 * h * h) * lambda_;  // carried from step to step
}

Vector ConservingStep::calc_resistance(double h) const {
  return system_.M().cwiseAbs() + 0.5 * h * h * pair_.K.cwiseAbs();
}

bool ConservingStep::refactor(const State&, double h) {
  A_ = M_regularized_ + 0.5 * h * h * pair_.K;
  if (options_.penalty > 0) {
    eps_.setConstant(system_.rows(), 1 / (0.25 * h * h * options_.penalty));
    if (is_part_of_step(h, nominal_h_)) strengthen_eps(system_, calc_resistance(h), pair_.G, eps_);
  } else if (eps_.size() == 0) {
    calc_automatic_eps(system_, calc_resistance(h), pair_.G, eps_);
  }
  scaled_eps_ = eps_factor_ * eps_;
  return kkt_->factor(A_, pair_.B, pair_.G, scaled_eps_);
}

// The balance with l alone, and c = 2 Phi_bar; the solver of the augmented form adds alpha Phi_bar of (B1).
NewtonResidual ConservingStep::calc_residual(const State&, double h) {
  r_f_ = 0.5 * h * h * pair_.f + 0.5 * h * defect_;
  M_.add_product_to(x_, r_f_);
  add_transpose_product(system_.G_pattern(), pair_.B, l_, r_f_);
  c_ = 2 * Phi0_ + pair_.a_bar;
  add_product(system_.G_pattern(), pair_.B, d_, c_);
  measure_.begin();
  measure_.add_motion(d_);
  measure_.add_position(q1_);
  measure_.add_force(pair_.f, 0.5 * h * h);
  measure_.add_multipliers(l_);
  measure_.add_row_terms(pair_.a_bar);
  measure_.add_row_terms(Phi0_);
  measure_.finish(0);
  const auto f = measure_.measure_balance(r_f_), c = measure_.measure_rows(c_);
  // As in structural_step.cc: constraints that conflict are no rounding.
  const double lost = c.floor <= kMetConstraint ? kPositionRounding : 0;
  const double size = options_.tolerance > 0 ? 0.5 * measure_.measure_positions(c_) : c.size;
  return {std::max(f.size, size), std::max(f.floor, c.floor), lost};
}

void ConservingStep::evaluate(const State& s0, double h, NewtonParts parts) {
  q1_ = s0.q + d_;
  lambda_ = l_ / (0.5 * h * h);
  system_.eval_pair({s0, s0.t + h, q1_}, lambda_, select(parts, kResidual | kWork, kTangent), pair_);
  if (with_residual(parts)) measure_.set_constraints(pair_.B);
}

double ConservingStep::correct() {
  kkt_->solve(r_f_, c_, dq_, dl_);
  x_ += dq_;
  d_ = d0_ + x_;
  l_ += dl_;  // (B2), with Phi_bar of the new iterate to first order
  return dl_.allFinite() ? measure_.measure_change(dq_) : INFINITY;
}

void ConservingStep::explain_failure(double h, Status& status) const {
  if (status.code == StatusCode::kNotConverged && options_.penalty > 0)
    status.detail += explain_penalty(system_, calc_resistance(h), pair_.G, eps_, options_.penalty);
}

void ConservingStep::finish(const State& s0, double h, State& s1, StepReport& report) {
  s1.t = s0.t + h;
  s1.q = s0.q + d_;
  s1.v = s0.v + (2 / h) * x_;
  if (system_.internals() > 0) s1.z = pair_.z1;
  defect_ = (2 / h) * r_f_;  // made good in the next step, so that left-overs do not add up
  last_q_ = s1.q;
  lambda_ = l_ / (0.5 * h * h);
  increments_.push(h, d_);
  book_pair(pair_, lambda_, report);
  book_velocity(c_ - 2 * Phi0_, h, report);  // B d + a_bar
}

}  // namespace invar
