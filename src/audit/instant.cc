#include "invar/audit/instant.h"

#include <algorithm>
#include <limits>

namespace invar {

namespace {
constexpr double kNotComputed = std::numeric_limits<double>::quiet_NaN();

double largest_size(const Vector& x) { return x.size() > 0 ? x.cwiseAbs().maxCoeff() : 0.0; }
}  // namespace

void Accounts::start(int rows) {
  work_applied = work_drives = dissipated_physical = dissipated_numerical = work_events = dissipated_events = 0;
  drive_work.setZero(rows);
  impulse.setZero(rows);
}

void Accounts::add(const StepReport& report) {
  work_applied += report.work_applied;
  work_drives += report.work_drives;
  dissipated_physical += report.dissipated_physical;
  dissipated_numerical += report.dissipated_numerical;
  for (std::size_t i = 0; i < report.drive_work.size(); ++i)
    drive_work[static_cast<Eigen::Index>(i)] += report.drive_work[i];
}

void Accounts::add(const TransitionReport& report) {
  work_applied += report.work_applied;
  work_drives += report.work_drives();
  work_events += report.work_events;
  dissipated_numerical += report.dissipated_numerical;
  dissipated_events += report.dissipated_events;
  if (report.drive_work.size() > 0) drive_work += report.drive_work;
  if (report.impulse.size() > 0) impulse += report.impulse;
}

void Accounts::archive(Archive& a) {
  for (double* number :
       {&work_applied, &work_drives, &dissipated_physical, &dissipated_numerical, &work_events, &dissipated_events})
    a("number", *number);
  a("drive_work", drive_work);
  a("impulse", impulse);
}

void Instant::set(const State& s) {
  state_ = s;
  known_ = 0;
}

void Instant::start(const State& s) {
  accounts_.start(system_.rows());
  snapshot_.lambda_raw.setZero(system_.rows());
  snapshot_.mu.resize(0);
  snapshot_.h = snapshot_.iterations = 0;
  last_time_ = s.t;
  set(s);
}

void Instant::step(const State& s1, const StepReport& report, const Vector& lambda) {
  accounts_.add(report);
  snapshot_.h = s1.t - last_time_;
  last_time_ = s1.t;
  snapshot_.iterations = report.iterations;
  snapshot_.lambda_raw = lambda;
  if (!report.mu.empty())
    snapshot_.mu = Eigen::Map<const Vector>(report.mu.data(), static_cast<Eigen::Index>(report.mu.size()));
  set(s1);
}

void Instant::pass(const State& s, const TransitionReport& report) {
  accounts_.add(report);
  set(s);
}

void Instant::look_at(const State& s) { set(s); }

void Instant::look_at(const State& s, const Accounts& accounts, const Vector& lambda) {
  accounts_ = accounts;
  snapshot_.lambda_raw = lambda;
  set(s);
}

const PointEval& Instant::point() {
  if (known_ & kHasPoint) return point_;
  system_.eval(state_, no_lambda_, kEnergy | kPosition | kVelocity, point_);
  known_ |= kHasPoint;
  return point_;
}

AccelerationSolver& Instant::solver() {
  if (!solver_)
    solver_ = std::make_unique<AccelerationSolver>(system_, KktForm::kReduced, AccelerationSolver::Use::kResults);
  return *solver_;
}

bool Instant::eval_velocity() {
  if (known_ & kHasVelocity) return velocity_good_;
  known_ |= kHasVelocity;
  snapshot_.v = state_.v;
  velocity_good_ = solver().project_velocity(state_, snapshot_.v, nullptr, known_ & kHasPoint ? &point_ : nullptr);
  if (!velocity_good_) snapshot_.v.setConstant(kNotComputed);
  return velocity_good_;
}

bool Instant::eval_acceleration() {
  if (known_ & kHasAcceleration) return acceleration_good_;
  known_ |= kHasAcceleration;
  acceleration_good_ = eval_velocity() && solver().solve(At(state_).with_v(snapshot_.v), snapshot_.a, snapshot_.lambda);
  if (!acceleration_good_) {
    snapshot_.a.setConstant(system_.coordinates(), kNotComputed);
    snapshot_.lambda.setConstant(system_.rows(), kNotComputed);
  }
  return acceleration_good_;
}

const Snapshot& Instant::snapshot(unsigned needs) {
  if (!(known_ & kHasState)) {
    known_ |= kHasState;
    snapshot_.t = state_.t;
    snapshot_.q = state_.q;
    snapshot_.v_raw = state_.v;
    snapshot_.z = state_.z;
    snapshot_.u = state_.inputs.u;
    snapshot_.drive_work = accounts_.drive_work;
    snapshot_.impulse = accounts_.impulse;
    snapshot_.work_applied = accounts_.work_applied;
    snapshot_.work_drives = accounts_.work_drives;
    snapshot_.dissipated_physical = accounts_.dissipated_physical;
    snapshot_.dissipated_numerical = accounts_.dissipated_numerical;
    snapshot_.work_events = accounts_.work_events;
    snapshot_.dissipated_events = accounts_.dissipated_events;
  }
  if (known_ & kHasPoint) {
    snapshot_.T = point_.T;
    snapshot_.U = point_.U;
    snapshot_.constraint_position = largest_size(point_.Phi);
    snapshot_.constraint_velocity = largest_size(point_.Phi_dot);
  }
  if (needs & (kNeedsVelocity | kNeedsAcceleration)) eval_velocity();
  if (needs & kNeedsAcceleration) eval_acceleration();
  return snapshot_;
}

void Instant::archive(Archive& a) {
  a("state", state_);
  a("last_time", last_time_);
  a("accounts", accounts_);
  a("lambda_raw", snapshot_.lambda_raw);
  a("mu", snapshot_.mu);
  a("h", snapshot_.h);
  a("iterations", snapshot_.iterations);
  if (a.reading()) known_ = 0;
  bool has_solver = solver_ != nullptr;
  a("has_solver", has_solver);
  if (has_solver) a("solver", solver());
}

}  // namespace invar
