// How well the force of the balance along a direction d is known, r . d: its scatter when q changes by units in the last
// place. The rounding of stiff internal forces hardly acts along soft directions, so that small loads there count beside it,
// however large it is in the residual.
#pragma once

#include "invar/equilibrium/equilibrium_problem.h"

namespace invar {

// A bound, for d in the directions that the constraints allow.
double calc_force_noise(const EquilibriumProblem& problem, Vec q, Vec lambda, double factor, const Vector& d);

// How far rounding may have moved an equilibrium along a soft direction d: the force noise over the curvature d^T K d, times
// d. Zero where the curvature is not positive.
Vector calc_place_noise(const EquilibriumProblem& problem, Vec q, Vec lambda, double factor, const Vector& d);

}  // namespace invar
