#include "invar/integrators/energy_momentum/ep_step.h"

#include <fmt/format.h>

#include "invar/solve/scaled_kkt.h"

namespace invar {

EpStep::EpStep(const MechanicalSystem& system, EpOptions options)
    : ImplicitStep(system, {{.max_iterations = options.max_iterations, .strict = true}}),
      options_(options),
      kkt_(make_scaled_kkt_solver(system, options.form)),
      start_(system) {
  const int n = system.coordinates(), m = system.rows();
  for (Vector* x : {&d_, &d0_, &x_, &r_f_, &dq_, &q1_}) x->setZero(n);
  for (Vector* x : {&l_, &lambda_, &dl_, &c_}) x->setZero(m);
}

void EpStep::reset() {
  start_.forget();
  kkt_->reset();
}

// Where the step starts stays known, and so does what the last one left over.
void EpStep::continue_from(const Change& change) {
  if (change.rows) return reset();
  eps_.resize(0);
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

Status EpStep::begin(const State& s0, double) {
  if (start_.connect(s0)) return {};
  defect_.setZero(s0.q.size());
  eps_.resize(0);
  return look_at_mass(s0);
}

void EpStep::predict(const State& s0, double h, bool) {
  const Memory& memory = *memory_;
  pair_.has_dq = false;
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

bool EpStep::refactor(const State&, double h) {
  A_ = M_regularized_ + 0.5 * h * h * pair_.K;
  const double epsilon = options_.form == KktForm::kAugmented ? 1 / options_.penalty : kRegularization;
  if (eps_.size() != system_.rows()) {  // by inertia and stiffness, see ed_step.cc; a penalty is meant by mass alone
    Vector resistance = system_.M().cwiseAbs();
    if (options_.form != KktForm::kAugmented) resistance += 0.5 * h * h * pair_.K.cwiseAbs();
    calc_regularization(system_, resistance, pair_.G, epsilon, eps_);
    if (options_.form == KktForm::kAugmented) lower_to_heaviest(system_, pair_.G, epsilon, eps_);
  }
  if (eps_factor_ == 1) return kkt_->factor(A_, pair_.B, pair_.G, eps_);
  scaled_eps_ = eps_factor_ * eps_;
  return kkt_->factor(A_, pair_.B, pair_.G, scaled_eps_);
}

// r_f of (P1) and c of (P2) from the evaluation of the pair.
NewtonResidual EpStep::calc_residual(const State&, double h) {
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
  NewtonResidual residual = worst_of({measure_.measure_balance(r_f_), measure_.measure_rows(c_)});
  residual.unmet = measure_.measure_positions(c_) > kUnits;
  return residual;
}

void EpStep::evaluate(const State& s0, double h, NewtonParts parts) {
  q1_ = s0.q + d_;
  lambda_ = l_ / (0.5 * h * h);
  system_.eval_pair({s0, s0.t + h, q1_}, lambda_, select(parts, kResidual | kWork, kTangent | kMixed), pair_);
  if (system_.has_variable_mass()) {
    dv_ = (2 / h) * x_;
    system_.add_pair_inertia({s0.t, h, s0.q, s0.v, q1_, dv_}, select(parts, kResidual | kWork, kTangent), pair_);
  }
  if (with_tangent(parts)) {
    measure_.set_stiffness(pair_.K);
    measure_.set_constraints(pair_.B);
  }
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
  memory_ = &memory;
  return ImplicitStep::step(s0, h, s1);
}

// The pair has been evaluated at the solution: new state, memory, and the books of energy.
void EpStep::finish(const State& s0, double h, State& s1, StepReport& report) {
  start_.advance(s0, h, d_, s1);
  s1.v = s0.v + (2 / h) * x_;
  if (system_.internals() > 0) s1.z = pair_.z1;
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
  memory_->increments.push(h, d_);
  memory_->l = l_;
  memory_->has_l = true;
  memory_->h = h;
  book_pair(pair_, lambda_, report);
  // (c - c_start)/h is the velocity constraint as enforced, eq. (11); c itself is where the next step starts.
  book_velocity(c_ - start_.residual(), h, report);
  start_.keep_residual(c_);
}

}  // namespace invar
