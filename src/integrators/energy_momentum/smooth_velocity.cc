#include "invar/integrators/energy_momentum/smooth_velocity.h"

#include <cmath>

namespace invar {

SmoothVelocity::SmoothVelocity(const MechanicalSystem& system)
    : system_(system), solver_(system), lambda_(Vector::Zero(system.rows())), Mv_(Vector::Zero(system.coordinates())) {}

double SmoothVelocity::calc_product(const Vector& a, const Vector& b) {
  Mv_.setZero();
  add_product(system_.K_pattern(), system_.M(), b, Mv_);
  return a.dot(Mv_);
}

// g = G' a + bias', the part of Phi''' without G q''', by a central difference along the motion. Its error, about 1e-10,
// enters multiplied by h^2/12.
void SmoothVelocity::calc_third_derivative_part(const State& s, const Vector& a, Vector& g) {
  const double tau = 1e-5;
  for (const double side : {1.0, -1.0}) {
    const double dt = side * tau;
    q_ = s.q + dt * s.v + 0.5 * dt * dt * a;
    v_ = s.v + dt * a;
    system_.eval(s.t + dt, q_, v_, lambda_, kVelocity | kBias, eval_);
    Vector& value = side > 0 ? plus_ : minus_;
    value = eval_.bias;
    add_product(system_.G_pattern(), eval_.G, a, value);
  }
  g = (plus_ - minus_) / (2 * tau);
}

bool SmoothVelocity::split(const State& s) {
  v_ = s.v;
  if (!solver_.project_velocity(s.t, s.q, v_)) return false;
  normal_ = s.v - v_;
  system_.eval(s.t, s.q, v_, lambda_, kVelocity, eval_);
  plus_.setZero(system_.rows());
  if (system_.rheonomic()) add_product(system_.G_pattern(), eval_.G, v_, plus_);
  solver_.calc_normal_velocity(plus_, imposed_);
  tangent_ = v_ - imposed_;
  return true;
}

bool SmoothVelocity::enter(State& s, double h, const Vector& delta, double& work) {
  if (system_.rows() == 0) return true;
  if (!split(s) || !solver_.solve(s.t, s.q, s.v, a_, lambda_)) return false;
  calc_third_derivative_part(s, a_, g_);
  for (int r = 0; r < system_.rows(); ++r)
    plus_[r] = system_.layout().row(r).holonomic ? h * h / 12 * g_[r] + delta[r] : 0.0;  // (S2)
  solver_.calc_normal_velocity(plus_, normal_);
  const double available = calc_product(tangent_, tangent_), needed = calc_product(normal_, normal_);
  if (needed > 0.5 * available) return true;  // next to rest the normal part has nothing to live on; it is not needed
  work += calc_product(normal_, imposed_);    // (S3)
  s.v = imposed_ + normal_ + std::sqrt(1 - (available > 0 ? needed / available : 0.0)) * tangent_;
  return s.v.allFinite();
}

bool SmoothVelocity::leave(State& s, double h, Vector& delta, double& work) {
  if (system_.rows() == 0) return true;
  system_.eval(s.t, s.q, s.v, lambda_, kVelocity, eval_);
  found_ = eval_.Phi_dot;
  if (!split(s)) return false;
  const double available = calc_product(tangent_, tangent_), freed = calc_product(normal_, normal_);
  if (freed > 0.5 * available) return true;
  work -= calc_product(normal_, imposed_);
  s.v = imposed_ + std::sqrt(1 + (available > 0 ? freed / available : 0.0)) * tangent_;
  // The step reflects the normal part about its smooth value: half the mismatch at the end is missing at both ends.
  if (!solver_.solve(s.t, s.q, s.v, a_, lambda_)) return false;
  calc_third_derivative_part(s, a_, g_);
  for (int r = 0; r < system_.rows(); ++r)
    if (system_.layout().row(r).holonomic) delta[r] += 0.5 * (found_[r] - h * h / 12 * g_[r] - delta[r]);
  return s.v.allFinite();
}

}  // namespace invar
