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

// Stiff forces end iterations above the rounding of the velocity constraints. What is left of those is removed, if it is more than
// this part of the terms of its row, and of the largest terms of all rows.
constexpr double kOfRow = 1e-13, kOfAll = 1e-16;
constexpr int kPolishes = 3;

}  // namespace

EmStep::EmStep(const MechanicalSystem& system, const EmOptions& options)
    : ImplicitStep(system, {{.max_iterations = options.max_iterations, .strict = true}, kAttempts}),
      options_(options),
      positions_(make_scaled_kkt_solver(system, options.form)),
      velocities_(make_scaled_kkt_solver(system, options.form)),
      start_(system) {
  const int n = system.coordinates(), m = system.rows();
  for (Vector* x : {&d0_, &d_, &x_, &z_, &r_[0], &r_[1], &dx_[0], &dx_[1], &work_, &q1_, &v1_}) x->setZero(n);
  for (Vector* x : {&l_, &m_, &m_guess_, &c_[0], &c_[1], &dl_[0], &dl_[1], &lambda_, &gamma_}) x->setZero(m);
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
  pair_.has_dq = false;
  d0_ = h * s0.v;
  const bool uses_history = !plain && attempt <= (options_.sweeps ? 1 : 0);
  if (uses_history && memory_->increments.predict(h, d_)) {
    x_ = d_ - d0_;
    memory_->changes.predict(h, z_);
    memory_->velocity_multipliers.predict(h, m_guess_);
    z_ *= 0.5;
  } else {
    d_ = d0_;
    x_.setZero();
    z_.setZero();
    m_guess_.setZero();
  }
  if (memory_->h != 0 && attempt + 1 < static_cast<int>(std::size(kAttempts))) {
    l_ = memory_->l * (h * h / (memory_->h * memory_->h));
  } else {
    l_.setZero();
  }
  m_.setZero();
  if (whole_) m_guess_.setZero();
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
  if (!whole_) return positions_->factor(A_, pair_.B, pair_.G, scaled_eps_) && factor_velocities();
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

// The matrix of the velocities, [M B^T; G_1 -E]. It has no stiffness.
bool EmStep::factor_velocities() {
  scaled_eps_ = eps_factor_ * velocity_eps_;
  if (!system_.has_variable_mass()) return velocities_->factor(M_regularized_, pair_.B, rates_.G_1, scaled_eps_);
  A_ = M_regularized_ + mean_M_;
  return velocities_->factor(A_, pair_.B, rates_.G_1, scaled_eps_);
}

// dz and dm from the residuals (E2), (E4) and a change dx of the positions.
void EmStep::solve_velocities(const Vector& r, const Vector& c, const Vector& dx, double h, Vector& dz, Vector& dm) {
  rest_f_ = -r;
  work_ = -dx;
  M_.add_product_to(work_, rest_f_);
  if (system_.has_variable_mass()) add_product(system_.K_pattern(), mean_M_, work_, rest_f_);
  rest_c_ = c;
  work_ = 0.5 * h * dx;
  add_product(system_.G_pattern(), rates_.Psi_1, work_, rest_c_);
  velocities_->solve(rest_f_, rest_c_, dz, dm);
}

// (E1) to (E4) from the evaluation of the pair.
NewtonResidual EmStep::calc_residual(const State&, double h) {
  const SparsePattern& G = system_.G_pattern();
  r_[0] = 0.5 * h * h * pair_.f + 0.5 * h * momentum_defect_ + motion_defect_;
  M_.add_product_to(x_, r_[0]);
  add_transpose_product(G, pair_.B, l_, r_[0]);
  const bool guessed = !whole_ && corrections_ == 0;
  rest_c_ = 0.5 * h * (guessed ? m_guess_ : m_);
  add_transpose_product(G, rates_.Psi, rest_c_, r_[0]);
  r_[1] = motion_defect_;
  work_ = x_ - z_;
  M_.add_product_to(work_, r_[1]);
  if (system_.has_variable_mass())
    for (Vector& r : r_) add_product(system_.K_pattern(), mean_M_, work_, r);
  if (!guessed) {
    rest_c_ = -m_;
    add_transpose_product(G, pair_.B, rest_c_, r_[1]);
  }
  c_[1] = 0.5 * h * rates_.psi_1;
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
  NewtonResidual residual = worst_of({measure_.measure_balance(r_[0]), measure_.measure_balance(r_[1]),
                                      measure_.measure_rows(c_[0]), measure_.measure_rows(c_[1])});
  residual.unmet = measure_.measure_positions(c_[0]) > kUnits;
  return residual;
}

void EmStep::evaluate(const State& s0, double h, NewtonParts parts) {
  q1_ = s0.q + d_;
  v1_ = s0.v + (2 / h) * z_;
  lambda_ = (l_ + m_) / (0.5 * h * h);
  const Across pair(s0, s0.t + h, q1_);
  // The geometric stiffness in (E1) is that of l: m stands with S there.
  dl_[0] = l_ / (0.5 * h * h);
  system_.eval_pair(pair, dl_[0], select(parts, kResidual | kWork, kTangent | kMixed), pair_);
  if (system_.has_variable_mass()) add_inertia(s0, h, select(parts, kResidual | kWork, kTangent));
  system_.eval_rates(pair, s0.v, v1_, pair_.B, select(parts, kResidual, kTangent), rates_);
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

// Positions, then velocities. At first m is taken as guessed in (E1), and found from zero in (E2), so that along redundant rows nothing
// is left there by earlier steps; what the regularization leaves of (E4) goes into a second solve.
double EmStep::correct() {
  if (whole_) {
    whole_kkt_->solve(r_, c_, dx_, dl_);
  } else {
    positions_->solve(r_[0], c_[0], dx_[0], dl_[0]);
    solve_velocities(r_[1], c_[1], dx_[0], h_, dx_[1], dl_[1]);
    if (corrections_ == 0 && system_.rows() > 0) {
      r_[1].setZero();
      c_[1] = eps_factor_ * velocity_eps_.cwiseProduct(dl_[1]);
      velocities_->solve(r_[1], c_[1], dz_, dm_);
      dx_[1] += dz_;
      dl_[1] += dm_;
    }
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

// How far the worst row of (E4) is above its rounding; below 1 it is not.
double EmStep::measure_rates() const {
  const SparsePattern& G = system_.G_pattern();
  double largest = 0, worst = 0;
  for (int r = 0; r < G.rows; ++r) {
    double sum = 0;
    for (int k = G.start[r]; k < G.start[r + 1]; ++k) sum += std::abs(rates_.G_1[k] * v1_[G.index[k]]);
    largest = std::max(largest, sum);
    const double size = std::abs(rates_.psi_1[r]);
    if (size > kOfRow * sum) worst = std::max(worst, size);
  }
  return largest > 0 ? worst / (kOfAll * largest) : 0;
}

// (E4) alone. (E2) stays as it is, for M dz + B^T dm = 0; of (E1) only S^T dm changes.
void EmStep::polish(const State& s0, double h) {
  double last = INFINITY;
  for (int k = 0; k < kPolishes; ++k) {
    const double size = measure_rates();
    if (!(size > 1) || !(size < 0.5 * last)) return;
    last = size;
    if (whole_ && k == 0 && !factor_velocities()) return;
    dx_[0].setZero(s0.q.size());
    solve_velocities(dx_[0], c_[1], dx_[0], h, dx_[1], dl_[1]);
    if (!dx_[1].allFinite() || !dl_[1].allFinite()) return;
    z_ += dx_[1];
    m_ += dl_[1];
    v1_ = s0.v + (2 / h) * z_;
    dl_[1] *= 0.5 * h;
    add_transpose_product(system_.G_pattern(), rates_.Psi, dl_[1], r_[0]);
    system_.eval_rates({s0, s0.t + h, q1_}, s0.v, v1_, pair_.B, kResidual, rates_);
    c_[1] = 0.5 * h * rates_.psi_1;
  }
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
  work_ = 2 * z_;
  memory_->changes.push(h, work_);
  memory_->velocity_multipliers.push(h, m_);
  memory_->l = l_;
  memory_->h = h;
  report.work_applied = pair_.work_applied;
  report.dissipated_physical = pair_.dissipated;
  if (system_.rheonomic())
    report.book_drives(drive_work_ = lambda_.cwiseProduct(pair_.a_bar) + gamma_.cwiseProduct(rates_.psi_t_bar));
  start_.keep_residual(c_[0]);
}

}  // namespace invar
