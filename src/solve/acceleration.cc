#include "invar/solve/acceleration.h"

#include <cmath>

#include "invar/core/max_abs.h"
#include "invar/solve/scaled_kkt.h"
#include "invar/solve/symmetric_kkt.h"

namespace invar {

namespace {
constexpr int kRefinements = 4;       // of velocities
constexpr int kMostRefinements = 12;  // of accelerations, while they are not good and become better
constexpr double kGood = 1e-12;
// With factors as good as those with pivots, each refinement gains five digits and more.
constexpr double kSlow = 1e-4;
// Corrections of velocities that change no digit of them, but of those much smaller than the largest.
constexpr double kBelowRounding = 1e-18;
constexpr double kConverged = 1e-15;  // corrections that are rounding, relative to the accelerations of their group
constexpr int kProjections = 30;      // of Newton's method, where rows are not linear in the velocities
}  // namespace

AccelerationSolver::AccelerationSolver(const MechanicalSystem& system, KktForm form, Use use)
    : system_(system),
      form_(form),
      for_results_(use == Use::kResults),
      M_regularized_(system.M() + calc_mass_regularization(system)),
      l_(Vector::Zero(system.rows())),
      measure_(system) {
  if (system.has_variable_mass()) return;
  constant_M_ = CompactMatrix(system.K_pattern(), system.M());
  resistances_.read(system, system.M());
  if (for_results_ && !has_masses_far_apart(system)) symmetric_ = make_symmetric_kkt_solver(system, M_regularized_);
}

KktSolver& AccelerationSolver::pivoted() {
  if (!pivoted_) pivoted_ = make_scaled_kkt_solver(system_, form_);
  return *pivoted_;
}

void AccelerationSolver::reset() {
  is_factored_ = false;
  if (pivoted_) pivoted_->reset();
}

void AccelerationSolver::archive(Archive& a) {
  a("is_factored", is_factored_);
  a("t", factored_t_);
  a("q", factored_q_);
  a("v", factored_v_);
  a("u", factored_u_);
  bool has_pivots = pivoted_ != nullptr, uses_pivots = is_factored_ && kkt_ != symmetric_.get();
  a("has_pivots", has_pivots);
  a("uses_pivots", uses_pivots);
  if (has_pivots) pivoted().archive(a);
  if (!a.reading() || !is_factored_) return;
  const Vector q = factored_q_, v = factored_v_, u = factored_u_;
  is_factored_ = false;
  factor({factored_t_, q, v, {}, u});
  if (uses_pivots && kkt_ == symmetric_.get()) turn_to_pivots();
}

bool AccelerationSolver::is_factored(const At& at) const {
  const auto same = [](const VecView& x, const Vector& y) { return x.size() == y.size() && x == y; };
  return is_factored_ && at.t == factored_t_ && same(at.q, factored_q_) && same(at.u, factored_u_) &&
         (!system_.has_nonlinear_rows() || same(at.v, factored_v_));
}

bool AccelerationSolver::factor(const At& at, const PointEval* known) {
  if (known) {
    eval_.G = known->G;
    eval_.Phi_dot = known->Phi_dot;
  } else {
    system_.eval(at, l_, kVelocity, eval_);
  }
  if (is_factored(at)) return true;
  is_factored_ = false;
  if (system_.has_variable_mass()) {
    if (!system_.eval_mass({at.t, at.q}, variable_M_)) return false;
    M_regularized_ = variable_M_ + calc_mass_regularization(system_);
  }
  if (system_.has_variable_mass()) resistances_.read(system_, M());
  resistances_.calc_regularization(system_.G_pattern(), eval_.G, kRegularization, eps_);
  if (!(symmetric_ && factor_with(*symmetric_)) && !factor_with(pivoted())) return false;
  is_factored_ = true;
  factored_t_ = at.t;
  factored_q_ = at.q;
  factored_v_ = at.v;
  factored_u_ = at.u;
  return true;
}

void AccelerationSolver::add_mass_times(const Vector& x, Vector& y) const {
  if (constant_M_.empty())
    add_product(system_.K_pattern(), M(), x, y);
  else
    constant_M_.add_product_to(x, y);
}

bool AccelerationSolver::factor_with(KktSolver& kkt) {
  kkt_ = &kkt;
  return kkt.factor(M_regularized_, eval_.G, eval_.G, eps_);
}

// Where the factors without pivots do badly, in singular positions.
bool AccelerationSolver::turn_to_pivots() { return is_factored_ = factor_with(pivoted()); }

bool AccelerationSolver::project_velocity(const At& at, Vector& v, Vector* impulse, const PointEval* known) {
  if (impulse) impulse->setZero(system_.rows());
  if (!system_.has_nonlinear_rows()) return project_once(at, v, impulse, known);
  double last = 1e300;
  for (int k = 0; k < kProjections; ++k) {
    system_.eval(at.with_v(v), l_, kVelocity, eval_);
    const double size = eval_.Phi_dot.cwiseAbs().maxCoeff();
    if (!std::isfinite(size)) return false;
    if (size == 0 || (size > 0.25 * last && k > 2)) return true;
    last = size;
    if (!project_once(at, v, impulse)) return false;
  }
  return true;
}

bool AccelerationSolver::project_once(const At& at, Vector& v, Vector* impulse, const PointEval* known) {
  if (!factor(at.with_v(v), known)) return false;
  r_f_.setZero(system_.coordinates());
  r_c_ = eval_.Phi_dot;
  if (symmetric_) v_given_ = v;
  double last = 1e300;
  for (int k = 0; k < kRefinements; ++k) {  // repeated because of the regularization; the residual is exact
    const double size = r_c_.size() ? r_c_.cwiseAbs().maxCoeff() : 0;
    if (!std::isfinite(size)) return false;
    const double correction = for_results_ && k > 0 ? max_abs(dx_) : 0;
    if (correction > kGood * max_abs(v) && size > kSlow * last && kkt_ == symmetric_.get()) {
      if (!turn_to_pivots()) return false;
      v = v_given_;
      if (impulse) impulse->setZero();
      r_c_ = eval_.Phi_dot;
      last = 1e300;
      k = -1;
      continue;
    }
    if (size == 0 || size > 0.5 * last) break;
    // What comes next is as much smaller than the last correction as the residual has become.
    if (correction > 0 && correction * (size / last) < kBelowRounding * max_abs(v)) break;
    last = size;
    kkt_->solve(r_f_, r_c_, dx_, dl_);
    v += dx_;
    if (impulse) *impulse += dl_;
    add_product(system_.G_pattern(), eval_.G, dx_, r_c_);
  }
  return v.allFinite();
}

bool AccelerationSolver::project_increment(const At& at, Vector& dq) {
  if (!factor(at)) return false;
  r_f_.setZero(system_.coordinates());
  r_c_.setZero(system_.rows());
  add_product(system_.G_pattern(), eval_.G, dq, r_c_);
  kkt_->solve(r_f_, r_c_, dx_, dl_);
  dq += dx_;
  return dq.allFinite();
}

bool AccelerationSolver::solve(const At& at, Vector& a, Vector& lambda) {
  // G does not depend on v where rows are linear in it.
  if ((system_.has_nonlinear_rows() || !is_factored(at)) && !factor(at)) return false;
  system_.eval(at, l_, kForces | kBias, eval_);
  a.setZero(system_.coordinates());
  lambda.setZero(system_.rows());
  double last = INFINITY;
  for (int k = 0; k < kMostRefinements; ++k) {
    r_f_ = eval_.U_q - eval_.Q;
    add_mass_times(a, r_f_);
    add_transpose_product(system_.G_pattern(), eval_.G, lambda, r_f_);
    r_c_ = eval_.bias;
    add_product(system_.G_pattern(), eval_.G, a, r_c_);
    kkt_->solve(r_f_, r_c_, dx_, dl_);
    a += dx_;
    lambda += dl_;
    measure_.begin();
    measure_.add_motion(a);
    const double size = measure_.measure_correction(dx_);
    if (k > 0 && size > kGood && size > kSlow * last && kkt_ == symmetric_.get()) {
      if (!turn_to_pivots()) return false;
      a.setZero();
      lambda.setZero();
      last = INFINITY;
      k = -1;
      continue;
    }
    if (!(size > kConverged) || (k + 1 >= kRefinements && (size < kGood || size > 0.5 * last))) break;
    last = size;
  }
  r_c_ = eval_.bias;
  add_product(system_.G_pattern(), eval_.G, a, r_c_);
  residual_ = r_c_.size() ? r_c_.cwiseAbs().maxCoeff() : 0;
  return a.allFinite() && lambda.allFinite();
}

}  // namespace invar
