#include "invar/audit/audit.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "invar/audit/energy_rounding.h"
#include "invar/system/constraint_rank.h"

namespace invar {

namespace {
constexpr long long kFirstSamples = 8, kBlock = 32;  // steps
constexpr std::size_t kMostEvents = 10000;           // in the list, one by one
constexpr int kMostRows = 2000;                      // of which the rank is found at each of them
constexpr const char* kBranchInDoubt =
    "accelerations jump at a singular position, where motions of the mechanism meet; the run may have gone over to "
    "another "
    "of them. Try another step, or the method explicit";
}  // namespace

void Audit::Standout::see(double now, const State& s) {
  if (!(now > size)) return;
  size = now;
  state = s;
  is_open = true;
}

void Audit::Standout::archive(Archive& a) {
  a("size", size);
  a("is_open", is_open);
  a("state", state);
}

void Audit::start(Instant& now) {
  const State& s = now.state();
  no_lambda_.setZero(system_.rows());
  for (Vector* rows : {&position_rows_, &velocity_rows_, &velocity_mid_rows_, &acceleration_rows_})
    rows->setZero(system_.rows());
  t_ = s.t;
  look(now);
  if (start_apart_) {
    start_position_ = position_max_;
    start_velocity_ = velocity_max_;
    position_max_ = velocity_max_ = 0;
    position_rows_.setZero();
    velocity_rows_.setZero();
    worst_row_ = -1;
  }
  invariants_.start(s);
  branch_.start(s);
  energy0_ = energy_;
  energy_scale_ = now.point().T;
  summed_ = now.point().T + std::abs(now.point().U);
  accounts_ = now.accounts();
  conserved_ = find_momentum_conservation(system_, s);
  momentum0_ = calc_momentum(system_, s.q, s.v);
  scale_.see_momentum(momentum0_);
  potential_rounding_ = calc_potential_rounding(system_, s);
}

void Audit::look(Instant& now) {
  const State& s = now.state();
  const PointEval& at = now.point();
  energy_ = at.T + at.U;
  position_now_ = velocity_now_ = 0;
  int row = 0;
  for (int r = 0; r < at.Phi.size(); ++r) {
    const double position = std::abs(at.Phi[r]), velocity = std::abs(at.Phi_dot[r]);
    if (position > position_now_) position_now_ = position, row = r;
    velocity_now_ = std::max(velocity_now_, velocity);
    position_rows_[r] = std::max(position_rows_[r], position);
    velocity_rows_[r] = std::max(velocity_rows_[r], velocity);
  }
  if (at.Phi.size() > 0 && position_now_ >= position_max_) {
    position_max_ = position_now_;
    worst_row_ = row;
  }
  velocity_max_ = std::max(velocity_max_, velocity_now_);
  scale_.see(s, s.t - t_, at.G);
  t_ = s.t;
}

void Audit::note_doubt(std::string_view reason) {
  const auto known = std::find_if(doubts_.begin(), doubts_.end(), [&](const Doubts& d) { return d.reason == reason; });
  if (known == doubts_.end())
    doubts_.push_back({std::string(reason), t_, 1});
  else
    ++known->count;
}

void Audit::step(Instant& now, const StepReport& report, const Vector& lambda) {
  const State& s1 = now.state();
  const double h = s1.t - t_;
  if (!report.doubt.empty()) note_doubt(report.doubt);
  if (branch_.see(s1, h, report.iterations)) note_doubt(kBranchInDoubt);
  look(now);
  invariants_.see(s1);
  const PointEval& at = now.point();
  see_balance(now);
  velocity_mid_max_ = std::max(velocity_mid_max_, report.velocity_mid_max);
  if (const int row = report.velocity_mid_row; row >= 0) {
    has_velocity_mid_ = true;
    velocity_mid_rows_[row] = std::max(velocity_mid_rows_[row], report.velocity_mid_max);
  }
  ++steps_;
  if (lambda.size() > 0) of_multipliers_.see(lambda.cwiseAbs().maxCoeff(), s1);
  const bool is_weighed = at.Phi_dot.size() > 0 && at.Phi_dot.size() == row_mobilities_.size();
  of_block_.see(is_weighed ? at.Phi_dot.cwiseAbs2().cwiseQuotient(row_mobilities_).sum() : 0, s1);
  if (conserved_.linear || conserved_.angular) see_momentum(now, h);
}

void Audit::see_balance(Instant& now) {
  const PointEval& at = now.point();
  const Accounts& sums = accounts_ = now.accounts();
  double summed = at.T + std::abs(at.U);
  for (const double part : {sums.work_applied, sums.work_drives, sums.dissipated_physical, sums.dissipated_numerical,
                            sums.work_events, sums.dissipated_events})
    summed += std::abs(part);
  summed_ = std::max(summed_, summed);
  // The scale of the energy is what moves: the largest kinetic energy, or the largest change of the total.
  energy_scale_ = std::max({energy_scale_, at.T, std::abs(energy_ - energy0_)});
  const double balance = energy_ - energy0_ - sums.total();
  balance_error_ = std::max(balance_error_, std::abs(balance));
  energy_drift_ = std::max(energy_drift_, std::abs(balance - sums.dissipated_numerical));
}

// Energies, momenta and residuals on the far side. What is not kept from here on, or is kept by other rows, is found anew.
void Audit::pass(Instant& now, const TransitionReport& report) {
  for (const std::string& name : report.names) {
    ++event_count_;
    if (events_.size() < kMostEvents) events_.push_back({report.t, name});
  }
  if (!report.names.empty() && event_count_ <= static_cast<long long>(kMostEvents)) {
    // One solve for all that happens at an instant: its energies stand with the last of them.
    EventRecord& last = events_.back();
    last.work_drives = report.work_drives();
    last.work_events = report.work_events + report.work_applied;
    last.dissipated = report.dissipated_events;
    if (report.rows_changed && system_.rows() <= kMostRows) {
      last.degrees_of_freedom = find_rank(system_, now.state()).freedoms;
    }
  }
  look(now);
  see_balance(now);
  branch_.start(now.state());  // accelerations jump here
  if (conserved_.linear || conserved_.angular) see_momentum(now, 0);
}

void Audit::see_momentum(Instant& now, double h) {
  const State& s1 = now.state();
  load_.G = now.point().G;
  for (const double t : {s1.t - 0.5 * h, s1.t}) {
    system_.eval({t, s1.q, s1.v, s1.z, s1.inputs.u}, no_lambda_, kForces, load_);
    conserved_ = check_momentum_conservation(system_, load_, s1.q, conserved_);
  }
  const Momentum momentum = calc_momentum(system_, s1.q, s1.v);
  linear_drift_ = std::max(linear_drift_, (momentum.linear - momentum0_.linear).norm());
  angular_drift_ = std::max(angular_drift_, (momentum.angular - momentum0_.angular).norm());
  scale_.see_momentum(momentum);
  if (sees_rounding_) return;
  scale_.see_momentum(calc_momentum(system_, s1.q, scale_.least_velocity()));
  sees_rounding_ = true;
}

Status Audit::sample(Instant& now, bool has_accelerations) {
  if (!has_accelerations && steps_ > kFirstSamples) return {};
  if (!now.eval_velocity()) return {StatusCode::kSingular, "while projecting velocities"};
  if (!now.eval_acceleration()) return {StatusCode::kSingular, "while computing accelerations"};
  see_accelerations(now);
  for (Standout* standout : {&of_block_, &of_multipliers_})
    if (standout->is_open && standout->state.t == now.state().t) standout->is_open = false;
  return {};
}

Status Audit::see_accelerations_at(Standout& standout, Instant& now) {
  if (!std::exchange(standout.is_open, false)) return {};
  now.look_at(standout.state);
  now.point();
  return sample(now, true);
}

Status Audit::look_back(Instant& now) {
  if (steps_ % kBlock != 0) return {};
  const Status status = see_accelerations_at(of_block_, now);
  of_block_.size = -1;
  return status;
}

void Audit::finish(Instant& now) {
  for (Standout* standout : {&of_block_, &of_multipliers_})
    if (!see_accelerations_at(*standout, now).ok()) continue;  // what cannot be computed there says nothing of the run
}

void Audit::see_accelerations(Instant& now) {
  const Snapshot& at = now.snapshot(kNeedsAcceleration);
  has_acceleration_ = true;
  row_mobilities_ = now.row_mobilities();
  normal_ = at.v_raw - at.v;
  if (system_.has_variable_mass()) system_.eval_mass(now.state(), M_);
  mass_times_normal_.setZero(normal_.size());
  add_product(system_.K_pattern(), system_.has_variable_mass() ? M_ : system_.M(), normal_, mass_times_normal_);
  energy_normal_max_ = std::max(energy_normal_max_, 0.5 * normal_.dot(mass_times_normal_));
  const Vector& residual = now.acceleration_residuals();
  if (residual.size() == 0) return;
  acceleration_max_ = std::max(acceleration_max_, residual.cwiseAbs().maxCoeff());
  scale_.see_acceleration(at.v, at.a, now.forces());
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
  c.work_applied = accounts_.work_applied;
  c.work_drives = accounts_.work_drives;
  c.dissipated_physical = accounts_.dissipated_physical;
  c.dissipated_numerical = accounts_.dissipated_numerical;
  c.work_events = accounts_.work_events;
  c.dissipated_events = accounts_.dissipated_events;
  c.event_count = event_count_;
  c.events = events_;
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
  a("branch", branch_);
  a("t", t_);
  a("keeps_linear", conserved_.linear);
  a("keeps_angular", conserved_.angular);
  a("linear0", momentum0_.linear);
  a("angular0", momentum0_.angular);
  a("linear_terms0", momentum0_.linear_terms);
  a("angular_terms0", momentum0_.angular_terms);
  for (double* number :
       {&energy0_, &energy_, &energy_scale_, &balance_error_, &energy_drift_, &potential_rounding_, &summed_,
        &position_max_, &velocity_max_, &velocity_mid_max_, &acceleration_max_, &position_now_, &velocity_now_,
        &energy_normal_max_, &start_position_, &start_velocity_, &linear_drift_, &angular_drift_})
    a("number", *number);
  for (Vector* rows :
       {&no_lambda_, &row_mobilities_, &position_rows_, &velocity_rows_, &velocity_mid_rows_, &acceleration_rows_})
    a("rows", *rows);
  for (bool* flag : {&start_apart_, &has_acceleration_, &has_velocity_mid_, &sees_rounding_}) a("flag", *flag);
  a("worst_row", worst_row_);
  a("accounts", accounts_);
  a("steps", steps_);
  a("of_block", of_block_);
  a("of_multipliers", of_multipliers_);
  a("doubts", doubts_);
  a("events", events_);
  a("event_count", event_count_);
  a("warnings", warnings_);
}

}  // namespace invar
