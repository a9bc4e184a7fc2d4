// Instant: the end of an accepted step, evaluated for all who observe a run: audit, table, page, samples. Each quantity is
// evaluated once, and only if somebody asks for it:
//
//   point()              T, U, Phi, Phi_dot and G of the state as the scheme has it
//   eval_velocity()      v projected on the velocity constraints (solve/acceleration.h)
//   eval_acceleration()  a and lambda there
//
// It also adds up what steps book: work and dissipation since the start.
#pragma once

#include <memory>

#include "invar/core/archive.h"
#include "invar/core/state.h"
#include "invar/integrators/integrator.h"
#include "invar/parts/snapshot.h"
#include "invar/simulate/transition.h"
#include "invar/solve/acceleration.h"
#include "invar/system/mechanical_system.h"

namespace invar {

// Sums since the start, as the scheme books them [J].
struct Accounts {
  double work_applied = 0, work_drives = 0, dissipated_physical = 0, dissipated_numerical = 0;
  double work_events = 0, dissipated_events = 0;  // at instants between steps
  Vector drive_work;                              // of each row
  Vector impulse;                                 // of each row, at instants between steps [N s]

  void start(int rows);
  void add(const StepReport& report);
  void add(const TransitionReport& report);
  // What the energy has gained by all of them.
  double total() const {
    return work_applied + work_drives + work_events - dissipated_physical - dissipated_numerical - dissipated_events;
  }
  void archive(Archive& a);
};

class Instant {
 public:
  explicit Instant(const MechanicalSystem& system) : system_(system), no_lambda_(Vector::Zero(system.rows())) {}

  // A run begins at s.
  void start(const State& s);
  // An accepted step has ended at s1; lambda as the scheme solves for it.
  void step(const State& s1, const StepReport& report, const Vector& lambda);
  // Something has happened at the end of that step, and the motion goes on from s.
  void pass(const State& s, const TransitionReport& report);
  // Another state, of which no step is known: accounts and multipliers of the last step stay.
  void look_at(const State& s);
  // For a state within a step.
  void look_at(const State& s, const Accounts& accounts, const Vector& lambda);

  const MechanicalSystem& system() const { return system_; }
  const State& state() const { return state_; }
  const Accounts& accounts() const { return accounts_; }
  const PointEval& point();
  // False if it cannot be computed; the numbers are NaN then.
  bool eval_velocity();
  bool eval_acceleration();
  // What the accelerations were computed from, and how far they miss the constraints: after eval_acceleration().
  const PointEval& forces() const { return solver_->eval(); }
  const Vector& acceleration_residuals() const { return solver_->constraint_residuals(); }
  // A scale of each row: after eval_velocity(). See AccelerationSolver::row_mobilities.
  const Vector& row_mobilities() const { return solver_->row_mobilities(); }

  // For channels and drawings with these needs (SnapshotNeeds); energies and residuals only if point() was called. What
  // cannot be computed is NaN.
  const Snapshot& snapshot(unsigned needs);

  // Between two steps.
  void archive(Archive& a);

 private:
  enum Known : unsigned { kHasPoint = 1, kHasState = 2, kHasVelocity = 4, kHasAcceleration = 8 };
  void set(const State& s);
  AccelerationSolver& solver();

  const MechanicalSystem& system_;
  const Vector no_lambda_;
  State state_;
  Accounts accounts_;
  Snapshot snapshot_;
  PointEval point_;
  std::unique_ptr<AccelerationSolver> solver_;  // made when it is needed first
  unsigned known_ = 0;
  double last_time_ = 0;  // end of the last step
  bool velocity_good_ = false, acceleration_good_ = false;
};

}  // namespace invar
