// Linear and angular momentum, and whether a system keeps them.
#pragma once

#include "invar/system/mechanical_system.h"

namespace invar {

struct Momentum {
  Vector3 linear = Vector3::Zero();
  Vector3 angular = Vector3::Zero();  // about the origin
  // Sums of the absolute values of what adds up to the largest component.
  double linear_terms = 0, angular_terms = 0;
};

// Of the constant mass: a variable one of coordinates without a place has none of either.
Momentum calc_momentum(const MechanicalSystem& system, Vec q, Vec v);

// Whether nothing acts on the system from outside: no constraint, potential or force changes under (or works along) a
// rigid motion of everything. Found by evaluating them, not by asking each term.
struct MomentumConservation {
  bool linear = false;
  bool angular = false;
};
MomentumConservation find_momentum_conservation(const MechanicalSystem& system, const State& s);
// What of it still holds at a later state: a load may set in, and a row that was indifferent to a rotation at the start, where
// its point lay at the origin, need not be so elsewhere. `eval` with U_q, Q and G.
MomentumConservation check_momentum_conservation(const MechanicalSystem& system, const PointEval& eval, Vec q,
                                                 MomentumConservation so_far);

}  // namespace invar
