// Initial conditions: positions assembled closest to those given, velocities projected, with an account of what moved.
#pragma once

#include <string>

#include "invar/core/state.h"
#include "invar/core/status.h"
#include "invar/system/mechanical_system.h"

namespace invar {

struct InitialConditionsReport {
  Status status;
  int iterations = 0;
  double position_residual_before = 0, position_residual = 0;
  double velocity_residual_before = 0, velocity_residual = 0;
  double position_moved = 0, velocity_moved = 0;               // largest change of a coordinate
  bool positions_changed = false, velocities_changed = false;  // beyond rounding
  int position_moved_coordinate = -1, velocity_moved_coordinate = -1;
  int worst_row = -1;  // largest residual: of positions, or of velocities where those fail
  // One or two sentences; empty if nothing moved beyond rounding.
  std::string summary(const Layout& layout) const;
};

// Changes s.q and s.v. On failure s.q is the best configuration found and status names the worst joints.
InitialConditionsReport solve_initial_conditions(const MechanicalSystem& system, State& s);

// Assembles positions only, at s.t.
InitialConditionsReport assemble_positions(const MechanicalSystem& system, State& s);

}  // namespace invar
