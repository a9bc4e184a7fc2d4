#include "invar/run/conflict_watch.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "invar/core/error.h"
#include "invar/core/max_abs.h"
#include "invar/solve/acceleration.h"
#include "invar/solve/initial_conditions.h"

namespace invar {

namespace {

// Ten times what assembly accepts (solve/initial_conditions.cc): below, there is nothing to be found.
constexpr double kPositionLimit = 1e-8, kVelocityLimit = 1e-6;
// A contradiction is shared out among its rows and stays; what is left of a drift that can be mended is rounding.
constexpr double kPartThatStays = 0.1;

double scale_of(const Vector& x) { return std::max(1.0, max_abs(x)); }

}  // namespace

std::string find_conflict(const MechanicalSystem& system, State s) {
  const InitialConditionsReport report = solve_initial_conditions(system, s);
  return report.status.ok() ? "" : report.status.detail;
}

AccelerationConflict find_acceleration_conflict(const MechanicalSystem& system, const State& s) {
  AccelerationConflict found;
  AccelerationSolver solver(system);
  Vector a, lambda;
  if (!system.rheonomic() || !solver.solve(s, a, lambda)) return found;
  PointEval eval;
  lambda.setZero();
  system.eval(s, lambda, kVelocity | kBias, eval);
  Vector residual = eval.bias;
  add_product(system.G_pattern(), eval.G, a, residual);
  const double largest = residual.cwiseAbs().maxCoeff(&found.row);
  // Regularization and rounding leave 1e-9 of the accelerations at the most.
  if (!(largest > 1e-6 * (1 + max_abs(eval.bias) + max_abs(a)))) return {};
  std::string names;
  std::vector<std::string> owners;
  for (int r = 0; r < system.rows() && owners.size() < 3; ++r) {
    const RowInfo& row = system.layout().row(r);
    const bool known = std::find(owners.begin(), owners.end(), row.owner) != owners.end();
    if (known || std::abs(residual[r]) < 0.5 * largest) continue;
    owners.push_back(row.owner);
    names +=
        fmt::format("{}\"{}\" ({}: {:.2g})", names.empty() ? "" : ", ", row.owner, row.label, std::abs(residual[r]));
  }
  found.reason =
      fmt::format("no acceleration satisfies all constraints: residual {:.2g} remains, largest in {}", largest, names);
  return found;
}

std::string find_later_conflict(const MechanicalSystem& system, State s, double t_end) {
  // A way that assembly loses for its length is found in smaller parts; a contradiction stays at any. Twenty parts at the
  // least, for what begins slowly is seen late.
  constexpr int kTries = 500;
  const double length = t_end - s.t, smallest = 1e-6 * length;
  double dt = 1e-3 * length;
  try {
    for (int i = 0; i < kTries && s.t < t_end - smallest; ++i) {
      State ahead = s;
      ahead.t = std::min(s.t + dt, t_end);
      ahead.q += (ahead.t - s.t) * s.v;
      const InitialConditionsReport report = solve_initial_conditions(system, ahead);
      if (report.status.ok()) {
        s = ahead;
        dt = std::min(2 * dt, length / 20);
      } else if (dt < smallest) {
        return fmt::format("at t = {:.4g} s {}", ahead.t, report.status.detail);
      } else {
        dt /= 4;
      }
    }
  } catch (const ModelError&) {  // a table ends there
  }
  return "";
}

ConflictWatch::ConflictWatch(const MechanicalSystem& system) : system_(system) {
  for (int r = 0; r < system.rows(); ++r) has_velocity_rows_ |= !system.layout().row(r).holonomic;
}

Status ConflictWatch::look(const State& s, double position_residual, double velocity_residual) {
  if (!system_.rheonomic()) return {};
  const bool positions = position_residual > std::max(kPositionLimit * scale_of(s.q), 2 * position_seen_);
  const bool velocities =
      has_velocity_rows_ && velocity_residual > std::max(kVelocityLimit * scale_of(s.v), 2 * velocity_seen_);
  if (!positions && !velocities) return {};
  position_seen_ = std::max(position_seen_, position_residual);
  velocity_seen_ = std::max(velocity_seen_, velocity_residual);
  State nearest = s;
  const InitialConditionsReport report = solve_initial_conditions(system_, nearest);
  if (report.status.ok()) return {};
  const bool position_stays = report.position_residual > kPartThatStays * report.position_residual_before;
  const bool velocity_stays =
      has_velocity_rows_ && report.velocity_residual > kPartThatStays * report.velocity_residual_before;
  if (!position_stays && !velocity_stays) return {};
  return {StatusCode::kModelError, "constraints contradict each other: " + report.status.detail};
}

}  // namespace invar
