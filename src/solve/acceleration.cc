#include "invar/solve/acceleration.h"

#include <cmath>

#include "invar/solve/scaled_kkt.h"

namespace invar {

namespace {
constexpr int kRefinements = 4;       // of velocities
constexpr int kMostRefinements = 12;  // of accelerations, while they are not good and become better
constexpr double kGood = 1e-12;
constexpr double kConverged = 1e-15;  // corrections that are rounding, relative to the accelerations of their group
constexpr int kProjections = 30;      // of Newton's method, where rows are not linear in the velocities
}  // namespace

AccelerationSolver::AccelerationSolver(const MechanicalSystem& system, KktForm form)
    : system_(system),
      kkt_(make_scaled_kkt_solver(system, form)),
      M_regularized_(system.M() + calc_mass_regularization(system)),
      l_(Vector::Zero(system.rows())),
      measure_(system) {}

void AccelerationSolver::reset() {
  is_factored_ = false;
  kkt_->reset();
}

void AccelerationSolver::archive(Archive& a) {
  a("is_factored", is_factored_);
  a("t", factored_t_);
  a("q", factored_q_);
  a("v", factored_v_);
  kkt_->archive(a);
  if (!a.reading() || !is_factored_) return;
  const Vector q = factored_q_, v = factored_v_;
  is_factored_ = false;
  factor(factored_t_, q, v);
}

bool AccelerationSolver::factor(double t, Vec q, Vec v) {
  system_.eval({t, q, v}, l_, kVelocity, eval_);
  const bool same_rows = !system_.has_nonlinear_rows() || (v.size() == factored_v_.size() && v == factored_v_);
  if (is_factored_ && t == factored_t_ && q == factored_q_ && same_rows) return true;
  is_factored_ = false;
  if (system_.has_variable_mass()) {
    if (!system_.eval_mass({t, q}, variable_M_)) return false;
    M_regularized_ = variable_M_ + calc_mass_regularization(system_);
  }
  calc_regularization(system_, M(), eval_.G, kRegularization, eps_);
  if (!kkt_->factor(M_regularized_, eval_.G, eval_.G, eps_)) return false;
  is_factored_ = true;
  factored_t_ = t;
  factored_q_ = q;
  factored_v_ = v;
  return true;
}

bool AccelerationSolver::project_velocity(double t, const Vector& q, Vector& v, Vector* impulse) {
  if (impulse) impulse->setZero(system_.rows());
  if (!system_.has_nonlinear_rows()) return project_once(t, q, v, impulse);
  double last = 1e300;
  for (int k = 0; k < kProjections; ++k) {
    system_.eval({t, q, v}, l_, kVelocity, eval_);
    const double size = eval_.Phi_dot.cwiseAbs().maxCoeff();
    if (!std::isfinite(size)) return false;
    if (size == 0 || (size > 0.25 * last && k > 2)) return true;
    last = size;
    if (!project_once(t, q, v, impulse)) return false;
  }
  return true;
}

bool AccelerationSolver::project_once(double t, const Vector& q, Vector& v, Vector* impulse) {
  if (!factor(t, q, v)) return false;
  r_f_.setZero(system_.coordinates());
  r_c_ = eval_.Phi_dot;
  double last = 1e300;
  for (int k = 0; k < kRefinements; ++k) {  // repeated because of the regularization; the residual is exact
    const double size = r_c_.size() ? r_c_.cwiseAbs().maxCoeff() : 0;
    if (!std::isfinite(size)) return false;
    if (size == 0 || size > 0.5 * last) break;
    last = size;
    kkt_->solve(r_f_, r_c_, dx_, dl_);
    v += dx_;
    if (impulse) *impulse += dl_;
    add_product(system_.G_pattern(), eval_.G, dx_, r_c_);
  }
  return v.allFinite();
}

bool AccelerationSolver::project_increment(double t, const Vector& q, const Vector& v, Vector& dq) {
  if (!factor(t, q, v)) return false;
  r_f_.setZero(system_.coordinates());
  r_c_.setZero(system_.rows());
  add_product(system_.G_pattern(), eval_.G, dq, r_c_);
  kkt_->solve(r_f_, r_c_, dx_, dl_);
  dq += dx_;
  return dq.allFinite();
}

bool AccelerationSolver::solve(const At& at, Vector& a, Vector& lambda) {
  if (!factor(at.t, at.q, at.v)) return false;
  system_.eval(at, l_, kForces | kBias, eval_);
  a.setZero(system_.coordinates());
  lambda.setZero(system_.rows());
  double last = INFINITY;
  for (int k = 0; k < kMostRefinements; ++k) {
    r_f_ = eval_.U_q - eval_.Q;
    add_product(system_.K_pattern(), M(), a, r_f_);
    add_transpose_product(system_.G_pattern(), eval_.G, lambda, r_f_);
    r_c_ = eval_.bias;
    add_product(system_.G_pattern(), eval_.G, a, r_c_);
    kkt_->solve(r_f_, r_c_, dx_, dl_);
    a += dx_;
    lambda += dl_;
    measure_.begin();
    measure_.add_motion(a);
    const double size = measure_.measure_correction(dx_);
    if (!(size > kConverged) || (k + 1 >= kRefinements && (size < kGood || size > 0.5 * last))) break;
    last = size;
  }
  r_c_ = eval_.bias;
  add_product(system_.G_pattern(), eval_.G, a, r_c_);
  residual_ = r_c_.size() ? r_c_.cwiseAbs().maxCoeff() : 0;
  return a.allFinite() && lambda.allFinite();
}

}  // namespace invar
