// Audit: follows a run step by step and keeps the largest violation of each invariant. It evaluates the system itself
// (audit/instant.h); from the integrator it takes only the books of work and the multipliers.
//
// Positions, velocities, energies and momenta are looked at after every step. Accelerations, and the velocities across the
// constraints, take a factorization, so they are sampled: after each of the first eight steps; then of every 32 steps the one
// with the largest residuals of velocities; whenever accelerations are evaluated for a table anyway; and at the end of the run
// the step with the largest multipliers (singular positions, constraints that contradict each other).
#pragma once

#include "invar/audit/branch_check.h"
#include "invar/audit/certificate.h"
#include "invar/audit/instant.h"
#include "invar/audit/invariant_watch.h"
#include "invar/audit/residual_scale.h"
#include "invar/simulate/simulation.h"
#include "invar/system/momentum.h"

namespace invar {

class Audit {
 public:
  explicit Audit(const MechanicalSystem& system)
      : system_(system), scale_(system), invariants_(system), branch_(system) {}

  // What the start violates is reported by itself, not as a violation of the run.
  void count_start_apart() { start_apart_ = true; }
  void start(Instant& now);
  // `lambda` as the scheme solves for it.
  void step(Instant& now, const StepReport& report, const Vector& lambda);
  // Something has happened at the end of the last step: `now` has passed it.
  void pass(Instant& now, const TransitionReport& report);
  // After start() or step(), and after the table; `has_accelerations` if they were evaluated for it. Not ok if they cannot be
  // computed.
  Status sample(Instant& now, bool has_accelerations);
  // Before the next step: samples an earlier instant if one is due. `now` then is that one.
  Status look_back(Instant& now);
  // The same at the end of the run, for all that are left.
  void finish(Instant& now);
  // Something that makes the results unreliable and that no invariant shows.
  void warn(std::string text) { warnings_.push_back(std::move(text)); }
  void write(Certificate& certificate) const;

  // Largest residuals at the last state seen.
  double position_residual() const { return position_now_; }
  double velocity_residual() const { return velocity_now_; }

  void archive(Archive& a);

 private:
  // Steps of which the integrator is not sure, by its reason.
  struct Doubts {
    std::string reason;
    double first = 0;  // instant
    long long count = 0;
    void archive(Archive& a) {
      a("reason", reason);
      a("first", first);
      a("count", count);
    }
  };
  // The instant at which a measure was largest, as long as it has not been sampled.
  struct Standout {
    double size = -1;
    bool is_open = false;
    State state;
    void see(double now, const State& s);
    void archive(Archive& a);
  };
  Status see_accelerations_at(Standout& standout, Instant& now);
  void note_doubt(std::string_view reason);
  void look(Instant& now);
  void see_balance(Instant& now);
  void see_momentum(Instant& now, double h);
  void see_accelerations(Instant& now);
  double largest_relative(const Vector& rows, double (ResidualScale::*scale)(int) const) const;

  const MechanicalSystem& system_;
  ResidualScale scale_;
  InvariantWatch invariants_;
  BranchCheck branch_;
  double t_ = 0;    // of the last state
  Vector M_;        // where the mass varies
  PointEval load_;  // forces, where momenta are kept
  Vector no_lambda_;
  MomentumConservation conserved_;
  Momentum momentum0_;
  double energy0_ = 0, energy_ = 0, energy_scale_ = 0, balance_error_ = 0, energy_drift_ = 0;
  double potential_rounding_ = 0;
  double summed_ = 0;  // largest sum of the absolute values in the balance
  Accounts accounts_;
  double position_max_ = 0, velocity_max_ = 0, velocity_mid_max_ = 0, acceleration_max_ = 0;
  Vector position_rows_, velocity_rows_, velocity_mid_rows_, acceleration_rows_;  // largest of each row
  double position_now_ = 0, velocity_now_ = 0;
  double energy_normal_max_ = 0;
  long long steps_ = 0;
  Standout of_block_, of_multipliers_;
  Vector row_mobilities_;              // to weigh residuals of velocities as energies
  Vector normal_, mass_times_normal_;  // part of the velocities
  bool start_apart_ = false;
  double start_position_ = 0, start_velocity_ = 0;
  bool has_acceleration_ = false, has_velocity_mid_ = false, sees_rounding_ = false;
  int worst_row_ = -1;
  double linear_drift_ = 0, angular_drift_ = 0;
  std::vector<Doubts> doubts_;
  std::vector<EventRecord> events_;
  long long event_count_ = 0;
  std::vector<std::string> warnings_;
};

}  // namespace invar
