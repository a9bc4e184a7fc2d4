#include "invar/integrators/explicit/motion.h"

#include <fmt/format.h>

#include <algorithm>

#include "invar/integrators/explicit/branch_watch.h"
#include "invar/integrators/explicit/energy_control.h"
#include "invar/integrators/explicit/stabilization.h"
#include "invar/solve/generic_rank.h"

namespace invar {

namespace {
constexpr int kRankLimit = 20000;  // rows beyond which the rank is not computed, as for the certificate
constexpr double kPoorChoice = 4;  // forces that cancel each other so many times more than where rows were chosen
}  // namespace

Status not_finite_at(double t) { return {StatusCode::kNotFinite, fmt::format("accelerations at t = {:.6g} s", t)}; }

ConstrainedMotion::ConstrainedMotion(const MechanicalSystem& system, ConstrainedSolverKind kind, double truncation,
                                     std::unique_ptr<Stabilization> stabilization,
                                     std::unique_ptr<EnergyControl> energy)
    : system_(system),
      n_(system.coordinates()),
      m_(system.rows()),
      z_(system.internals()),
      kind_(kind),
      truncation_(truncation),
      solver_(make_constrained_solver(system, kind, truncation)),
      stabilization_(std::move(stabilization)),
      energy_(std::move(energy)),
      no_lambda_(Vector::Zero(m_)) {
  stage_.lambda.setZero(m_);
  stage_.M = system.has_variable_mass() ? &variable_M_ : &system.M();
}

ConstrainedMotion::~ConstrainedMotion() = default;

void ConstrainedMotion::reset() {
  solver_->reset();
  factored_ = false;
  knows_redundant_ = false;
}

void ConstrainedMotion::archive(Archive& a) {
  a("left_out", left_out_);
  a("usual_cancellation", usual_cancellation_);
  a("knows_redundant", knows_redundant_);
  a("factored", factored_);
  a("t", factored_t_);
  a("q", factored_q_);
  a("v", factored_v_);
  a("lambda", stage_.lambda);
  if (a.reading()) {
    if (!left_out_.empty()) solver_ = make_constrained_solver(system_, kind_, truncation_, true);
    solver_->leave_out(left_out_);
  }
  solver_->archive(a);
  if (!a.reading() || !factored_) return;
  const int count = factorizations_;
  const Vector v = system_.has_nonlinear_rows() ? factored_v_ : Vector::Zero(n_);
  const Vector q = factored_q_;
  factored_ = false;
  factor_at(factored_t_, q, v);
  factorizations_ = count;
}

void ConstrainedMotion::ask_for_all_rows() {
  left_out_.clear();
  solver_->leave_out(left_out_);
  factored_ = false;
}

void ConstrainedMotion::find_redundant_rows(double t, const Vector& y0) {
  knows_redundant_ = true;
  ask_for_all_rows();
  if (m_ == 0 || m_ > kRankLimit) return;
  const GenericRank rank = find_generic_rank(system_, {t, y0.head(n_), y0.segment(n_, n_), {}, {u_}});
  if (!rank.moved) return;
  for (const int r : rank.generic.redundant)
    if (!system_.layout().row(r).internal) left_out_.push_back(r);
  if (left_out_.empty()) return;
  solver_ = make_constrained_solver(system_, kind_, truncation_, true);
  choose_rows(t, y0);
}

// Of redundant constraints some are left out. Elsewhere those that are kept may depend on each other; then others are chosen,
// as independent as they can be. The motion is the same with any choice.
void ConstrainedMotion::choose_rows(double t, const Vector& y0) {
  const size_t count = left_out_.size();
  for (const double dependent : {0.3, 0.1, 0.03, 0.01, 1e-3, 1e-5, kDependentRow}) {
    std::vector<int> rows;
    for (const int r : find_rank(system_, At(t, y0.head(n_)).with_inputs(u_), dependent).redundant)
      if (!system_.layout().row(r).internal) rows.push_back(r);
    if (rows.size() > count) continue;
    if (rows.size() == count) left_out_ = rows;
    break;
  }
  solver_->leave_out(left_out_);
  usual_cancellation_ = 0;
  factored_ = false;
}

bool ConstrainedMotion::has_poor_rows() {
  const double now = solver_->cancellation();
  if (usual_cancellation_ == 0) usual_cancellation_ = now;  // of the first step since the choice
  return now > kPoorChoice * std::max(1.0, usual_cancellation_);
}

bool ConstrainedMotion::holds_terms() const { return stabilization_->holds_terms() || energy_->holds_terms(); }

bool ConstrainedMotion::depends_on_step() const {
  return stabilization_->depends_on_step() || energy_->depends_on_step();
}

int ConstrainedMotion::highest_order() const {
  return std::min(stabilization_->highest_order(), energy_->highest_order(stabilization_->highest_order()));
}

Status ConstrainedMotion::begin_step(double t, const Vector& y0, double h, double E_expected) {
  if (!knows_redundant_) find_redundant_rows(t, y0);
  if (!left_out_.empty() && has_poor_rows()) choose_rows(t, y0);
  stage_.h = h;
  E_expected_ = E_expected;
  start_v_ = y0.segment(n_, n_);
  held_ = holds_terms();
  if (!held_) return {};
  if (Status status = factor_at(t, y0.head(n_), y0.segment(n_, n_)); !status.ok()) return status;
  system_.eval(at(t, y0), no_lambda_, kPosition, stage_.eval);
  stabilization_->begin_step(stage_, system_.layout());
  energy_->begin_step(calc_psi(t, y0), h);
  return {};
}

bool ConstrainedMotion::has_factors_at(double t, Vec q, Vec v) const {
  return factored_ && t == factored_t_ && q == factored_q_ && (!system_.has_nonlinear_rows() || v == factored_v_);
}

Status ConstrainedMotion::factor(double t, Vec q, Vec v) {
  factored_ = false;
  ++factorizations_;
  if (!stage_.eval.G.allFinite()) return not_finite_at(t);
  if (system_.has_variable_mass() && !(system_.eval_mass({t, q}, variable_M_) && solver_->set_mass(variable_M_)))
    return {StatusCode::kSingular, fmt::format("the mass matrix is not positive definite at t = {:.6g} s", t)};
  if (!solver_->factor(stage_.eval.G))
    return {StatusCode::kSingular, fmt::format("constraints and masses at t = {:.6g} s", t)};
  factored_t_ = t;
  factored_q_ = q;
  if (system_.has_nonlinear_rows()) factored_v_ = v;
  factored_ = true;
  return {};
}

Status ConstrainedMotion::factor_at(double t, Vec q, Vec v) {
  system_.eval({t, q, v, {}, u_}, no_lambda_, kVelocity, stage_.eval);
  if (has_factors_at(t, q, v)) return {};
  return factor(t, q, v);
}

double ConstrainedMotion::calc_energy(const At& at) {
  system_.eval(at, no_lambda_, kEnergy, stage_.eval);
  return stage_.eval.T + stage_.eval.U - stage_.eval.p_t;
}

double ConstrainedMotion::calc_p_t(const At& at) {
  system_.eval(at, no_lambda_, kEnergy, stage_.eval);
  return stage_.eval.p_t;
}

double ConstrainedMotion::calc_psi(double t, const Vector& y) {
  const auto w = y.segment<kBooks>(2 * n_);
  return calc_energy(at(t, y)) - E_expected_ - (w[0] + w[1] - w[2]);
}

Status ConstrainedMotion::eval(double t, const Vector& y, Vector& y_dot) {
  Stage& s = stage_;
  PointEval& e = s.eval;
  s.t = t;
  s.q = y.head(n_);
  s.v = y.segment(n_, n_);
  // All that is needed comes from one evaluation; the constraint matrix only where it is not known yet.
  const bool known = has_factors_at(t, s.q, s.v);
  unsigned parts = kForces | kBias | kPower | stabilization_->parts();
  if (!known || system_.rheonomic()) parts |= kVelocity;
  if (energy_->needs_psi()) parts |= kEnergy;
  system_.eval(at(t, y), no_lambda_, parts, e);
  if (energy_->needs_psi()) {
    const auto w = y.segment<kBooks>(2 * n_);
    s.psi = e.T + e.U - e.p_t - E_expected_ - (w[0] + w[1] - w[2]);
  }
  if (!known)
    if (Status status = factor(t, s.q, s.v); !status.ok()) return status;

  s.q_dot = s.v;
  if (stabilization_->correct_velocity(s, *solver_, system_.layout(), held_))
    system_.eval({t, s.q, s.q_dot, {}, u_}, no_lambda_, kBias, e);
  s.f = e.Q - e.U_q;
  s.c = -e.bias;
  stabilization_->add_feedback(s, system_.layout(), held_);
  solver_->solve(s.f, s.c, s.v_dot, s.lambda);

  double power_drives = 0;
  if (system_.rheonomic()) {
    Phi_t_.setZero(m_);
    add_product(system_.G_pattern(), e.G, s.v, Phi_t_);
    Phi_t_ = e.Phi_dot - Phi_t_;
    row_power_ = s.lambda.cwiseProduct(Phi_t_);
    power_drives = row_power_.sum();
  }
  s.power = e.power_applied + power_drives - e.power_dissipated;
  energy_->add(s, system_, *solver_, held_);
  if (watch_) watch_->smooth(*this, t, s.v_dot);

  y_dot.resize(size());
  y_dot.head(n_) = s.q_dot;
  y_dot.segment(n_, n_) = s.v_dot;
  y_dot.segment<kBooks>(2 * n_) << e.power_applied, power_drives, e.power_dissipated;
  if (z_ > 0) y_dot.segment(first_internal(), z_) = e.z_dot;
  if (system_.rheonomic()) y_dot.tail(m_) = row_power_;
  return s.v_dot.allFinite() && s.q_dot.allFinite() ? Status{} : not_finite_at(t);
}

}  // namespace invar
