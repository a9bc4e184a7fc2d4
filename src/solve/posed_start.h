// A start with given numbers: joint coordinates, say. Constraints hold exactly, then what drives prescribe, then the given
// numbers in their order; what is left is as near as possible to where it was.
//
// Positions. Numbers far from where the parts stand are reached by walking: the targets move from the present values to those
// wanted,
//   (W1)  c_i(q) = c_i(q_0) + s (c_i* - c_i(q_0)),    s = 0 .. 1,
// in parts so small that no coordinate moves by more than a fraction of its size; each is solved by Gauss-Newton,
//   (W2)  min 1/2 |dq|_W^2 + sum over free numbers of (c_k + c_k' dq - c_k^0)^2/(2 e_k)   such that  G dq = -Phi,  C dq = -(c - c*).
// So the assembly found is the one that is connected with the given one, angles keep their turns, and rows that hold for
// opposite directions do not matter. Free numbers, the other joint coordinates, keep their values where they can. Rows of
// drives are left out on the way and walk like given numbers: their functions know no way to t0.
//
// Velocities. One linear problem: min |v - v_given|_M such that G v = -Phi_t and c_q v = c'*.
//
// Which number contradicts is decided in the order of priority: c_i is dependent if its gradient, projected on the motions that
// the constraints and the numbers before it leave, vanishes.
#pragma once

#include <string>
#include <vector>

#include "invar/core/state.h"
#include "invar/solve/start_rows.h"
#include "invar/system/mechanical_system.h"

namespace invar {

// In the order of priority.
enum class StartRole { kDriven, kGiven, kFree };

struct StartWish {
  StartRole role = StartRole::kGiven;
  double target = 0;
  bool is_angle = false;  // known modulo 2 pi
  int system_row = -1;    // of a drive: the row of the system that says the same
};

struct PoseReport {
  bool assembled = true;  // false: the constraints alone cannot be satisfied, and the state is as it was
  int steps = 0;          // of the walk
  int blamed = -1;        // a wish that cannot be fulfilled
  bool depends = false;   // ... because those before it and the constraints fix its value; otherwise it is out of reach
  double reached = 0;     // its value then
  std::vector<int> implied;  // wishes that follow from those before them
  bool ok() const { return assembled && blamed < 0; }
};

// Changes s.q. `anchors`: coordinates that nothing holds and that stay where they are if they can.
PoseReport pose_start(const MechanicalSystem& system, StartRows& rows, const std::vector<StartWish>& wishes,
                      const std::vector<int>& anchors, State& s);

// Changes s.v; targets are those of all rows.
PoseReport give_start_rates(const MechanicalSystem& system, StartRows& rows, const std::vector<double>& targets,
                            State& s);

}  // namespace invar
