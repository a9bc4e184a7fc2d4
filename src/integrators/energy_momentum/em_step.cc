#include "invar/integrators/energy_momentum/em_step.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "invar/solve/acceleration.h"
#include "invar/solve/scaled_kkt.h"

namespace invar {

namespace {

// Regularization of (E4) over that of (E3). In mechanisms with redundant rows B in the middle is not redundant where G at the end
// is, so gamma is determined along the redundant direction by the regularization alone: with equal ones it wanders.
constexpr double kVelocityRegularization = 100 * kRegularization;

// What is tried, in this order: the sweeps, the whole matrix, other regularizations, and no prediction of forces.
constexpr double kAttempts[] = {1.0, 1.0, 1e-3, 1e-6, 1e3, -1.0, 1.0};

// An iteration that converges fast ends a little above the tolerance, since what is left is made good in the next step: sums of
// ten terms and more cannot be known better,
constexpr double kMet = 1e-15;
// nor those of which a correction has left these parts, where others leave a thousandth: rows far from the origin know
// positions to 1e-16 of their size. (E4) is not carried, but gamma is small.
constexpr double kNoise = 4e-15, kBarelyReduced = 0.05, kNotReduced = 0.5;
constexpr int kFast = 6;  // corrections
// Of balances, with stiffness: above it is no rounding.
constexpr double kStalled = 1e-12;

}  // namespace

EmStep::EmStep(const MechanicalSystem& system, const EmOptions& options)
    : ImplicitStep(system, {{.max_iterations = options.max_iterations, .strict = true}, kAttempts}),
      options_(options),
      positions_(make_scaled_kkt_solver(system, options.form)),
      velocities_(make_scaled_kkt_solver(system, options.form)),
      start_(system) {
  const int n = system.coordinates(), m = system.rows();
  for (Vector* x : {&d0_, &d_, &x_, &z_, &force_, &gap_, &late_, &r_[0], &r_[1], &dx_[0], &dx_[1], &work_, &q1_, &v1_})
    x->setZero(n);
  for (Vector* x : {&l_, &m_, &c_[0], &c_[1], &dl_[0], &dl_[1], &lambda_, &gamma_}) x->setZero(m);
  pair_.d = &d_;
}

void EmStep::make_whole() {
  if (whole_kkt_) return;
  whole_kkt_ = make_scaled_double_kkt_solver(system_, options_.form, 2);
  matrix_ = make_double_kkt(system_);
}

void EmStep::reset() {
  start_.forget();
  positions_->reset();
  velocities_->reset();
  if (whole_kkt_) whole_kkt_->reset();
}

// Where the step starts stays known, and so does what the last one left over.
void EmStep::continue_from(const Change& change) {
  if (change.rows) return reset();
  eps_.resize(0);
}

void EmStep::archive(Archive& a) {
  a("start", start_);
  a("momentum_defect", momentum_defect_);
  a("motion_defect", motion_defect_);
  a("eps", eps_);
  a("velocity_eps", velocity_eps_);
  a("lambda", lambda_);
  a("mass", start_M_);
  if (a.reading() && start_M_.size() > 0) measure_.set_mass(start_M_);
  a("positions", *positions_);
  a("velocities", *velocities_);
  bool has_whole = whole_kkt_ != nullptr;
  a("has_whole", has_whole);
  if (!has_whole) return;
  make_whole();
  a("whole", *whole_kkt_);
}

Status EmStep::begin(const State& s0, double h) {
  h_ = h;
  s0_ = &s0;
  attempts_ = 0;
  whole_ = !options_.sweeps;
  if (whole_) make_whole();
  if (start_.connect(s0)) return {};
  momentum_defect_.setZero(s0.q.size());
  motion_defect_.setZero(s0.q.size());
  eps_.resize(0);
  return look_at_mass(s0);
}

void EmStep::predict(const State& s0, double h, bool plain) {
  const int attempt = attempts_++ % static_cast<int>(std::size(kAttempts));
  if (options_.sweeps && attempts_ > 1) {  // the whole matrix is the more robust one
    make_whole();
    whole_ = true;
  }
  corrections_ = 0;
  has_velocity_factors_ = false;
  // With a variable mass the velocities stand in the balance of positions, too.
  stage_ = whole_ ? Velocities::kTakePart : system_.has_variable_mass() ? Velocities::kStart : Velocities::kWait;
  pair_.has_dq = false;
  d0_ = h * s0.v;
  if (!plain && attempt <= (options_.sweeps ? 1 : 0) && memory_->increments.predict(h, d_)) {
    x_ = d_ - d0_;
    memory_->gaps.predict(h, gap_);
    memory_->forces.predict(h, force_);
    if (!memory_->late_forces.predict(h, late_)) late_.setZero();
  } else {
    d_ = d0_;
    for (Vector* x : {&x_, &gap_, &force_, &late_}) x->setZero();
  }
  z_ = x_ - gap_;
  has_joined_ = false;
  const bool last_attempt = attempt + 1 == static_cast<int>(std::size(kAttempts));
  const MultiplierHistory& past = memory_->multipliers;
  if (last_attempt || !(attempt == 0 ? past.predict(h, l_) : past.repeat(h, l_))) l_.setZero();
  m_.setZero();
}

// Positions by inertia and stiffness (see ed_step.cc), velocities by inertia.
void EmStep::calc_eps(double h) {
  work_ = system_.M().cwiseAbs();
  calc_regularization(system_, work_, pair_.G, kVelocityRegularization, velocity_eps_);
  work_ += 0.5 * h * h * pair_.K.cwiseAbs();
  calc_regularization(system_, work_, pair_.G, kRegularization, eps_);
  work_.resize(system_.coordinates());
}

bool EmStep::refactor(const State&, double h) {
  if (eps_.size() != system_.rows()) calc_eps(h);
  A_ = M_regularized_ + 0.5 * h * h * pair_.K;
  scaled_eps_ = eps_factor_ * eps_;
  has_velocity_factors_ = false;
  if (!whole_)
    return positions_->factor(A_, pair_.B, pair_.G, scaled_eps_) &&
           (stage_ == Velocities::kWait || factor_velocities());
  matrix_.A[0][0] = A_;
  matrix_.B[0][0] = pair_.B;
  matrix_.B[0][1] = 0.5 * h * rates_.Psi;
  matrix_.B[1][1] = -pair_.B;
  matrix_.G[0][0] = pair_.G;
  matrix_.G[1][0] = 0.5 * h * rates_.Psi_1;
  matrix_.G[1][1] = rates_.G_1;
  matrix_.A[1][0] = M_regularized_;
  if (system_.has_variable_mass()) matrix_.A[1][0] += mean_M_;
  matrix_.A[1][1] = -matrix_.A[1][0];
  matrix_.E[0][0] = scaled_eps_;
  matrix_.E[1][1] = eps_factor_ * velocity_eps_;
  return whole_kkt_->factor(matrix_);
}

// Of (E1) and (E2).
bool EmStep::is_met(double balance, double motion) const {
  if (std::max(balance, motion) <= kMet) return true;
  return std::max({balance, motion, last_balance_}) <= kNoise && balance > kNotReduced * last_balance_;
}

// (E1) to (E4) from the evaluation of the pair.
NewtonResidual EmStep::calc_residual(const State& s0, double h) {
  const SparsePattern& G = system_.G_pattern();
  if (stage_ == Velocities::kTakePart) {
    rest_c_ = 0.5 * h * m_;
    force_.setZero();
    add_transpose_product(G, rates_.Psi, rest_c_, force_);
  }
  r_[0] = 0.5 * h * h * pair_.f + 0.5 * h * momentum_defect_ + motion_defect_ + force_;
  M_.add_product_to(x_, r_[0]);
  if (system_.has_variable_mass()) {
    work_ = x_ - z_;
    add_product(system_.K_pattern(), mean_M_, work_, r_[0]);
  }
  add_transpose_product(G, pair_.B, l_, r_[0]);
  c_[0] = start_.residual() + pair_.a_bar;
  add_product(G, pair_.B, d_, c_[0]);
  measure_.begin();
  measure_.add_motion(d_);
  measure_.add_position(q1_);
  measure_.add_force(pair_.f, 0.5 * h * h);
  measure_.add_multipliers(l_);
  measure_.add_row_terms(pair_.a_bar);
  measure_.add_row_terms(start_.residual());
  measure_.finish(0.5 * h * h);
  const ResidualMeasure::Size balance = measure_.measure_balance(r_[0]), rows = measure_.measure_rows(c_[0]);
  NewtonResidual residual = worst_of({balance, rows});
  if (stage_ == Velocities::kWait && wants_velocities(residual.floor)) start_velocities(s0, h);
  last_floor_ = residual.floor;
  if (stage_ != Velocities::kWait) {
    calc_motion_residual(stage_ == Velocities::kTakePart);
    c_[1] = 0.5 * h * rates_.psi_1;
  }
  residual.incomplete = stage_ != Velocities::kTakePart;
  slow_ = !residual.incomplete && balance.size > kBarelyReduced * last_balance_;
  // Sweeps that hardly converge are no end either: the whole matrix is tried then.
  residual.unmet = measure_.measure_positions(c_[0]) > kUnits || (!whole_ && balance.floor > kStalled);
  if (!residual.incomplete) {
    const ResidualMeasure::Size motion = measure_.measure_balance(r_[1]), rates = measure_.measure_rows(c_[1]);
    const NewtonResidual all = worst_of({balance, rows, motion, rates});
    residual.size = all.size;
    residual.floor = all.floor;
    residual.met = !residual.unmet && corrections_ <= kFast && rates.floor <= kNoise &&
                   is_met(balance.size, motion.size) &&
                   (rows.floor <= kMet || (rows.floor <= kNoise && rows.floor > kBarelyReduced * last_rows_));
  }
  last_balance_ = balance.size;
  last_rows_ = rows.floor;
  return residual;
}

void EmStep::evaluate(const State& s0, double h, NewtonParts parts) {
  q1_ = s0.q + d_;
  const Across pair(s0, s0.t + h, q1_);
  // The geometric stiffness in (E1) is that of l: m stands with S there.
  if (with_tangent(parts)) lambda_ = l_ / (0.5 * h * h);
  system_.eval_pair(pair, lambda_, select(parts, kResidual | kWork, kTangent | kMixed), pair_);
  if (stage_ != Velocities::kWait) {
    v1_ = s0.v + (2 / h) * z_;
    if (system_.has_variable_mass()) add_inertia(s0, h, select(parts, kResidual | kWork, kTangent));
    system_.eval_rates(pair, s0.v, v1_, pair_.B, select(parts, kResidual, kTangent), rates_);
  }
  if (with_tangent(parts)) {
    measure_.set_stiffness(pair_.K);
    measure_.set_constraints(pair_.B);
  }
}

void EmStep::add_inertia(const State& s0, double h, unsigned parts) {
  dv_ = (2 / h) * z_;
  u_ = (x_ - z_) / h;
  system_.add_pair_inertia({s0.t, h, s0.q, s0.v, q1_, dv_, &u_}, parts, pair_);
  if (!(parts & kResidual)) return;
  system_.eval_mass({s0.t + h, q1_}, mean_M_);
  mean_M_ = 0.5 * (mean_M_ + start_M_) - system_.M();
}

// Residuals are compared with the mass.
Status EmStep::look_at_mass(const State& s) {
  if (!system_.has_variable_mass()) return {};
  if (!system_.eval_mass({s.t, s.q}, start_M_))
    return {StatusCode::kSingular, fmt::format("the mass matrix is not positive definite at t = {:.6g} s", s.t)};
  measure_.set_mass(start_M_);
  return {};
}

// Positions, then velocities. Where these join, they go first, so that (E1) knows S^T m. What they then change there is taken
// up at once, and later where one sweep leaves much: where bodies turn by a radian per step.
double EmStep::correct() {
  dx_[1].setZero(d_.size());
  dl_[1].setZero(m_.size());
  const bool joins = stage_ == Velocities::kStart;
  if (whole_) {
    whole_kkt_->solve(r_, c_, dx_, dl_);
  } else if (joins && !join_velocities(*s0_)) {
    return NAN;
  } else {
    positions_->solve(r_[0], c_[0], dx_[0], dl_[0]);
    if (stage_ == Velocities::kTakePart) solve_velocities(r_[1], c_[1], &dx_[0], h_, dx_[1], dl_[1]);
    if ((joins || slow_) && system_.rows() > 0) sweep_again(joins);
  }
  ++corrections_;
  pair_.dq = dx_[0];
  pair_.has_dq = true;
  x_ += dx_[0];
  z_ += dx_[1];
  l_ += dl_[0];
  m_ += dl_[1];
  d_ = d0_ + x_;
  return largest_correction({&dx_[0], &dx_[1]}, {&dl_[0], &dl_[1]});
}

StepReport EmStep::step(const State& s0, double h, State& s1, Memory& memory) {
  memory_ = &memory;
  return ImplicitStep::step(s0, h, s1);
}

// The pair has been evaluated at the solution: new state, memory, and the books of energy.
void EmStep::finish(const State& s0, double h, State& s1, StepReport& report) {
  polish(s0, h);
  start_.advance(s0, h, d_, s1);
  s1.v = s0.v + (2 / h) * z_;
  if (system_.internals() > 0) s1.z = pair_.z1;
  // What is left of (B1) and (B2), made good in the next step, does not add up to a drift.
  momentum_defect_ = (2 / h) * (r_[0] - r_[1]);
  motion_defect_ = r_[1];
  work_ = (s1.v - s0.v) - (2 / h) * z_;  // rounding of v1
  if (system_.has_variable_mass()) {
    report.status = look_at_mass(s1);
    add_product(system_.K_pattern(), start_M_, work_, momentum_defect_);
  } else {
    M_.add_product_to(work_, momentum_defect_);
  }
  lambda_ = (l_ + m_) / (0.5 * h * h);
  gamma_ = m_ / h;
  report.mu = {gamma_.data(), static_cast<std::size_t>(gamma_.size())};
  memory_->increments.push(h, d_);
  work_ = x_ - z_;
  memory_->gaps.push(h, work_);
  memory_->forces.push(h, force_);
  if (has_joined_) {
    joined_ = force_ - joined_;
    memory_->late_forces.push(h, joined_);
  } else {
    memory_->late_forces.clear();
  }
  memory_->multipliers.push(h, l_);
  report.work_applied = pair_.work_applied;
  report.dissipated_physical = pair_.dissipated;
  if (system_.rheonomic())
    report.book_drives(drive_work_ = lambda_.cwiseProduct(pair_.a_bar) + gamma_.cwiseProduct(rates_.psi_t_bar));
  start_.keep_residual(c_[0]);
}

}  // namespace invar
