#include "invar/solve/acceleration.h"

#include <cmath>
#include <iterator>

namespace invar {

namespace {
constexpr int kRefinements = 6;
// Where a heavy part hangs on a light one, the regularization must be smaller than that of the light one asks for.
constexpr double kSmaller[] = {1, 1e-5, 1e-10, 0};
constexpr double kConverged = 1e-15, kSmall = 1e-10;  // corrections that are rounding; that no longer matter
constexpr int kProjections = 30;  // of Newton's method, where rows are not linear in the velocities
}  // namespace

AccelerationSolver::AccelerationSolver(const MechanicalSystem& system, KktForm form)
    : system_(system),
      kkt_(make_kkt_solver(system, form)),
      M_regularized_(system.M() + calc_mass_regularization(system)),
      l_(Vector::Zero(system.rows())),
      measure_(system) {}

void AccelerationSolver::reset() {
  factored_q_.resize(0);
  kkt_->reset();
}

bool AccelerationSolver::factor(double t, const Vector& q, const Vector& v) {
  system_.eval(t, q, v, l_, kVelocity, eval_);
  const bool same_rows = !system_.has_nonlinear_rows() || (v.size() == factored_v_.size() && v == factored_v_);
  if (t == factored_t_ && q.size() == factored_q_.size() && q == factored_q_ && same_rows) return true;
  calc_regularization(system_, system_.M(), eval_.G, kRegularization, eps_);
  measure_.set_constraints(eval_.G);
  if (!factor_with(kSmaller[0])) return false;
  factored_t_ = t;
  factored_q_ = q;
  factored_v_ = v;
  return true;
}

bool AccelerationSolver::factor_with(double eps_factor) {
  factored_q_.resize(0);
  eps_factor_ = eps_factor;
  if (eps_factor == 1) return kkt_->factor(M_regularized_, eval_.G, eval_.G, eps_);
  dl_ = eps_factor * eps_;
  return kkt_->factor(M_regularized_, eval_.G, eval_.G, dl_);
}

bool AccelerationSolver::project_velocity(double t, const Vector& q, Vector& v) {
  if (!system_.has_nonlinear_rows()) return project_once(t, q, v);
  double last = 1e300;
  for (int k = 0; k < kProjections; ++k) {
    system_.eval(t, q, v, l_, kVelocity, eval_);
    const double size = eval_.Phi_dot.cwiseAbs().maxCoeff();
    if (!std::isfinite(size)) return false;
    if (size == 0 || (size > 0.25 * last && k > 2)) return true;
    last = size;
    if (!project_once(t, q, v)) return false;
  }
  return true;
}

bool AccelerationSolver::project_once(double t, const Vector& q, Vector& v) {
  if (!factor(t, q, v)) return false;
  r_f_.setZero(system_.coordinates());
  r_c_ = eval_.Phi_dot;
  if (!r_c_.allFinite()) return false;
  double last = INFINITY;
  for (int k = 0; k < kRefinements; ++k) {  // repeated because of the regularization; the residual is exact
    measure_.begin();
    measure_.add_motion(v);
    if (k == 0) start_residual_ = r_c_;
    measure_.add_row_terms(start_residual_);
    measure_.finish(0);
    const double size = measure_.measure_rows(r_c_).size;
    if (!std::isfinite(size)) return false;
    if (!(size > 0) || size > 0.5 * last) break;
    last = size;
    kkt_->solve(r_f_, r_c_, dx_, dl_);
    v += dx_;
    add_product(system_.G_pattern(), eval_.G, dx_, r_c_);
  }
  return v.allFinite();
}

// Refines until corrections are rounding in every group; false where they do not become smaller.
bool AccelerationSolver::refine(const Vector& q, Vector& a, Vector& lambda) {
  a.setZero(system_.coordinates());
  lambda.setZero(system_.rows());
  double last = INFINITY;
  for (int k = 0; k < kRefinements; ++k) {
    r_f_ = eval_.U_q - eval_.Q;
    add_product(system_.K_pattern(), system_.M(), a, r_f_);
    add_transpose_product(system_.G_pattern(), eval_.G, lambda, r_f_);
    r_c_ = eval_.bias;
    add_product(system_.G_pattern(), eval_.G, a, r_c_);
    kkt_->solve(r_f_, r_c_, dx_, dl_);
    a += dx_;
    lambda += dl_;
    if (!a.allFinite() || !lambda.allFinite()) return false;
    measure_.begin();
    measure_.add_motion(a);
    measure_.add_position(q);
    measure_.finish(0);
    const double size = measure_.measure_part(dx_);
    if (size <= kConverged) return true;
    if (k > 0 && size > 0.5 * last) return size <= kSmall;
    last = size;
  }
  return last <= kSmall;
}

bool AccelerationSolver::solve(double t, const Vector& q, const Vector& v, Vector& a, Vector& lambda) {
  if (!factor(t, q, v)) return false;
  system_.eval(t, q, v, l_, kForces | kBias, eval_);
  if (eps_factor_ != 1 && !factor_again(1, t, q, v)) return false;
  bool solved = refine(q, a, lambda);
  for (size_t i = 1; !solved && i < std::size(kSmaller); ++i) {
    if (!factor_again(kSmaller[i], t, q, v)) break;
    solved = refine(q, better_a_, better_lambda_);
    if (!solved) continue;
    a = better_a_;
    lambda = better_lambda_;
  }
  r_c_ = eval_.bias;
  add_product(system_.G_pattern(), eval_.G, a, r_c_);
  residual_ = r_c_.size() ? r_c_.cwiseAbs().maxCoeff() : 0;
  return a.allFinite() && lambda.allFinite();
}

bool AccelerationSolver::factor_again(double eps_factor, double t, const Vector& q, const Vector& v) {
  if (!factor_with(eps_factor)) return false;
  factored_t_ = t;
  factored_q_ = q;
  factored_v_ = v;
  return true;
}

}  // namespace invar
