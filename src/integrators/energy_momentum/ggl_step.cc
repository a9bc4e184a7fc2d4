#include "invar/integrators/energy_momentum/ggl_step.h"

#include <algorithm>
#include <cmath>

#include "invar/solve/scaled_kkt.h"

namespace invar {

namespace {

// Difference quotient of G in a Newton matrix, in steps: six digits are enough.
constexpr double kDifference = 1e-2;

}  // namespace

GglStep::GglStep(const MechanicalSystem& system, const GglOptions& options)
    : ImplicitStep(system, {{.max_iterations = options.max_iterations, .strict = true}}),
      options_(options),
      kkt_(make_scaled_double_kkt_solver(system, options.form, 1)),
      matrix_(make_double_kkt(system)),
      start_(system) {
  const int n = system.coordinates(), m = system.rows();
  for (Vector* x : {&d0_, &d_, &x_[0], &x_[1], &r_[0], &r_[1], &dx_[0], &dx_[1], &q1_, &v1_}) x->setZero(n);
  for (Vector* x : {&l_[0], &l_[1], &c_[0], &c_[1], &dl_[0], &dl_[1], &lambda_, &mu_, &Bd_, &eps_mu_}) x->setZero(m);
  for (int r = 0; r < m; ++r) holonomic_.push_back(system.layout().row(r).holonomic);
  const SparsePattern& K = system.K_pattern();
  for (int i = 0; i < n; ++i) {  // (G2) by x and z
    matrix_.A[1][0][K.position(i, i)] = 1;
    matrix_.A[1][1][K.position(i, i)] = -1;
  }
  matrix_.A[0][1] = M_regularized_;
}

void GglStep::reset() {
  start_.forget();
  last_h_ = 0;
  increments_.clear();
  kkt_->reset();
}

void GglStep::continue_from(const Change& change) {
  if (change.rows) return reset();
  last_h_ = 0;
  increments_.clear();
  eps_.resize(0);
}

void GglStep::archive(Archive& a) {
  a("start", start_);
  a("eps", eps_);
  a("eps_mu", eps_mu_);
  a("increments", increments_);
  a("last_l", last_l_);
  a("last_h", last_h_);
  a("lambda", lambda_);
  kkt_->archive(a);
}

Status GglStep::begin(const State& s0, double) {
  if (!start_.connect(s0)) eps_.resize(0);
  return {};
}

void GglStep::predict(const State& s0, double h, bool plain) {
  d0_ = h * s0.v;
  if (!plain && increments_.predict(h, d_)) {
    x_[0] = d_ - d0_;
  } else {
    x_[0].setZero();
    d_ = d0_;
  }
  x_[1] = x_[0];
  l_[1].setZero();
  if (last_h_ != 0) {
    l_[0] = last_l_ * (h * h / (last_h_ * last_h_));
  } else {
    l_[0].setZero();
  }
}

// d(Phi_q v + Phi_t)/dq is the derivative of Phi_q along the motion (t + s, q + s v), since second derivatives commute.
// For velocity rows it is only near: their Newton matrix is then not exact, which costs iterations.
// The difference looks back into the step: functions of time may end with it.
void GglStep::calc_rate_of_G(const At& at, double h) {
  const double s = kDifference * h;
  dx_[0] = at.q - s * at.v;
  system_.eval(at.with_t_q(at.t - s, dx_[0]), lambda_, kVelocity, point_);
  G_rate_ = (end_.G - point_.G) / s;
}

bool GglStep::refactor(const State& s0, double h) {
  const SparsePattern& G = system_.G_pattern();
  matrix_.A[0][0] = 0.5 * h * h * pair_.K;
  matrix_.B[0][0] = pair_.B;
  matrix_.B[1][1] = pair_.B;
  matrix_.G[0][0] = pair_.G;
  if (options_.end_point) {
    calc_rate_of_G({s0.t + h, q1_, v1_, {}, s0.inputs.u}, h);
    matrix_.G[1][0] = 0.5 * h * G_rate_;
    matrix_.G[1][1] = end_.G;
  } else {
    matrix_.G[1][0] = pair_.G - pair_.B;
    matrix_.G[1][1] = pair_.B;
  }
  if (eps_.size() != G.rows) {
    const Vector resistance = system_.M().cwiseAbs() + 0.5 * h * h * pair_.K.cwiseAbs();  // see ed_step.cc
    calc_regularization(system_, resistance, pair_.G, kRegularization, eps_);
    double largest = 0;
    for (int r = 0; r < G.rows; ++r) {
      eps_mu_[r] = 0;
      for (int k = G.start[r]; k < G.start[r + 1]; ++k) eps_mu_[r] += kRegularization * pair_.G[k] * pair_.G[k];
      largest = std::max(largest, eps_mu_[r]);
    }
    for (int r = 0; r < G.rows; ++r)
      if (!(eps_mu_[r] > 0)) eps_mu_[r] = largest > 0 ? largest : kRegularization;
  }
  // By l and m the residuals of position and velocity change by -(N l + W m) and -N l, N = G M^-1 G^T, W = G G^T: the
  // regularization has the same structure.
  matrix_.E[0][0] = eps_factor_ * eps_;
  matrix_.E[0][1] = eps_factor_ * eps_mu_;
  matrix_.E[1][0] = matrix_.E[0][0];
  matrix_.E[1][1].setZero();
  for (int r = 0; r < G.rows; ++r) {
    if (holonomic_[r]) continue;
    for (int k = G.start[r]; k < G.start[r + 1]; ++k) {
      if (options_.end_point) matrix_.G[0][0][k] = matrix_.G[1][0][k];
      matrix_.G[0][1][k] = options_.end_point ? matrix_.G[1][1][k] : 0;
      matrix_.G[1][0][k] = matrix_.G[1][1][k] = 0;
    }
    matrix_.E[0][1][r] = matrix_.E[1][0][r] = 0;
    matrix_.E[1][1][r] = 1;
  }
  return kkt_->factor(matrix_);
}

NewtonResidual GglStep::calc_residual(const State& s0, double h) {
  const SparsePattern& G = system_.G_pattern();
  r_[0] = 0.5 * h * h * pair_.f;
  M_.add_product_to(x_[1], r_[0]);
  add_transpose_product(G, pair_.B, l_[0], r_[0]);
  r_[1] = x_[0] - x_[1];
  add_transpose_product(G, pair_.B, l_[1], r_[1]);
  Bd_ = pair_.a_bar;
  add_product(G, pair_.B, d_, Bd_);
  c_[0] = start_.residual() + Bd_;
  if (options_.end_point) {
    system_.eval({s0.t + h, q1_, v1_, {}, s0.inputs.u}, lambda_, kVelocity, end_);
    c_[1] = 0.5 * h * end_.Phi_dot;
  } else {
    c_[1] = pair_.a_bar;
    dx_[0] = d0_ + x_[1];  // h v_m
    add_product(G, pair_.B, dx_[0], c_[1]);
  }
  for (int r = 0; r < G.rows; ++r) {
    if (holonomic_[r]) continue;
    if (options_.end_point) c_[0][r] = c_[1][r];
    c_[1][r] = -l_[1][r];
  }
  measure_.begin();
  measure_.add_motion(d_);
  measure_.add_position(q1_);
  measure_.add_force(pair_.f, 0.5 * h * h);
  measure_.add_multipliers(l_[0]);
  measure_.add_row_terms(pair_.a_bar);
  measure_.add_row_terms(start_.residual());
  measure_.finish(0.5 * h * h);
  NewtonResidual residual = worst_of({measure_.measure_balance(r_[0]), measure_.measure_motion(r_[1]),
                                      measure_.measure_rows(c_[0]), measure_.measure_rows(c_[1])});
  residual.unmet = measure_.measure_positions(c_[0]) > kUnits;
  return residual;
}

void GglStep::evaluate(const State& s0, double h, NewtonParts parts) {
  q1_ = s0.q + d_;
  v1_ = s0.v + (2 / h) * x_[1];
  lambda_ = l_[0] / (0.5 * h * h);
  system_.eval_pair({s0, s0.t + h, q1_}, lambda_, select(parts, kResidual | kWork, kTangent), pair_);
  if (with_tangent(parts)) {
    measure_.set_stiffness(pair_.K);
    measure_.set_constraints(pair_.B);
  }
}

double GglStep::correct() {
  kkt_->solve(r_, c_, dx_, dl_);
  for (int i = 0; i < 2; ++i) {
    x_[i] += dx_[i];
    l_[i] += dl_[i];
  }
  d_ = d0_ + x_[0];
  return largest_correction({&dx_[0], &dx_[1]}, {&dl_[0], &dl_[1]});
}

void GglStep::finish(const State& s0, double h, State& s1, StepReport& report) {
  start_.advance(s0, h, d_, s1);
  s1.v = s0.v + (2 / h) * x_[1];
  if (system_.internals() > 0) s1.z = pair_.z1;
  lambda_ = l_[0] / (0.5 * h * h);
  mu_ = l_[1] / h;
  report.mu = {mu_.data(), static_cast<std::size_t>(mu_.size())};
  book_pair(pair_, lambda_, report);
  // (G5), B^T mu = (z - x)/h, v_f - v_i = 2 z/h; and what velocity rows do that hold at the end, not in the mean.
  dx_[0] = x_[1] - x_[0];
  r_[0].setZero();
  M_.add_product_to(dx_[0], r_[0]);
  report.dissipated_numerical = -2 / (h * h) * x_[1].dot(r_[0]);
  for (int r = 0; r < Bd_.size(); ++r)
    if (!holonomic_[r]) report.dissipated_numerical += lambda_[r] * Bd_[r];
  book_velocity(Bd_, h, report);
  start_.keep_residual(c_[0]);
  last_l_ = l_[0];
  last_h_ = h;
  increments_.push(h, d_);
}

}  // namespace invar
