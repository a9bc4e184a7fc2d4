#include "invar/integrators/energy_momentum/ed_step.h"

#include "invar/solve/scaled_kkt.h"
#include "invar/system/constraint_rank.h"

namespace invar {

namespace {

// Steps after which the redundant rows are looked for again.
constexpr int kRankSteps = 4;

}  // namespace

EdStep::EdStep(const MechanicalSystem& system, const EdOptions& options)
    : ImplicitStep(system, {{.max_iterations = options.max_iterations}}),
      options_(options),
      kkt_(
          make_scaled_double_kkt_solver(system, options.rule == PathRule::kLiteral ? KktForm::kFull : options.form, 2)),
      matrix_(make_double_kkt(system)),
      start_(system),
      projection_(options.exact_ends ? std::make_unique<AccelerationSolver>(system) : nullptr) {
  const int n = system.coordinates(), m = system.rows();
  for (Vector* x : {&d0_, &d_f_, &work_, &x_[0], &x_[1], &r_[0], &r_[1], &dx_[0], &dx_[1]}) x->setZero(n);
  for (Vector* x : {&lambda_mean_, &lambda_[0], &lambda_[1], &L_[0], &L_[1], &c_[0], &c_[1], &dL_[0], &dL_[1]})
    x->setZero(m);
  // Constant G: B_g0 = B_g1 = G/2, B_h0 = -B_h1 = G/6, and the residuals are G x and G (x + y)/2.
  const double a = options.alpha;
  const bool literal = options.rule == PathRule::kLiteral;
  E_[0][0] = literal ? 0.5 : 1.0 / 3;
  E_[0][1] = literal ? 0 : 1.0 / 6;
  E_[1][0] = literal ? 0 : 1.0 / 6 - (3 - a) / 72;
  E_[1][1] = literal ? 0 : 1.0 / 12 - (3 + a) / 72;
}

void EdStep::reset() {
  start_.forget();
  single_.clear();
  steps_ = 0;
  last_h_ = 0;
  increments_.clear();
  stages_.clear();
  kkt_->reset();
  if (projection_) projection_->reset();
}

void EdStep::continue_from(const Change& change) {
  if (change.rows) return reset();
  last_h_ = 0;
  increments_.clear();
  stages_.clear();
  eps_.resize(0);
}

void EdStep::archive(Archive& a) {
  a("start", start_);
  a("eps", eps_);
  a("single", single_);
  a("steps", steps_);
  a("increments", increments_);
  a("stages", stages_);
  a("last_L", last_L_);
  a("last_h", last_h_);
  a("lambda", lambda_mean_);
  kkt_->archive(a);
  if (projection_) a("projection", *projection_);
}

// The velocity at the end onto the constraints there.
void EdStep::project_end(State& s1, StepReport& report) {
  work_ = s1.v;
  if (!projection_->project_velocity(s1, s1.v, &impulse_)) {
    s1.v = work_;
    return;
  }
  work_ -= s1.v;
  r_[0].setZero();
  M_.add_product_to(work_, r_[0]);
  report.dissipated_numerical += 0.5 * work_.dot(r_[0]);
  if (!system_.rheonomic()) return;
  // Rows without velocities: what is left of G v + Phi_t is Phi_t.
  r_[1].setZero();
  system_.eval(At(s1).with_v(r_[1]), impulse_, kVelocity, end_);
  drive_work_ = path_.work_drives + impulse_.cwiseProduct(end_.Phi_dot);
  report.book_drives(drive_work_);
}

void EdStep::find_single_rows(const State& s) {
  if (options_.rule == PathRule::kLiteral) return;
  single_ = find_rank(system_, s).redundant;
  // Internal rows come first, so that others take the blame; were it not so, they must stay as they are to be eliminated.
  std::erase_if(single_, [&](int r) { return system_.layout().row(r).internal; });
}

Status EdStep::begin(const State& s0, double) {
  if (steps_ == 0) find_single_rows(s0);
  if (!start_.connect(s0)) eps_.resize(0);
  q_start_ = s0.q;
  return {};
}

void EdStep::predict(const State& s0, double h, bool plain) {
  path_.has_dq = false;
  d0_ = h * s0.v;
  x_[0].setZero();
  x_[1].setZero();
  if (!plain) {
    if (increments_.predict(h, d_f_)) x_[0] = d_f_ - d0_;
    stages_.predict(h, x_[1]);
  }
  for (int k = 0; k < 2; ++k) {
    if (last_h_ != 0) {
      L_[k] = last_L_[k] * (h * h / (last_h_ * last_h_));
    } else {
      L_[k].setZero();
    }
  }
  for (const int r : single_) L_[0][r] = L_[1][r] = 0.5 * (L_[0][r] + L_[1][r]);
  d_f_ = d0_ + x_[0];
}

bool EdStep::refactor(const State&, double h) {
  const double a = options_.alpha, h2 = h * h;
  const auto& p = path_;
  matrix_.A[0][0] = M_regularized_ + 0.5 * h2 * (p.K_gf + p.K_hf);
  matrix_.A[0][1] = 0.5 * h2 * (p.K_gj + p.K_hj);
  matrix_.A[1][0] = h2 / 6 * (a * p.K_hf - p.K_gf);
  matrix_.A[1][1] = M_regularized_ + h2 / 6 * (a * p.K_hj - p.K_gj);
  matrix_.B[0][0] = 0.5 * (p.B_g0 + p.B_h0);
  matrix_.B[0][1] = 0.5 * (p.B_g1 + p.B_h1);
  matrix_.B[1][0] = (a * p.B_h0 - p.B_g0) / 6;
  matrix_.B[1][1] = (a * p.B_h1 - p.B_g1) / 6;
  matrix_.G[0][0] = p.G_end_f;
  matrix_.G[0][1] = p.G_end_j;
  matrix_.G[1][0] = p.G_mean_f;
  matrix_.G[1][1] = p.G_mean_j;
  if (eps_.size() != system_.rows()) {
    // By what the rows move against: where stiff springs hold more than inertia does, masses alone would make it too large,
    // and constraints would converge slowly.
    const Vector resistance = system_.M().cwiseAbs() + 0.5 * h2 * (p.K_gf + p.K_hf).cwiseAbs();
    calc_regularization(system_, resistance, p.G_end_f, kRegularization, eps_);
  }
  for (int i = 0; i < 2; ++i)
    for (int k = 0; k < 2; ++k) matrix_.E[i][k] = eps_factor_ * E_[i][k] * eps_;
  if (options_.rule == PathRule::kLiteral) matrix_.E[1][1].setOnes();
  const SparsePattern& G = system_.G_pattern();
  for (const int r : single_) {
    matrix_.E[1][0][r] = -1;
    matrix_.E[1][1][r] = 1;
    for (int k = G.start[r]; k < G.start[r + 1]; ++k) matrix_.G[1][0][k] = matrix_.G[1][1][k] = 0;
  }
  return kkt_->factor(matrix_);
}

NewtonResidual EdStep::calc_residual(const State&, double h) {
  const double a = options_.alpha, h2 = h * h;
  const SparsePattern& G = system_.G_pattern();
  // F_g in r[0], F_h in r[1], both times h^2; then combined.
  r_[0] = h2 * path_.f_g;
  r_[1] = h2 * path_.f_h;
  add_transpose_product(G, path_.B_g0, L_[0], r_[0]);
  add_transpose_product(G, path_.B_g1, L_[1], r_[0]);
  add_transpose_product(G, path_.B_h0, L_[0], r_[1]);
  add_transpose_product(G, path_.B_h1, L_[1], r_[1]);
  work_ = 0.5 * (r_[0] + r_[1]);    // (E2)
  r_[1] = (a * r_[1] - r_[0]) / 6;  // (E3)
  r_[0] = work_;
  M_.add_product_to(x_[0], r_[0]);
  M_.add_product_to(x_[1], r_[1]);
  c_[0] = start_.residual() + path_.c_end;
  if (options_.rule == PathRule::kLiteral) {
    c_[1] = -L_[1];
  } else {
    c_[1] = start_.residual() + path_.c_mean;
    for (const int r : single_) c_[1][r] = 0;
  }
  measure_.begin();
  for (const Vector* d : {&d_f_, &x_[1]}) measure_.add_motion(*d);
  for (const Vector* q : {&q_start_, &d0_}) measure_.add_position(*q);
  for (const Vector* f : {&path_.f_g, &path_.f_h}) measure_.add_force(*f, h2);
  for (const Vector* L : {&L_[0], &L_[1]}) measure_.add_multipliers(*L);
  measure_.add_row_terms(start_.residual());
  measure_.finish(h2);
  return worst_of({measure_.measure_balance(r_[0]), measure_.measure_rows(c_[0]), measure_.measure_balance(r_[1]),
                   measure_.measure_rows(c_[1])});
}

void EdStep::evaluate(const State& s0, double h, NewtonParts parts) {
  for (int i = 0; i < 2; ++i) lambda_[i] = L_[i] / (h * h);
  const Path path{s0.t, s0.t + h, s0.q, x_[1], d_f_, options_.alpha, options_.rule, s0.z, s0.inputs.u};
  system_.eval_path(path, lambda_[0], lambda_[1], select(parts, kResidual | kWork, kTangent | kMixed), path_);
  if (with_tangent(parts)) {
    measure_.set_stiffness(path_.K_gf, path_.K_gj);
    measure_.set_constraints(path_.B_g0, path_.B_g1);
  }
}

double EdStep::correct() {
  kkt_->solve(r_, c_, dx_, dL_);
  path_.dq_f = dx_[0];
  path_.dq_j = dx_[1];
  path_.has_dq = true;
  for (int i = 0; i < 2; ++i) {
    x_[i] += dx_[i];
    L_[i] += dL_[i];
  }
  for (const int r : single_) L_[1][r] = L_[0][r];
  d_f_ = d0_ + x_[0];
  return largest_correction({&dx_[0], &dx_[1]}, {&dL_[0], &dL_[1]});
}

void EdStep::finish(const State& s0, double h, State& s1, StepReport& report) {
  const double a = options_.alpha, rate = 1 / (h * (1 + a));
  start_.advance(s0, h, d_f_, s1);
  s1.v = s0.v + rate * (2 * a * x_[0] - 6 * x_[1]);  // (E1)
  if (system_.internals() > 0) s1.z = path_.z_f;
  work_ = rate * (2 * x_[0] + 6 * x_[1]);  // v_j - v_i
  r_[0].setZero();
  M_.add_product_to(work_, r_[0]);
  report.dissipated_numerical = 0.5 * a * work_.dot(r_[0]) + path_.dissipated_numerical;
  report.work_applied = path_.work_applied;
  if (system_.rheonomic()) report.book_drives(path_.work_drives);
  report.dissipated_physical = path_.dissipated;
  if (projection_) project_end(s1, report);
  for (int i = 0; i < 2; ++i) {
    lambda_[i] = L_[i] / (h * h);
    last_L_[i] = L_[i];
  }
  lambda_mean_ = lambda_[0];
  if (options_.rule == PathRule::kGalerkin) lambda_mean_ = 0.5 * (lambda_[0] + lambda_[1]);
  last_h_ = h;
  // Where the start was singular, more rows were dependent there than are in general.
  if (++steps_ <= kRankSteps && !single_.empty()) find_single_rows(s1);
  increments_.push(h, d_f_);
  stages_.push(h, x_[1]);
  // The mean velocity constraint, int Phi_q q' / h, as enforced.
  book_velocity(c_[0] - start_.residual(), h, report);
  start_.keep_residual(c_[0]);
}

}  // namespace invar
