// Transition: what the laws of mechanics make of an instant at which something has changed: rows that hold or no longer hold, rates
// of drives that jump, velocities that were set. Positions stay. Each joule that the state gains or loses there is in the report.
#pragma once

#include <string>
#include <vector>

#include "invar/core/state.h"
#include "invar/core/status.h"
#include "invar/core/types.h"

namespace invar {

// One instant between two steps.
struct TransitionReport {
  double t = 0;
  std::vector<std::string> names;  // of what happened
  Status status;
  bool rows_changed = false;  // other constraints are in force
  // Energies [J]: work of applied blows, of drives and of the events themselves, which change potentials or set velocities;
  // residuals of velocities that the discretization left; and what locks and other rows that appear have destroyed.
  double work_applied = 0, work_events = 0, dissipated_numerical = 0, dissipated_events = 0;
  Vector drive_work, impulse;  // of each row [J], [N s]; empty where velocities did not jump

  double work_drives() const { return drive_work.size() > 0 ? drive_work.sum() : 0.0; }
  // By how much the energy has risen.
  double energy() const {
    return work_applied + work_drives() + work_events - dissipated_numerical - dissipated_events;
  }
};

class Transition {
 public:
  virtual ~Transition() = default;
  // `after` is `before` with what actions have changed; its velocities are made to fit the rows in force after the instant. The
  // report has its names already.
  virtual void apply(const State& before, State& after, TransitionReport& report) = 0;
};

}  // namespace invar
