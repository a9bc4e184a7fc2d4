// Load paths beyond limit points: the load factor s is an unknown and the path is followed by its arc length [Crisfield1981]
// (tangent predictor, corrector on the hyperplane normal to the predictor [Riks1979]).
//
//   (A1)  r(q, lambda; s) = 0,  Phi(q) = 0,    <t_q, dq> + t_s ds / S^2 = l on the predictor, = 0 for corrections
//
// <.,.> weighs the coordinates by their limits (EquilibriumProblem::step_measure), so that the result does not depend on
// units. Each step factors the KKT matrix once an iteration and solves for two right sides.
#pragma once

#include "invar/equilibrium/static_solver.h"

namespace invar {

struct ArcLengthOptions {
  double step = 0.05;    // first length: largest relative change of a coordinate (1 = size of the model, 1 rad)
  double longest = 0.1;  // grows up to this while iterations are few
  int max_steps = 1000;
  double from = 0, to = 1;              // load factors
  double least = -1e300, most = 1e300;  // the path ends if it leaves these factors
  bool pass = false;                    // go on beyond `to` until max_steps: the whole path
  StaticOptions static_options;
};

// Ends at the load factor `to` exactly the first time it is crossed (with pass: after max_steps or outside least..most).
StaticReport follow_arc(EquilibriumProblem& problem, const State& start, const ArcLengthOptions& options);

// Load factor of the limit point near point i of a path: the vertex of the parabola through it and its neighbors.
double calc_limit_factor(const std::vector<LoadPoint>& path, int i);

}  // namespace invar
