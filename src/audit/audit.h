// Audit: follows a run step by step and keeps the largest violation of each invariant. It evaluates the system itself;
// from the integrator it takes only the books of work and the multipliers.
#pragma once

#include "invar/audit/certificate.h"
#include "invar/audit/invariant_watch.h"
#include "invar/audit/residual_scale.h"
#include "invar/simulate/simulation.h"
#include "invar/system/momentum.h"

namespace invar {

class Audit {
 public:
  explicit Audit(const MechanicalSystem& system) : system_(system), scale_(system), invariants_(system) {}

  // What the start violates is reported by itself, not as a violation of the run.
  void count_start_apart() { start_apart_ = true; }
  void start(const State& s);
  void step(const State& s1, const StepReport& report);
  // Something that makes the results unreliable and that no invariant shows.
  void warn(std::string text) { warnings_.push_back(std::move(text)); }
  void write(Certificate& certificate) const;

  // Values at the last state seen.
  double T() const { return eval_.T; }
  double U() const { return eval_.U; }
  double position_residual() const { return position_now_; }
  double velocity_residual() const { return velocity_now_; }
  double work_applied() const { return work_applied_; }
  double work_drives() const { return work_drives_; }
  double dissipated_physical() const { return dissipated_physical_; }
  double dissipated_numerical() const { return dissipated_numerical_; }
  // Accelerations at a recorded state with velocities v, what was evaluated there, and the residual of each row.
  void see_acceleration(const Vector& v, const Vector& a, const PointEval& at, const Vector& residual);
  // Velocity of the scheme, and its part along the constraints.
  void see_projected_velocity(const Vector& v, const Vector& projected);

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
  void look(const State& s);
  double largest_relative(const Vector& rows, double (ResidualScale::*scale)(int) const) const;

  const MechanicalSystem& system_;
  ResidualScale scale_;
  InvariantWatch invariants_;
  double t_ = 0;  // of the last state
  Vector q_, M_;  // likewise, where the mass varies
  PointEval eval_;
  Vector lambda_;
  MomentumConservation conserved_;
  Momentum momentum0_;
  double energy0_ = 0, energy_ = 0, energy_scale_ = 0, balance_error_ = 0, energy_drift_ = 0;
  double potential_rounding_ = 0;
  double summed_ = 0;  // largest sum of the absolute values in the balance
  double work_applied_ = 0, work_drives_ = 0, dissipated_physical_ = 0, dissipated_numerical_ = 0;
  double position_max_ = 0, velocity_max_ = 0, velocity_mid_max_ = 0, acceleration_max_ = 0;
  Vector position_rows_, velocity_rows_, velocity_mid_rows_, acceleration_rows_;  // largest of each row
  double position_now_ = 0, velocity_now_ = 0;
  double energy_normal_max_ = 0;
  bool start_apart_ = false;
  double start_position_ = 0, start_velocity_ = 0;
  bool has_acceleration_ = false, has_velocity_mid_ = false, sees_rounding_ = false;
  int worst_row_ = -1;
  double linear_drift_ = 0, angular_drift_ = 0;
  std::vector<Doubts> doubts_;
  std::vector<std::string> warnings_;
};

}  // namespace invar
