// Constraints that contradict each other while a system moves: two drives of one hinge that part, a crank driven beyond
// its reach. Without drives rows that hold at the start can hold for ever, so only systems that depend on time are looked
// at. A method may not see it: where the rows leave no solution, some iterations end at the best compromise.
#pragma once

#include <string>

#include "invar/core/archive.h"
#include "invar/core/state.h"
#include "invar/core/status.h"
#include "invar/system/mechanical_system.h"

namespace invar {

// Why no positions, or no velocities, near s satisfy all constraints at the time of s: one sentence that names the parts
// with the largest residuals. Empty if there are some.
std::string find_conflict(const MechanicalSystem& system, State s);

struct AccelerationConflict {
  std::string reason;  // one sentence, empty if there is no conflict
  int row = -1;        // with the largest residual
};
// Why no accelerations do that at s, a state that satisfies positions and velocities.
AccelerationConflict find_acceleration_conflict(const MechanicalSystem& system, const State& s);

// The same on the way to t_end, where drives lead: positions and velocities are followed without regard to forces, from a
// state that satisfies them. It begins with the time. Empty if all constraints can be followed, as far as is looked.
std::string find_later_conflict(const MechanicalSystem& system, State s, double t_end);

// Follows a run. It looks for a conflict when residuals are above rounding and have doubled since it looked last, so that
// methods that let constraints drift by design are asked a few dozen times a run and not at every step.
class ConflictWatch {
 public:
  explicit ConflictWatch(const MechanicalSystem& system);
  // After a step with these residuals of the constraints; not ok if they contradict each other.
  Status look(const State& s, double position_residual, double velocity_residual);
  void archive(Archive& a) {
    a("position", position_seen_);
    a("velocity", velocity_seen_);
  }

 private:
  const MechanicalSystem& system_;
  bool has_velocity_rows_ = false;
  double position_seen_ = 0, velocity_seen_ = 0;
};

}  // namespace invar
