#include "invar/results/audit.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace invar {

namespace {

// A balance is as exact as the numbers in it are rounded. An error of kRoundings units in the last place of what is summed
// counts as round-off, however little moves: of a vehicle that stands, say, with 1.7 MJ in its springs. Sums over terms and
// evaluations of laws were seen to leave up to 10.
constexpr double kRoundings = 100;
constexpr double kLeastPart = kRoundings * std::numeric_limits<double>::epsilon() / kRoundOffLimit;

}  // namespace

void Audit::start(const State& s) {
  lambda_.setZero(system_.rows());
  look(s);
  energy0_ = energy_;
  energy_scale_ = eval_.T;
  summed_ = eval_.T + std::abs(eval_.U);
  conserved_ = find_momentum_conservation(system_, s.t, s.q, s.v);
  momentum0_ = calc_momentum(system_, s.q, s.v);
}

void Audit::look(const State& s) {
  system_.eval(s.t, s.q, s.v, lambda_, kEnergy | kPosition | kVelocity, eval_);
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
  }
}

void Audit::step(const State& s1, const StepReport& report) {
  look(s1);
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
  if (conserved_.linear || conserved_.angular) {
    const Momentum now = calc_momentum(system_, s1.q, s1.v);
    linear_drift_ = std::max(linear_drift_, (now.linear - momentum0_.linear).norm());
    angular_drift_ = std::max(angular_drift_, (now.angular - momentum0_.angular).norm());
  }
}

void Audit::see_acceleration_residual(double residual) {
  has_acceleration_ = true;
  acceleration_max_ = std::max(acceleration_max_, residual);
}

void Audit::write(Certificate& c) const {
  c.constraint_position_max = position_max_;
  c.constraint_velocity_max = velocity_max_;
  c.constraint_velocity_mid_max = velocity_mid_max_;
  if (has_acceleration_) c.constraint_acceleration_max = acceleration_max_;
  c.worst_constraint = worst_row_ >= 0 ? system_.layout().row(worst_row_).full_name() : "";
  c.energy_initial = energy0_;
  c.energy_final = energy_;
  c.energy_scale = std::max(energy_scale_, kLeastPart * summed_);
  c.energy_balance_error_max = balance_error_;
  c.energy_drift_max = energy_drift_;
  c.work_applied = work_applied_;
  c.work_drives = work_drives_;
  c.dissipated_physical = dissipated_physical_;
  c.dissipated_numerical = dissipated_numerical_;
  if (conserved_.linear) c.linear_momentum_drift_max = linear_drift_;
  if (conserved_.angular) c.angular_momentum_drift_max = angular_drift_;
}

}  // namespace invar
