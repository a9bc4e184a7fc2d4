#include "invar/audit/audit.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "invar/audit/energy_rounding.h"

namespace invar {

void Audit::start(const State& s) {
  lambda_.setZero(system_.rows());
  for (Vector* rows : {&position_rows_, &velocity_rows_, &velocity_mid_rows_, &acceleration_rows_})
    rows->setZero(system_.rows());
  t_ = s.t;
  look(s);
  if (start_apart_) {
    start_position_ = position_max_;
    start_velocity_ = velocity_max_;
    position_max_ = velocity_max_ = 0;
    position_rows_.setZero();
    velocity_rows_.setZero();
    worst_row_ = -1;
  }
  invariants_.start(s);
  energy0_ = energy_;
  energy_scale_ = eval_.T;
  summed_ = eval_.T + std::abs(eval_.U);
  conserved_ = find_momentum_conservation(system_, s);
  momentum0_ = calc_momentum(system_, s.q, s.v);
  scale_.see_momentum(momentum0_);
  potential_rounding_ = calc_potential_rounding(system_, s);
}

void Audit::look(const State& s) {
  system_.eval(s, lambda_, kEnergy | kPosition | kVelocity, eval_);
  energy_ = eval_.T + eval_.U;
  position_now_ = velocity_now_ = 0;
  if (eval_.Phi.size() > 0) {
    int row;
    position_now_ = eval_.Phi.cwiseAbs().maxCoeff(&row);
    if (position_now_ >= position_max_) {
      position_max_ = position_now_;
      worst_row_ = row;
    }
    velocity_now_ = eval_.Phi_dot.cwiseAbs().maxCoeff();
    velocity_max_ = std::max(velocity_max_, velocity_now_);
    position_rows_ = position_rows_.cwiseMax(eval_.Phi.cwiseAbs());
    velocity_rows_ = velocity_rows_.cwiseMax(eval_.Phi_dot.cwiseAbs());
  }
  scale_.see(s, s.t - t_, eval_.G);
  t_ = s.t;
  if (system_.has_variable_mass()) q_ = s.q;
}

void Audit::step(const State& s1, const StepReport& report) {
  const double h = s1.t - t_;
  if (!report.doubt.empty()) {
    const auto known =
        std::find_if(doubts_.begin(), doubts_.end(), [&](const Doubts& d) { return d.reason == report.doubt; });
    if (known == doubts_.end())
      doubts_.push_back({std::string(report.doubt), t_, 1});
    else
      ++known->count;
  }
  look(s1);
  invariants_.see(s1);
  work_applied_ += report.work_applied;
  work_drives_ += report.work_drives;
  dissipated_physical_ += report.dissipated_physical;
  dissipated_numerical_ += report.dissipated_numerical;
  summed_ = std::max(summed_, eval_.T + std::abs(eval_.U) + std::abs(work_applied_) + std::abs(work_drives_) +
                                  std::abs(dissipated_physical_) + std::abs(dissipated_numerical_));
  // The scale of the energy is what moves: the largest kinetic energy, or the largest change of the total.
  energy_scale_ = std::max({energy_scale_, eval_.T, std::abs(energy_ - energy0_)});
  const double balance =
      energy_ - energy0_ - work_applied_ - work_drives_ + dissipated_physical_ + dissipated_numerical_;
  balance_error_ = std::max(balance_error_, std::abs(balance));
  energy_drift_ = std::max(energy_drift_, std::abs(balance - dissipated_numerical_));
  velocity_mid_max_ = std::max(velocity_mid_max_, report.velocity_mid_max);
  if (const int row = report.velocity_mid_row; row >= 0) {
    has_velocity_mid_ = true;
    velocity_mid_rows_[row] = std::max(velocity_mid_rows_[row], report.velocity_mid_max);
  }
  if (conserved_.linear || conserved_.angular) {
    for (const double t : {s1.t - 0.5 * h, s1.t}) {
      system_.eval({t, s1.q, s1.v, s1.z, s1.inputs.u}, lambda_, kForces, eval_);
      conserved_ = check_momentum_conservation(system_, eval_, s1.q, conserved_);
    }
    const Momentum now = calc_momentum(system_, s1.q, s1.v);
    linear_drift_ = std::max(linear_drift_, (now.linear - momentum0_.linear).norm());
    angular_drift_ = std::max(angular_drift_, (now.angular - momentum0_.angular).norm());
    scale_.see_momentum(now);
    if (!sees_rounding_) {
      scale_.see_momentum(calc_momentum(system_, s1.q, scale_.least_velocity()));
      sees_rounding_ = true;
    }
  }
}

void Audit::see_projected_velocity(const Vector& v, const Vector& projected) {
  const Vector normal = v - projected;
  Vector p = Vector::Zero(normal.size());
  if (system_.has_variable_mass()) system_.eval_mass({t_, q_}, M_);
  add_product(system_.K_pattern(), system_.has_variable_mass() ? M_ : system_.M(), normal, p);
  energy_normal_max_ = std::max(energy_normal_max_, 0.5 * normal.dot(p));
}

void Audit::see_acceleration(const Vector& v, const Vector& a, const PointEval& at, const Vector& residual) {
  has_acceleration_ = true;
  if (residual.size() == 0) return;
  acceleration_max_ = std::max(acceleration_max_, residual.cwiseAbs().maxCoeff());
  scale_.see_acceleration(v, a, at);
  acceleration_rows_ = acceleration_rows_.cwiseMax(residual.cwiseAbs());
}

double Audit::largest_relative(const Vector& rows, double (ResidualScale::*scale)(int) const) const {
  double largest = 0;
  for (int r = 0; r < rows.size(); ++r)
    if (rows[r] > 0) largest = std::max(largest, rows[r] / std::max((scale_.*scale)(r), 1e-300));
  return largest;
}

void Audit::write(Certificate& c) const {
  for (const Doubts& doubt : doubts_) {
    const long long more = doubt.count - 1;
    const std::string later = more > 0 ? fmt::format(" and in {} later step{}", more, more > 1 ? "s" : "") : "";
    c.warnings.push_back(fmt::format("at t = {:.6g} s{}: {}", doubt.first, later, doubt.reason));
  }
  c.warnings.insert(c.warnings.end(), warnings_.begin(), warnings_.end());
  c.constraint_position_max = position_max_;
  c.constraint_velocity_max = velocity_max_;
  if (has_velocity_mid_ || system_.rows() == 0) c.constraint_velocity_mid_max = velocity_mid_max_;
  c.constraint_position_relative_max = largest_relative(position_rows_, &ResidualScale::position);
  c.constraint_velocity_relative_max = largest_relative(velocity_rows_, &ResidualScale::velocity);
  if (c.constraint_velocity_mid_max)
    c.constraint_velocity_mid_relative_max = largest_relative(velocity_mid_rows_, &ResidualScale::velocity);
  if (has_acceleration_) c.energy_normal_max = energy_normal_max_;
  if (start_apart_) {
    c.start_position_violation = start_position_;
    c.start_velocity_violation = start_velocity_;
  }
  if (system_.invariants() > 0) {
    c.conserved_drift_max = invariants_.relative_drift();
    c.conserved_worst = system_.invariant_name(invariants_.worst());
  }
  if (has_acceleration_) {
    c.constraint_acceleration_max = acceleration_max_;
    c.constraint_acceleration_relative_max = largest_relative(acceleration_rows_, &ResidualScale::acceleration);
  }
  c.worst_constraint = worst_row_ >= 0 ? system_.layout().row(worst_row_).full_name() : "";
  c.energy_initial = energy0_;
  c.energy_final = energy_;
  const double rounding =
      potential_rounding_ + calc_kinetic_rounding(system_, kRoundOffLimit * scale_.least_velocity());
  c.energy_scale = std::max({energy_scale_, kLeastPart * summed_, rounding / kRoundOffLimit});
  c.energy_balance_error_max = balance_error_;
  c.energy_drift_max = energy_drift_;
  c.work_applied = work_applied_;
  c.work_drives = work_drives_;
  c.dissipated_physical = dissipated_physical_;
  c.dissipated_numerical = dissipated_numerical_;
  if (conserved_.linear) {
    c.linear_momentum_drift_max = linear_drift_;
    c.linear_momentum_scale = scale_.linear_momentum();
  }
  if (conserved_.angular) {
    c.angular_momentum_drift_max = angular_drift_;
    c.angular_momentum_scale = scale_.angular_momentum();
  }
}

void Audit::archive(Archive& a) {
  a("scale", scale_);
  a("invariants", invariants_);
  a("t", t_);
  a("q", q_);
  a("T", eval_.T);
  a("U", eval_.U);
  a("keeps_linear", conserved_.linear);
  a("keeps_angular", conserved_.angular);
  a("linear0", momentum0_.linear);
  a("angular0", momentum0_.angular);
  a("linear_terms0", momentum0_.linear_terms);
  a("angular_terms0", momentum0_.angular_terms);
  for (double* number : {&energy0_,
                         &energy_,
                         &energy_scale_,
                         &balance_error_,
                         &energy_drift_,
                         &potential_rounding_,
                         &summed_,
                         &work_applied_,
                         &work_drives_,
                         &dissipated_physical_,
                         &dissipated_numerical_,
                         &position_max_,
                         &velocity_max_,
                         &velocity_mid_max_,
                         &acceleration_max_,
                         &position_now_,
                         &velocity_now_,
                         &energy_normal_max_,
                         &start_position_,
                         &start_velocity_,
                         &linear_drift_,
                         &angular_drift_})
    a("number", *number);
  for (Vector* rows : {&lambda_, &position_rows_, &velocity_rows_, &velocity_mid_rows_, &acceleration_rows_})
    a("rows", *rows);
  for (bool* flag : {&start_apart_, &has_acceleration_, &has_velocity_mid_, &sees_rounding_}) a("flag", *flag);
  a("worst_row", worst_row_);
  a("doubts", doubts_);
  a("warnings", warnings_);
}

}  // namespace invar
