// Stability of an equilibrium: the signs of the stiffness on the freedoms, in the metric of the mass.
#pragma once

#include <string>

#include "invar/equilibrium/equilibrium_problem.h"

namespace invar {

enum class Stability { kUnknown, kStable, kNeutral, kUnstable };
const char* name(Stability stability);

struct StabilityReport {
  Stability kind = Stability::kUnknown;
  int freedoms = 0;
  int negative = 0, neutral = 0;  // directions
  bool circulatory = false;       // forces without an energy make the stiffness unsymmetric
  double lowest = 0;              // stiffness over mass [1/s^2]
  Vector direction;               // dq of the lowest, if it is negative
  // Neutral directions N as columns dq, and W N with the mass W: N^T W N = 1. Not for sparse systems.
  Matrix neutral_directions, neutral_forms;
};

// At an equilibrium of the problem. Dense up to kDenseFreedoms freedoms, else from the lowest few modes (lanczos.h).
StabilityReport find_stability(const EquilibriumProblem& problem, Vec q, Vec lambda, double factor = 1);

inline constexpr int kDenseFreedoms = 400;

}  // namespace invar
