// Snapshot: everything known about the system at one recorded instant, from which channels take their values.
#pragma once

#include "invar/core/archive.h"
#include "invar/core/types.h"

namespace invar {

struct Snapshot {
  double t = 0;
  Vector q;
  Vector v;           // velocity projected on the velocity constraints: full order, no sawtooth
  Vector z, u;        // internal variables and inputs
  Vector v_raw;       // velocity as the scheme carries it
  Vector a;           // acceleration from the equations of motion at (q, v)
  Vector lambda;      // multipliers belonging to a: full order
  Vector lambda_raw;  // multipliers of the last step as the scheme solves for them
  Vector drive_work;  // of each row since the start, as the scheme books it [J]; empty where no time passes
  Vector impulse;     // of each row since the start, of jumps of velocities [N s]; empty where no time passes
  Vector mu;          // multipliers of velocity constraints over the last step; empty where the method has none
  double T = 0, U = 0;
  double work_applied = 0, work_drives = 0, dissipated_physical = 0, dissipated_numerical = 0;
  double work_events = 0, dissipated_events = 0;
  double constraint_position = 0, constraint_velocity = 0;  // largest residuals at this instant
  double h = 0;                                             // last step
  double iterations = 0;                                    // Newton iterations of the last step

  // What the next instant takes over from this one.
  void archive(Archive& to) {
    to("t", t);
    to("a", a);
    to("lambda", lambda);
    to("lambda_raw", lambda_raw);
    to("drive_work", drive_work);
    to("mu", mu);
    to("h", h);
    to("iterations", iterations);
  }

  // Work of a row of a drive since the start.
  double calc_drive_work(int row) const { return row < drive_work.size() ? drive_work[row] : 0.0; }
  double calc_impulse(int row) const { return row < impulse.size() ? impulse[row] : 0.0; }
  // mu of a row [Bauchau2003] eq. (35); methods without it take the velocity for the rate of the coordinates: mu = 0.
  double calc_mu(int row) const { return row < mu.size() ? mu[row] : 0.0; }
};

// What a channel needs beyond t, q, v_raw; lets the recorder skip work nobody asked for.
enum SnapshotNeeds : unsigned {
  kNeedsState = 0,
  kNeedsVelocity = 1,      // v
  kNeedsAcceleration = 2,  // a, lambda
};

}  // namespace invar
