#include "invar/integrators/energy_momentum/ep_step.h"

#include <fmt/format.h>

#include "invar/solve/acceleration.h"

namespace invar {

EpStep::EpStep(const MechanicalSystem& system, EpOptions options)
    : system_(system),
      options_(options),
      kkt_(make_kkt_solver(system, options.form)),
      M_(system.K_pattern(), system.M()),
      M_regularized_(system.M() + calc_mass_regularization(system)),
      start_(system),
      measure_(system) {
  const int n = system.coordinates(), m = system.rows();
  for (Vector* x : {&d_, &d0_, &x_, &r_f_, &dq_, &q1_}) x->setZero(n);
  for (Vector* x : {&l_, &lambda_, &dl_, &c_}) x->setZero(m);
}

void EpStep::reset() {
  start_.forget();
  kkt_->reset();
}

void EpStep::archive(Archive& a) {
  a("start", start_);
  a("defect", defect_);
  a("eps", eps_);
  a("lambda", lambda_);
  a("mass", variable_M_);
  if (a.reading() && variable_M_.size() > 0) measure_.set_mass(variable_M_);
  kkt_->archive(a);
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

// r_f of (P1) and c of (P2) from the evaluation of the pair.
NewtonResidual EpStep::calc_residual(double h) {
  r_f_ = 0.5 * h * h * pair_.f + 0.5 * h * defect_;
  M_.add_product_to(x_, r_f_);
  add_transpose_product(system_.G_pattern(), pair_.B, l_, r_f_);
  c_ = start_.residual() + pair_.a_bar;
  add_product(system_.G_pattern(), pair_.B, d_, c_);
  // In directions that are singular up to the regularization, c cannot be reduced below the rounding of positions.
  // Stiff forces cannot be balanced better than the rounding of coordinates lets them be known.
  measure_.begin();
  measure_.add_motion(d_);
  measure_.add_position(q1_);
  measure_.add_force(pair_.f, 0.5 * h * h);
  measure_.add_multipliers(l_);
  measure_.add_row_terms(pair_.a_bar);
  measure_.add_row_terms(start_.residual());
  measure_.finish(0.5 * h * h);
  const auto f = measure_.measure_balance(r_f_), c = measure_.measure_rows(c_);
  NewtonResidual residual{std::max(f.size, c.size), std::max(f.floor, c.floor)};
  residual.unmet = measure_.measure_positions(c_) > kUnits;
  return residual;
}

NewtonResidual EpStep::evaluate(const State& s0, double h, NewtonParts parts) {
  q1_ = s0.q + d_;
  lambda_ = l_ / (0.5 * h * h);
  system_.eval_pair({s0.t, s0.t + h, s0.q, q1_}, lambda_,
                    (with_residual(parts) ? kResidual | kWork : 0u) | (with_tangent(parts) ? kTangent | kMixed : 0u),
                    pair_);
  if (system_.has_variable_mass())
    add_inertia(s0, h, (with_residual(parts) ? kResidual | kWork : 0u) | (with_tangent(parts) ? kTangent : 0u));
  if (with_tangent(parts)) {
    measure_.set_stiffness(pair_.K);
    measure_.set_constraints(pair_.B);
  }
  if (!with_residual(parts)) return {};
  return calc_residual(h);
}

void EpStep::add_inertia(const State& s0, double h, unsigned parts) {
  dv_ = (2 / h) * x_;
  system_.add_pair_inertia({s0.t, h, s0.q, s0.v, q1_, dv_}, parts, pair_);
}

// Residuals are compared with the mass.
Status EpStep::look_at_mass(const State& s) {
  if (!system_.has_variable_mass()) return {};
  if (!system_.eval_mass({s.t, s.q}, variable_M_))
    return {StatusCode::kSingular, fmt::format("the mass matrix is not positive definite at t = {:.6g} s", s.t)};
  measure_.set_mass(variable_M_);
  return {};
}

double EpStep::correct() {
  kkt_->solve(r_f_, c_, dq_, dl_);
  pair_.dq = dq_;
  pair_.has_dq = true;
  x_ += dq_;
  d_ = d0_ + x_;
  l_ += dl_;
  return largest_correction({&dq_}, {&dl_});
}

StepReport EpStep::step(const State& s0, double h, State& s1, Memory& memory) {
  StepReport report;
  if (!start_.connect(s0)) {
    defect_.setZero(s0.q.size());
    eps_.resize(0);
    if (report.status = look_at_mass(s0); !report.status.ok()) return report;
  }
  bool strict = true, unmet = false;
  const auto attempt = [&](double factor) {
    eps_factor_ = factor;
    predict(s0, h, memory);
    pair_.has_dq = false;
    const NewtonOutcome outcome = iterate_newton(
        {.max_iterations = options_.max_iterations, .strict = strict}, report,
        [&](NewtonParts parts) { return evaluate(s0, h, parts); }, [&] { return refactor(h); },
        [&] { return correct(); });
    unmet = unmet || outcome.unmet;
    return explain(outcome, system_.layout(), {&c_});
  };
  report.status = try_regularizations({1.0, 1e-3, 1e3, -1.0}, attempt);
  if (!report.status.ok() && unmet && accepts_unmet_) {  // constraints as near as they come
    strict = false;
    report.status = try_regularizations({1.0, 1e-3, 1e3, -1.0}, attempt);
  }
  if (report.status.ok()) finish(s0, h, s1, memory, report);
  return report;
}

// The pair has been evaluated at the solution: new state, memory, and the books of energy.
void EpStep::finish(const State& s0, double h, State& s1, Memory& memory, StepReport& report) {
  start_.advance(s0, h, d_, s1);
  s1.v = s0.v + (2 / h) * x_;
  // Residuals of neighbouring steps are alike; made good in the next step they do not add up to a drift.
  defect_ = (2 / h) * r_f_;
  dq_ = (s1.v - s0.v) - (2 / h) * x_;  // rounding of v1
  if (system_.has_variable_mass()) {
    report.status = look_at_mass(s1);
    add_product(system_.K_pattern(), variable_M_, dq_, defect_);
  } else {
    M_.add_product_to(dq_, defect_);
  }
  lambda_ = l_ / (0.5 * h * h);
  memory.increments.push(h, d_);
  memory.l = l_;
  memory.has_l = true;
  memory.h = h;
  report.work_applied = pair_.work_applied;
  report.dissipated_physical = pair_.dissipated;
  // [Bauchau2003] eq. (20) with its sign turned: work done on the system.
  if (system_.rheonomic()) report.book_drives(drive_work_ = lambda_.cwiseProduct(pair_.a_bar));
  // (c - c_start)/h is the velocity constraint as enforced, eq. (11); c itself is where the next step starts.
  if (c_.size() > 0)
    report.velocity_mid_max = (c_ - start_.residual()).cwiseAbs().maxCoeff(&report.velocity_mid_row) / std::abs(h);
  start_.keep_residual(c_);
}

}  // namespace invar
