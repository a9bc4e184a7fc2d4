#include "invar/integrators/structural/structural_step.h"

#include <algorithm>
#include <cmath>

#include "invar/integrators/penalty.h"
#include "invar/solve/scaled_kkt.h"

namespace invar {

namespace {

// Corrections below this part of the coordinates and of their increments are lost in them. Forces of stiff springs near their rest
// length are differences of large numbers, whose rounding may be far above their sum.
constexpr double kPositionRounding = 2e-15;

}  // namespace

StructuralStep::StructuralStep(const MechanicalSystem& system, const StructuralOptions& options)
    : ImplicitStep(system,
                   {{.max_iterations = options.max_iterations, .tolerance = std::max(kRounding, options.tolerance)},
                    kPositiveRegularizations}),
      options_(options),
      kkt_(make_scaled_kkt_solver(system, options.form)),
      accelerations_(system) {
  for (Vector* x : {&q1_, &v1_, &d_, &x_, &r_f_, &dq_, &qa_, &qb_, &d0_, &v0_, &m0_, &a_, &qdd_})
    x->setZero(system.coordinates());
  for (Vector* x : {&l_, &lambda_, &c_, &dl_, &last_lambda_, &last_Phi_}) x->setZero(system.rows());
  for (int r = 0; r < system.rows(); ++r) has_velocity_rows_ |= !system.layout().row(r).holonomic;
}

void StructuralStep::reset() {
  last_q_.resize(0);
  kkt_->reset();
  accelerations_.reset();
}

// The next step computes its accelerations anew.
void StructuralStep::continue_from(const Change& change) {
  if (change.rows) return reset();
  last_q_.resize(0);
  accelerations_.forget_factors();
}

void StructuralStep::archive(Archive& a) {
  a("last_q", last_q_);
  a("last_v", last_v_);
  a("last_z", last_z_);
  a("last_u", last_u_);
  a("last_Phi", last_Phi_);
  a("last_lambda", last_lambda_);
  a("last_h", last_h_);
  a("lambda", lambda_);
  a("a", a_);
  a("qdd", qdd_);
  a("increments", increments_);
  a("eps", eps_);
  kkt_->archive(a);
  accelerations_.archive(a);
}

// Continues from the last step if s0 is its end, else starts anew.
bool StructuralStep::connect(const State& s0, double h) {
  if (last_q_.size() != s0.q.size() || last_q_ != s0.q || last_v_ != s0.v || last_z_ != s0.z || last_u_ != s0.inputs.u)
    return start(s0, h);
  // a belongs to a time at a distance proportional to the step.
  if (h != last_h_) a_ = qdd_ + (h / last_h_) * (a_ - qdd_);
  last_h_ = h;
  return true;
}

bool StructuralStep::start(const State& s0, double h) {
  increments_.clear();
  eps_.resize(0);
  if (!accelerations_.solve(s0, qdd_, last_lambda_)) return false;
  const double shift = options_.coefficients.offset() * h;
  a_ = qdd_;
  if (shift != 0) {
    // Where the shift is against the step, the acceleration ahead is reflected: functions of time may begin with the run.
    const double ahead = std::copysign(shift, h);
    q1_ = s0.q + ahead * s0.v;
    v1_ = s0.v + ahead * qdd_;
    const bool solved = accelerations_.solve({s0.t + ahead, q1_, v1_, s0.z, s0.inputs.u}, a_, dl_);
    if (ahead != shift) a_ = 2 * qdd_ - a_;
    // Where the step is far too large for an oscillation, a shifted acceleration means nothing.
    dq_ = a_ - qdd_;
    if (!solved || !(max_abs(dq_) <= max_abs(qdd_) + max_abs(s0.v) / std::abs(h))) a_ = qdd_;
  }
  lambda_ = last_lambda_;
  system_.eval(s0, lambda_, kPosition, point_);
  last_Phi_ = point_.Phi;
  last_h_ = h;
  return true;
}

Status StructuralStep::begin(const State& s0, double h) {
  if (!connect(s0, h)) return {StatusCode::kSingular, "while computing the accelerations to start from"};
  if (system_.internals() > 0) {  // the trapezoidal rule, whatever the coefficients
    system_.eval(s0, lambda_, kForces, start_point_);
    z_b_ = s0.z + 0.5 * h * start_point_.z_dot;
    point_.z_step = 0.5 * h;
  }
  start_lambda_ = lambda_;
  return {};
}

void StructuralStep::predict(const State& s0, double h, bool) {
  lambda_ = start_lambda_;
  const auto& [alpha_m, alpha_f, beta, gamma] = options_.coefficients;
  k_ = beta * h * h * options_.coefficients.weight();
  velocity_factor_ = gamma / (beta * h);
  d0_ = h * s0.v + (0.5 - beta) * h * h * a_;
  v0_ = s0.v + (1 - gamma) * h * a_;
  m0_ = (beta * h * h / (1 - alpha_m)) * (alpha_m * a_ - alpha_f * qdd_);
  if (increments_.predict(h, d_)) {
    x_ = d_ - d0_;
  } else {
    x_ = beta * h * h * a_;
    d_ = d0_ + x_;
  }
  l_ = k_ * lambda_;
}

// All of the end of the step, and for velocity rows the derivative of A v + a by q: across a pair whose middle is (t1,
// q1) and whose mean velocity is v1, the system gives A + tau/2 d(A v + a)/dq, and tau/2 = beta h/gamma is what Newton
// needs.
void StructuralStep::eval_end(const State& s0, double t1, NewtonParts parts) {
  lambda_ = l_ / k_;
  point_.rate_weight = velocity_factor_;
  const unsigned residual = with_residual(parts) ? kForces | kPosition | kVelocity : 0u;
  system_.eval({t1, q1_, v1_, z_b_, s0.inputs.u}, lambda_, residual | (with_tangent(parts) ? kStiffness : 0u), point_);
  if (!with_tangent(parts)) return;
  G_newton_ = point_.G;
  if (!has_velocity_rows_) return;
  const double half = 1 / velocity_factor_;
  qa_ = q1_ - half * v1_;
  qb_ = q1_ + half * v1_;
  system_.eval_pair({t1 - half, t1 + half, qa_, qb_, s0.z, s0.inputs.u}, lambda_, kTangent, pair_);
  const SparsePattern& G = system_.G_pattern();
  for (int r = 0; r < G.rows; ++r)
    if (!system_.layout().row(r).holonomic)
      for (int i = G.start[r]; i < G.start[r + 1]; ++i) G_newton_[i] = pair_.G[i];
}

// See ed_step.cc.
Vector StructuralStep::calc_resistance() const { return system_.M().cwiseAbs() + std::abs(k_) * point_.K.cwiseAbs(); }

bool StructuralStep::refactor(const State&, double) {
  A_ = M_regularized_ + k_ * point_.K;
  if (point_.C.size() > 0) A_ += k_ * velocity_factor_ * point_.C;
  if (options_.penalty > 0) {
    eps_.setConstant(system_.rows(), 1 / (k_ * options_.penalty));
    if (is_part_of_step(last_h_, nominal_h_)) strengthen_eps(system_, calc_resistance(), point_.G, eps_);
  } else if (eps_.size() != system_.rows()) {
    const Vector resistance = calc_resistance();
    if (is_augmented(options_.form))
      calc_automatic_eps(system_, resistance, point_.G, eps_);
    else
      calc_regularization(system_, resistance, point_.G, kRegularization, eps_);
  }
  scaled_eps_ = eps_factor_ * eps_;
  return kkt_->factor(A_, point_.G, G_newton_, scaled_eps_);
}

// Residuals of (S4) and (S5) from the evaluation.
NewtonResidual StructuralStep::calc_residual(const State&, double) {
  qa_ = x_ + m0_;
  r_f_ = k_ * (point_.U_q - point_.Q);
  M_.add_product_to(qa_, r_f_);
  add_transpose_product(system_.G_pattern(), point_.G, l_, r_f_);
  c_ = point_.Phi;
  if (has_velocity_rows_)
    for (int r = 0; r < c_.size(); ++r)
      if (!system_.layout().row(r).holonomic) c_[r] = point_.Phi_dot[r] / velocity_factor_;
  measure_.begin();
  measure_.add_motion(d_);
  measure_.add_position(q1_);
  measure_.add_position(x_);  // rounded, too
  measure_.add_force(point_.U_q, k_);
  measure_.add_force(point_.Q, k_);
  measure_.add_multipliers(l_);
  measure_.finish(0);
  // Positions cannot be better than their rounding.
  const auto f = measure_.measure_balance(r_f_);
  const double c = measure_.measure_positions(c_);
  // A correction lost in rounding ends an iteration only where the constraints are met: conflicting ones are never.
  return {std::max(f.size, 0.5 * c), std::max(f.floor, 0.5 * c), c <= kMetConstraint ? kPositionRounding : 0};
}

void StructuralStep::evaluate(const State& s0, double h, NewtonParts parts) {
  q1_ = s0.q + d_;
  v1_ = v0_ + velocity_factor_ * x_;
  eval_end(s0, s0.t + h, parts);
  if (parts == NewtonParts::kBoth) measure_.set_constraints(point_.G);
}

double StructuralStep::correct() {
  kkt_->solve(r_f_, c_, dq_, dl_);
  x_ += dq_;
  d_ = d0_ + x_;
  l_ += dl_;
  return dl_.allFinite() ? measure_.measure_change(dq_) : INFINITY;
}

void StructuralStep::explain_failure(double, Status& status) const {
  if (status.code == StatusCode::kNotConverged && options_.penalty > 0)
    status.detail += explain_penalty(system_, calc_resistance(), point_.G, eps_, options_.penalty);
}

void StructuralStep::finish(const State& s0, double h, State& s1, StepReport& report) {
  s1.t = s0.t + h;
  s1.q = q1_;
  s1.v = v1_;
  if (system_.internals() > 0) s1.z = point_.z;
  a_ = x_ / (options_.coefficients.beta * h * h);
  qdd_ = (x_ + m0_) / k_;
  lambda_ = l_ / k_;
  increments_.push(h, d_);
  // The scheme has no energy balance of its own: work over the pair of states, right to second order.
  system_.eval_pair({s0, s1.t, s1.q}, lambda_, system_.rheonomic() ? kResidual | kWork : kWork, pair_);
  report.work_applied = pair_.work_applied;
  report.dissipated_physical = pair_.dissipated;
  if (system_.rheonomic()) report.book_drives(drive_work_ = 0.5 * (lambda_ + last_lambda_).cwiseProduct(pair_.a_bar));
  // Velocities as enforced: over the step by positions that hold at both ends, or at its end.
  for (int r = 0; r < c_.size(); ++r) {
    const bool holonomic = system_.layout().row(r).holonomic;
    const double size = std::abs(holonomic ? (point_.Phi[r] - last_Phi_[r]) / h : point_.Phi_dot[r]);
    if (r > 0 && size <= report.velocity_mid_max) continue;
    report.velocity_mid_max = size;
    report.velocity_mid_row = r;
  }
  last_Phi_ = point_.Phi;
  last_lambda_ = lambda_;
  last_q_ = s1.q;
  last_v_ = s1.v;
  last_z_ = s1.z;
  last_u_ = s0.inputs.u;
}

void StructuralStep::replace_end(const Vector& v, const Vector& qdd, const Vector& s) {
  a_ += qdd - qdd_;
  qdd_ = qdd;
  last_v_ = v;
  last_lambda_ += s;
}

}  // namespace invar
