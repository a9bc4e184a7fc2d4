// Static equilibrium of a constrained system, in one go or along load steps.
//
// Newton's method is tried first. Where it fails, or ends where the stiffness is negative in some direction, the energy is
// minimized on the constraints instead, and an unstable equilibrium is left along its most negative direction: what is
// returned is stable or neutral unless options say otherwise. Load steps follow one path; where it becomes unstable, the
// model relaxes from its last point to a stable one beside it, and the path goes on from there.
#pragma once

#include "invar/core/state.h"
#include "invar/equilibrium/newton.h"
#include "invar/equilibrium/stability.h"

namespace invar {

struct StaticOptions {
  int load_steps = 1;            // loads grow from zero to their full size
  bool accept_unstable = false;  // take what Newton's method finds
  double tolerance = 1e-9;       // residual relative to the largest force
  int max_iterations = 40;
  std::function<void(double factor, int iteration, double residual)> progress;
  std::function<bool()> interrupted;
};

// An equilibrium on a load path.
struct LoadPoint {
  double factor = 1;
  Vector q, lambda;
  double residual = 0;
  int iterations = 0;
  StabilityReport stability;
};

struct StaticReport {
  Status status;
  std::string method;  // "newton" or "descent"
  LoadPoint point;     // the last one: an equilibrium if the status is ok
  std::vector<LoadPoint> path;
  std::vector<int> limit_points;  // of the path, where the load factor turns (arc length)
  double force_scale = 0, violation = 0;
  double V = 0;  // potential energy of loads, springs, elements [J]; without that of inertia forces
  int iterations = 0, factorizations = 0, cuts = 0;
  double unstable_from = -1;  // load factor of the first point of a path of load steps that is unstable; -1 if none is
  // Of a stable one: how far rounding may have moved it along its softest direction, in sizes of the model and radians, and
  // the coordinate that moves most.
  double place_noise = 0;
  int softest_coordinate = -1;
  int left_unstable = 0;  // equilibria that were left because they are unstable
};

// From the configuration `start`, which is assembled first.
StaticReport solve_static(EquilibriumProblem& problem, const State& start, const StaticOptions& options = {});

// Assembles `start` into x and sets the size of the model; shared with arc_length.h.
Status begin_equilibrium(EquilibriumProblem& problem, const State& start, EquilibriumIterate& x);
// Fills the last point and the energy.
void finish_report(const EquilibriumProblem& problem, const EquilibriumIterate& x, double factor, StaticReport& report);

}  // namespace invar
